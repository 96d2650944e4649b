internal import ArgumentParsing

/// Which items of an index a command is about.
struct ItemSelection: ParsableArguments {
  @Argument(help: ArgumentHelp("Content IDs.", valueName: "id"))
  var ids: [String] = []

  @Option(help: ArgumentHelp("Every item of this domain.", valueName: "name"))
  var domain: String?

  @Option(help: ArgumentHelp("Every item of this account; with IDs, only those.", valueName: "name"))
  var account: String?
}
