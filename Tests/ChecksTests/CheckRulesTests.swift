import Checks
import Diagnostics
import Testing

@Suite struct CheckRulesTests {
  @Test func idsAreUniqueSlugs() {
    let ids = CheckRules.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for id in ids {
      #expect(id.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x2D }, "\(id)")
      #expect(["PH", "PL", "MK", "KW", "MF", "ID", "LO", "LN"].contains { id.hasPrefix($0 + "-") }, "\(id)")
    }
  }

  @Test func everyRuleExplainsItself() {
    for rule in CheckRules.all {
      for text in [rule.summary, rule.cause] {
        #expect(!text.isEmpty && !text.hasSuffix("."), "\(rule.id)")
        #expect(text.first?.isUppercase == false, "\(rule.id)")
      }
      #expect(rule.bad != rule.good && !rule.bad.isEmpty && !rule.good.isEmpty, "\(rule.id)")
    }
  }
}
