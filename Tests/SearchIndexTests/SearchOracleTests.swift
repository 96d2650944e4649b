import SearchIndex
import TestSupport
import Testing

/// What the index on disk finds is what a scan of the texts finds.
@Suite struct SearchOracleTests {
  /// Scripts without spaces, by units that readers take for one character.
  private static let scripts: [(locale: String, clusters: [String])] = [
    ("ja", ["東", "京", "都", "庁", "設", "定", "タ", "イ", "マ", "ー", "ひ", "ら", "ガ", "パ"]),
    ("zh-Hans", ["设", "置", "中", "文", "搜", "索", "时", "间", "计", "器", "語", "言"]),
    ("th", ["ก", "กำ", "ที่", "นี้", "เ", "ป", "ลี่", "ย", "ภ", "า", "ษ", "สู้"]),
    ("km", ["ក", "ខ", "គី", "ភា", "សា", "មូ", "ល", "ដា", "រី", "នេ"]),
    ("ko", ["한", "국", "어", "설", "정", "시", "간", "표", "타", "이", "머"]),
  ]

  private static func record(
    _ id: Int, _ locale: LanguageTag, title: String, description: String, keywords: [String]
  ) -> SearchableRecord {
    SearchableRecord(
      contentID: ContentID("d\(id)")!, domain: "d", locale: locale, title: title, description: description,
      keywords: keywords)
  }

  private static func index(
    _ records: [SearchableRecord], _ locale: LanguageTag, _ folder: TemporaryFolder
  ) async throws -> Indexer {
    var project = RandomProject()
    project.set("placeholder", ["en": "zzz"])
    var source = MemoryRevisions()
    try source.publish(project, declaring: locale)
    let indexer = Indexer(indexAt: folder.file("index.db"), now: { 1 })
    try await indexer.apply(source, locale: .exactly(locale))
    try await indexer.upsert(records: records)
    return indexer
  }

  @Test("any part of a text without spaces is found, and nothing else")
  func clusters() async throws {
    var queries = 0
    let limit = caseCount(full: 10_000)
    for (number, script) in Self.scripts.enumerated() {
      let locale = LanguageTag(script.locale)!
      var random = SeededGenerator(seed: UInt64(number))
      func text(_ count: Int) -> [String] {
        (0..<count).map { _ in script.clusters[random.below(script.clusters.count)] }
      }
      // For each document its fields, then its keywords, as clusters.
      let documents = (0..<120).map { _ in
        [text(2 + random.below(6)), text(random.below(20))]
          + (0..<random.below(4)).map { _ in text(1 + random.below(4)) }
      }
      let records = documents.enumerated().map { id, parts in
        let fields = parts.map { $0.joined() }
        return Self.record(
          id, locale, title: fields[0], description: fields[1], keywords: Array(fields.dropFirst(2)))
      }
      let folder = try TemporaryFolder()
      let indexer = try await Self.index(records, locale, folder)
      for _ in 0..<(limit / Self.scripts.count) {
        var query = text(1 + random.below(4))
        if random.below(3) > 0 {
          let part = documents[random.below(documents.count)].randomElement(using: &random)!
          if !part.isEmpty {
            let start = random.below(part.count)
            query = Array(part[start..<min(part.count, start + 1 + random.below(5))])
          }
        }
        let expected = documents.indices.filter { documents[$0].contains { Self.occurs(query, in: $0) } }
        let found = try await indexer.search(query.joined(), limit: 1_000).hits.map(\.contentID)
        let names = expected.map { ContentID("d\($0)")! }
        if Set(found) != Set(names) || found.count != names.count {
          Issue.record("\(locale), query \(queries): \(found.count) found, \(names.count) expected")
        }
        queries += 1
      }
    }
    print("search oracle: \(queries) random queries in \(Self.scripts.map(\.locale).joined(separator: ", "))")
  }

  private static func occurs(_ needle: [String], in text: [String]) -> Bool {
    guard needle.count <= text.count else { return false }
    return (0...(text.count - needle.count)).contains { text[$0..<($0 + needle.count)].elementsEqual(needle) }
  }

  /// Words in several spellings that readers take for the same; no first one is the beginning of another's.
  private static let words: [(locale: String, spellings: [[String]])] = [
    (
      "en",
      [["resume", "RÉSUMÉ", "Résumé"], ["wi", "WI"], ["cafe", "Cafe\u{301}", "ＣＡＦＥ"], ["file", "ﬁle"]]
    ),
    ("de", [["strasse", "Straße", "STRASSE"], ["uber", "Über", "U\u{308}BER"], ["grun", "grün"]]),
    ("tr", [["ısı", "ISI"], ["istanbul", "İstanbul", "İSTANBUL"], ["çay", "cay", "ÇAY"]]),
    ("el", [["ελλας", "Ελλάς", "ΕΛΛΑΣ"], ["χρονος", "Χρόνος"]]),
    ("ru", [["москва", "Москва", "МОСКВА"], ["время", "ВРЕМЯ"]]),
    ("ar", [["محمد", "مُحَمَّد", "محـمد"], ["وقت", "وَقْت"]]),
    ("he", [["שלום", "שָׁלוֹם"], ["זמן", "זְמַן"]]),
    ("hi", [["हिन्दी"], ["समय"], ["सेटिंग"]]),
  ]

  @Test("words are found in every spelling that folds alike")
  func foldedWords() async throws {
    var queries = 0
    let limit = caseCount(full: 4_000)
    for (number, language) in Self.words.enumerated() {
      let locale = LanguageTag(language.locale)!
      var random = SeededGenerator(seed: UInt64(100 + number))
      func spelling(_ word: Int) -> String { language.spellings[word].randomElement(using: &random)! }
      let documents = (0..<60).map { _ in
        (0..<2).map { _ in (0..<random.below(5)).map { _ in random.below(language.spellings.count) } }
      }
      let records = documents.enumerated().map { id, parts in
        Self.record(
          id, locale, title: (["#"] + parts[0].map(spelling)).joined(separator: " "),
          description: parts[1].map(spelling).joined(separator: ", "), keywords: [])
      }
      let folder = try TemporaryFolder()
      let indexer = try await Self.index(records, locale, folder)
      for _ in 0..<(limit / Self.words.count) {
        let wanted = (0...random.below(2)).map { _ in random.below(language.spellings.count) }
        let expected = documents.indices.filter { Set(wanted).isSubset(of: documents[$0].flatMap(\.self)) }
        let query = wanted.map(spelling).joined(separator: " ")
        let found = try await indexer.search(query, limit: 1_000).hits.map(\.contentID)
        if Set(found) != Set(expected.map { ContentID("d\($0)")! }) {
          Issue.record("\(locale), query \(queries): \(found.count) found, \(expected.count) expected")
        }
        queries += 1
      }
    }
    print(
      "search oracle: \(queries) queries of folded words in \(Self.words.map(\.locale).joined(separator: ", "))"
    )
  }

  @Test func bothIndexesRankAlike() async throws {
    for seed in 0..<UInt64(caseCount(full: 100)) {
      var random = SeededGenerator(seed: seed)
      let project = RandomProject(using: &random, records: 30)
      let source = try MemoryRevisions(project)
      let folder = try TemporaryFolder()
      let stores: [any SearchIndexStore] = [
        SQLiteSearchIndex(path: folder.file("index.db")), InMemorySearchIndex(),
      ]
      let indexers = stores.map { Indexer(store: $0, now: { 1 }) }
      for indexer in indexers { try await indexer.apply(source) }
      for word in ["timer", "pause time", "settings", "タイマー", "c++", "fo", "notes pause"] {
        let hits = try await indexers[0].search(word, limit: 100).hits
        #expect(try await indexers[1].search(word, limit: 100).hits == hits, "seed \(seed): \(word)")
      }
    }
  }
}
