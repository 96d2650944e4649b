import Translations

/// Which rows of a catalog can have a finding about placeholders at all.
///
/// Most texts have no placeholder and neither have their sources; a row is looked at only if its text, its source or
/// another form of the same plural message holds a sign that can begin one.
struct PlaceholderCandidates {
  /// For each row of the target.
  private(set) var isCandidate: [Bool]
  /// For each row of the target, the row of the source with the same key, where that was found on the way.
  private(set) var twins: [Int32]

  /// - Parameter source: `nil` if the source texts are in the target's rows.
  init(source: Catalog?, target: Catalog) {
    twins = [Int32](repeating: -1, count: target.count)
    isCandidate = SignScan.rows(of: target) { $0.target }
    guard let source else {
      let hasSource = SignScan.rows(of: target) { $0.source }
      for index in isCandidate.indices where hasSource[index] { isCandidate[index] = true }
      return
    }
    // Where the last key was found, less where it stood in the source.
    var offset = 0
    var marked = 0..<0
    let hasSign = SignScan.rows(of: source) { $0.target }
    for index in hasSign.indices where hasSign[index] {
      let path = source.path(of: source.rows[index])
      let found = target.index(of: path, near: index + offset)
      if let found {
        isCandidate[found] = true
        twins[found] = Int32(index)
        offset = found - index
        if marked.contains(found) { continue }
      }
      guard let form = PluralPath(path), let group = Self.group(of: path, form, at: found, in: target) else {
        continue
      }
      for form in group.forms { isCandidate[form.row] = true }
      marked = group.rows
    }
  }

  private static func group(
    of path: ArraySlice<UInt8>, _ form: PluralPath, at found: Int?, in target: Catalog
  ) -> PluralGroup? {
    if let found { return PluralGroup(around: found, path: path, plural: form, in: target) }
    return PluralGroup(of: path, plural: form, in: target)
  }
}

/// Looks for the two bytes that can begin a placeholder.
enum SignScan {
  /// For each row, whether one of its texts holds such a byte.
  static func rows(of catalog: Catalog, _ slice: (Catalog.Row) -> Catalog.Slice) -> [Bool] {
    unsafe catalog.arena.withUnsafeBytes { arena in
      catalog.rows.map { row in
        let slice = slice(row)
        guard !slice.isAbsent else { return false }
        return unsafe holdsSign(UnsafeRawBufferPointer(rebasing: arena[slice.range]))
      }
    }
  }

  /// Sixteen bytes at a time.
  private static func holdsSign(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let percents = SIMD16<UInt8>(repeating: UInt8(ascii: "%"))
    let braces = SIMD16<UInt8>(repeating: UInt8(ascii: "{"))
    var index = 0
    while index + 16 <= bytes.count {
      let block = unsafe bytes.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
      if any((block .== percents) .| (block .== braces)) { return true }
      index += 16
    }
    while index < bytes.count {
      let byte = unsafe bytes[index]
      if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "{") { return true }
      index += 1
    }
    return false
  }
}

extension Catalog {
  /// The index of the row with a path, tried first near `guess`: catalogs of one project have nearly the same keys
  /// in the same order.
  func index(of path: ArraySlice<UInt8>, near guess: Int) -> Int? {
    let guess = max(0, guess)
    for index in guess..<max(guess, min(guess + 2, count)) where isPath(path, of: rows[index]) {
      return index
    }
    let low = lowerBound(of: path)
    return low < count && isPath(path, of: rows[low]) ? low : nil
  }

  private func isPath(_ path: ArraySlice<UInt8>, of row: Row) -> Bool {
    if row.prefix == 0, path.count != Int(row.key.count) { return false }
    return self.path(of: row).elementsEqual(path)
  }
}
