/// A type whose properties declare arguments, options and flags.
///
/// Properties are declared with `@Argument`, `@Option`, `@Flag` and `@OptionGroup`; an ordinary stored property
/// keeps what `init()` gives it. Values arrive through the synthesized `init(from:)`, so every stored property has
/// to be `Decodable`; the wrappers are.
public protocol ParsableArguments: Decodable, SendableMetatype {
  /// Makes the declarations; the values of wrapped properties cannot be read yet.
  init()

  /// Checks what no single property can check; called once after parsing, groups before the command.
  /// - Throws: `ValidationError` for a usage error.
  mutating func validate() throws
}

extension ParsableArguments {
  /// Finds nothing wrong.
  public mutating func validate() throws {}
}
