internal import ArgumentParsing
internal import Bundles
internal import Translations

struct ManifestCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "manifest", abstract: "Print what changed between two revisions, for an indexer.",
    discussion: """
      The manifest lists exactly the items whose search record differs, with digests and \
      without any text. Both ends may be any revision; r0 is the empty state.

      Example:
        assets manifest r41..r42 --locale ja --ids
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: ArgumentHelp("The revisions, such as r41..r42 or head~1..head.", valueName: "range"))
  var range: RevisionRange

  @Option(help: ArgumentHelp("Only this locale.", valueName: "locale"))
  var locale: String?

  @Flag(help: "Print the content IDs only, a line each.")
  var ids = false

  @Option(help: "How to print the manifest.")
  var format: ManifestFormat = .json

  func execute(_ console: Console) async throws -> ExitStatus {
    let loader = try ProjectLoader(global)
    let store = StoreAccess(location: loader.location, configuration: try loader.configuration())
    let reader = try store.requiredReader()
    guard let lineage = reader.head?.lineage else {
      throw ToolError(
        .nothingMatched, "the store has no revision yet", help: "publish first: `assets publish`")
    }
    let old = try reader.snapshot(revision: range.from.revision(head: reader.head))
    let new = try reader.snapshot(revision: range.to.revision(head: reader.head))
    var manifest = try ChangeManifest(from: old, to: new, lineage: lineage, nodes: reader)
    if let locale {
      guard let tag = LanguageTag(locale), old.content[tag] != nil || new.content[tag] != nil else {
        throw ToolError(.nothingMatched, "locale '\(locale)' is in neither revision")
      }
      manifest = manifest.restricted(to: tag)
    }
    if ids {
      for id in Set(manifest.entries.map(\.place.contentID)).sorted() { console.print(id.description) }
    } else if format == .json {
      console.write(manifest.bytes + [0x0A])
    } else {
      ManifestText(manifest).print(to: console)
    }
    return .done
  }
}

/// A manifest for people: what will be deleted and written, and why.
struct ManifestText {
  private let manifest: ChangeManifest

  init(_ manifest: ChangeManifest) { self.manifest = manifest }

  func print(to console: Console) {
    let (base, head) = (manifest.base.revision, manifest.head.revision)
    console.print(
      "r\(base)..r\(head)  \(manifest.deletes.count) to delete, \(manifest.upserts.count) to write again")
    guard !manifest.entries.isEmpty else { return }
    var table = TextTable()
    for entry in manifest.deletes + manifest.upserts {
      table.append([
        entry.after == nil ? "delete" : (entry.before == nil ? "add" : "update"),
        entry.place.locale.description,
        entry.place.contentID.description, Self.reason(entry),
      ])
    }
    console.print(table)
  }

  /// Which fields differ, and from which locale they come now if it is another than before.
  static func reason(_ entry: ManifestEntry) -> String {
    if entry.after == nil { return "no longer there" }
    if entry.before == nil { return "new" }
    return entry.fields.map { change in
      let (before, after) = (change.before?.provenance ?? [], change.after?.provenance ?? [])
      guard before != after, change.name != .keywords else { return change.name.rawValue }
      func name(_ locales: [LanguageTag?]) -> String { locales.first??.description ?? "nothing" }
      return "\(change.name.rawValue) (from \(name(before)) to \(name(after)))"
    }.joined(separator: ", ")
  }
}
