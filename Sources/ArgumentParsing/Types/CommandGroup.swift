/// Subcommands that help lists under one heading.
public struct CommandGroup: Sendable {
  /// The heading.
  public let name: String
  /// In the order of help.
  public let subcommands: [any ParsableCommand.Type]

  public init(name: String, subcommands: [any ParsableCommand.Type]) {
    self.name = name
    self.subcommands = subcommands
  }
}
