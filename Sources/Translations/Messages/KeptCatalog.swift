/// A table of a catalog as one program keeps it for itself, in pieces, to know later what changed in the file.
///
/// No format for others. This is the index: where each piece lies, how many rows it has, and where it begins. What
/// changed is found by comparing the bytes of each piece with the rows that are there now, so only the pieces that
/// differ become rows again; and only they are written when the table is kept anew, behind those that stay.
package struct KeptCatalog: Sendable {
  /// Some rows that are neighbours.
  package struct Piece: Sendable {
    var offset: Int
    var byteCount: Int
    var rowCount: Int
    var checksum: UInt64
    var firstPath: [UInt8]
  }

  /// A stretch of a table that is to be kept.
  package enum Part: Sendable {
    /// What is there already.
    case kept(Piece)
    case rows(Range<Int>)

    /// Bytes that are there already.
    package var keptByteCount: Int { if case .kept(let piece) = self { piece.byteCount } else { 0 } }
  }

  private(set) var pieces: [Piece] = []
  let prefixes: [[UInt8]]
  let locale: LanguageTag?
  let sourceLocale: LanguageTag?
  let path: String

  /// How many rows a piece gets; large enough for the index to be small, small enough to be written for one change.
  private static let rowsOfPiece = 64
  private static let magic: UInt64 = 0x3274_6264_6361_7361

  // MARK: - Writing

  /// Hands the bytes of the pieces that are not there yet to `write`, which puts them one behind the other.
  /// - Parameters:
  ///   - parts: all rows of `catalog`, in order.
  ///   - offset: where the bytes go.
  package init(
    _ catalog: Catalog, _ parts: [Part], at offset: Int, _ write: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    prefixes = catalog.prefixes
    locale = catalog.locale
    sourceLocale = catalog.sourceLocale
    path = catalog.path
    var offset = offset
    var buffer: [UInt8] = []
    buffer.reserveCapacity(Self.bufferSize)
    for part in parts {
      guard case .rows(let rows) = part else {
        if case .kept(let piece) = part { pieces.append(piece) }
        continue
      }
      for rows in Self.split(rows) {
        let start = buffer.count
        CatalogPiece.append(rows, of: catalog, to: &buffer)
        let sum = unsafe buffer.withUnsafeBytes {
          unsafe CatalogPiece.checksum(UnsafeRawBufferPointer(rebasing: $0[start...]))
        }
        pieces.append(
          Piece(
            offset: offset, byteCount: buffer.count - start, rowCount: rows.count, checksum: sum,
            firstPath: catalog.pathBytes(catalog.rows[rows.lowerBound])))
        offset += buffer.count - start
        guard buffer.count >= Self.bufferSize * 3 / 4 else { continue }
        try unsafe buffer.withUnsafeBytes { try unsafe write($0) }
        buffer.removeAll(keepingCapacity: true)
      }
    }
    if !buffer.isEmpty { try unsafe buffer.withUnsafeBytes { try unsafe write($0) } }
  }

  private static let bufferSize = 1 << 18

  private static func split(_ rows: Range<Int>) -> [Range<Int>] {
    // A rest that is not worth a piece of its own stays with the last.
    let count = max(1, (rows.count + rowsOfPiece / 2) / rowsOfPiece)
    return (0..<count).map { number in
      let start = rows.lowerBound + number * rowsOfPiece
      return start..<(number == count - 1 ? rows.upperBound : start + rowsOfPiece)
    }.filter { !$0.isEmpty }
  }

  /// The index.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    func append(_ word: UInt64) { unsafe withUnsafeBytes(of: word) { unsafe bytes.append(contentsOf: $0) } }
    func append(_ text: [UInt8]) {
      append(UInt64(text.count))
      bytes += text
    }
    append(Self.magic)
    append(UInt64(prefixes.count))
    append(UInt64(pieces.count))
    for name in [locale?.description, sourceLocale?.description, path] { append(Array((name ?? "").utf8)) }
    for prefix in prefixes { append(prefix) }
    for piece in pieces {
      append(UInt64(piece.offset))
      append(UInt64(piece.byteCount))
      append(UInt64(piece.rowCount))
      append(piece.checksum)
      append(piece.firstPath)
    }
    return bytes
  }

  // MARK: - Reading

  /// Reads an index; `nil` for anything that is none.
  package init?(_ bytes: [UInt8]) {
    var position = 0
    func word() -> UInt64? {
      guard bytes.count - position >= 8 else { return nil }
      defer { position += 8 }
      return unsafe bytes.withUnsafeBytes {
        unsafe $0.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      }
    }
    func number() -> Int? { word().flatMap { $0 < 1 << 48 ? Int($0) : nil } }
    func text() -> [UInt8]? {
      guard let count = number(), count <= bytes.count - position else { return nil }
      defer { position += count }
      return Array(bytes[position..<position + count])
    }
    guard word() == Self.magic, let prefixCount = number(), prefixCount <= Int(UInt16.max),
      let pieceCount = number(), let tag = text(), let sourceTag = text(), let path = text()
    else { return nil }
    locale = LanguageTag(String(decoding: tag, as: UTF8.self))
    sourceLocale = LanguageTag(String(decoding: sourceTag, as: UTF8.self))
    self.path = String(decoding: path, as: UTF8.self)
    var prefixes: [[UInt8]] = []
    for _ in 0..<prefixCount {
      guard let prefix = text() else { return nil }
      prefixes.append(prefix)
    }
    self.prefixes = prefixes
    for _ in 0..<pieceCount {
      guard let offset = number(), let byteCount = number(), let rowCount = number(), let checksum = word(),
        let firstPath = text()
      else { return nil }
      pieces.append(
        Piece(
          offset: offset, byteCount: byteCount, rowCount: rowCount, checksum: checksum, firstPath: firstPath))
    }
    guard position == bytes.count else { return nil }
  }

  /// The rows whose paths begin with one of `stems`, and maybe others; all if there are no stems. Lines and columns
  /// are 0.
  /// - Parameter read: gives the bytes at an offset, or `nil`.
  /// - Returns: `nil` if a piece cannot be read or is damaged.
  package func table(
    below stems: [[UInt8]]?, read: (_ offset: Int, _ count: Int) -> [UInt8]?
  ) -> Catalog? {
    var bytes = PieceBytes(pieces)
    var (arena, rows): ([UInt8], [Catalog.Row]) = ([], [])
    for index in stems.map(indices) ?? Array(pieces.indices) {
      guard bytes.move(to: index, isAlone: stems != nil, read: read),
        bytes.rows(prefixes: prefixes.count, into: &rows, &arena)
      else { return nil }
    }
    return Catalog(
      arena: arena, prefixes: prefixes, rows: rows, locale: locale, sourceLocale: sourceLocale, path: path)
  }

  /// The pieces that can have rows whose paths begin with one of `stems`, in order.
  private func indices(of stems: [[UInt8]]) -> [Int] {
    var found: Set<Int> = []
    for stem in stems {
      var (low, high) = (0, pieces.count)
      while low < high {
        let middle = (low + high) / 2
        let isBefore = pieces[middle].firstPath.lexicographicallyPrecedes(stem)
        if isBefore { low = middle + 1 } else { high = middle }
      }
      // The piece before can go on with such rows.
      if low > 0 { found.insert(low - 1) }
      while low < pieces.count, pieces[low].firstPath.starts(with: stem) {
        found.insert(low)
        low += 1
      }
    }
    return found.sorted()
  }

  // MARK: - Comparing

  /// A kept table beside one that was read now.
  package struct Comparison {
    /// The table that was; where nothing changed its rows are those of the new one, with their places.
    package var old: Catalog
    package var difference: CatalogDifference
    /// How the new table is kept.
    package var parts: [Part]
  }

  /// Compares the table with `new`, to whose arena it adds the texts that are not there any more.
  ///
  /// A piece with the very bytes of the new rows says nothing else than they do, so its checksum is not asked for;
  /// what differs must have the one it had.
  /// - Returns: `nil` if a piece that is needed is damaged, or keys share their prefixes in another way.
  /// - Complexity: O(rows), about one comparison of memory for each text.
  package func compare(
    with new: inout Catalog, read: (_ offset: Int, _ count: Int) -> [UInt8]?
  ) -> Comparison? {
    guard prefixes == new.prefixes else { return nil }
    var bytes = PieceBytes(pieces)
    var rows: [Catalog.Row] = []
    rows.reserveCapacity(new.count)
    var parts: [Part] = []
    var stretches: [(old: Range<Int>, new: Range<Int>)] = []
    var position = 0
    for (index, piece) in pieces.enumerated() {
      guard bytes.move(to: index, isAlone: false, read: read) else { return nil }
      if bytes.isSame(position, in: new) {
        rows += new.rows[position..<position + piece.rowCount]
        parts.append(.kept(piece))
        position += piece.rowCount
        continue
      }
      let (start, oldStart) = (position, rows.count)
      guard bytes.rows(prefixes: prefixes.count, into: &rows, &new.arena) else { return nil }
      position =
        index + 1 < pieces.count
        ? max(start, new.lowerBound(of: pieces[index + 1].firstPath[...])) : new.count
      stretches.append((oldStart..<rows.count, start..<position))
      if position > start { parts.append(.rows(start..<position)) }
    }
    if position < new.count {
      stretches.append((rows.count..<rows.count, position..<new.count))
      parts.append(.rows(position..<new.count))
    }
    let old = Catalog(
      arena: new.arena, prefixes: prefixes, rows: rows, locale: locale, sourceLocale: sourceLocale, path: path
    )
    return Comparison(
      old: old, difference: CatalogDifference(from: old, to: new, in: stretches), parts: parts)
  }
}

/// The bytes of one piece after the other, read many at a time.
private struct PieceBytes {
  private let pieces: [KeptCatalog.Piece]
  private var block: [UInt8] = []
  /// Where the block lies in the file.
  private var blockOffset = 0
  private var index = 0

  private static let blockSize = 1 << 16

  init(_ pieces: [KeptCatalog.Piece]) { self.pieces = pieces }

  private var piece: KeptCatalog.Piece { pieces[index] }

  private var range: Range<Int> {
    let start = piece.offset - blockOffset
    return start..<start + piece.byteCount
  }

  /// Makes a piece the present one.
  /// - Parameter isAlone: reads no others with it.
  mutating func move(to index: Int, isAlone: Bool, read: (Int, Int) -> [UInt8]?) -> Bool {
    self.index = index
    if range.lowerBound >= 0 && range.upperBound <= block.count { return true }
    var end = piece.offset + piece.byteCount
    var next = index + 1
    while !isAlone, next < pieces.count, pieces[next].offset == end, end - piece.offset < Self.blockSize {
      end += pieces[next].byteCount
      next += 1
    }
    blockOffset = piece.offset
    block = read(blockOffset, end - blockOffset) ?? []
    return block.count == end - blockOffset
  }

  func isSame(_ first: Int, in catalog: Catalog) -> Bool {
    guard first + piece.rowCount <= catalog.count else { return false }
    return unsafe block.withUnsafeBytes {
      unsafe CatalogPiece.isSame(
        UnsafeRawBufferPointer(rebasing: $0[range]), first..<first + piece.rowCount, of: catalog)
    }
  }

  /// Appends the rows of the present piece.
  /// - Returns: whether it is sound.
  func rows(prefixes: Int, into rows: inout [Catalog.Row], _ arena: inout [UInt8]) -> Bool {
    unsafe block.withUnsafeBytes { block in
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: block[range])
      return unsafe CatalogPiece.checksum(bytes) == piece.checksum
        && CatalogPiece.read(
          bytes, rowCount: piece.rowCount, prefixes: prefixes, rows: &rows, arena: &arena)
    }
  }
}
