import Foundation
import TestSupport
import Testing
import Translations

@testable import TextAnalysis

@Suite struct SearchQueryTests {
  private func finds(_ query: String, _ texts: String..., locale: String = "en") -> Bool {
    let analyzer = TextAnalyzer(locale: LanguageTag(locale)!)
    return analyzer.query(query)?.matches(texts.map { analyzer.analyze($0) }) ?? false
  }

  @Test func theLastWordMayBeABeginning() {
    #expect(finds("focus ti", "Focus Timer"))
    #expect(finds("timer focus", "Focus Timer"))
    #expect(!finds("foc timer", "Focus Timer"))
    #expect(finds("focus bre", "Focus Timer", "take a break"))
    #expect(!finds("ocus", "Focus Timer"))
  }

  @Test func whatIsTypedTogetherStandsTogether() {
    #expect(finds("wi-fi", "The Wi Fi settings"))
    #expect(!finds("wi-fi", "fi wi"))
    #expect(finds("don't", "don’t stop"))
    #expect(finds("1.10", "version 1.10"))
    #expect(!finds("1.10", "10 of 1"))
    #expect(finds("Ｗｉ－Ｆｉ設定", "Wi-Fi設定", locale: "ja"))
    #expect(finds("京2020大", "東京2020大会", locale: "ja"))
    #expect(finds("2020年5", "2020年5月", locale: "ja"))
    #expect(!finds("中時", "集中。時間", locale: "ja"))
    #expect(finds("集中 時間", "時間に集中する", locale: "ja"))
  }

  @Test func symbolsTellWordsApart() {
    #expect(finds("c++", "Learn C++ today"))
    #expect(!finds("c++", "Learn C today", "C# too"))
    #expect(!finds("c# learn", "Learn C++"))
    #expect(finds(".net", "the .NET book"))
    #expect(!finds(".net", "the net"))
  }

  @Test func theExpressionIsQuotedWhateverWasTyped() throws {
    let analyzer = TextAnalyzer(locale: LanguageTag("ja")!)
    func match(_ text: String) -> String? { analyzer.query(text)?.match }
    #expect(match("都") == #""都"*"#)
    #expect(match("東京都") == #""東京 京都""#)
    #expect(match("title : x") == #""title" AND "x"*"#)
    #expect(match(#"a" OR "b* NEAR(c)"#) == #""a" AND "or" AND "b" AND "near c"*"#)
    #expect(match("設定 Wi-Fi") == #""設定" AND "wi fi"*"#)
    #expect(match("iPhone設定") == #""iphone 設定""#)
    #expect(match("設定iPhone") == #""設定 定 iphone"*"#)
    #expect(match("🎉") == #""🎉"*"#)
    #expect(match("  ") == nil)
    #expect(match("-- \" *") == nil)
    #expect(match("") == nil)
  }

  /// Search in scripts without spaces equals a scan for the typed characters in each field or keyword.
  @Test(arguments: [
    ("ja", "東京都庁集中時間設定の検索をするアイウマー々ガパがぱか゚き𠮷", "。、・！ A1"),
    ("zh-Hans", "设置语言搜索集中时间的一二三天", "，。！：2 b"),
    ("ko", "한국어설정을변경합니다가각힣ㅋㅠ", " .,x"),
    ("th", "กขคนมเแโาะๆ", " !9"),
    ("km", "កខគឃងចឆ", " ។k"),
    ("my", "ကခဂငမား", " ။"),
    ("lo", "ກຂຄງນມເແາ", " !"),
  ])
  func equalsAScan(locale: String, letters: String, others: String) throws {
    let marks: [String: [String]] = [
      "th": ["\u{E31}", "\u{E34}", "\u{E48}", "\u{E49}", "\u{E33}", "\u{E49}\u{E33}", "\u{E31}\u{E49}"],
      "km": ["\u{17B6}", "\u{17D2}", "\u{17C6}", "\u{17BB}\u{17C6}"],
      "my": ["\u{102D}", "\u{1039}", "\u{103B}\u{1037}", "\u{103A}"],
      "lo": ["\u{EB1}", "\u{EC8}", "\u{EB3}", "\u{EB4}\u{EC9}"],
      "ja": ["\u{3099}", "\u{309A}", "\u{323}"],
    ]
    let seed = caseSeed()
    var random = SeededGenerator(seed: seed)
    let letterPool = letters.map { String($0) }
    let otherPool = others.map { String($0) }
    let markPool = marks[locale] ?? []

    func piece(_ random: inout SeededGenerator, onlyLetters: Bool) -> String {
      if !onlyLetters, Int.random(in: 0..<7, using: &random) == 0 {
        return otherPool.randomElement(using: &random)!
      }
      let letter = letterPool.randomElement(using: &random)!
      guard !markPool.isEmpty, Int.random(in: 0..<3, using: &random) == 0 else { return letter }
      return letter + markPool.randomElement(using: &random)!
    }
    /// Canonical composition only, since the pools hold no compatibility characters but sara am, which is one
    /// character to its reader.
    func characters(_ text: String) -> [String] {
      text.precomposedStringWithCanonicalMapping.map { String($0) }
    }
    func contains(_ text: [String], _ query: [String]) -> Bool {
      guard query.count <= text.count else { return false }
      return (0...(text.count - query.count)).contains { start in
        zip(text[start...], query).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
      }
    }

    let analyzer = TextAnalyzer(locale: LanguageTag(locale)!)
    // Each record: a title and three keywords.
    let records = (0..<60).map { _ in
      (0..<4).map { _ in
        (0..<Int.random(in: 1...9, using: &random)).map { _ in piece(&random, onlyLetters: false) }.joined()
      }
    }
    let analyzed = records.map { texts in
      var keywords: [UInt8] = []
      analyzer.analyze(keywords: texts.dropFirst(), into: &keywords)
      return [analyzer.analyze(texts[0]), keywords]
    }
    let scanned = records.map { $0.map { characters($0) } }
    var hits = 0
    var failures: [String] = []
    for _ in 0..<600 {
      var query: [String]
      if Bool.random(using: &random) {
        let text = scanned.randomElement(using: &random)!.randomElement(using: &random)!
        let start = Int.random(in: 0..<text.count, using: &random)
        query = Array(text[start..<min(text.count, start + Int.random(in: 1...4, using: &random))])
      } else {
        query = characters(
          (0..<Int.random(in: 1...3, using: &random)).map { _ in piece(&random, onlyLetters: true) }.joined())
      }
      query = Array(query.prefix { !otherPool.contains($0) })
      if query.isEmpty { continue }
      let typed =
        Bool.random(using: &random) ? query.joined() : query.joined().decomposedStringWithCanonicalMapping
      let parsed = try #require(analyzer.query(typed))
      for (record, fields) in zip(scanned, analyzed) {
        let expected = record.contains { contains($0, query) }
        if expected { hits += 1 }
        if parsed.matches(fields) != expected { failures.append("\(query) in \(record)") }
      }
    }
    #expect(failures.isEmpty, "seed \(seed)")
    #expect(hits > 200)
  }
}
