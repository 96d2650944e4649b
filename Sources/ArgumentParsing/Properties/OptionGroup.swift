/// A property that holds arguments, options and flags declared by another type, so that commands can share them.
///
/// Options of a group that both a command and its subcommand have may stand before and after the
/// subcommand's name.
@propertyWrapper
public struct OptionGroup<Value: ParsableArguments>: Decodable, ArgumentDeclaring {
  private var state: PropertyState<GroupDeclaration, Value>

  /// - Parameter title: the heading under which help lists the group; empty for none of its own.
  public init(title: String = "", visibility: ArgumentVisibility = .default) {
    state = .declared(GroupDeclaration(type: Value.self, title: title, visibility: visibility))
  }

  /// Makes the group's value of what the parser found, and validates it.
  /// - Precondition: the decoder is the parser's.
  public init(from decoder: any Decoder) throws {
    var value = try Value(from: decoder)
    try value.validate()
    state = .parsed(value)
  }

  /// - Precondition: the command was parsed, or the value set.
  public var wrappedValue: Value {
    get { state.value }
    set { state.value = newValue }
  }

  var group: GroupDeclaration? { state.declaration }
}

extension OptionGroup: Sendable where Value: Sendable {}

/// What an option group declares before it has a value.
struct GroupDeclaration: Sendable {
  var type: any ParsableArguments.Type
  /// The heading in help; empty for none of its own.
  var title: String
  var visibility: ArgumentVisibility
}
