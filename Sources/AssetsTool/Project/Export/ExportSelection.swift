internal import Bundles
internal import Interchange
internal import Publishing
internal import Translations

/// Chooses what goes to a translator, from the working files and what was published.
struct ExportSelection {
  let project: LoadedProject
  let made: ProjectCandidate
  /// What is exported; `nil` for everything.
  let states: Set<ExportState>?
  /// Only what changed since this revision, in the source or in the translation.
  let since: Snapshot?
  private let contexts: [MessageKey: [String]]

  init(
    _ project: LoadedProject, _ made: ProjectCandidate, states: Set<ExportState>?, since: Snapshot?
  ) {
    self.project = project
    self.made = made
    self.states = states
    self.since = since
    var contexts: [MessageKey: [String]] = [:]
    for record in project.records {
      contexts[record.titleKey, default: []].append("title of \(record.contentID), \(record.route)")
      if let key = record.descriptionKey {
        contexts[key, default: []].append("description of \(record.contentID), \(record.route)")
      }
    }
    self.contexts = contexts
  }

  /// The units of a catalog for a locale, in key order.
  func units(of catalog: LoadedCatalog, in locale: LanguageTag) throws -> [ExportUnit] {
    let changed = try since.map { try changedKeys(of: catalog, in: locale, since: $0) }
    let target = catalog.targets[locale]
    let fileNotes = try self.fileNotes(of: catalog, in: locale)
    var units: [ExportUnit] = []
    for form in forms(of: catalog, in: locale) {
      if let changed, !changed.contains(form.path), !changed.contains(form.sourcePath) { continue }
      let row = target?.row(path: form.path[...])
      var unit = try self.unit(form, row, target, of: catalog, in: locale)
      unit.notes = (fileNotes[form.path] ?? []) + unit.notes
      if let states, !states.contains(unit.state) { continue }
      units.append(unit)
    }
    return units
  }

  /// What the catalog's own file tells the translator, by path; YAML has no notes.
  private func fileNotes(of catalog: LoadedCatalog, in locale: LanguageTag) throws -> [[UInt8]: [String]] {
    guard catalog.entry.format == .xliff else { return [:] }
    let path = project.configuration.path(catalog.entry.target, for: locale)
    guard let bytes = try ProjectFiles(project.location).read(path) else { return [:] }
    return try XLIFFNotes.notes(in: bytes, path: path, options: XLIFFReader.Options(catalog.entry))
  }

  // MARK: - Which keys

  /// A unit's path, and where its source text stands.
  private struct Form {
    var path: [UInt8]
    var sourcePath: [UInt8]
  }

  /// Every message of the source; a plural of a YAML catalog in the forms that the language has.
  private func forms(of catalog: LoadedCatalog, in locale: LanguageTag) -> [Form] {
    let rules = catalog.entry.format == .yaml ? PluralRequirements(locale) : nil
    let source = catalog.source
    var forms: [Form] = []
    var lastStem: ArraySlice<UInt8>?
    for row in source.rows
    where !row.target.isAbsent && row.target.count > 0 && !row.flags.contains(.untranslatable) {
      let path = source.pathBytes(row)
      // Units are made by whoever extracts the texts; what the locale's file does not have could not come back.
      if catalog.entry.format == .xliff, let own = catalog.targets[locale], own.row(path: path[...]) == nil {
        continue
      }
      guard let rules, let stem = pluralStem(path, in: source) else {
        forms.append(Form(path: path, sourcePath: path))
        continue
      }
      if lastStem == stem[...] { continue }
      lastStem = stem[...]
      for category in PluralCategory.allCases {
        let form = stem + [0] + Array(category.rawValue.utf8)
        let isKept =
          category == .other || rules.required.contains(category)
          || catalog.targets[locale]?.row(path: form[...]) != nil
        guard isKept else { continue }
        let own = source.row(path: form[...]) != nil
        forms.append(Form(path: form, sourcePath: own ? form : stem + [0] + Array("other".utf8)))
      }
    }
    if catalog.entry.format == .xliff, let target = catalog.targets[locale] {
      // Forms that only the language has stand in its own file.
      for row in target.rows where !row.source.isAbsent {
        let path = target.pathBytes(row)
        guard source.row(path: path[...]) == nil else { continue }
        let key = MessageKey(bytes: Array(catalog.entry.name.utf8) + [0] + path)
        let isForm =
          key.withoutPluralForm != key
          && key.withoutPluralForm.projectedForms.contains { source.row(path: $0.pathBytes) != nil }
        if isForm { forms.append(Form(path: path, sourcePath: path)) }
      }
      forms.sort { $0.path.lexicographicallyPrecedes($1.path) }
    }
    return forms
  }

  /// The path without its last part, if that is a plural category and the source has the form for any number.
  private func pluralStem(_ path: [UInt8], in source: Catalog) -> [UInt8]? {
    guard let border = path.lastIndex(of: 0),
      PluralCategory(rawValue: String(decoding: path[(border + 1)...], as: UTF8.self)) != nil
    else { return nil }
    let stem = Array(path[..<border])
    return source.row(path: (stem + [0] + Array("other".utf8))[...]) == nil ? nil : stem
  }

  /// Paths whose source or translation is another one than at a revision.
  private func changedKeys(
    of catalog: LoadedCatalog, in locale: LanguageTag, since snapshot: Snapshot
  ) throws(BundleError) -> Set<[UInt8]> {
    var keys: Set<[UInt8]> = []
    for tag in [project.configuration.sourceLocale, locale] {
      let before = snapshot.content[tag]?.catalog(catalog.entry.name) ?? .empty
      let after = made.candidate.content[tag]?.catalog(catalog.entry.name) ?? .empty
      let changes = try MerkleTree.difference(
        from: before.address, to: after.address, source: EmptyTreeSource(made.candidate.nodes))
      for change in changes { keys.insert(change.key) }
    }
    return keys
  }

  // MARK: - One unit

  private func unit(
    _ form: Form, _ row: Catalog.Row?, _ target: Catalog?, of catalog: LoadedCatalog, in locale: LanguageTag
  ) throws(BundleError) -> ExportUnit {
    let key = MessageKey(bytes: Array(catalog.entry.name.utf8) + [0] + form.path)
    let sourceRow = catalog.source.row(path: form.sourcePath[...])
    let source =
      sourceRow.flatMap { catalog.source.target($0) } ?? row.flatMap { target!.source($0) } ?? Message("")
    let text = row.flatMap { $0.state > .untranslated && $0.target.count > 0 ? target!.target($0) : nil }
    let place = place(key, of: catalog)
    var unit = ExportUnit(
      key: key, original: place.original, id: place.id, source: source, target: text, state: .new,
      notes: notes(key), limit: limit(key, of: catalog))
    let published = try made.candidate.parent.value(key, in: locale, from: made.candidate.nodes)
    guard let row, text != nil else {
      unit.previousTarget = published?.message
      return unit
    }
    let candidate = try value(key, in: locale)
    if let digest = candidate?.sourceDigest, digest != .value(source) {
      unit.state = .changed
      let sourceKey = MessageKey(bytes: Array(catalog.entry.name.utf8) + [0] + form.sourcePath)
      unit.previousSource = try oldSource(sourceKey, digest) ?? row.sourceText(in: target!, digest)
    } else {
      unit.state = ExportState(row.state)
    }
    if let published, published.message != text { unit.previousTarget = published.message }
    return unit
  }

  /// The value as a publish would see it, with what it was made against.
  private func value(_ key: MessageKey, in locale: LanguageTag) throws(BundleError) -> PublishedValue? {
    guard let root = made.candidate.content[locale]?.catalog(key.catalog), root.count > 0 else { return nil }
    return try MerkleTree.entry(Array(key.pathBytes), in: root.address, from: made.candidate.nodes).map {
      (entry) throws(BundleError) in try PublishedValue(entry)
    }
  }

  /// The source text with a digest, from the revision that had it.
  private func oldSource(_ key: MessageKey, _ digest: Fingerprint) throws(BundleError) -> Message? {
    let locale = project.configuration.sourceLocale
    guard let store = made.store else { return nil }
    let parent = made.candidate.parent
    if let now = try parent.value(key, in: locale, from: store)?.message, .value(now) == digest { return now }
    let history = LocaleHistory(parent.ledger[locale], store)
    guard let span = try history.last(digest, at: ValueHistory.key(values: key)) else { return nil }
    return try store.snapshot(revision: span.until - 1).value(key, in: locale, from: store)?.message
  }

  /// Where a file puts a unit: an XLIFF catalog's own place, or a printed path in an element named after the catalog.
  private func place(_ key: MessageKey, of catalog: LoadedCatalog) -> (original: String, id: String) {
    let segments = key.segments.dropFirst()
    guard catalog.entry.format == .xliff else {
      return (catalog.entry.name, MessageKey.printed(path: segments))
    }
    guard catalog.entry.scope == .file, let first = segments.first else {
      return (catalog.entry.name, Self.id(Array(segments)))
    }
    return (first, Self.id(Array(segments.dropFirst())))
  }

  /// The id of a unit, with the suffix of a String Catalog's leaf.
  private static func id(_ segments: [String]) -> String {
    guard segments.count > 1 else { return segments.first ?? "" }
    return segments[0] + "|==|" + segments.dropFirst().joined(separator: ".")
  }

  private func notes(_ key: MessageKey) -> [String] {
    (contexts[key] ?? []) + (key.withoutPluralForm == key ? [] : contexts[key.withoutPluralForm] ?? [])
  }

  private func limit(_ key: MessageKey, of catalog: LoadedCatalog) -> Int? {
    key.segments.last.flatMap { catalog.entry.limits[ExactString($0)] }
  }
}

extension Catalog.Row {
  /// The row's own source text, if that is the one with a digest.
  fileprivate func sourceText(in catalog: Catalog, _ digest: Fingerprint) -> Message? {
    catalog.source(self).flatMap { Fingerprint.value($0) == digest ? $0 : nil }
  }
}

extension ExportState {
  /// How far a translation for today's source has come.
  init(_ state: TranslationState) {
    self =
      switch state {
      case .absent, .untranslated: .new
      case .needsTranslation: .needsTranslation
      case .needsReview: .needsReview
      case .translated: .translated
      case .reviewed: .reviewed
      case .final: .final
      }
  }
}
