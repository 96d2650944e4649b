import Diagnostics
import TestSupport
import Testing
import Translations

@testable import Checks

/// Terms in many sets, counted from what changed, against judging all sets.
@Suite struct TermCollisionsTests {
  private static let terms = [
    "order", "Order", "ORDERS", "order status", "status  order", "Größe", "GRÖSSE", "grösse", "集中", "集 中",
    "+", " ",
    "c++", "wi-fi", "Wi Fi", "wifi", "i", "I", "İ", "ı", "12", "１２", "x.y", "x", "caf\u{E9}", "cafe\u{301}",
    "cafe",
  ]

  private static func set(_ key: Int, _ random: inout SeededGenerator) -> KeywordSet {
    let states: [KeywordSet.State] = [.approved, .approved, .approved, .proposed, .rejected, .retired]
    return KeywordSet(
      key: "k\(key)", state: states[random.below(states.count)],
      terms: (0..<random.below(6)).map { _ in KeywordTerm(terms[random.below(terms.count)]) })
  }

  private static func findings(_ sets: [KeywordSet], _ locale: LanguageTag) -> Int {
    var sink = DiagnosticCollector()
    checkKeywords(
      sets,
      context: KeywordContext(
        locale: locale, sourceLocale: locale, maxTerms: .max, currentDigest: { _ in "" }),
      into: &sink)
    return sink.diagnostics.count { $0.rule == TermCollisions.rule }
  }

  @Test(arguments: ["en", "de", "ja", "tr"]) func theDifferenceIsThatOfAllSets(tag: String) throws {
    let locale = try #require(LanguageTag(tag))
    var random = SeededGenerator(seed: caseSeed())
    var changes = 0
    for _ in 0..<caseCount(full: 1_000) {
      let before = (0..<random.below(60)).map { Self.set($0, &random) }
      var after = before
      var changed: Set<ExactString> = []
      for _ in 0..<random.below(8) where !after.isEmpty {
        let index = random.below(after.count)
        changed.insert(after[index].key)
        switch random.below(4) {
        case 0: after.remove(at: index)
        case 1:
          after.append(Self.set(100 + after.count, &random))
          changed.insert(after[after.count - 1].key)
        default:
          var set = Self.set(0, &random)
          set.key = after[index].key
          after[index] = set
        }
      }
      // Keys are unique.
      guard Set(after.map(\.key)).count == after.count else { continue }
      let collisions = TermCollisions(
        from: before.filter { changed.contains($0.key) }, to: after.filter { changed.contains($0.key) },
        beside: after.lazy.filter { !changed.contains($0.key) }, in: locale)
      let difference = Self.findings(after, locale) - Self.findings(before, locale)
      #expect(collisions.after - collisions.before == difference, "\(before) to \(after)")
      if difference != 0 { changes += 1 }
    }
    #expect(changes > 0)
  }
}
