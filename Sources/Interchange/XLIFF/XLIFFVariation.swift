/// The suffix by which Xcode names the leaves of a String Catalog: `key|==|plural.one`.
enum XLIFFVariation {
  /// The path that a key with such a suffix means, its segments joined by 0; `nil` if it has none.
  ///
  /// `key|==|device.iphone.plural.one` has five segments. A key may hold `|==|` itself, so only the last one
  /// is looked at, and only words that Xcode writes count.
  static func path(of key: [UInt8]) -> [UInt8]? {
    guard let border = lastBorder(in: key) else { return nil }
    let words = key[(border + 4)...].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard isPath(words[...]) else { return nil }
    var path = Array(key[..<border])
    for word in words {
      path.append(0)
      path.append(contentsOf: word)
    }
    return path
  }

  private static func lastBorder(in key: [UInt8]) -> Int? {
    var index = key.count - 4
    while index >= 0 {
      if key[index] == bar, key[index + 1] == equals, key[index + 2] == equals, key[index + 3] == bar {
        return index
      }
      index -= 1
    }
    return nil
  }

  /// `substitutions.NAME` at most once and first, then one or more of `plural.CATEGORY` and `device.KIND`.
  private static func isPath(_ words: ArraySlice<ArraySlice<UInt8>>) -> Bool {
    var rest = words
    if let first = rest.first, equal(first, "substitutions") {
      guard rest.count > 3, !rest[rest.startIndex + 1].isEmpty else { return false }
      rest = rest.dropFirst(2)
    }
    guard rest.count == 2 || rest.count == 4 else { return false }
    var seen: [ArraySlice<UInt8>] = []
    while let kind = rest.popFirst(), let value = rest.popFirst() {
      let values = equal(kind, "plural") ? categories : equal(kind, "device") ? devices : []
      guard !seen.contains(kind), values.contains(where: { equal(value, $0) }) else { return false }
      seen.append(kind)
    }
    return true
  }

  private static func equal(_ bytes: ArraySlice<UInt8>, _ word: String) -> Bool {
    bytes.elementsEqual(word.utf8)
  }

  private static let bar = UInt8(ascii: "|")
  private static let equals = UInt8(ascii: "=")
  private static let categories = ["zero", "one", "two", "few", "many", "other"]
  private static let devices = [
    "iphone", "ipad", "ipod", "mac", "applewatch", "appletv", "applevision", "other",
  ]
}
