internal import Bundles
internal import Interchange
internal import Publishing
internal import Translations

/// Looks texts up in the working files of a project.
struct ProjectTexts {
  private let project: LoadedProject
  private let catalogs: [ExactString: LoadedCatalog]
  /// Keyword key → the records that use it, in the content map's order.
  private let users: [ExactString: [Int]]
  /// The source locale's sets.
  private let sourceSets: [ExactString: KeywordSet]

  init(_ project: LoadedProject) {
    self.project = project
    catalogs = Dictionary(uniqueKeysWithValues: project.catalogs.map { (ExactString($0.entry.name), $0) })
    var users: [ExactString: [Int]] = [:]
    for (index, record) in project.records.enumerated() {
      for key in record.keywordKeys { users[ExactString(key), default: []].append(index) }
    }
    self.users = users
    let sets = project.keywords[project.configuration.sourceLocale] ?? []
    sourceSets = Dictionary(sets.map { ($0.key, $0) }) { first, _ in first }
  }

  /// The keyword keys that the content map names.
  var usedKeywordKeys: Set<ExactString> { Set(users.keys) }

  /// Whether the source locale has a key, or a plural of that name.
  func hasSource(_ key: MessageKey) -> Bool {
    guard let catalog = catalogs[ExactString(key.catalog)] else { return false }
    return catalog.source.row(path: key.pathBytes) != nil
      || key.projectedForms.dropFirst().contains { catalog.source.row(path: $0.pathBytes) != nil }
  }

  /// The text of a key in a locale, its `other` form if it is a plural; no fallback.
  func text(_ key: MessageKey, in locale: LanguageTag) -> String? {
    guard let catalog = catalogs[ExactString(key.catalog)] else { return nil }
    let isSource = locale == project.configuration.sourceLocale
    guard let table = isSource ? catalog.source : catalog.targets[locale] else { return nil }
    func text(_ form: MessageKey) -> String? {
      table.row(path: form.pathBytes).flatMap { table.target($0)?.plainText }
    }
    return text(key) ?? key.projectedForms.dropFirst().lazy.compactMap(text).first
  }

  /// The titles, in a locale, of the content that uses a keyword key.
  func titles(using key: ExactString, in locale: LanguageTag) -> [String] {
    (users[key] ?? []).compactMap { text(project.records[$0].titleKey, in: locale) }
  }

  /// The same for all keys of a locale, with each title looked up once.
  func titles(in locale: LanguageTag) -> (ExactString) -> [String] {
    let titles = project.records.map { text($0.titleKey, in: locale) }
    return { key in (users[key] ?? []).compactMap { titles[$0] } }
  }

  /// What a reviewer would sign now as the source of a set.
  func reviewSource(_ key: ExactString) -> String {
    let locale = project.configuration.sourceLocale
    return KeywordReview.source(
      terms: sourceSets[key], titles: titles(using: key, in: locale))
  }
}
