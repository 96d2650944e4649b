import Diagnostics
import TestSupport
import Testing
import Translations

@testable import Checks

/// Whether a changed title can matter to a keyword set, against judging the set with both titles.
@Suite struct TitleChangeTests {
  private static let words = ["Hafen", "hafen", "Boote", "港", "みなと", "the", "Düne", "dune", "", "x", "Ringe"]

  private static func text(_ random: inout SeededGenerator) -> String {
    (0..<random.below(4)).map { _ in words[random.below(words.count)] }.joined(separator: " ")
  }

  private static func findings(_ set: KeywordSet, _ titles: [String?], _ locale: LanguageTag) -> [String] {
    var sink = DiagnosticCollector()
    let users = titles.map { _ in
      ContentRecord(
        contentID: ContentID("a")!, domain: "a", route: "a", titleKey: MessageKey("a/a")!, keywordKeys: ["k"])
    }
    let context = KeywordContext(
      locale: locale, sourceLocale: LanguageTag("en")!, maxTerms: 3, users: KeywordUsers(users),
      titles: titles,
      currentDigest: { _ in "" })
    checkKeywords([set], context: context, into: &sink)
    return sink.diagnostics.map { "\($0.rule.id) \($0.message)" }.sorted()
  }

  @Test(arguments: ["de", "ja", "fr"]) func whatItSaysIsUntouchedIsJudgedTheSame(tag: String) {
    let locale = LanguageTag(tag)!
    var random = SeededGenerator(seed: caseSeed() + UInt64(tag.utf8.first!))
    var untouched = 0
    for _ in 0..<caseCount(full: 8_000) {
      let terms = (0..<random.below(4)).map { _ in KeywordTerm(Self.text(&random)) }
      let set = KeywordSet(
        key: "k", state: .approved, terms: terms, review: .init(by: "", at: "", digest: "", source: ""))
      let old = random.below(5) == 0 ? nil : Self.text(&random)
      let new = random.below(5) == 0 ? nil : random.below(5) == 0 ? old : Self.text(&random)
      let others = (0..<random.below(2)).map { _ in Self.text(&random) }
      guard !TitleChange(from: old, to: new, in: locale).canTouch(set) else { continue }
      untouched += 1
      #expect(
        Self.findings(set, others + [old], locale) == Self.findings(set, others + [new], locale),
        "\(terms.map(\.text)), \(old ?? "-") to \(new ?? "-"), beside \(others)")
    }
    #expect(untouched > 0)
  }
}
