package import Bundles
package import Translations

/// Compares the units of a returned file with the catalog they belong to.
///
/// Pure: the answer is a list, and nothing is written. Each unit gets one class, the first that fits of: unknown,
/// withdrawn, same, not ready, stale, conflict, then changed or new; moved stands for the last two where the key has
/// another name today.
package struct HandoffMerge {
  /// The returned texts of one locale.
  package let file: Catalog
  /// The project's catalog they belong to.
  package let name: String
  /// Today's texts of the source locale, as targets.
  package let source: Catalog
  /// What the catalog says in the locale; `nil` if it has no file yet.
  package let working: Catalog?
  package let history: HandoffHistory
  /// The least state that is taken over.
  package let minimumState: TranslationState
  /// Whether the file's format can say how far a text has come; YAML cannot.
  package let hasStates: Bool
  /// The paths of the catalog's values that stand against another source text than today's, as far as a hand-off
  /// can confirm them.
  package let outdated: Set<[UInt8]>

  package init(
    file: Catalog, catalog name: String, source: Catalog, working: Catalog?, history: HandoffHistory,
    minimumState: TranslationState, hasStates: Bool, outdated: Set<[UInt8]> = []
  ) {
    self.file = file
    self.name = name
    self.source = source
    self.working = working
    self.history = history
    self.minimumState = minimumState
    self.hasStates = hasStates
    self.outdated = outdated
  }

  /// What becomes of the units.
  package struct Outcome: Sendable {
    /// Everything but what is the same, in the file's key order.
    package var items: [HandoffItem] = []
    package var same = 0
    /// The rows of the source table, by number, that the file has a finished text for.
    package var seen: [Int] = []

    fileprivate mutating func add(_ item: HandoffItem, sourceRow: Int?) {
      if let sourceRow, item.kind != .notReady { seen.append(sourceRow) }
      if item.kind == .same { same += 1 } else { items.append(item) }
    }
  }

  /// - Parameter isWanted: whether a key is to be looked at; others are left out of every count.
  /// - Complexity: O(n) in the rows of the three tables, and a look at the history for each unit that differs.
  package func outcome(isWanted: (MessageKey) -> Bool) throws(BundleError) -> Outcome {
    var outcome = Outcome()
    var strangers: [Int] = []
    var sources = CatalogCursor(source)
    var works = working.map { CatalogCursor($0) }
    var path: [UInt8] = []
    for (index, row) in file.rows.enumerated() {
      file.path(of: row, into: &path)
      let sourceRow = sources.row(at: path)
      let workingRow = works?.row(at: path)
      let unit = Unit(
        row: row, source: sourceRow.map { source.rows[$0] }, working: workingRow.map { working!.rows[$0] })
      let key = key(path)
      guard isWanted(key) else { continue }
      let isKnown = sourceRow != nil || hasMessage(key)
      if isKnown || workingRow != nil, isSame(unit), !history.hasWithdrawals {
        outcome.same += 1
        if let sourceRow { outcome.seen.append(sourceRow) }
      } else if isKnown || (workingRow != nil && isSame(unit)) {
        outcome.add(try judge(unit, at: key, movedFrom: nil), sourceRow: sourceRow)
      } else {
        strangers.append(index)
      }
    }
    try place(strangers, into: &outcome)
    return outcome
  }

  private func key(_ path: [UInt8]) -> MessageKey { MessageKey(bytes: Array(name.utf8) + [0] + path) }

  // MARK: - One unit

  /// A row of the file with what stands in the same place today.
  private struct Unit {
    var row: Catalog.Row
    var source: Catalog.Row?
    var working: Catalog.Row?
  }

  /// Whether the catalog says that already, and the file adds nothing to it.
  private func isSame(_ unit: Unit) -> Bool {
    guard let working, let work = unit.working else { return false }
    if unit.row.target.isAbsent || work.target.isAbsent { return false }
    guard file.bytes(unit.row.target) == working.bytes(work.target),
      unit.row.flags.contains(.targetHasCodes) == work.flags.contains(.targetHasCodes)
    else { return false }
    return !addsState(unit) && !confirms(unit)
  }

  /// Whether a text that stands against an older source comes back with today's: somebody looked at it and left it.
  private func confirms(_ unit: Unit) -> Bool {
    guard !outdated.isEmpty, !unit.row.source.isAbsent, unit.row.state >= .translated, isUsable(unit.row),
      !isStale(unit)
    else { return false }
    return unit.working.map { outdated.contains(working!.pathBytes($0)) } ?? false
  }

  /// Whether the file says of a text, which the catalog has too, that it has come further.
  private func addsState(_ unit: Unit) -> Bool {
    hasStates && unit.row.state > (unit.working?.state ?? .absent) && isUsable(unit.row) && !isStale(unit)
  }

  /// Whether the row has a finished text.
  private func isUsable(_ row: Catalog.Row) -> Bool {
    row.target.count > 0 && row.state >= minimumState
      && row.flags.isDisjoint(with: [.rejected, .untranslatable])
  }

  /// Whether the row's source is another one than today's, layout aside.
  private func isStale(_ unit: Unit) -> Bool {
    guard !unit.row.source.isAbsent, let today = unit.source, !today.target.isAbsent else { return false }
    let (then, now) = (file.bytes(unit.row.source), source.bytes(today.target))
    return then != now && HandoffText.normal(then) != HandoffText.normal(now)
  }

  private func judge(
    _ unit: Unit, at key: MessageKey, movedFrom old: MessageKey?
  ) throws(BundleError) -> HandoffItem {
    var item = HandoffItem(.notReady, key, at: unit.row)
    item.movedFrom = old
    item.working = unit.working.flatMap { $0.isValue ? working!.target($0) : nil }
    item.workingState = unit.working?.state ?? .absent
    guard var message = file.target(unit.row), !message.bytes.isEmpty else { return item }
    let today = unit.source.flatMap { source.target($0) }
    let then = file.source(unit.row)
    if let then, let today, then != today,
      let fitted = HandoffText.withoutLayout(message, of: then, as: today)
    {
      message = fitted
    }
    let digest = Fingerprint.value(message)
    item.message = message
    let withdrawal = try history.withdrawal(key, digest)
    if let withdrawal, !withdrawal.isAccepted {
      item.kind = .withdrawn
      item.withdrawnBy = withdrawal.revision
      return item
    }
    let confirms = message == item.working && confirms(unit)
    if message == item.working || isSame(unit), !addsState(unit), !confirms {
      item.kind = .same
      return item
    }
    guard isUsable(unit.row) else { return item }
    item.isStale = isStale(unit)
    item.sourceDigest = (item.isStale ? then : today ?? then).map { Fingerprint.value($0) }
    guard message != item.working else {
      item.kind = .changed
      item.confirmsText = confirms
      return item
    }
    // A text whose return was accepted stands against what is published; only another edit is in its way.
    let isPublished = withdrawal == nil ? false : try history.isPublished(item.working, at: key)
    if !isPublished {
      item.returns = try history.returns(key, digest)
      try compareWithBase(&item)
    }
    let plain: HandoffClass = item.working == nil ? .new : .changed
    item.kind = item.isStale ? .stale : item.isConflict ? .conflict : old == nil ? plain : .moved
    return item
  }

  /// Notes what stood there when the hand-off was made, if the catalog has moved on since.
  private func compareWithBase(_ item: inout HandoffItem) throws(BundleError) {
    if let revision = history.baseRevision {
      let base = try history.baseValue(item.movedFrom ?? item.key)
      guard base != item.working else { return }
      item.base = base
      item.baseRevision = revision
    } else if let span = item.returns.last {
      // A file that does not say where it comes from and holds an older text comes from back then.
      item.base = item.message
      item.baseRevision = span.until - 1
    }
  }

  // MARK: - Plural forms and moves

  /// Whether the source has the message in another plural form: a language has forms of its own.
  private func hasMessage(_ key: MessageKey) -> Bool {
    let message = key.withoutPluralForm
    guard message != key else { return false }
    return message.projectedForms.contains { source.row(path: $0.pathBytes) != nil }
  }

  /// Finds where the units belong whose keys today's source does not have.
  private func place(_ strangers: [Int], into outcome: inout Outcome) throws(BundleError) {
    guard !strangers.isEmpty else { return }
    let moves = HandoffMoves(strangers, of: file, to: source)
    for index in strangers {
      let row = file.rows[index]
      let old = key(file.pathBytes(row))
      guard let place = moves.destination(of: index) else {
        var item = HandoffItem(.unknown, old, at: row)
        item.message = file.target(row)
        outcome.items.append(item)
        continue
      }
      let path = source.pathBytes(source.rows[place])
      let unit = Unit(row: row, source: source.rows[place], working: working?.row(path: path[...]))
      outcome.add(try judge(unit, at: key(path), movedFrom: old), sourceRow: place)
    }
  }
}

extension HandoffItem {
  /// Whether the catalog moved on from what the hand-off was made from.
  fileprivate var isConflict: Bool { baseRevision != nil }
}
