internal import ArgumentParsing
internal import Bundles
internal import Publishing

struct CollectCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "gc", abstract: "Remove from the store what no revision refers to.",
    discussion: """
      What a publisher left that lost a race or was killed is marked, and removed by a run that \
      comes at least --grace minutes later. Revisions, their packs and the history of values are \
      never removed.

      Example:
        assets gc --dry-run
      """)

  @OptionGroup var global: GlobalOptions

  @Option(help: ArgumentHelp("Minutes between the mark and the removal.", valueName: "minutes"))
  var grace: Int = 60

  @Flag(help: "Say what would be removed, and write nothing.")
  var dryRun = false

  @Option(help: "How to print the result.")
  var format: TextOrJSON = .text

  mutating func validate() throws {
    guard (0...1_000_000).contains(grace) else {
      throw ValidationError("'--grace' needs a number of minutes of at least 0")
    }
  }

  func execute(_ console: Console) async throws -> ExitStatus {
    let loader = try ProjectLoader(global)
    let access = StoreAccess(location: loader.location, configuration: try loader.configuration())
    _ = try access.requiredReader()
    let store = DirectoryStore(root: access.root)
    let report: GarbageCollector.Report
    do {
      if !dryRun {
        try store.checkOwner()
        try store.create()
        store.removeLeftovers()
      }
      report = try GarbageCollector(store).collect(
        now: Platform.nanoseconds, grace: grace * 60_000_000_000, isRehearsal: dryRun)
    } catch {
      throw ToolError(error)
    }
    switch format {
    case .json:
      var members: [CanonicalJSON.Member] = [
        .init("schema", "assets.gc/1"), .init("removed", .array(report.removed.map { .string($0) })),
        .init("waiting", .array(report.waiting.map { .string($0) })), .init("bytes", .integer(report.bytes)),
      ]
      if dryRun { members.append(.init("dryRun", true)) }
      console.write(CanonicalJSON.object(members).bytes + [0x0A])
    case .text:
      for name in report.removed {
        console.print("\(dryRun ? "would remove" : "removed")  \(name.displayed)")
      }
      for name in report.waiting { console.print("waiting  \(name.displayed)") }
      console.print(
        report.removed.isEmpty && report.waiting.isEmpty
          ? "nothing to remove"
          : "\(counted(report.removed.count, "file")), \(report.bytes) bytes; \(report.waiting.count) waiting"
      )
    }
    return .done
  }
}
