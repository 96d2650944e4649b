import Testing

@testable import Interchange

@Suite struct XLIFFVariationTests {
  @Test(arguments: [
    ("k|==|plural.one", "k/plural/one"),
    ("|==|plural.other", "/plural/other"),
    ("k|==|device.iphone", "k/device/iphone"),
    ("k|==|device.applewatch.plural.few", "k/device/applewatch/plural/few"),
    ("k|==|plural.few.device.mac", "k/plural/few/device/mac"),
    ("k|==|substitutions.n.plural.many", "k/substitutions/n/plural/many"),
    ("k|==|substitutions.n.device.ipad.plural.two", "k/substitutions/n/device/ipad/plural/two"),
    ("a|==|b|==|plural.zero", "a|==|b/plural/zero"),
    ("a|==|plural.one|==|plural.one", "a|==|plural.one/plural/one"),
  ])
  func knownWordsAreAPath(key: String, path: String) {
    let segments = XLIFFVariation.path(of: Array(key.utf8))?.map { $0 == 0 ? UInt8(ascii: "/") : $0 }
    #expect(segments.map { String(decoding: $0, as: UTF8.self) } == path)
  }

  @Test(arguments: [
    "k", "", "|", "|==|", "k|==|", "k|==|plural", "k|==|plural.", "k|==|plural.some",
    "k|==|plural.one.plural.two",
    "k|==|plural.one.", "k|==|device.phone", "k|==|substitutions.n", "k|==|substitutions.n.plural",
    "k|==|substitutions..plural.one", "k|==|substitutions.a.b.plural.one", "k|==|Plural.one",
    "k|=|plural.one",
    "k|==|plural.one ", "a|==|plural.one|==|b",
  ])
  func anythingElseIsAKey(key: String) {
    #expect(XLIFFVariation.path(of: Array(key.utf8)) == nil)
  }
}
