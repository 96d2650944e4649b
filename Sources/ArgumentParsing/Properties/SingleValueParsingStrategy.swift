/// Which argument an option takes as its value, unless one is joined to it as in `--name=value`.
public enum SingleValueParsingStrategy: Hashable, Sendable {
  /// The next argument, which must not look like an option.
  case next
  /// The next argument, whatever it looks like.
  case unconditional
}

extension SingleValueParsingStrategy {
  var arity: ArgumentDefinition.Arity {
    switch self {
    case .next: .next
    case .unconditional: .unconditional
    }
  }
}
