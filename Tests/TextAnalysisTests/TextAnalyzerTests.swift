import Foundation
import TestSupport
import Testing
import Translations

@testable import TextAnalysis

private func analyzer(_ locale: String) -> TextAnalyzer { TextAnalyzer(locale: LanguageTag(locale)!) }

private func analyzed(_ text: String, _ locale: String = "en") -> String {
  String(decoding: analyzer(locale).analyze(text), as: UTF8.self)
}

private func folded(_ text: String, _ locale: String = "en") -> String {
  String(decoding: analyzer(locale).fold(text), as: UTF8.self)
}

@Suite struct TextAnalyzerTests {
  @Test(arguments: [
    ("Focus Timer", "focus timer"),
    ("  don’t stop, now!  ", "don t stop now"),
    ("snake_case kebab-case", "snake case kebab case"),
    ("ﬁle Ａｐｐｌｅ ½", "file apple 1 2"),
    ("straße STRASSE", "strasse strasse"),
    ("café cafe\u{301} CAFÉ", "cafe cafe cafe"),
    ("Ελλάς ελλας", "ελλασ ελλασ"),
    ("йод ёлка за\u{301}мок Їжак", "йод ёлка замок їжак"),
    ("и\u{306}од е\u{308}лка ѝ", "йод ёлка и"),
    ("مُحَمَّد محـمد محمد", "محمد محمد محمد"),
    ("أحمد ا\u{654}حمد", "احمد احمد"),
    ("שָׁלוֹם שלום", "שלום שלום"),
    ("हिन्दी", "हिन्दी"),
    ("İstanbul Istanbul ISI ısı", "istanbul istanbul isi isi"),
    ("wi\u{200B}fi wi\u{AD}fi wi\u{FEFF}fi", "wifi wifi wifi"),
    ("a\u{A0}b\u{3000}c", "a b c"),
    ("м\u{2BC}ята м'ята м’ята", "м ята м ята м ята"),
    ("10 000,50 €", "10 000 50"),
    ("Ⅷ ㉑ m²", "viii 21 m2"),
    ("l\u{B4}heure", "l heure"),
    ("\u{301}a", "a"),
    ("-\u{301}", ""),
    ("", ""),
    ("…!?", ""),
  ])
  func wordsAreFolded(text: String, expected: String) {
    #expect(analyzed(text).utf8.elementsEqual(expected.utf8), "\(analyzed(text))")
  }

  @Test(arguments: [
    ("東京都庁", "東京 京都 都庁 庁"),
    ("集中タイマー", "集中 中タ タイ イマ マー ー"),
    ("ｱﾊﾟｰﾄ契約", "アパ パー ート ト契 契約 約"),
    ("か\u{3099}", "が"),
    ("東京2020大会", "東京 京 2020 大会 会"),
    ("設定iPhone", "設定 定 iphone"),
    ("ジョン・スミス", "ジョ ョン ン スミ ミス ス"),
    ("時々", "時々 々"),
    ("中", "中"),
    ("한국어 설정", "한국 국어 어 설정 정"),
    ("ㅋㅋㅋ", "ㅋㅋ ㅋㅋ ㅋ"),
    ("𠮷野家", "𠮷野 野家 家"),
  ])
  func scriptsWithoutSpacesGivePairs(text: String, expected: String) {
    #expect(analyzed(text, "ja") == expected)
    #expect(
      analyzed(text.decomposedStringWithCanonicalMapping, "ja").utf8.elementsEqual(expected.utf8),
      "decomposed")
  }

  @Test func clustersOfSeveralScalarsCarryTheirLength() {
    #expect(analyzed("นั", "th").unicodeScalars.map(\.value) == [0x82, 0x0E19, 0x0E31])
    #expect(analyzed("กา", "th") == "กา า")
    // Sara am is one character, however it is encoded.
    #expect(analyzed("น้ำ", "th").unicodeScalars.map(\.value) == [0x84, 0x0E19, 0x0E49, 0x0E4D, 0x0E32])
    #expect(analyzed("น้\u{E4D}\u{E32}", "th") == analyzed("น้ำ", "th"))
  }

  @Test func turkishTellsTheTwoLettersApart() {
    for locale in ["tr", "az", "tr-TR", "az-Latn"] {
      #expect(analyzed("ISI Isı ısı", locale) == "ısı ısı ısı")
      #expect(analyzed("İstanbul I\u{307}stanbul istanbul", locale) == "istanbul istanbul istanbul")
      #expect(analyzed("ＩＳＩ", locale) == "ısı")
      #expect(analyzed("ÎLE I\u{302}LE", locale) == "ile ile")
    }
    #expect(analyzed("Ì Į̃ i̇́", "lt") == "i i i")
  }

  @Test func symbolsBelongToTheWordBefore() {
    let plus = "\u{E001}"
    let sharp = "\u{E002}"
    let dot = "\u{E003}"
    #expect(analyzed("C++") == "c\(plus)\(plus)")
    #expect(analyzed("C#, F#.") == "c\(sharp) f\(sharp)")
    #expect(analyzed("learn .NET today") == "learn \(dot)net today")
    #expect(analyzed("(.net)") == "\(dot)net")
    #expect(analyzed("c++11") == "c\(plus)\(plus) 11")
    #expect(analyzed("a+b a + b #tag") == "a b a b tag")
    #expect(analyzed("18+") == "18\(plus)")
    #expect(analyzed("end.Next ...and .5 1.10") == "end next and 5 1 10")
    #expect(analyzed("C＋＋入門", "ja") == "c\(plus)\(plus) 入門 門")
    #expect(analyzed("c+") != analyzed("c"))
    #expect(analyzed("c++\u{301}") == "c\(plus)\(plus)")
  }

  @Test func emojiAreKept() {
    #expect(analyzed("Party 🎉🎊!") == "party 🎉 🎊")
    #expect(analyzed("☕️") == "☕")
    #expect(analyzed("👍🏽") == "👍🏽")
    #expect(analyzed("👩‍💻") == "👩 💻")
    #expect(analyzed("🇯🇵🇩🇪🇫") == "🇯🇵 🇩🇪 🇫")
    #expect(analyzed("© ® ™ → ★") == "tm ★")
    #expect(analyzed("1️⃣") == "1\u{20E3}")
  }

  @Test func textCannotFakeWhatTheAnalyzerWrites() {
    #expect(analyzed("a\u{E000}b c\u{E001}\u{E001} \u{82}นั") == analyzed("a b c นั"))
    // Other private characters, such as those of icon fonts, are letters.
    #expect(analyzed("\u{F8FF} Pay") == "\u{F8FF} pay")
  }

  @Test func keywordsAreFencedOff() {
    var result = Array("x".utf8)
    analyzer("ja").analyze(keywords: ["集中", "-", "", "Time Out"], into: &result)
    #expect(String(decoding: result, as: UTF8.self) == "x集中 中 \u{E000} time out")
    var none: [UInt8] = []
    analyzer("ja").analyze(keywords: ["…", "a", "…"], into: &none)
    #expect(none == Array("a".utf8))
  }

  @Test func foldingKeepsRunsWhole() {
    #expect(folded("東京タワー　Ｗｉ－Ｆｉ", "ja") == "東京タワー wi fi")
    #expect(folded("นั", "th") == "นั")
    #expect(folded("c++") == "c\u{E001}\u{E001}")
    #expect(folded("—").isEmpty)
  }

  @Test func marksWithoutEndAreCut() {
    let text = "か" + String(repeating: "\u{309A}\u{323}", count: 5_000) + "き"
    let clusters = analyzed(text, "ja").split(separator: " ")
    #expect(clusters.count == 2)
    #expect(clusters[0].utf8.count < 200)
  }

  @Test func longTextGrowsTheBuffer() {
    let text = String(repeating: "\u{FDFA}", count: 3_000)
    let one = analyzed("\u{FDFA}")
    #expect(analyzed(text + " x").hasPrefix(one))
    #expect(analyzed(String(repeating: "都", count: 9_000), "ja").utf8.count == 8_999 * 7 + 3)
  }

  @Test func bytesThatAreNoTextSeparate() {
    var writer = TokenWriter(analyzer("en"), mode: .index, room: 0)
    let bytes: [UInt8] = [0x61, 0xFF, 0x62, 0xC0, 0x80, 0x63, 0xED, 0xA0, 0x80, 0x64, 0xE3, 0x81]
    writer.append(bytes.span)
    #expect(String(decoding: writer.finish(), as: UTF8.self) == "a b c d")
  }

  @Test func theFingerprintNamesAnalyzerAndTables() {
    #expect(TextAnalyzer.fingerprint == "\(TextAnalyzer.version)/\(TextAnalyzer.unicodeVersion)")
    #expect(TextAnalyzer.unicodeVersion == "15.0.0")
  }

  /// Equivalent spellings are found by the same searches: composed, decomposed, compatibility forms.
  @Test func equivalentTextFoldsAlike() {
    let seed = caseSeed()
    var random = SeededGenerator(seed: seed)
    let pool = Array(
      """
      aAéÉßıİöÅﬁǅ１Ａｶﾞがパﾊﾟアー漢々한국各ЁйѝїўΆΐςأآئلاמבּשׁहिन्दीकड़ড়ৎก้ำเขមែកြမ့ྲྀ\
      \u{300}\u{301}\u{308}\u{302}\u{323}\u{3099}\u{309A}\u{93C}\u{5B7}\u{651}\u{64B} .-+#
      """.unicodeScalars)
    var failures: [String] = []
    let analyzers = ["en", "tr", "ja"].map { analyzer($0) }
    for _ in 0..<caseCount(full: 60_000) {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        scalars.append(pool.randomElement(using: &random)!)
      }
      let text = String(scalars)
      let forms = [
        text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping,
        text.precomposedStringWithCompatibilityMapping,
      ]
      for analyzer in analyzers {
        let expected = analyzer.analyze(text)
        if forms.contains(where: { analyzer.analyze($0) != expected }) {
          failures.append(text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " "))
        }
      }
    }
    #expect(failures.isEmpty, "seed \(seed)")
  }

  /// One buffer for many texts holds what each of them gives alone, whatever was written or taken back before it.
  @Test func textsInOneBufferAreStrangers() {
    let seed = caseSeed()
    var random = SeededGenerator(seed: seed)
    let pool = Array("aZ9ßİı漢字がハ한ก้ำк \u{301}\u{308}\u{93C}\u{3099}.-+#🎉🇯🇵👍🏽ﷺ".unicodeScalars)
    var failures = 0
    for number in 0..<caseCount(full: 20_000) {
      let analyzer = analyzer(["en", "tr", "ja", "th"][number % 4])
      var writer = TokenWriter(analyzer, room: random.below(40))
      var expected: [UInt8] = []
      var list: Int?
      for _ in 0..<random.below(12) {
        var text = ""
        for _ in 0..<random.below(9) { text.unicodeScalars.append(pool[random.below(pool.count)]) }
        let alone = analyzer.analyze(text)
        if random.below(3) == 0 {
          list = nil
          writer.append(text)
        } else {
          let start = list ?? expected.count
          list = start
          writer.append(keyword: text, ofListFrom: start)
          if expected.count > start, !alone.isEmpty { expected += [0x20, 0xEE, 0x80, 0x80, 0x20] }
        }
        expected += alone
        if writer.count != expected.count { failures += 1 }
      }
      if writer.finish() != expected { failures += 1 }
    }
    #expect(failures == 0, "seed \(seed)")
  }

  /// A mark after a sign or a space belongs to no letter, not to the dotless i that stands before the sign.
  @Test(arguments: ["en", "tr", "az"]) func aMarkAfterASignIsDropped(locale: String) {
    #expect(analyzed("ı+\u{301}a ı \u{308}b ı.\u{300}c", locale) == analyzed("ı+a ı b ı.c", locale))
    #expect(analyzed("I+\u{301}a", locale) == analyzed("I+a", locale))
  }

  /// Analysing what was folded changes nothing.
  @Test func foldingIsIdempotent() {
    let analyzer = analyzer("en")
    var failures: [String] = []
    for value in UInt32(0)..<0x20000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let once = analyzer.fold(String(scalar))
      if analyzer.fold(String(decoding: once, as: UTF8.self)) != once {
        failures.append(String(value, radix: 16))
      }
    }
    #expect(failures.isEmpty)
  }

  /// A cluster may carry any number of marks, and each cluster of a run is written twice.
  @Test(arguments: [1, 40, 90, 96, 97, 100, 200, 500, 3000]) func aClusterWithManyMarksHasRoom(marks: Int) {
    let analyzer = TextAnalyzer(locale: LanguageTag("th")!)
    for count in 1...3 {
      let cluster = "ก" + String(repeating: "\u{E31}", count: marks)
      let analyzed = analyzer.analyze(String(repeating: cluster, count: count))
      #expect(analyzed.count { $0 == 0x20 } == count - 1)
    }
  }

  /// Plain words are folded without the tokenizer; they must come out as if by it, behind whatever stands before.
  @Test(arguments: ["en", "de", "tr"]) func plainWordsFoldAsOthersDo(tag: String) {
    let analyzer = TextAnalyzer(locale: LanguageTag(tag)!)
    var random = SeededGenerator(seed: caseSeed() + UInt64(tag.utf8.first!))
    let letters = Array("aAiIzZ019  --_/,+#.\t\u{7F}\u{1}ä港")
    for _ in 0..<caseCount(full: 20_000) {
      let text = String((0..<random.below(9)).map { _ in letters[random.below(letters.count)] })
      let expected = [0x61, 0x20] + analyzer.tokens(of: text, mode: .fold)
      var found: [UInt8] = [0x61, 0x20]
      analyzer.fold(text, into: &found)
      #expect(found == expected, "\(text)")
      #expect(Array(found.dropFirst(2)) == analyzer.fold(text))
    }
  }
}
