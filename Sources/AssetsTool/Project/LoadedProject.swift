internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

/// Everything a project's files say, with all findings of reading them.
struct LoadedProject: Sendable {
  var location: ProjectLocation
  var configuration: ProjectConfiguration
  var catalogs: [LoadedCatalog] = []
  var records: [ContentRecord] = []
  /// The keyword sets of each locale, in file order.
  var keywords: [LanguageTag: [KeywordSet]] = [:]
  /// The findings of reading each keyword file, which are among `diagnostics`.
  var keywordReadings: [LanguageTag: [Diagnostic]] = [:]
  var diagnostics: [Diagnostic] = []
  var files: [FileSummary] = []
  /// What was read, the configuration among it; sorted by path.
  var inputs: [InputFile] = []

  /// Whether every file could be read; if not, the answer to any question is unknown.
  var isComplete: Bool { !files.contains { $0.verdict == .unreadable } }

  /// Where a message stands in the working files.
  func location(of key: MessageKey, in locale: LanguageTag) -> SourceLocation? {
    guard let set = catalogs.first(where: { $0.entry.name == key.catalog }) else { return nil }
    let catalog = locale == configuration.sourceLocale ? set.source : set.targets[locale]
    if let catalog, let row = catalog.row(path: key.pathBytes) { return catalog.location(row) }
    return catalog.map { SourceLocation(path: $0.path) }
  }

  /// The content that shows each of these messages.
  func contentIDs(reading keys: Set<MessageKey>) -> [MessageKey: [ContentID]] {
    var readers: [MessageKey: [ContentID]] = [:]
    guard !keys.isEmpty else { return readers }
    for record in records {
      let read = record.titleKey.projectedForms + (record.descriptionKey?.projectedForms ?? [])
      for key in Set(read) where keys.contains(key) { readers[key, default: []].append(record.contentID) }
    }
    return readers
  }

  func location(ofKeywords key: ExactString, in locale: LanguageTag) -> SourceLocation? {
    keywords[locale]?.first { $0.key == key }?.location
  }
}

/// One catalog of a project in all its locales.
struct LoadedCatalog: Sendable {
  var entry: ProjectConfiguration.CatalogEntry
  /// The source locale's texts, as targets.
  var source: Catalog
  /// Whether these are all of the source locale's texts: every file that holds some could be read.
  var isSourceComplete = true
  var targets: [LanguageTag: Catalog]
  /// What texts were made against, by the side files of states; sorted by path.
  var sourceDigests: [LanguageTag: [CandidateInput.SourceDigest]] = [:]
  /// The findings of reading each locale's file, which are among the project's.
  var readings: [LanguageTag: [Diagnostic]] = [:]
}

/// What `check` says of one file.
struct FileSummary: Sendable {
  enum Verdict: String, Sendable {
    case ok
    case findings
    case unreadable
  }

  var path: String
  var format: String
  var version: String?
  var sourceLocale: LanguageTag?
  var locale: LanguageTag?
  /// How a YAML file says its locales.
  var layout: CatalogLayout?
  var units: Int
  var verdict: Verdict

  init(_ document: ParsedDocument, path: String) {
    self.path = path
    format = document.format.rawValue
    version = document.version
    sourceLocale = document.sourceLocale
    locale = document.catalogs.count == 1 ? document.catalogs[0].locale : nil
    layout = document.layout
    units = document.unitCount
    let hasFindings = document.diagnostics.contains { $0.severity > .note }
    verdict = document.isReadable ? (hasFindings ? .findings : .ok) : .unreadable
  }

  init(path: String, format: String, units: Int, diagnostics: [Diagnostic], isReadable: Bool) {
    self.path = path
    self.format = format
    self.units = units
    verdict = isReadable ? (diagnostics.contains { $0.severity > .note } ? .findings : .ok) : .unreadable
  }
}
