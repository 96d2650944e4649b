internal import ArgumentParsing

struct KeywordsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keywords", abstract: "Look at the curated search keywords and approve them.",
    discussion: """
      Example:
        assets keywords list --locale ja
      """, subcommands: [KeywordsListCommand.self, KeywordsApproveCommand.self])
}
