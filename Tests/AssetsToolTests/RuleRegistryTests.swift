import Diagnostics
import Testing

@testable import AssetsTool

@Suite struct RuleRegistryTests {
  @Test func idsAreUniqueSlugsOfKnownFamilies() {
    let families: Set<Substring> = [
      "CF", "XL", "YM", "ID", "LO", "PH", "PL", "MK", "LN", "ST", "TX", "KW", "RV", "RB", "MF", "SE",
    ]
    var seen: Set<String> = []
    for rule in RuleRegistry.all {
      #expect(seen.insert(rule.id).inserted, "\(rule.id) stands twice")
      #expect(families.contains(rule.family), "\(rule.id)")
      #expect(
        rule.id.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D })
    }
    #expect(seen.count > 60)
  }

  @Test func everyRuleExplainsItself() {
    for rule in RuleRegistry.all {
      for text in [rule.summary, rule.cause, rule.bad, rule.good] {
        #expect(!text.isEmpty && !text.hasSuffix("."), "\(rule.id): \(text)")
      }
      #expect(rule.bad != rule.good, "\(rule.id)")
    }
  }
}
