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
      IDs a publish of the working files would write again. Reads only. A lock that the store \
      contradicts makes it exit 4.

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
    try access.requireStore(found: made.store)
    let lock = lockState(access, made.store)
    let status = try ProjectStatus(project, made, only: wanted)
    switch format {
    case .json: console.write(status.json.bytes + [0x0A])
    case .text:
      for line in status.lines(console.style, showsAll: all) { console.print(line) }
      if lock.problem == nil { console.note("Next:  \(lock.next ?? status.next)") }
    }
    if let problem = lock.problem { throw problem }
    return .done
  }

  /// What has to be done about the lock before anything can be published, or what is wrong with it.
  private func lockState(
    _ access: StoreAccess, _ store: StoreReader?
  ) -> (next: String?, problem: ToolError?) {
    do {
      guard let store, let head = store.head else { return (nil, nil) }
      let state = try LockState(access.lock(), head: head, store)
      return (state.waitsForLock ? "assets lock" : nil, state.conflict(with: head))
    } catch let error as BundleError {
      return (nil, ToolError(error))
    } catch {
      return (nil, error as? ToolError)
    }
  }
}
