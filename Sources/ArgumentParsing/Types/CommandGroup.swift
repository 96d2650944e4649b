/// Subcommands that help lists under one heading.
public struct CommandGroup: Sendable {
  public let name: String
  public let subcommands: [any ParsableCommand.Type]

  public init(name: String, subcommands: [any ParsableCommand.Type]) {
    self.name = name
    self.subcommands = subcommands
  }
}
