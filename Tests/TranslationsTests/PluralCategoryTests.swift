import Testing
import Translations

@Suite struct PluralCategoryTests {
  private func required(_ locale: String) -> String? {
    PluralRequirements(LanguageTag(locale)!)?.required.map(\.rawValue).joined(separator: " ")
  }

  @Test(arguments: [
    ("ja", "other"), ("en", "one other"), ("ar", "zero one two few many other"), ("pl", "one few many"),
    ("cs", "one few other"), ("he", "one two other"), ("iw", "one two other"), ("pt-BR", "one other"),
    ("zh-Hant", "other"), ("sr-Latn", "one few other"), ("nb", "one other"), ("no", "one other"),
    ("mo", "one few other"),
    ("sh", "one few other"), ("en-GB", "one other"), ("hi-Latn", "one other"),
  ])
  func theLanguageDecides(locale: String, categories: String) {
    #expect(required(locale) == categories)
  }

  @Test func aCategoryOfOneNumberIsKnown() throws {
    #expect(try #require(PluralRequirements(tag("en"))).exactly == [.one: 1])
    #expect(try #require(PluralRequirements(tag("ar"))).exactly == [.zero: 0, .one: 1, .two: 2])
    #expect(try #require(PluralRequirements(tag("ru"))).exactly.isEmpty)
    #expect(try #require(PluralRequirements(tag("pt"))).exactly.isEmpty)
    #expect(try #require(PluralRequirements(tag("pt-PT"))).exactly == [.one: 1])
    #expect(try #require(PluralRequirements(tag("pt-AO"))).exactly == [.one: 1])
    #expect(try #require(PluralRequirements(tag("ja"))).exactly.isEmpty)
  }

  @Test func optionalCategoriesAreNotRequired() throws {
    #expect(try #require(PluralRequirements(tag("es"))).optional == [.many])
    #expect(try #require(PluralRequirements(tag("pl"))).optional == [.other])
    #expect(try #require(PluralRequirements(tag("de"))).optional.isEmpty)
  }

  @Test func aLanguageWithoutRuleHasNone() {
    #expect(PluralRequirements(tag("tlh")) == nil)
    #expect(PluralRequirements(tag("x-mine")) == nil)
    #expect(PluralRequirements.cldrVersion == "48")
  }

  @Test func categoriesAreOrdered() {
    #expect(PluralCategory.allCases.shuffled().sorted() == [.zero, .one, .two, .few, .many, .other])
  }
}
