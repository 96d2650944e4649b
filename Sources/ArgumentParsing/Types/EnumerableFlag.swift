/// A type with a flag for each of its values.
public protocol EnumerableFlag: CaseIterable, Equatable, SendableMetatype {
  /// The names of a value's flag; the case's name in kebab case unless said otherwise.
  static func name(for value: Self) -> NameSpecification

  /// What help says about a value's flag.
  static func help(for value: Self) -> ArgumentHelp?
}

extension EnumerableFlag {
  /// The case's name in kebab case, after two dashes.
  public static func name(for value: Self) -> NameSpecification { .long }
  /// Nothing; help lists the flag alone.
  public static func help(for value: Self) -> ArgumentHelp? { nil }
}
