internal import Bundles
internal import Diagnostics
internal import Publishing
internal import Translations

/// What an import found and did, for people.
struct HandoffReport {
  let handoff: HandoffImport
  let judgement: Judgement
  let written: [String]
  let isDryRun: Bool
  /// Whether every locale has a row in the table, and every unit left out a line.
  let showsAll: Bool
  let most: Int

  /// The lines of the product.
  func lines(style: Style) -> [String] {
    var lines: [String] = []
    lines += origin
    let table = self.table
    if !table.isEmpty { lines += table + [""] }
    lines += findings(style)
    for kind in Self.listed { lines += list(kind.kind, kind.title) }
    return lines
  }

  // MARK: - Head

  private var origin: [String] {
    let names = unique(handoff.origins.compactMap(\.handoff))
    let bases = Set(handoff.origins.compactMap(\.base)).sorted()
    guard !names.isEmpty || !bases.isEmpty else { return [] }
    let name =
      names.isEmpty
      ? "the hand-off"
      : names.count > 3 ? "\(names.count) hand-offs" : "hand-off \(names.joined(separator: ", "))"
    let base = bases.isEmpty ? "" : ", exported from \(bases.map { "r\($0)" }.joined(separator: ", "))"
    return ["\(name)\(base); the head is r\(handoff.headRevision)".displayed, ""]
  }

  private func unique(_ names: [String]) -> [String] {
    names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  // MARK: - Table

  private static let fewestRows = 8

  private var table: [String] {
    let rows = handoff.counts
    guard !rows.isEmpty else { return [] }
    let total = rows.reduce(into: HandoffCounts()) { $0 += $1.counts }
    let always: Set<String> = ["new", "changed", "same"]
    let columns = HandoffCounts.paths.filter { always.contains($0.name) || total[keyPath: $0.field] > 0 }
    var table = TextTable(rightAligned: Set(1...columns.count))
    table.append(["locale"] + columns.map { $0.name == "notReady" ? "not ready" : $0.name })
    func cells(_ counts: HandoffCounts) -> [String] { columns.map { grouped(counts[keyPath: $0.field]) } }
    // The worst come first.
    let problems = rows.prefix { !$0.counts.isClean }.count
    let shown = showsAll ? rows : Array(rows.prefix(max(problems, Self.fewestRows)))
    for row in shown { table.append(["\(row.locale)"] + cells(row.counts)) }
    if rows.count > 1 { table.append(["total"] + cells(total)) }
    let hidden = rows.count - shown.count
    return table.lines
      + (hidden > 0 ? [" … \(counted(hidden, "locale")) without anything to look at (--all)"] : [])
  }

  private func grouped(_ number: Int) -> String {
    var digits = Array("\(number)")
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: place)
      place -= 3
    }
    return String(digits)
  }

  // MARK: - Findings

  /// Everything that is wrong, the worst first; conflicts with their three texts.
  private func findings(_ style: Style) -> [String] {
    var lines: [String] = []
    let place = ReportPlace(root: handoff.project.location.root)
    var printer = TextPrinter(
      style: style, most: most, read: { Self.read($0, place) }, write: { lines.append($0) })
    let listed = Set(Self.listed.map(\.rule))
    let worst = judgement.diagnostics.worstFirst.filter {
      $0.severity > .note && !listed.contains($0.rule) && $0.rule != HandoffRules.conflict
    }
    printer.print(worst)
    return lines + conflicts(style)
  }

  /// A hand-off's paths are relative to where the command runs; the working files' to the project.
  private static func read(_ path: String, _ place: ReportPlace) -> [UInt8]? {
    (try? LocalFileSystem().read(path, limit: 1 << 28)) ?? place.read(path)
  }

  private func conflicts(_ style: Style) -> [String] {
    let findings = judgement.diagnostics.filter { $0.rule == HandoffRules.conflict }
    var items: [ExactString: HandoffItem] = [:]
    for part in handoff.parts {
      for item in part.items where item.kind == .conflict {
        items[ExactString("\(part.locale) \(item.key)")] = item
      }
    }
    var lines: [String] = []
    for finding in findings.prefix(most) {
      let item = items[ExactString("\(finding.locale ?? "") \(finding.key ?? "")")]
      var block: [String] = []
      var printer = TextPrinter(style: style, most: 1, read: { _ in nil }, write: { block.append($0) })
      printer.print([finding])
      // The texts stand between the place and the way out.
      let texts = item.map { self.texts($0, style) } ?? []
      block.insert(contentsOf: texts, at: min(2, block.count))
      lines += block
    }
    if findings.count > most {
      lines.append("… \(findings.count - most) more of ST-CONFLICT")
      lines.append("")
    }
    return lines
  }

  private func texts(_ item: HandoffItem, _ style: Style) -> [String] {
    var rows = [(item.baseRevision.map { "r\($0)" } ?? "base", item.base), ("now", item.working)]
    rows.append(("file", item.message))
    let width = rows.map(\.0.count).max() ?? 4
    return rows.map { label, message in
      let text = message.map { $0.description.displayed } ?? style.dim("(no text)")
      return "   \(style.blue("|")) \(label.padded(to: width))  \(text)"
    }
  }

  // MARK: - Units that are left out

  private static let listed: [(kind: HandoffClass, rule: Rule, title: String)] = [
    (.stale, HandoffRules.stale, "translated from another source text"),
    (.unknown, HandoffRules.unknownUnit, "not in today's source"),
    (.notReady, HandoffRules.notReady, "not ready"),
    (.moved, HandoffRules.movedUnit, "moved"),
  ]

  private func list(_ kind: HandoffClass, _ title: String) -> [String] {
    var rows: [(place: String, key: String, remark: String)] = []
    var count = 0
    let limit = showsAll ? Int.max : 3
    for part in handoff.parts {
      for item in part.items where item.kind == kind {
        count += 1
        if count <= limit { rows.append(row(item, part)) }
      }
    }
    guard count > 0 else { return [] }
    let fate =
      kind == .moved ? "" : kind == .stale && handoff.options.acceptStale ? ", taken" : ", left out"
    var table = TextTable()
    for row in rows { table.append([row.place, row.key, row.remark]) }
    let more = count > limit ? ["   … \(counted(count - limit, "more unit")) (--all)"] : []
    return ["\(counted(count, "unit")) \(title)\(fate)"] + table.lines.map { "  " + $0 } + more + [""]
  }

  private func row(_ item: HandoffItem, _ part: HandoffPart) -> (place: String, key: String, remark: String) {
    let place = "\(SourceLocation(path: part.path, line: item.line, column: item.column))"
    switch item.kind {
    case .moved: return (place, (item.movedFrom ?? item.key).description, "is \(item.key) today")
    case .notReady: return (place, item.key.description, item.message == nil ? "no text" : item.state.name)
    default: return (place, item.key.description, "")
    }
  }
}
