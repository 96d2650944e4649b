import TestSupport
import Testing
import Translations

/// Eight bytes at a time must say what one at a time says.
@Suite struct ExactStringTests {
  @Test(arguments: 0..<UInt64(50)) func theOrderIsThatOfTheBytes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = ["a", "b", "é", "e\u{301}", "港", "\u{0}", "ui/kw", "longer than eight", ""]
    func text() -> String { (0..<random.below(6)).map { _ in pieces[random.below(pieces.count)] }.joined() }
    for _ in 0..<200 {
      let (a, b) = (text(), text())
      let (x, y) = (Array(a.utf8), Array(b.utf8))
      #expect((ExactString(a) == ExactString(b)) == (x == y), "seed \(seed): \(x) \(y)")
      #expect((ExactString(a) < ExactString(b)) == x.lexicographicallyPrecedes(y), "seed \(seed): \(x) \(y)")
    }
  }
}
