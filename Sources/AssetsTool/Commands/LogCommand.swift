internal import ArgumentParsing
internal import Bundles
internal import Translations

struct LogCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "List the published revisions, newest first.",
    discussion: """
      Example:
        assets log -n 5
      """)

  @OptionGroup var global: GlobalOptions

  @Option(name: [.customShort("n"), .long], help: ArgumentHelp("At most this many.", valueName: "number"))
  var limit: Int?

  @Option(help: "How to print the list.")
  var format: TextOrJSON = .text

  func execute(_ console: Console) async throws -> ExitStatus {
    let limit = limit ?? .max
    guard limit >= 0 else { throw ToolError(.usage, "'-n' needs a number of at least 0") }
    let loader = try ProjectLoader(global)
    let store = StoreAccess(location: loader.location, configuration: try loader.configuration())
    let reader = try store.requiredReader()
    var heads: [Head] = []
    if limit > 0 {
      try reader.forEachHead { head in
        heads.append(head)
        return heads.count < limit
      }
    }
    switch format {
    case .json:
      let json: CanonicalJSON = ["schema": "assets.log/1", "revisions": .array(heads.map(\.logJSON))]
      console.write(json.bytes + [0x0A])
    case .text:
      var table = TextTable(rightAligned: [3])
      for head in heads {
        let changed = head.locales.filter { $0.revision == head.revision }.map(\.locale.description)
        table.append([
          "r\(head.revision)", String(head.publishedAt.prefix(10)), head.publisher,
          "\(head.locales.reduce(0) { $0 + $1.keys }) values", changed.joined(separator: " "), head.message,
        ])
      }
      console.print(table)
    }
    return .done
  }
}

extension Head {
  fileprivate var logJSON: CanonicalJSON {
    [
      "revision": .integer(revision), "head": CanonicalJSON(link.head), "kind": .string(kind.rawValue),
      "publishedAt": .string(publishedAt), "publisher": .string(publisher), "message": .string(message),
      "sourceRevision": .integer(sourceRevision),
      "locales": .object(locales.map { .init($0.locale.description, $0.json) }),
    ]
  }
}
