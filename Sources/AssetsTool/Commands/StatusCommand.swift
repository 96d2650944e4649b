internal import ArgumentParsing
internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

struct StatusCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show on one screen where the project stands.",
    discussion: """
      The head, how far each locale is translated, what waits for review, and how many content \
      IDs a publish of the working files would write again. Reads only.

      Examples:
        assets status
        assets status --locale ja --format json
      """)

  @OptionGroup var global: GlobalOptions

  @Option(help: ArgumentHelp("Only this locale; may be repeated.", valueName: "locale"))
  var locale: [String] = []

  @Flag(help: "Show every locale, however many there are.")
  var all = false

  @Option(help: "How to print the status.")
  var format: TextOrJSON = .text

  func execute(_ console: Console) async throws -> ExitStatus {
    let project = try await ProjectLoader(global).load()
    guard project.isComplete else {
      let judgement = try Funnel(project, failOn: .error).judge(project.diagnostics)
      FindingsPrinter(console, project.location, most: 20).print(judgement, verb: "counted")
      return .unreadable
    }
    let wanted = try locale.map { (text) throws(ToolError) in
      let tag = try IndexOptions.locale(text)
      guard project.configuration.locales.contains(tag) else {
        throw ToolError(
          .nothingMatched, "the project has no locale '\(tag)'",
          help: "it has \(project.configuration.locales.map(\.description).joined(separator: ", "))")
      }
      return tag
    }
    let access = StoreAccess(location: project.location, configuration: project.configuration)
    let made = try ProjectCandidate(project, access: access)
    let status = try ProjectStatus(project, made, only: wanted)
    switch format {
    case .json: console.write(status.json.bytes + [0x0A])
    case .text:
      for line in status.lines(console.style, showsAll: all) { console.print(line) }
      console.note("Next:  \(status.next)")
    }
    return .done
  }
}
