internal import ArgumentParsing
internal import Bundles
internal import Translations

struct LogCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "List the published revisions, newest first.",
    discussion: """
      With --verbose also what was accepted with each of them; JSON always holds that.

      Examples:
        assets log -n 5
        assets log --locale ar -n 3
      """)

  @OptionGroup var global: GlobalOptions

  @Option(name: [.customShort("n"), .long], help: ArgumentHelp("At most this many.", valueName: "number"))
  var limit: Int?

  @Option(help: ArgumentHelp("Only revisions that changed this locale.", valueName: "locale"))
  var locale: String?

  @Option(help: "How to print the list.")
  var format: TextOrJSON = .text

  func execute(_ console: Console) async throws -> ExitStatus {
    let limit = limit ?? .max
    guard limit >= 0 else { throw ToolError(.usage, "'-n' needs a number of at least 0") }
    let loader = try ProjectLoader(global)
    let store = StoreAccess(location: loader.location, configuration: try loader.configuration())
    let reader = try store.requiredReader()
    let tag = try locale.map { try IndexOptions.locale($0) }
    var heads: [Head] = []
    var isKnown = tag == nil
    if limit > 0 {
      try reader.forEachHead { head in
        let row = tag.flatMap { head[$0] }
        isKnown = isKnown || row != nil
        if tag == nil || row?.revision == head.revision { heads.append(head) }
        return heads.count < limit
      }
    }
    guard isKnown || limit == 0 else {
      throw ToolError(.nothingMatched, "no revision has a locale '\(locale ?? "")'")
    }
    // Each ledger keeps the decisions of those before it.
    let isDetailed = format == .json || console.verbosity > 0
    let accepted =
      try isDetailed && !heads.isEmpty ? Acceptance.recorded(in: reader.snapshot().ledger, from: reader) : [:]
    switch format {
    case .json:
      let json: CanonicalJSON = [
        "schema": "assets.log/1",
        "revisions": .array(heads.map { $0.summaryJSON(accepted: accepted[$0.revision] ?? []) }),
      ]
      console.write(json.bytes + [0x0A])
    case .text:
      var table = TextTable(rightAligned: [3])
      for head in heads {
        let changed = head.locales.filter { $0.revision == head.revision }.map(\.locale.description)
        table.append([
          "r\(head.revision)", String(head.publishedAt.prefix(10)), head.publisher,
          "\(head.locales.reduce(0) { $0 + $1.keys }) values", changed.joined(separator: " "), head.title,
        ])
      }
      for (head, line) in zip(heads, table.lines) {
        console.print(line)
        for acceptance in accepted[head.revision] ?? [] { console.print("     \(acceptance.line)") }
      }
    }
    return .done
  }
}
