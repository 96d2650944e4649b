/// What a command is called, what its help says, and which subcommands it has.
public struct CommandConfiguration: Sendable {
  /// `nil` for the type's name in kebab case.
  public var commandName: String?
  /// One line for the list of subcommands and the head of the help.
  public var abstract: String
  /// Replaces the generated usage, one form a line, each with the command's whole path.
  public var usage: String?
  /// More about the command. What follows a line `Example:` or `Examples:` ends the help, line by line as
  /// written.
  public var discussion: String
  /// What `--version` prints; empty for no such option.
  public var version: String
  /// Whether help, completions and suggestions name the command.
  public var shouldDisplay: Bool
  /// The subcommands that help lists under no group.
  public var ungroupedSubcommands: [any ParsableCommand.Type]
  /// The subcommands that help lists under headings.
  public var groupedSubcommands: [CommandGroup]
  /// The subcommand to follow when the command line names none.
  public var defaultSubcommand: (any ParsableCommand.Type)?
  /// Other names under which the parent finds the command.
  public var aliases: [String]

  public init(
    commandName: String? = nil, abstract: String = "", usage: String? = nil, discussion: String = "",
    version: String = "", shouldDisplay: Bool = true, subcommands: [any ParsableCommand.Type] = [],
    groupedSubcommands: [CommandGroup] = [], defaultSubcommand: (any ParsableCommand.Type)? = nil,
    aliases: [String] = []
  ) {
    self.commandName = commandName
    self.abstract = abstract
    self.usage = usage
    self.discussion = discussion
    self.version = version
    self.shouldDisplay = shouldDisplay
    self.ungroupedSubcommands = subcommands
    self.groupedSubcommands = groupedSubcommands
    self.defaultSubcommand = defaultSubcommand
    self.aliases = aliases
  }

  /// All subcommands, those without a group first.
  public var subcommands: [any ParsableCommand.Type] {
    ungroupedSubcommands + groupedSubcommands.flatMap { $0.subcommands }
  }
}
