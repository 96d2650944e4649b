/// Some neighbouring rows of a catalog with their texts, as the bytes that a kept table has of them.
///
/// A head of 16 bytes for each row, numbers as this machine has them, then the texts row by row: key, source, target.
/// The place of a text in its file is not kept: a later edit moves it.
enum CatalogPiece {
  private static let headCount = 16
  /// In the place of a length, that there is no text.
  private static let absent = UInt32.max

  static func append(_ rows: Range<Int>, of catalog: Catalog, to bytes: inout [UInt8]) {
    for row in catalog.rows[rows] {
      func length(_ slice: Catalog.Slice) -> UInt32 { slice.isAbsent ? absent : slice.count }
      unsafe withUnsafeBytes(of: (length(row.key), length(row.source), length(row.target), rest(row))) {
        unsafe bytes.append(contentsOf: $0)
      }
    }
    unsafe catalog.arena.withUnsafeBytes { arena in
      func append(_ slice: Catalog.Slice) {
        if slice.count == 0 { return }
        unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: arena[slice.range]))
      }
      for row in catalog.rows[rows] {
        append(row.key)
        append(row.source)
        append(row.target)
      }
    }
  }

  /// What is said of a row beside its texts.
  private static func rest(_ row: Catalog.Row) -> UInt32 {
    UInt32(row.prefix) | UInt32(row.state.rawValue) << 16 | UInt32(row.flags.rawValue) << 24
  }

  /// Whether the bytes are those of just these rows.
  static func isSame(_ piece: UnsafeRawBufferPointer, _ rows: Range<Int>, of catalog: Catalog) -> Bool {
    var text = rows.count * headCount
    guard text <= piece.count else { return false }
    return unsafe catalog.arena.withUnsafeBytes { arena in
      unsafe catalog.rows.withUnsafeBufferPointer { all in
        var head = 0
        func isSame(_ slice: Catalog.Slice, _ place: Int) -> Bool {
          let length = unsafe piece.loadUnaligned(fromByteOffset: head + 4 * place, as: UInt32.self)
          guard length == (slice.isAbsent ? absent : slice.count) else { return false }
          if slice.count == 0 { return true }
          defer { text += Int(slice.count) }
          return unsafe text + Int(slice.count) <= piece.count
            && isEqual(
              piece.baseAddress! + text, arena.baseAddress! + Int(slice.offset), count: Int(slice.count))
        }
        for index in rows {
          let row = unsafe all[index]
          guard unsafe piece.loadUnaligned(fromByteOffset: head + 12, as: UInt32.self) == rest(row),
            isSame(row.key, 0), isSame(row.source, 1), isSame(row.target, 2)
          else { return false }
          head += headCount
        }
        return text == piece.count
      }
    }
  }

  private static func isEqual(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, count: Int) -> Bool {
    var index = 0
    while index + 8 <= count {
      let (x, y) = unsafe (
        a.loadUnaligned(fromByteOffset: index, as: UInt64.self),
        b.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      )
      if x != y { return false }
      index += 8
    }
    while index < count {
      if unsafe a.load(fromByteOffset: index, as: UInt8.self) != b.load(fromByteOffset: index, as: UInt8.self)
      {
        return false
      }
      index += 1
    }
    return true
  }

  /// Appends the rows to `rows` and their texts to `arena`; lines and columns are 0.
  /// - Returns: whether the bytes are a piece of so many rows; if not, what was appended means nothing.
  static func read(
    _ piece: UnsafeRawBufferPointer, rowCount: Int, prefixes: Int, rows: inout [Catalog.Row],
    arena: inout [UInt8]
  ) -> Bool {
    guard rowCount <= piece.count / headCount else { return false }
    let texts = rowCount * headCount
    guard arena.count + piece.count - texts < Int(UInt32.max) else { return false }
    let base = arena.count - texts
    unsafe arena.append(contentsOf: UnsafeRawBufferPointer(rebasing: piece[texts...]))
    var position = texts
    for head in stride(from: 0, to: texts, by: headCount) {
      func slice(_ place: Int) -> Catalog.Slice? {
        let length = unsafe piece.loadUnaligned(fromByteOffset: head + 4 * place, as: UInt32.self)
        if length == absent { return .absent }
        guard Int(length) <= piece.count - position else { return nil }
        defer { position += Int(length) }
        return Catalog.Slice(offset: base + position, count: Int(length))
      }
      let rest = unsafe piece.loadUnaligned(fromByteOffset: head + 12, as: UInt32.self)
      guard let key = slice(0), !key.isAbsent, let source = slice(1), let target = slice(2),
        let state = TranslationState(rawValue: UInt8(truncatingIfNeeded: rest >> 16)),
        Int(rest & 0xFFFF) < prefixes
      else { return false }
      rows.append(
        Catalog.Row(
          key: key, source: source, target: target, line: 0, column: 0, prefix: Int(rest & 0xFFFF),
          state: state, flags: Catalog.Flags(rawValue: UInt8(rest >> 24))))
    }
    return position == piece.count
  }

  /// A checksum that no single damaged word goes through, and others by one chance in 2^64.
  static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var sum = UInt64(truncatingIfNeeded: bytes.count) &* 0x9E37_79B9_7F4A_7C15
    func mix(_ word: UInt64) {
      // Both steps can be undone, so two sums that differ stay so.
      sum = (sum ^ word) &* 0xBF58_476D_1CE4_E5B9
      sum ^= sum >> 32
    }
    var index = 0
    while index + 8 <= bytes.count {
      mix(unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    while index < bytes.count {
      mix(UInt64(unsafe bytes[index]))
      index += 1
    }
    return sum
  }
}
