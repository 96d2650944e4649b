import Testing

@testable import Interchange

@Suite struct ProjectNearestNameTests {
  @Test(
    arguments: [
      ("sourceLocal", "sourceLocale"), ("SOURCELOCALE", "sourceLocale"), ("stroe", "store"),
      ("storr", "store"),
      ("xyz", nil), ("", nil), ("s", nil),
    ] as [(String, String?)])
  func slipsAreFound(_ name: String, _ nearest: String?) {
    #expect(nearestName(to: name, in: ["version", "sourceLocale", "store"]) == nearest)
  }

  @Test func theFirstOfTwoEqualNamesIsTaken() {
    #expect(nearestName(to: "stora", in: ["store", "storb"]) == "store")
    #expect(nearestName(to: "x", in: []) == nil)
  }
}
