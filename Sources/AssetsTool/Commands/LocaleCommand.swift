internal import ArgumentParsing
internal import Bundles
internal import Interchange
internal import SearchIndex
internal import Translations

struct LocaleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "locale", abstract: "Which language somebody gets.",
    subcommands: [LocaleResolveCommand.self])
}

struct LocaleResolveCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "resolve", abstract: "Resolve an app's choice and a system's preferences to a locale.",
    discussion: """
      The app's choice if it is declared or finds a declared locale, else the first system \
      preference that does, else the source locale. Nothing of this machine's own settings is read.

      Example:
        assets locale resolve --system fr-CA,zh-TW,en
      """)

  @OptionGroup var global: GlobalOptions

  @Option(help: ArgumentHelp("What somebody chose in the app.", valueName: "locale"))
  var choice: String?

  @Option(help: ArgumentHelp("The system's preferences in order, separated by commas.", valueName: "locales"))
  var system: String?

  @Option(help: "How to print the answer.")
  var format: TextOrJSON = .text

  func execute(_ console: Console) async throws -> ExitStatus {
    let configuration = try ProjectLoader(global).configuration()
    let names = (system ?? "").split(separator: ",").map(String.init)
    let resolver = LocaleResolver(
      supported: configuration.locales, fallback: configuration.fallbackLocale ?? configuration.sourceLocale)
    let resolved = resolver.resolve(
      choice: try choice.map { try IndexOptions.locale($0) },
      preferences: try names.map { try IndexOptions.locale($0) })
    if format == .json {
      let json: CanonicalJSON = [
        "schema": "assets.locale/1", "locale": .string(resolved.locale.description),
        "reason": .string(resolved.reason.rawValue),
        "supported": .array(configuration.locales.map { .string($0.description) }),
      ]
      console.write(json.bytes + [0x0A])
    } else {
      console.print("\(resolved.locale)  \(resolved.reason.rawValue)")
    }
    return .done
  }
}
