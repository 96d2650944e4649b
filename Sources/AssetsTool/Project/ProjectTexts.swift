internal import Bundles
internal import Checks
internal import Interchange
internal import Publishing
internal import Translations

/// Looks texts up in the working files of a project.
struct ProjectTexts {
  private let project: LoadedProject
  /// The names of the project's catalogs, in their order.
  private let names: [[UInt8]]
  /// The content that uses each keyword key.
  let users: KeywordUsers
  /// The places of the source locale's sets.
  private let sourceSets: [ExactString: Int]

  init(_ project: LoadedProject) {
    self.project = project
    names = project.catalogs.map { Array($0.entry.name.utf8) }
    users = KeywordUsers(project.records)
    let sets = project.keywords[project.configuration.sourceLocale] ?? []
    var places: [ExactString: Int] = Dictionary(minimumCapacity: sets.count)
    for index in sets.indices where places[sets[index].key] == nil { places[sets[index].key] = index }
    sourceSets = places
  }

  /// Whether the source locale has keywords under a key, in any state; `nil` for a project without keywords.
  var hasSourceKeywords: ((ExactString) -> Bool)? {
    project.keywords[project.configuration.sourceLocale].map { _ in { sourceSets.index(forKey: $0) != nil } }
  }

  /// Whether the source locale has a key, or a plural of that name; or may have it, in a file that could not be read.
  /// - Parameter place: where to look first, `Catalog.row(path:near:)`.
  func hasSource(_ key: MessageKey, near place: inout Int) -> Bool {
    guard let catalog = catalog(of: key) else { return false }
    let table = project.catalogs[catalog].source
    if !project.catalogs[catalog].isSourceComplete { return true }
    if table.row(path: key.pathBytes, near: &place) != nil { return true }
    return key.projectedForms.dropFirst().contains { table.row(path: $0.pathBytes, near: &place) != nil }
  }

  /// The text of a key in a locale, its `other` form if it is a plural; no fallback.
  func text(_ key: MessageKey, in locale: LanguageTag) -> String? {
    var place = 0
    return text(key, in: locale, near: &place)
  }

  /// The same for many keys, of which each mostly stands near the one before.
  func text(_ key: MessageKey, in locale: LanguageTag, near place: inout Int) -> String? {
    guard let catalog = catalog(of: key), let table = table(catalog, in: locale) else { return nil }
    return text(key, in: table, near: &place)
  }

  /// The titles of the content map's records in a locale, in their order; no fallback.
  func titles(in locale: LanguageTag) -> [String?] {
    let tables = project.catalogs.indices.map { table($0, in: locale) }
    var place = 0
    return project.records.map { record in
      guard let catalog = catalog(of: record.titleKey), let table = tables[catalog] else { return nil }
      return text(record.titleKey, in: table, near: &place)
    }
  }

  /// The titles, in a locale, of the content that uses a keyword key.
  private func titles(using key: ExactString, in locale: LanguageTag) -> [String] {
    users.records(using: key).compactMap { text(project.records[$0].titleKey, in: locale) }
  }

  private func catalog(of key: MessageKey) -> Int? {
    names.firstIndex { name in
      key.bytes.starts(with: name) && (key.bytes.count == name.count || key.bytes[name.count] == 0)
    }
  }

  private func table(_ catalog: Int, in locale: LanguageTag) -> Catalog? {
    let isSource = locale == project.configuration.sourceLocale
    return isSource ? project.catalogs[catalog].source : project.catalogs[catalog].targets[locale]
  }

  private func text(_ key: MessageKey, in table: Catalog, near place: inout Int) -> String? {
    func text(_ path: ArraySlice<UInt8>) -> String? {
      table.row(path: path, near: &place).flatMap { table.target($0)?.plainText }
    }
    if let found = text(key.pathBytes) { return found }
    for form in key.projectedForms.dropFirst() {
      if let found = text(form.pathBytes) { return found }
    }
    return nil
  }

  /// What a reviewer would sign now as the source of a set.
  func reviewSource(_ key: ExactString) -> String {
    let locale = project.configuration.sourceLocale
    return KeywordReview.source(
      terms: sourceSets[key].flatMap { project.keywords[locale]?[$0] }, titles: titles(using: key, in: locale)
    )
  }
}
