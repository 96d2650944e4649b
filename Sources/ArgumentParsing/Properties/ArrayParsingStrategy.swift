/// Which arguments an option with many values takes, unless one is joined to it as in `--name=value`.
public enum ArrayParsingStrategy: Hashable, Sendable {
  /// One value each time the option is written.
  case singleValue
  /// One value each time the option is written, whatever it looks like.
  case unconditionalSingleValue
  /// At least one, and all that follow until something looks like an option.
  case upToNextOption
}

extension ArrayParsingStrategy {
  var arity: ArgumentDefinition.Arity {
    switch self {
    case .singleValue: .next
    case .unconditionalSingleValue: .unconditional
    case .upToNextOption: .upToNextOption
    }
  }
}
