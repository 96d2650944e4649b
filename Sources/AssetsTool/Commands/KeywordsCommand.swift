internal import ArgumentParsing

struct KeywordsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keywords", abstract: "Look at the curated search keywords, approve them, take them over.",
    discussion: """
      Example:
        assets keywords list --locale ja
      """, subcommands: [KeywordsListCommand.self, KeywordsApproveCommand.self, KeywordsImportCommand.self])
}
