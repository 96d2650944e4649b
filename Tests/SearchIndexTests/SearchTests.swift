import SearchIndex
import Testing

@Suite struct SearchTests {
  private func indexer(
    _ store: any SearchIndexStore, _ locale: LanguageTag = english, _ edit: (inout RandomProject) -> Void
  )
    async throws -> Indexer
  {
    var project = RandomProject()
    edit(&project)
    let indexer = Indexer(store: store, now: { 1 })
    try await indexer.apply(MemoryRevisions(project), locale: .exactly(locale))
    return indexer
  }

  private func found(_ query: String, in indexer: Indexer, limit: Int = 20) async throws -> [String] {
    try await indexer.search(query, limit: limit).hits.map(\.contentID.description)
  }

  @Test(arguments: [true, false])
  func aTitleCountsMoreThanAKeywordAndAKeywordMoreThanADescription(onDisk: Bool) async throws {
    let folder = try TemporaryFolder()
    let store: any SearchIndexStore =
      onDisk ? SQLiteSearchIndex(path: folder.file("i")) : InMemorySearchIndex()
    let indexer = try await indexer(store) { project in
      project.set("a", ["en": "one thing"], descriptions: ["en": "pause it"])
      project.set("b", ["en": "two things"], keywords: ["en": ["pause"]])
      project.set("c", ["en": "pause now"])
      project.set("d", ["en": "another"])
    }
    let results = try await indexer.search("pause")
    #expect(results.hits.map(\.contentID) == ids("c", "b", "a"))
    #expect(results.hits.map(\.title) == ["pause now", "two things", "one thing"])
    #expect(results.hits.map(\.score) == results.hits.map(\.score).sorted(by: >))
    #expect(results.hits.allSatisfy { $0.score > 0 && $0.domain == "d" })
    #expect(try await found("pause", in: indexer, limit: 2) == ["c", "b"])
    #expect(try await found("pause", in: indexer, limit: 0) == [])
  }

  @Test func equalScoresComeByContentID() async throws {
    let indexer = try await indexer(SQLiteSearchIndex(path: TemporaryFolder().file("i"))) { project in
      for id in ["b", "a", "é", "z", "c"] { project.set(id, ["en": "same words"]) }
    }
    #expect(try await found("same", in: indexer) == ["a", "b", "c", "z", "é"])
  }

  @Test func hiddenTermsAreFoundAndPhrasesDoNotSpanKeywords() async throws {
    let folder = try TemporaryFolder()
    let indexer = try await indexer(SQLiteSearchIndex(path: folder.file("i"))) { project in
      project.set("a", ["en": "thing"], keywords: ["en": ["wi", "fi"]], hidden: ["en": ["wlan"]])
      project.set("b", ["en": "other"], keywords: ["en": ["wi-fi"]])
    }
    #expect(try await found("wlan", in: indexer) == ["a"])
    #expect(try await found("wi-fi", in: indexer) == ["b"])
    #expect(try await found("wi fi", in: indexer).sorted() == ["a", "b"])
  }

  @Test(arguments: [
    "\"", "*", "tim* OR", "NEAR(a b)", "title : timer", "{title} : timer", "^timer", "-", "a\" OR \"b",
    "\u{E000}", "\0",
  ])
  func whatIsTypedIsNeverAnExpression(query: String) async throws {
    let folder = try TemporaryFolder()
    let indexer = try await indexer(SQLiteSearchIndex(path: folder.file("i"))) { project in
      project.set("a", ["en": "focus timer"])
      project.set("b", ["en": "zebra"])
    }
    #expect(!(try await found(query, in: indexer)).contains("b"))
  }

  @Test func partsOfJapaneseAreFound() async throws {
    let folder = try TemporaryFolder()
    let indexer = try await indexer(SQLiteSearchIndex(path: folder.file("i")), japanese) { project in
      project.set("a", ["ja": "東京都庁の集中タイマー"])
      project.set("b", ["en": "Only English"])
    }
    for query in ["都", "京都", "タイマ", "ﾀｲﾏｰ", "集中タイマー"] {
      #expect(try await found(query, in: indexer) == ["a"], "\(query)")
    }
    #expect(try await found("都京", in: indexer) == [])
    #expect(try await found("ENGLISH", in: indexer) == ["b"], "what falls back is found too")
  }

  /// Of very many matches not all are ranked, but those in titles are found first, and quickly.
  @Test func aFrequentWordFindsTitlesFirst() async throws {
    let folder = try TemporaryFolder()
    let indexer = try await indexer(SQLiteSearchIndex(path: folder.file("i"))) { project in
      for number in 0..<2_600 {
        project.set("n\(10_000 + number)", ["en": "note \(number)"], descriptions: ["en": "a common word"])
      }
      project.set("z1", ["en": "common"])
      project.set("z2", ["en": "less"], keywords: ["en": ["common"]])
    }
    let hits = try await found("common", in: indexer)
    #expect(hits.first == "z1")
    #expect(hits.count == 20)
    #expect(Set(hits).count == 20)
    #expect(try await found("word", in: indexer, limit: 5).count == 5)
  }

  @Test func resultsAreAProduct() async throws {
    let folder = try TemporaryFolder()
    let indexer = try await indexer(SQLiteSearchIndex(path: folder.file("i"))) {
      $0.set("a", ["en": "Übung \"x\""])
    }
    let results = try await indexer.search("übung")
    let score = results.hits[0].score
    #expect(
      results.json.text
        == #"{"locale":"en","results":[{"contentID":"a","domain":"d","score":\#(score),"title":"Übung \"x\""}],"schema":"assets.search/1"}"#
    )
  }

  @Test func anIndexInAnotherLanguageSaysSo() async throws {
    let folder = try TemporaryFolder()
    let indexer = try await indexer(SQLiteSearchIndex(path: folder.file("i"))) { $0.set("a", ["en": "x"]) }
    #expect(try await indexer.search("x", locale: english).hits.count == 1)
    await #expect { try await indexer.search("x", locale: japanese) } throws: { error in
      let error = error as? SearchIndexError
      return error?.code == .otherLocale && error?.reason.contains("index switch") == true
    }
    let empty = Indexer(indexAt: folder.file("none"))
    await #expect { try await empty.search("x") } throws: { ($0 as? SearchIndexError)?.code == .noIndex }
  }
}
