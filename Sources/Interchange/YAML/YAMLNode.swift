internal import Diagnostics

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
  var weight = 1

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

  /// The value of a key, compared as bytes.
  subscript(key: StaticString) -> YAMLNode? { entry(key)?.value }

  func entry(_ key: StaticString) -> Entry? {
    entries?.first { entry in
      entry.key.utf8.count == key.utf8CodeUnitCount
        && key.withUTF8Buffer { unsafe $0.elementsEqual(entry.key.utf8) }
    }
  }
}

extension String {
  /// Whether two names are the same bytes; `==` would merge canonically equivalent spellings.
  func isSame(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}
