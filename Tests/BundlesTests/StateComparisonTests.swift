import TestSupport
import Testing
import Translations

@testable import Bundles

@Suite struct StateComparisonTests {
  /// Every key is on one side or the other of the comparison exactly as often as the projects say, counted from
  /// the projects alone; applying what the comparison says to the old values gives the new ones.
  @Test func whatIsToldIsWhatHappened() throws {
    var random = SeededGenerator(seed: 20_261_130)
    for number in 0..<caseCount(full: 2000) {
      var nodes = MemoryNodes()
      let old = RandomProject(using: &random)
      var new = old
      for _ in 0..<random.below(12) { new.edit(using: &random) }
      let comparison = try StateComparison(
        from: old.content(into: &nodes), to: new.content(into: &nodes), nodes: nodes)
      for locale in RandomProject.locales {
        var values = old.values[locale]!
        let found = comparison.locales.first { $0.locale == locale }
        for value in found?.values ?? [] {
          let key = String(value.key.segments[1])
          let origin = value.movedFrom.map { String($0.segments[1]) } ?? key
          if let before = value.before {
            let was = values.removeValue(forKey: origin)
            #expect(was?.text == before.message.plainText && was?.state == before.state, "case \(number)")
          } else {
            #expect(values[key] == nil, "case \(number)")
          }
          if let origin = value.movedFrom {
            // A move is from a key that is gone to one that was not there, with the same text.
            #expect(new.values[locale]![origin.segments[1]] == nil && old.values[locale]![key] == nil)
            #expect(value.before?.message == value.after?.message, "case \(number)")
          }
        }
        for value in found?.values ?? [] {
          if let after = value.after {
            values[String(value.key.segments[1])] = .init(text: after.message.plainText, state: after.state)
          }
        }
        #expect(values == new.values[locale]!, "seed 20261130, case \(number), \(locale)")
        let keywords = Set(old.keywords[locale]!.keys).union(new.keywords[locale]!.keys).filter {
          old.keywords[locale]![$0] != new.keywords[locale]![$0]
        }
        #expect(Set(found?.keywords.map(\.key.string) ?? []) == keywords, "case \(number)")
      }
      let records = Set(old.records.keys).union(new.records.keys).filter {
        old.records[$0] != new.records[$0]
      }
      #expect(Set(comparison.records.map(\.contentID.description)) == records, "case \(number)")
      for record in comparison.records {
        #expect(record.fields.isEmpty == (record.before == nil || record.after == nil), "case \(number)")
      }
    }
  }

  @Test func fallbacksAndSettingsAreChangesToo() throws {
    let (en, de) = (LanguageTag("en")!, LanguageTag("de")!)
    func locale(_ tag: LanguageTag, _ chain: [LanguageTag]) -> ContentState.Locale {
      .init(locale: tag, chain: chain, keywordChain: [tag], catalogs: [], keywords: .empty)
    }
    let old = ContentState(
      sourceLocale: en, minimumState: .translated, content: .empty,
      locales: [locale(en, [en]), locale(de, [de])])
    let new = ContentState(
      sourceLocale: de, minimumState: .final, content: .empty, locales: [locale(de, [de, en])])
    let comparison = try StateComparison(from: old, to: new, nodes: MemoryNodes())
    #expect(comparison.sourceLocale == .init(before: en, after: de))
    #expect(comparison.minimumState == .init(before: .translated, after: .final))
    #expect(comparison.locales.map(\.locale) == [de, en])
    #expect(comparison.locales[0].chain == .init(before: [de], after: [de, en]))
    #expect(comparison.locales[1].after == nil && comparison.locales[1].before != nil)
    #expect(comparison.restricted(to: en).minimumState == nil)
    #expect(try StateComparison(from: new, to: new, nodes: MemoryNodes()).isEmpty)
  }
}
