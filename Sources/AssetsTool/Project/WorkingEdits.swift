internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

/// Wanted changes of values and keywords in a project's working files.
///
/// All new bytes are computed before the first file is written, so that what cannot be edited stops everything; each
/// file is then replaced as a whole. After a crash every file is old or new, and the same edits again finish the rest.
struct WorkingEdits {
  /// One value as it shall be.
  struct Value {
    var locale: LanguageTag
    var key: MessageKey
    /// `nil`: the value goes.
    var message: Message?
    /// `nil`: as the file says.
    var state: TranslationState?
    /// What the text was made against; `nil` for today's source.
    var sourceDigest: Fingerprint?
    /// Whether the text is as it was, only its state or source is not; `nil` to compare it with the working files.
    var stays: Bool?
  }

  /// One keyword set as it shall be.
  struct Keywords {
    var locale: LanguageTag
    var key: ExactString
    /// `nil`: the set is retired.
    var terms: [PublishedTerm]?
  }

  /// A file with its new bytes.
  struct File {
    var path: String
    var bytes: [UInt8]
  }

  /// What is to be written, and what cannot be.
  struct Prepared {
    /// In the order of writing; files that would not change are not here.
    var files: [File] = []
    /// If there is one, nothing may be written.
    var refusals: [Diagnostic] = []
  }

  let project: LoadedProject
  var values: [Value] = []
  var keywords: [Keywords] = []
  /// Content records as they shall be; `nil` for one that goes.
  var records: [ContentID: ContentRecord?] = [:]
  /// What the configuration shall declare; `nil` for what it declares.
  var declarations: StateDeclarations?
  /// Who signs keyword sets that are put back.
  var reviewer: String

  init(_ project: LoadedProject, reviewer: String) {
    self.project = project
    self.reviewer = reviewer
  }

  func prepared() throws -> Prepared {
    var prepared = Prepared()
    for catalog in project.catalogs {
      let values = values.filter { ExactString($0.key.catalog) == ExactString(catalog.entry.name) }
      for locale in Set(values.map(\.locale)).sorted() {
        try edit(catalog.entry, locale, values.filter { $0.locale == locale }, &prepared)
      }
    }
    for locale in Set(keywords.map(\.locale)).sorted() {
      try edit(keywordsOf: locale, &prepared)
    }
    try editRecords(&prepared)
    // Last: a locale is declared when its files are there.
    try editConfiguration(&prepared)
    for value in values where !project.catalogs.contains(where: { $0.entry.name == value.key.catalog }) {
      prepared.refusals.append(
        refusal("the project has no catalog '\(value.key.catalog)' any more", value.key, value.locale))
    }
    return prepared
  }

  /// Writes prepared files one after the other.
  static func write(_ files: [File], in location: ProjectLocation) throws(ToolError) {
    let project = ProjectFiles(location)
    for file in files {
      project.removeLeftovers(of: file.path)
      try project.write(file.bytes, to: file.path)
    }
  }

  // MARK: - Catalogs

  private func edit(
    _ entry: ProjectConfiguration.CatalogEntry, _ locale: LanguageTag, _ values: [Value],
    _ prepared: inout Prepared
  ) throws {
    guard let path = project.configuration.path(of: entry, in: locale) else {
      prepared.refusals += values.map {
        refusal("the catalog has no file of its own for the source locale", $0.key, locale)
      }
      return
    }
    let edits = values.map {
      CatalogEdit(
        path: $0.key.segments.dropFirst().map { ExactString($0) }, message: $0.message, state: $0.state)
    }
    let bytes = try ProjectFiles(project.location).read(path)
    let edited: Parsed<[UInt8]?>
    switch entry.format {
    case .yaml:
      // The side file first: its entries are bound to the values that come next.
      if locale != project.configuration.sourceLocale {
        try editStates(beside: path, locale, values, &prepared)
      }
      edited = try YAMLCatalogEditor.applying(
        edits, to: bytes, path: path, locale: locale, layout: entry.layout)
    case .xliff:
      guard let bytes else {
        prepared.refusals += values.map { refusal("there is no file \(path)", $0.key, locale) }
        return
      }
      edited = try XLIFFEditor.applying(
        edits, to: bytes, path: path, locale: locale, options: XLIFFReader.Options(entry), limits: .standard)
    }
    guard let result = edited.value else {
      prepared.refusals += edited.diagnostics
      return
    }
    add(result, to: path, instead: bytes, of: locale, &prepared)
  }

  private func refusal(_ message: String, _ key: MessageKey, _ locale: LanguageTag) -> Diagnostic {
    Diagnostic(
      ConfigurationRules.notEditable, message,
      at: project.location(of: key, in: locale) ?? project.configuration.location,
      locale: locale.description, key: key.description, help: "edit the file by hand")
  }

  // MARK: - Content map

  /// Each record is edited in its file; a new one follows the last of all.
  private func editRecords(_ prepared: inout Prepared) throws {
    var files: [String: [ContentID: ContentRecord?]] = [:]
    for (id, record) in records {
      let known = project.records.first { $0.contentID == id }?.location?.path
      guard let path = known ?? project.records.last?.location?.path else {
        prepared.refusals.append(
          Diagnostic(
            ConfigurationRules.notEditable, "the content map has no record to follow",
            at: project.configuration.location, contentIDs: [id.description], help: "write the record by hand"
          ))
        continue
      }
      files[path, default: [:]].updateValue(record, forKey: id)
    }
    for (path, changes) in files.sorted(by: { ExactString($0.key) < ExactString($1.key) }) {
      guard let bytes = try ProjectFiles(project.location).read(path) else { continue }
      let edited = try ContentMapEditor.editing(changes, in: bytes, path: path)
      guard let result = edited.value else {
        prepared.refusals += edited.diagnostics
        continue
      }
      if result != bytes { prepared.files.append(File(path: path, bytes: result)) }
    }
  }

  // MARK: - Keywords

  private func edit(keywordsOf locale: LanguageTag, _ prepared: inout Prepared) throws {
    guard let pattern = project.configuration.keywords?.path else { return }
    let path = project.configuration.path(pattern, for: locale)
    let bytes = try ProjectFiles(project.location).read(path)
    var sets = project.keywords[locale] ?? []
    if let bytes, !project.configuration.locales.contains(locale) {
      sets = try KeywordFileReader().read(BytesSource(bytes), path: path).value?.sets ?? []
    }
    let changes = try changes(keywordsOf: locale, sets)
    guard let bytes else {
      return add(KeywordFileEditor.newFile(locale, changes), to: path, instead: nil, of: locale, &prepared)
    }
    let edited = try KeywordFileEditor.editing(changes, in: bytes, path: path)
    guard let result = edited.value else {
      prepared.refusals += edited.diagnostics
      return
    }
    add(result, to: path, instead: bytes, of: locale, &prepared)
  }

  private func changes(
    keywordsOf locale: LanguageTag, _ sets: [KeywordSet]
  ) throws(ToolError) -> [ExactString: KeywordFileEditor.Change] {
    let texts = ProjectTexts(project)
    var changes: [ExactString: KeywordFileEditor.Change] = [:]
    for edit in keywords where edit.locale == locale {
      let known = sets.first { $0.key == edit.key }
      guard let terms = edit.terms else {
        if known != nil { changes[edit.key] = .init(state: .retired, terms: nil, review: nil) }
        continue
      }
      // A note belongs to its text.
      let restored = terms.map { term in
        KeywordTerm(
          term.text.string, kind: term.kind, isLoanword: term.isLoanword,
          note: known?.terms.first { $0.text == term.text }?.note)
      }
      let set = KeywordSet(key: edit.key.string, state: .approved, terms: restored)
      let digest = KeywordReview.digest(set)
      if let known, known.state == .approved, known.review?.digest == digest { continue }
      // Who signed these terms stays; a set that nobody signed is in force without.
      let isAsSigned = known.map { $0.review == nil || $0.review?.digest == digest } ?? false
      changes[edit.key] = .init(
        state: .approved, terms: restored,
        review: isAsSigned
          ? nil
          : .init(
            by: reviewer, at: try Timestamp.today, digest: digest, source: texts.reviewSource(edit.key)))
    }
    return changes
  }

  /// Takes up new bytes of a file. A locale that is not declared is not read, so a file it has may hold anything.
  private func add(
    _ bytes: [UInt8], to path: String, instead of: [UInt8]?, of locale: LanguageTag,
    _ prepared: inout Prepared
  ) {
    if of == bytes || (of == nil && bytes.isEmpty) { return }
    guard of == nil || project.configuration.locales.contains(locale) else {
      prepared.refusals.append(
        Diagnostic(
          ConfigurationRules.notEditable,
          "the file is of a locale that is not declared today, and says something else",
          at: SourceLocation(path: path), locale: locale.description,
          help: "move it away, or declare '\(locale)' and publish it first"))
      return
    }
    prepared.files.append(File(path: path, bytes: bytes))
  }
}
