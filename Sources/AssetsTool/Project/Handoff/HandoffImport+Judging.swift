internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

extension HandoffImport {
  /// Judges the hand-off as a whole, once every file is in.
  mutating func judge() {
    findDuplicates()
    for locale in Set(parts.map(\.locale)).sorted() {
      judgeAge(of: locale)
      judgeCopies(of: locale)
    }
    for part in parts where part.hasErrors || part.items.contains(where: isOpenConflict) {
      stop(part.locale, file: part.path)
    }
  }

  /// Whether nobody has decided yet whose text counts.
  func isOpenConflict(_ item: HandoffItem) -> Bool { item.kind == .conflict && options.onConflict == .fail }

  /// The locales that are stopped by more than conflicts.
  var damagedLocales: [LanguageTag] {
    stops.locales.filter { locale in
      let own = parts.filter { $0.locale == locale }
      let files = Set(own.filter { $0.items.contains(where: isOpenConflict) }.map { ExactString($0.path) })
      return stops.old.contains(locale) || own.contains { $0.hasErrors }
        || stops.files.contains { $0.locale == locale && !files.contains(ExactString($0.path)) }
    }.sorted()
  }

  // MARK: - Old hand-offs

  private mutating func judgeAge(of locale: LanguageTag) {
    guard let age = HandoffAge(parts.lazy.filter { $0.locale == locale }.flatMap(\.items)) else { return }
    let old = parts.lazy.filter { $0.locale == locale }.flatMap { part in
      part.items.lazy.filter(age.holds).map { (path: part.path, item: $0) }
    }
    let first = old.first.map { first in
      old.prefix { $0.path == first.path }.min { $0.item.line < $1.item.line } ?? first
    }
    let keys = Set(old.map(\.item.key))
    var finding = Diagnostic(
      RollbackRuleSet.staleHandoff,
      "old hand-off: \(age.equal) of \(age.changed) changed units of '\(locale)' equal r\(age.revision), "
        + "the head is r\(headRevision)",
      at: first.map { SourceLocation(path: $0.path, line: $0.item.line, column: $0.item.column) },
      locale: locale.description,
      contentIDs: Set(project.contentIDs(reading: keys).values.joined()).sorted().map(\.description),
      help:
        "ask for the translation of an export from r\(headRevision), or take the file all the same with --force"
    )
    finding.comparison = .init(
      older: age.revision, current: headRevision, keys: keys.sorted().map(\.description))
    if options.force { finding.severity = .warning } else { stopAll(of: locale) }
    add(finding)
  }

  // MARK: - Copies of the source

  /// A single name may be the same in two languages; a whole file of them was not translated.
  private mutating func judgeCopies(of locale: LanguageTag) {
    let items = parts.lazy.filter { $0.locale == locale }.flatMap(\.items).filter(isCandidate)
    let texts = items.filter { $0.message != $0.working }
    let copies = texts.count { item in item.message.map { Fingerprint.value($0) } == item.sourceDigest }
    guard copies >= Self.fewestCopies, copies * 5 >= texts.count * 4 else { return }
    var finding = Diagnostic(
      HandoffRules.copiedSource,
      "looks untranslated: \(copies) of \(texts.count) texts for '\(locale)' are their own source",
      at: parts.first { $0.locale == locale }.map { SourceLocation(path: $0.path) },
      locale: locale.description,
      help: "ask for the translated file, or take this one all the same with --force")
    if options.force { finding.severity = .warning } else { stopAll(of: locale) }
    add(finding)
  }

  private static var fewestCopies: Int { 5 }

  // MARK: - Duplicates

  /// Keys that two files of one locale and catalog say different things about.
  private mutating func findDuplicates() {
    let groups = Dictionary(grouping: parts.indices) {
      Place(locale: parts[$0].locale, catalog: parts[$0].catalog)
    }
    for members in groups.values.map({ $0.sorted() }).sorted(by: { $0[0] < $1[0] }) where members.count > 1 {
      var first: [Int: Int] = [:]
      for part in members {
        for row in parts[part].seen {
          if let other = first[row] { compare(row, in: part, with: other) } else { first[row] = part }
        }
      }
    }
  }

  private struct Place: Hashable {
    var locale: LanguageTag
    var catalog: Int
  }

  private mutating func compare(_ row: Int, in part: Int, with other: Int) {
    let catalog = project.catalogs[parts[part].catalog]
    let path = catalog.source.pathBytes(catalog.source.rows[row])
    let key = MessageKey(bytes: Array(catalog.entry.name.utf8) + [0] + path)
    let (a, b) = (said(key, in: part), said(key, in: other))
    guard a.message != b.message else { return }
    for (said, part) in [(a, part), (b, other)] {
      if let index = said.index { markErroneous(index, in: part) }
    }
    add(
      Diagnostic(
        HandoffRules.duplicateUnit,
        "'\(key)' in '\(parts[part].locale)' is translated differently in two files",
        at: a.place, locale: parts[part].locale.description, key: key.description,
        help: "leave one of the files out, or ask which of the two counts",
        notes: [.init("the other one", at: b.place)]
      ))
    stop(parts[part].locale, file: parts[part].path)
    stop(parts[part].locale, file: parts[other].path)
  }

  private func said(
    _ key: MessageKey, in part: Int
  ) -> (message: Message?, index: Int?, place: SourceLocation) {
    let part = parts[part]
    guard let index = part.items.firstIndex(where: { $0.key == key && $0.message != nil }) else {
      return (project.message(key, in: part.locale), nil, SourceLocation(path: part.path))
    }
    let item = part.items[index]
    return (item.message, index, SourceLocation(path: part.path, line: item.line, column: item.column))
  }

  // MARK: - Edits

  /// What the hand-off changes in the working files.
  func values() -> [WorkingEdits.Value] {
    parts.flatMap { part -> [WorkingEdits.Value] in
      guard stops.allows(part.path, part.locale, options.partial) else { return [] }
      return part.items.enumerated().compactMap { index, item in
        isTaken(item) && !part.erroneous.contains(index)
          ? WorkingEdits.Value(
            locale: part.locale, key: item.key, message: item.message, state: item.state,
            sourceDigest: item.isStale || item.confirmsText ? item.sourceDigest : nil) : nil
      }
    }
  }

  /// Whether an item's text is written if nothing stops its file.
  func isTaken(_ item: HandoffItem) -> Bool {
    switch item.kind {
    case .new, .changed, .moved: true
    case .conflict: options.onConflict == .theirs
    // A stale text may stand against a newer one, too.
    case .stale: options.acceptStale && (item.baseRevision == nil || options.onConflict == .theirs)
    case .same, .notReady, .unknown, .withdrawn: false
    }
  }

  /// Computes the new bytes of every file.
  ///
  /// What cannot be edited is an error of its unit, and stops as much as any other.
  mutating func prepare() throws -> [WorkingEdits.File] {
    while true {
      var files: [WorkingEdits.File] = []
      var refusals: [Diagnostic] = []
      let values = Dictionary(grouping: values(), by: \.locale)
      for (_, values) in values.sorted(by: { $0.key < $1.key }) {
        var edits = WorkingEdits(project, reviewer: "")
        edits.values = values
        let prepared = try edits.prepared()
        refusals += prepared.refusals
        files += prepared.files
      }
      if refusals.isEmpty { return files }
      for refusal in refusals { take(refusal) }
    }
  }

  private mutating func take(_ refusal: Diagnostic) {
    add(refusal)
    for (number, part) in parts.enumerated() where part.locale.description == refusal.locale {
      for (index, item) in part.items.enumerated() where refusal.names(item.key) {
        markErroneous(index, in: number)
        stop(part.locale, file: part.path)
      }
    }
    // A file that cannot be edited at all stops whatever would go there.
    if let locale = refusal.locale.flatMap({ LanguageTag($0) }) {
      stopAll(of: locale)
    } else {
      stopEverything()
    }
  }
}

extension Diagnostic {
  /// Whether the finding is about a key; editors print paths without the catalog.
  fileprivate func names(_ other: MessageKey) -> Bool {
    guard let key else { return false }
    return key == other.description || key == MessageKey.printed(path: other.segments.dropFirst())
  }
}
