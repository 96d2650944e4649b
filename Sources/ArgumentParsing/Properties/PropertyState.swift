/// A wrapped property before and after parsing.
enum PropertyState<Declaration, Value> {
  case declared(Declaration)
  case parsed(Value)

  /// - Precondition: the command was parsed, or the value set.
  var value: Value {
    get {
      guard case .parsed(let value) = self else {
        preconditionFailure("a property was read before its command was parsed")
      }
      return value
    }
    set { self = .parsed(newValue) }
  }

  var declaration: Declaration? {
    if case .declared(let declaration) = self { declaration } else { nil }
  }
}

extension PropertyState: Sendable where Declaration: Sendable, Value: Sendable {}

extension PropertyState {
  /// Takes the property's value from what the parser hands to the synthesized `init(from:)`.
  init(from decoder: any Decoder) {
    guard let decoder = decoder as? PropertyDecoder else {
      preconditionFailure("arguments can only be decoded from a command line")
    }
    self = .parsed(decoder.value(as: Value.self))
  }
}
