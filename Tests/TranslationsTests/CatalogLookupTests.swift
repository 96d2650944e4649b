import TestSupport
import Testing
import Translations

@Suite struct CatalogLookupTests {
  /// Looking around a row finds what looking everywhere finds, wherever that row is.
  @Test(arguments: 0..<UInt64(30)) func lookingAroundARowFindsTheSame(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let alphabet = "ab\0"
    func path() -> [UInt8] { (0...random.below(7)).map { _ in alphabet.utf8.randomElement(using: &random)! } }
    var builder = CatalogBuilder()
    for line in 1...(1 + random.below(200)) {
      builder.append(
        Catalog.Row(key: builder.store(path()), line: line, column: 1, state: .translated))
    }
    let catalog = builder.finish(locale: nil, sourceLocale: nil, path: "a") { _, _ in }
    var place = random.below(catalog.count + 3)
    for _ in 0..<300 {
      if random.below(10) == 0 { place = random.below(catalog.count + 3) - 1 }
      let path = random.below(2) == 0 ? path() : catalog.pathBytes(catalog.rows[random.below(catalog.count)])
      let expected = catalog.row(path: path[...])
      let start = place
      #expect(
        catalog.row(path: path[...], near: &place)?.line == expected?.line, "seed \(seed), from \(start)")
      #expect(place == catalog.lowerBound(of: path[...]), "seed \(seed), from \(start)")
    }
  }
}
