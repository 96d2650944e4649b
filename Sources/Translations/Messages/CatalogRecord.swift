/// A catalog as bytes that one program keeps for itself, to have the table again without reading the file.
///
/// No format for others: numbers stand as this machine has them. What was kept is compared with a digest before it is
/// believed, and still every offset is checked.
package enum CatalogRecord {
  private static let magic: UInt64 = 0x3174_6264_6361_7361
  private static let headCount = 48
  private static let rowCount = 32

  /// Hands the record to `write` piece by piece; the texts are not copied.
  package static func write(
    _ catalog: Catalog, _ write: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    var head: [UInt8] = []
    let names = [catalog.locale?.description, catalog.sourceLocale?.description, catalog.path].map {
      Array(($0 ?? "").utf8)
    }
    let words = [
      magic, UInt64(catalog.rows.count), UInt64(catalog.prefixes.count), UInt64(catalog.arena.count),
      UInt64((names + catalog.prefixes).reduce(0) { $0 + 8 + $1.count }), 0,
    ]
    for word in words { append(word, to: &head) }
    for text in names + catalog.prefixes {
      append(UInt64(text.count), to: &head)
      head += text
    }
    try unsafe head.withUnsafeBytes { try unsafe write($0) }
    let rows = encoded(catalog.rows)
    try unsafe rows.withUnsafeBytes { try unsafe write($0) }
    try unsafe catalog.arena.withUnsafeBytes { try unsafe write($0) }
  }

  private static func append(_ word: UInt64, to bytes: inout [UInt8]) {
    unsafe withUnsafeBytes(of: word) { unsafe bytes.append(contentsOf: $0) }
  }

  private static func encoded(_ rows: [Catalog.Row]) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: rows.count * rowCount) { buffer, count in
      let target = UnsafeMutableRawBufferPointer(buffer)
      for (index, row) in rows.enumerated() {
        let start = index * rowCount
        func store(_ slice: Catalog.Slice, at place: Int) {
          unsafe target.storeBytes(of: slice.offset, toByteOffset: start + place, as: UInt32.self)
          unsafe target.storeBytes(of: slice.count, toByteOffset: start + place + 4, as: UInt32.self)
        }
        store(row.key, at: 0)
        store(row.source, at: 8)
        store(row.target, at: 16)
        // The place of a text in its file is not kept: a later edit moves it.
        unsafe target.storeBytes(of: UInt32(row.prefix), toByteOffset: start + 24, as: UInt32.self)
        unsafe target.storeBytes(of: row.state.rawValue, toByteOffset: start + 28, as: UInt8.self)
        unsafe target.storeBytes(of: row.flags.rawValue, toByteOffset: start + 29, as: UInt8.self)
        unsafe target.storeBytes(of: 0, toByteOffset: start + 30, as: UInt16.self)
      }
      count = rows.count * rowCount
    }
  }

  /// Reads a record; `nil` for anything that is none. Lines and columns are 0.
  /// - Parameter read: gives the bytes at an offset, or `nil`.
  package static func read(_ read: (_ offset: Int, _ count: Int) -> [UInt8]?) -> Catalog? {
    guard let head = read(0, headCount), head.count == headCount else { return nil }
    let words = (0..<6).map { word(head, 8 * $0) }
    guard words[0] == magic, words.allSatisfy({ $0 < 1 << 62 }) else { return nil }
    let (rowTotal, prefixTotal, arenaTotal, textTotal) = (
      Int(words[1]), Int(words[2]), Int(words[3]), Int(words[4])
    )
    guard rowTotal < 1 << 32, prefixTotal < 1 << 17, textTotal < 1 << 32,
      let texts = read(headCount, textTotal), texts.count == textTotal,
      let rowBytes = read(headCount + textTotal, rowTotal * rowCount), rowBytes.count == rowTotal * rowCount,
      let arena = read(headCount + textTotal + rowTotal * rowCount, arenaTotal), arena.count == arenaTotal,
      let names = split(texts, count: 3 + prefixTotal),
      let rows = decoded(rowBytes, arena: arenaTotal, prefixes: prefixTotal)
    else { return nil }
    func tag(_ index: Int) -> LanguageTag? { LanguageTag(String(decoding: names[index], as: UTF8.self)) }
    return Catalog(
      arena: arena, prefixes: Array(names[3...]), rows: rows, locale: tag(0), sourceLocale: tag(1),
      path: String(decoding: names[2], as: UTF8.self))
  }

  private static func word(_ bytes: [UInt8], _ offset: Int) -> UInt64 {
    unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
  }

  private static func split(_ bytes: [UInt8], count: Int) -> [[UInt8]]? {
    var parts: [[UInt8]] = []
    var position = 0
    for _ in 0..<count {
      guard position + 8 <= bytes.count else { return nil }
      let size = word(bytes, position)
      guard size <= UInt64(bytes.count - position - 8) else { return nil }
      parts.append(Array(bytes[position + 8..<position + 8 + Int(size)]))
      position += 8 + Int(size)
    }
    return position == bytes.count ? parts : nil
  }

  private static func decoded(_ bytes: [UInt8], arena: Int, prefixes: Int) -> [Catalog.Row]? {
    var rows: [Catalog.Row] = []
    rows.reserveCapacity(bytes.count / rowCount)
    let isSound = unsafe bytes.withUnsafeBytes { source in
      for start in stride(from: 0, to: source.count, by: rowCount) {
        func slice(_ place: Int) -> Catalog.Slice {
          let offset = unsafe source.loadUnaligned(fromByteOffset: start + 8 * place, as: UInt32.self)
          let count = unsafe source.loadUnaligned(fromByteOffset: start + 8 * place + 4, as: UInt32.self)
          return Catalog.Slice(offset: Int(offset), count: Int(count))
        }
        let (key, origin, target) = (slice(0), slice(1), slice(2))
        let prefix = Int(unsafe source.loadUnaligned(fromByteOffset: start + 24, as: UInt32.self))
        guard let state = TranslationState(rawValue: unsafe source[start + 28]), prefix < prefixes,
          key.range.upperBound <= arena, origin.isAbsent || origin.range.upperBound <= arena,
          target.isAbsent || target.range.upperBound <= arena
        else { return false }
        rows.append(
          Catalog.Row(
            key: key, source: origin, target: target, line: 0, column: 0, prefix: prefix, state: state,
            flags: Catalog.Flags(rawValue: unsafe source[start + 29])))
      }
      return true
    }
    return isSound ? rows : nil
  }
}
