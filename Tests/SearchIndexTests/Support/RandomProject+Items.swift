import SearchIndex

extension RandomProject {
  /// Adds or replaces an item with a title in some locales.
  mutating func set(
    _ id: String, domain: String = "d", access: ContentAccess = .public, isSearchable: Bool = true,
    route: String = "r", formerIDs: [String] = [], _ titles: [String: String],
    descriptions: [String: String] = [:], keywords terms: [String: [String]] = [:],
    hidden: [String: [String]] = [:]
  ) {
    for locale in Self.locales {
      let name = locale.description
      values[locale]!["\(id)-title"] = titles[name]
      values[locale]!["\(id)-description"] = descriptions[name]
      let all =
        (terms[name] ?? []).map {
          PublishedTerm(text: ExactString($0), kind: .alternative, isLoanword: false)
        }
        + (hidden[name] ?? []).map { PublishedTerm(text: ExactString($0), kind: .hidden, isLoanword: false) }
      keywords[locale]![id] = all.isEmpty ? nil : all
    }
    records[ContentID(id)!] = ContentRecord(
      contentID: ContentID(id)!, domain: domain, route: route,
      titleKey: MessageKey(catalog: "m", path: ["\(id)-title"]),
      descriptionKey: MessageKey(catalog: "m", path: ["\(id)-description"]), keywordKeys: [id],
      isSearchable: isSearchable, access: access, formerIDs: formerIDs.map { ContentID($0)! })
  }
}

extension MemoryRevisions {
  init(_ project: RandomProject, lineage: String = "l") throws {
    self.init(lineage: lineage)
    try publish(project)
  }
}

let english = LanguageTag("en")!
let german = LanguageTag("de")!
let japanese = LanguageTag("ja")!

func ids(_ names: String...) -> [ContentID] { names.map { ContentID($0)! } }
