/// The names of an option or a flag: `.long`, `.shortAndLong`, or a list such as `[.customShort("C"), .long]`.
public struct NameSpecification: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// One name.
  public struct Element: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case long
      case short
      case customLong(String)
      case customShort(Character)
    }

    var kind: Kind

    /// The property's name in kebab case, after two dashes.
    public static var long: Element { Element(kind: .long) }
    /// The first character of the property's name, after one dash.
    public static var short: Element { Element(kind: .short) }
    /// A name of its own, written without its two dashes.
    public static func customLong(_ name: String) -> Element { Element(kind: .customLong(name)) }
    /// A character of its own. The value of an option may be joined to it: `-C dir` and `-Cdir` are the same.
    public static func customShort(_ character: Character) -> Element {
      Element(kind: .customShort(character))
    }
  }

  var elements: [Element]

  /// All the names of the list; each of them means the same.
  public init(arrayLiteral elements: Element...) { self.elements = elements }

  /// The property's name in kebab case, after two dashes.
  public static var long: NameSpecification { [.long] }
  /// The first character of the property's name, after one dash.
  public static var short: NameSpecification { [.short] }
  /// `.long` and `.short`, either of which means the same.
  public static var shortAndLong: NameSpecification { [.long, .short] }
  /// A name of its own, written without its two dashes.
  public static func customLong(_ name: String) -> NameSpecification { [.customLong(name)] }
  /// A character of its own. The value of an option may be joined to it: `-C dir` and `-Cdir` are the same.
  public static func customShort(_ character: Character) -> NameSpecification { [.customShort(character)] }
}

extension NameSpecification {
  /// The names for a property, or a case, of the given name.
  func names(for property: String) -> [OptionName] {
    elements.map { element in
      switch element.kind {
      case .long: .long(property.kebabCased)
      case .short: .short(property.first ?? "?")
      case .customLong(let name): .long(name)
      case .customShort(let character): .short(character)
      }
    }
  }
}
