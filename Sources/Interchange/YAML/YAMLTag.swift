/// What a tag asks of a scalar.
enum YAMLTag {
  case text
  case null
  /// A number, a truth value or a date: the text is taken all the same.
  case type
  /// Binary data, program objects and everything unknown.
  case foreign

  private static let core = "tag:yaml.org,2002:"

  /// - Parameter tag: with its handle expanded, as the parser gives it.
  init(scalar tag: String) {
    switch tag {
    case "!", Self.core + "str": self = .text
    case Self.core + "null": self = .null
    case Self.core + "int", Self.core + "float", Self.core + "bool", Self.core + "timestamp": self = .type
    default: self = .foreign
    }
  }

  /// Whether a collection may have the tag.
  static func allows(collection tag: String) -> Bool {
    tag == "!" || tag == core + "map" || tag == core + "seq"
  }

  /// How a tag is shown: as people write it, and not at all when it is long or not printable.
  static func shown(_ tag: String) -> String {
    let name = tag.hasPrefix(core) ? "!!" + tag.dropFirst(core.count) : tag
    let isPrintable = name.utf8.count <= 64 && name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    return isPrintable ? "tag `\(name)`" : "a tag"
  }
}
