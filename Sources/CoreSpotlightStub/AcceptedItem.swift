import Synchronization

/// An item that an index has accepted, as queries see it: Core Spotlight searches all indexes of an app at once.
struct AcceptedItem: Sendable {
  let uniqueIdentifier: String
  private let domainIdentifier: String?
  private let title: String?
  private let displayName: String?
  private let contentDescription: String?
  private let keywords: [String]?
  private let languages: [String]?
  private let accountIdentifier: String?

  init(_ item: CSSearchableItem) {
    let attributes = item.attributeSet
    uniqueIdentifier = item.uniqueIdentifier
    domainIdentifier = item.domainIdentifier
    title = attributes.title
    displayName = attributes.displayName
    contentDescription = attributes.contentDescription
    keywords = attributes.keywords
    languages = attributes.languages
    accountIdentifier = attributes.accountIdentifier
  }

  /// The item as a query gives it: with its names, and with the attributes that were asked for.
  func item(fetching names: [String]) -> CSSearchableItem {
    func fetched<Value>(_ name: String, _ value: Value?) -> Value? { names.contains(name) ? value : nil }
    let attributes = CSSearchableItemAttributeSet(contentType: .content)
    attributes.title = fetched("title", title)
    attributes.displayName = fetched("displayName", displayName)
    attributes.contentDescription = fetched("contentDescription", contentDescription)
    attributes.keywords = fetched("keywords", keywords)
    attributes.languages = fetched("languages", languages)
    attributes.accountIdentifier = fetched("accountIdentifier", accountIdentifier)
    return CSSearchableItem(
      uniqueIdentifier: uniqueIdentifier, domainIdentifier: domainIdentifier, attributeSet: attributes)
  }

  /// The values of an attribute of the query language; none for one that the stub does not know.
  func values(of attribute: String) -> [String] {
    switch attribute {
    case "title": [title].compactMap(\.self)
    case "displayName": [displayName].compactMap(\.self)
    case "contentDescription": [contentDescription].compactMap(\.self)
    case "keywords": keywords ?? []
    case "languages": languages ?? []
    case "domainIdentifier": [domainIdentifier].compactMap(\.self)
    case "accountIdentifier": [accountIdentifier].compactMap(\.self)
    default: []
    }
  }

  /// What a user's words are looked for in.
  var texts: [String] { ["title", "displayName", "contentDescription", "keywords"].flatMap(values) }

  // MARK: - Of all indexes

  private static let accepted = Mutex<[ObjectIdentifier: [AcceptedItem]]>([:])

  /// Has queries see the items of an index, or nothing of it any more.
  static func publish(_ items: some Sequence<CSSearchableItem>, of index: ObjectIdentifier) {
    let items = items.map(AcceptedItem.init)
    accepted.withLock { $0[index] = items.isEmpty ? nil : items }
  }

  /// Everything that a query searches, by name.
  static var all: [AcceptedItem] {
    accepted.withLock { $0.values.flatMap(\.self) }.sorted { $0.uniqueIdentifier < $1.uniqueIdentifier }
  }
}
