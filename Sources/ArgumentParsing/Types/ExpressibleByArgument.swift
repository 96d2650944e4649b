/// A type that one argument of a command line can spell.
public protocol ExpressibleByArgument: SendableMetatype {
  /// `nil` if the text does not spell a value.
  init?(argument: String)

  /// How help spells the value where it is a default.
  var defaultValueDescription: String { get }

  /// Every value there is, as a command line spells them; empty if there is no list.
  static var allValueStrings: [String] { get }

  /// What a shell offers for the value.
  static var defaultCompletionKind: CompletionKind { get }
}

extension ExpressibleByArgument {
  /// What `String(describing:)` gives.
  public var defaultValueDescription: String { String(describing: self) }

  /// No list.
  public static var allValueStrings: [String] { [] }

  /// The list of all values if there is one, else what the shell does on its own.
  public static var defaultCompletionKind: CompletionKind {
    allValueStrings.isEmpty ? .default : .list(allValueStrings)
  }
}

extension ExpressibleByArgument where Self: CaseIterable {
  /// Every case, in the order of declaration.
  public static var allValueStrings: [String] { allCases.map { $0.defaultValueDescription } }
}

extension ExpressibleByArgument where Self: RawRepresentable, RawValue: ExpressibleByArgument {
  /// The case whose raw value the text spells.
  public init?(argument: String) {
    guard let raw = RawValue(argument: argument) else { return nil }
    self.init(rawValue: raw)
  }

  /// The raw value, as the command line spells it.
  public var defaultValueDescription: String { rawValue.defaultValueDescription }
}

extension ExpressibleByArgument where Self: LosslessStringConvertible {
  /// The value whose description the text is.
  public init?(argument: String) { self.init(argument) }

  /// The description, which `init(argument:)` reads.
  public var defaultValueDescription: String { description }
}

extension String: ExpressibleByArgument {
  /// Any text is a value.
  public init?(argument: String) { self = argument }
}

extension Bool: ExpressibleByArgument {
  /// The two spellings that `init(argument:)` reads.
  public static var allValueStrings: [String] { ["true", "false"] }
}

extension Int: ExpressibleByArgument {}
extension Int32: ExpressibleByArgument {}
extension Int64: ExpressibleByArgument {}
extension UInt: ExpressibleByArgument {}
extension UInt32: ExpressibleByArgument {}
extension UInt64: ExpressibleByArgument {}
extension Double: ExpressibleByArgument {}
