internal import ArgumentParsing

struct IndexCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "index", abstract: "Keep the embedded search index true to what was published.",
    discussion: """
      An index holds one locale. It is a projection: whatever happens to it, it can be built \
      again from the store.

      Example:
        assets index apply && assets search "timer"
      """,
    subcommands: [
      IndexApplyCommand.self, IndexRebuildCommand.self, IndexSwitchCommand.self, IndexUpsertCommand.self,
      IndexRemoveCommand.self, IndexPurgeCommand.self, IndexRetryCommand.self, IndexStatusCommand.self,
      IndexExplainCommand.self, IndexSimulateCommand.self, IndexRouteCommand.self, IndexVerifyCommand.self,
      IndexDigestCommand.self,
    ])
}
