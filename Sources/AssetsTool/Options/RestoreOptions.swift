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

  @Option(
    help: ArgumentHelp(
      "Of that only the texts, the keywords or the content records.", valueName: "part"))
  var only: RestoreScope.Part?

  func scope() throws(ToolError) -> RestoreScope {
    if only == .records, locale != nil {
      throw ToolError(.usage, "'--only records' and '--locale' exclude each other: a record has no locale")
    }
    return RestoreScope(
      locale: try locale.map { (text) throws(ToolError) in try IndexOptions.locale(text) },
      key: key.map { ExactString($0) }, part: only)
  }
}

extension RestoreScope.Part: ExpressibleByArgument {}
