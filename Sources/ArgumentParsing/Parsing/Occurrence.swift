/// Where something was read: an argument of the command line and its place.
struct Origin: Hashable, Sendable {
  /// 0-based, the program's name not counted.
  var index: Int
  /// The whole argument as it was written.
  var argument: String
}

/// A text that is to become a value, and the argument it stood in.
struct RawValue: Hashable, Sendable {
  var text: String
  var origin: Origin
}

/// One use of an option or a flag, or the operands that an argument property takes.
struct Occurrence: Hashable, Sendable {
  /// The name as it was written; `nil` for operands.
  var name: OptionName?
  /// Empty for a flag.
  var values: [RawValue]
  var takesValue: Bool
}
