internal import Bundles
internal import Interchange
internal import Publishing
internal import Translations

/// Looks texts up in the working files of a project.
struct ProjectTexts {
  private let project: LoadedProject
  private let catalogs: [ExactString: LoadedCatalog]
  /// Keyword key → the records that use it, in the content map's order.
  private let users: [ExactString: [ContentRecord]]

  init(_ project: LoadedProject) {
    self.project = project
    catalogs = Dictionary(uniqueKeysWithValues: project.catalogs.map { (ExactString($0.entry.name), $0) })
    var users: [ExactString: [ContentRecord]] = [:]
    for record in project.records {
      for key in record.keywordKeys { users[ExactString(key), default: []].append(record) }
    }
    self.users = users
  }

  /// The keyword keys that the content map names.
  var usedKeywordKeys: Set<ExactString> { Set(users.keys) }

  /// Whether the source locale has a key, or a plural of that name.
  func hasSource(_ key: MessageKey) -> Bool {
    guard let catalog = catalogs[ExactString(key.catalog)] else { return false }
    return key.projectedForms.contains { catalog.source.row(path: $0.pathBytes) != nil }
  }

  /// The text of a key in a locale, its `other` form if it is a plural; no fallback.
  func text(_ key: MessageKey, in locale: LanguageTag) -> String? {
    guard let catalog = catalogs[ExactString(key.catalog)] else { return nil }
    let isSource = locale == project.configuration.sourceLocale
    guard let table = isSource ? catalog.source : catalog.targets[locale] else { return nil }
    for form in key.projectedForms {
      if let row = table.row(path: form.pathBytes), let message = table.target(row) {
        return message.plainText
      }
    }
    return nil
  }

  /// The titles, in a locale, of the content that uses a keyword key.
  func titles(using key: ExactString, in locale: LanguageTag) -> [String] {
    (users[key] ?? []).compactMap { text($0.titleKey, in: locale) }
  }

  /// What a reviewer would sign now as the source of a set.
  func reviewSource(_ key: ExactString) -> String {
    let locale = project.configuration.sourceLocale
    return KeywordReview.source(
      terms: project.keywords[locale]?.first { $0.key == key }, titles: titles(using: key, in: locale))
  }
}
