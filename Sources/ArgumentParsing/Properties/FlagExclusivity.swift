/// What counts when flags for different values of one property are given.
public enum FlagExclusivity: Hashable, Sendable {
  /// Two different ones are a usage error.
  case exclusive
  case chooseFirst
  case chooseLast
}

extension FlagExclusivity {
  /// The flag that counts.
  func choose(
    _ flags: [OptionName], isSame: (OptionName, OptionName) -> Bool
  ) throws(ParserError) -> OptionName? {
    switch self {
    case .chooseFirst: return flags.first
    case .chooseLast: return flags.last
    case .exclusive:
      guard let first = flags.first else { return nil }
      for flag in flags where !isSame(first, flag) { throw .conflictingFlags(first, flag) }
      return first
    }
  }
}
