internal import Diagnostics
internal import Translations

/// A YAML document as a tree with places, for the small files of a project.
struct YAMLNode: Sendable {
  enum Content: Sendable {
    /// `isNull` for a value that is missing: nothing, `~` or `null` without quotes.
    case scalar(String, isNull: Bool)
    case sequence([YAMLNode])
    case mapping([Entry])
  }

  struct Entry: Sendable {
    var key: String
    var keyMark: YAMLMark
    var value: YAMLNode
  }

  var content: Content
  var start: YAMLMark
  /// The place after the last character; of a block collection, after that of its last node.
  var end: YAMLMark
  /// Written with brackets or braces, or inside such a collection.
  var isFlow = false
  /// The number of nodes in it, those that aliases repeat included.
  var weight: Int {
    get { Int(storedWeight) }
    set { storedWeight = UInt32(clamping: newValue) }
  }
  private var storedWeight: UInt32 = 1

  init(content: Content, start: YAMLMark, end: YAMLMark, isFlow: Bool = false) {
    self.content = content
    self.start = start
    self.end = end
    self.isFlow = isFlow
  }

  /// What the node is, for messages.
  var kind: String {
    switch content {
    case .scalar(_, isNull: true): "nothing"
    case .scalar: "a text"
    case .sequence: "a list"
    case .mapping: "a map"
    }
  }

  var entries: [Entry]? {
    if case .mapping(let entries) = content { entries } else { nil }
  }

  var items: [YAMLNode]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  /// The text of a scalar that is not null.
  var text: String? {
    if case .scalar(let text, isNull: false) = content { text } else { nil }
  }

  var isNull: Bool {
    if case .scalar(_, isNull: true) = content { true } else { false }
  }

  /// Whether two trees hold the same, wherever and however it is written.
  func says(theSameAs other: YAMLNode) -> Bool {
    switch (content, other.content) {
    case (.scalar(let text, let isNull), .scalar(let otherText, let otherIsNull)):
      isNull == otherIsNull && text.isSame(as: otherText)
    case (.sequence(let items), .sequence(let others)):
      items.count == others.count && zip(items, others).allSatisfy { $0.says(theSameAs: $1) }
    case (.mapping(let entries), .mapping(let others)):
      entries.count == others.count
        && zip(entries, others).allSatisfy { $0.key.isSame(as: $1.key) && $0.value.says(theSameAs: $1.value) }
    default: false
    }
  }

  /// The value of a key, compared as bytes.
  subscript(key: StaticString) -> YAMLNode? { entry(key)?.value }

  func entry(_ key: StaticString) -> Entry? {
    entries?.first { $0.key.isSame(as: key) }
  }
}

extension String {
  /// Whether two names are the same bytes; `==` would merge canonically equivalent spellings.
  func isSame(as other: String) -> Bool { ExactString(self) == ExactString(other) }

  func isSame(as other: StaticString) -> Bool {
    utf8.count == other.utf8CodeUnitCount
      && other.withUTF8Buffer { unsafe $0.elementsEqual(utf8) }
  }
}
