package import ArgumentParsing

/// The root of the command tree.
package struct Assets: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "assets", abstract: "Versioned translation bundles, and an index that is never stale.",
    discussion: """
      Reads translators' XLIFF and YAML catalogs, publishes them as numbered revisions, refuses \
      what goes backwards, and tells an embedded search index exactly what to write again.

      Examples:
        assets check
        assets publish --message "Corrected titles"
        assets index apply
      """,
    version: "0.1.0",
    groupedSubcommands: [
      CommandGroup(name: "Start", subcommands: [InitCommand.self, DoctorCommand.self]),
      CommandGroup(
        name: "Daily",
        subcommands: [
          StatusCommand.self, ImportCommand.self, ExportCommand.self, CheckCommand.self, DiffCommand.self,
          ShowCommand.self, KeywordsCommand.self,
        ]),
      CommandGroup(
        name: "Indexer",
        subcommands: [IndexCommand.self, SearchCommand.self, RehearseCommand.self, LocaleCommand.self]),
      CommandGroup(
        name: "Release",
        subcommands: [
          PublishCommand.self, ManifestCommand.self, LogCommand.self, BlameCommand.self, VerifyCommand.self,
          LockCommand.self, RollbackCommand.self, RestoreCommand.self, AcceptCommand.self, KeyCommand.self,
          BundleCommand.self, CollectCommand.self,
        ]),
      CommandGroup(
        name: "Help", subcommands: [ExplainCommand.self, ConfigCommand.self, CompletionsCommand.self]),
    ])

  @OptionGroup var global: GlobalOptions

  package init() {}

  /// Runs the command line of the process.
  package static func start() async {
    Platform.ignoreBrokenPipes()
    await main()
  }
}
