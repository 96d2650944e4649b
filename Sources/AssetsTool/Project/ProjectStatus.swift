internal import Bundles
internal import Interchange
internal import Publishing
internal import Translations

/// Where a project stands: what was published, what the working files say, and what a publish would do.
struct ProjectStatus {
  private let project: LoadedProject
  private let head: Head?
  private let coverage: ProjectCoverage
  private let locales: [ProjectCoverage.Locale]
  /// Values of all locales that differ from the head.
  private let changed: Int
  /// Content IDs that a publish would write again, by locale.
  private let reindex: [LanguageTag: Int]

  /// - Parameter wanted: the locales to show; empty for all.
  init(_ project: LoadedProject, _ made: ProjectCandidate, only wanted: [LanguageTag]) throws {
    self.project = project
    head = made.candidate.parent.head
    coverage = try ProjectCoverage(project, made.candidate)
    locales = coverage.locales.filter { wanted.isEmpty || wanted.contains($0.locale) }
    changed = made.candidate.difference.locales.reduce(0) { $0 + $1.values.count }
    reindex = try Self.reindex(made.candidate)
  }

  private static func reindex(_ candidate: Candidate) throws -> [LanguageTag: Int] {
    guard !candidate.isUnchanged else { return [:] }
    let note = Publisher.Note(
      message: "", publisher: "", publishedAt: "", acceptances: [], restores: nil)
    let revision = try Revision(candidate, note: note, lineage: candidate.parent.head?.lineage ?? "")
    var ids: [LanguageTag: Set<ContentID>] = [:]
    for entry in revision.manifest.deletes + revision.manifest.upserts {
      ids[entry.place.locale, default: []].insert(entry.place.contentID)
    }
    return ids.mapValues(\.count)
  }

  private var source: LanguageTag { project.configuration.sourceLocale }

  /// What to type now.
  var next: String {
    if head == nil { return "assets check" }
    return changed > 0 || !reindex.isEmpty ? "assets check --rollback" : "assets import PATH --dry-run"
  }

  // MARK: - Text

  private static let fewestRows = 24

  func lines(_ style: Style, showsAll: Bool) -> [String] {
    var lines = [title, ""]
    var table = TextTable(rightAligned: [2, 3, 4, 7])
    table.append(["locale", "translated", "", "review", "stale", "keywords", "at", "reindex"])
    let rows = self.locales.sorted { a, b in
      a.translated == b.translated ? a.locale < b.locale : a.translated < b.translated
    }
    let limit = showsAll ? rows.count : Self.fewestRows
    for row in rows.prefix(limit) {
      table.append([
        "\(row.locale)", bar(row), percent(row), "\(row.inReview)", "\(row.stale)", keywords(row),
        revision(row.locale),
        counted(reindex[row.locale] ?? 0, "ID"),
      ])
    }
    lines += table.lines
    if rows.count > limit {
      lines.append(" … \(counted(rows.count - limit, "locale")) translated further (--all)")
    }
    lines.append("")
    lines.append(
      "\(counted(coverage.messages, "message")) in \(counted(project.catalogs.count, "catalog")), source \(source)"
        + ((reindex[source] ?? 0) > 0 ? ", \(counted(reindex[source]!, "ID")) of it to write again" : ""))
    return lines
  }

  private var title: String {
    let name = project.configuration.project
    guard let head else { return "\(name)   nothing published yet".displayed }
    let work = changed == 0 ? "nothing edited since" : "\(counted(changed, "value")) edited since"
    return
      "\(name)   head r\(head.revision)   \(head.publishedAt.prefix(10)) by \(head.publisher)   \(work)"
      .displayed
  }

  private func bar(_ row: ProjectCoverage.Locale) -> String {
    let eighths = coverage.messages == 0 ? 0 : row.translated * 160 / coverage.messages
    guard Platform.environment("TERM") != "dumb" else {
      let full = eighths / 8
      return String(repeating: "#", count: full) + String(repeating: ".", count: 20 - full)
    }
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }

  /// Rounded down, so that 100 % is said of a whole locale only.
  private func percent(_ row: ProjectCoverage.Locale) -> String {
    coverage.messages == 0 ? "–" : "\(row.translated * 100 / coverage.messages) %"
  }

  private func keywords(_ row: ProjectCoverage.Locale) -> String {
    if row.keywordsToReview > 0 { return "\(row.keywordsToReview) to review" }
    return row.keywords == 0 ? "none" : "ok"
  }

  private func revision(_ locale: LanguageTag) -> String {
    head?.locales.first { $0.locale == locale }.map { "r\($0.revision)" } ?? "–"
  }

  // MARK: - Machines

  /// `assets.status/1`.
  var json: CanonicalJSON {
    [
      "schema": "assets.status/1", "project": .string(project.configuration.project),
      "head": head.map {
        [
          "revision": .integer($0.revision), "publishedAt": .string($0.publishedAt),
          "publisher": .string($0.publisher),
        ]
      } ?? .null,
      "sourceLocale": .string(source.description), "messages": .integer(coverage.messages),
      "changedValues": .integer(changed),
      "locales": .object(locales.map { .init($0.locale.description, json($0)) }),
    ]
  }

  private func json(_ row: ProjectCoverage.Locale) -> CanonicalJSON {
    [
      "translated": .integer(row.translated), "review": .integer(row.inReview), "stale": .integer(row.stale),
      "keywords": ["approved": .integer(row.keywords), "toReview": .integer(row.keywordsToReview)],
      "revision": CanonicalJSON(head?.locales.first { $0.locale == row.locale }?.revision),
      "reindex": .integer(reindex[row.locale] ?? 0),
    ]
  }
}
