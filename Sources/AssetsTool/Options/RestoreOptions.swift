internal import ArgumentParsing
internal import Publishing
internal import Translations

/// Which part of the project is brought back.
struct RestoreOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Only this locale.", valueName: "locale"))
  var locale: String?

  @Option(
    help: ArgumentHelp(
      "Only this message key with everything below it, keyword key or content ID.", valueName: "key"))
  var key: String?

  func scope() throws(ToolError) -> RestoreScope {
    RestoreScope(
      locale: try locale.map { (text) throws(ToolError) in try IndexOptions.locale(text) },
      key: key.map { ExactString($0) })
  }
}
