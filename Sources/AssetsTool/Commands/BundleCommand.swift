internal import ArgumentParsing
internal import Bundles
internal import Publishing
internal import Translations

struct BundleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle", abstract: "Pack a revision into one file for an app.",
    discussion: """
      Example:
        assets bundle export --locale ja --out Harbor.bundle
      """, subcommands: [BundleExportCommand.self])
}

struct BundleExportCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the newest revision into one self-contained file.",
    discussion: """
      The file holds the head, its signatures, the content map and, for each chosen locale and \
      all it falls back to, values, keywords and ledger rows. With --since it also holds the heads \
      and manifests after that revision, so that an index which stands there can follow.

      Examples:
        assets bundle export --out Harbor.bundle
        assets bundle export --locale ja --since r40 --out Harbor.bundle
      """)

  @OptionGroup var global: GlobalOptions

  @Option(
    name: .customLong("locale"), parsing: .singleValue,
    help: ArgumentHelp("Only this locale and what it falls back to; may be repeated.", valueName: "locale"))
  var locales: [String] = []

  @Option(help: ArgumentHelp("Add the way from this revision.", valueName: "revision"))
  var since: RevisionSelector?

  @Option(help: ArgumentHelp("The file to write; - for standard output.", valueName: "file"))
  var out: String

  func execute(_ console: Console) async throws -> ExitStatus {
    let chosen = try locales.map { (text) throws(ToolError) in try IndexOptions.locale(text) }
    let loader = try ProjectLoader(global)
    let access = StoreAccess(location: loader.location, configuration: try loader.configuration())
    let reader = try access.requiredReader()
    let output = OutputFile(out)
    try ReadFiles(access).refuse(output)
    if let head = reader.head,
      let conflict = try LockState(access.lock(), head: head, reader).conflict(with: head)
    {
      throw conflict
    }
    let result = try BundleExporter(reader).export(chosen, since: since?.revision(head: reader.head))
    try output.write(result.bytes, console)
    let revision = reader.head?.revision ?? 0
    let summary =
      "\(out.displayed)   r\(revision): \(result.locales.map(\.description).joined(separator: " ")), "
      + "\(counted(result.heads, "head")), \(counted(result.nodes, "node")), \(result.bytes.count) bytes"
    if output.isStandardOutput { console.note(summary) } else { console.print(summary) }
    return .done
  }
}
