import Translations

/// Places of a text that were meant to be a placeholder: `$d`, `％@`, `% {name}`, `{name}`, `%name}`.
///
/// They are looked for only when a placeholder of the source is missing, so a text that is right is never suspected.
struct PlaceholderNearMisses {
  struct Miss {
    var text: String
    var meant: Placeholder
  }

  let dialect: PlaceholderDialect
  let text: ArraySlice<UInt8>
  let found: PlaceholderSet

  func find(_ missing: [Placeholder]) -> [Miss] {
    guard !missing.isEmpty else { return [] }
    switch dialect {
    case .apple, .printf: return formats(missing)
    case .ruby, .symfony: return missing.compactMap(named)
    case .dotnet, .icu, .none: return []
    }
  }

  /// Pairs what looks like a format with the missing arguments in order.
  private func formats(_ missing: [Placeholder]) -> [Miss] {
    var rest = missing.filter { $0.kind != .variable }
    var misses: [Miss] = []
    var index = text.startIndex
    while index < text.endIndex, !rest.isEmpty {
      guard let end = formatEnd(index) else {
        index += 1
        continue
      }
      misses.append(Miss(text: String(decoding: text[index..<end], as: UTF8.self), meant: rest.removeFirst()))
      index = end
    }
    return misses
  }

  /// The end of a broken format that begins at `start`.
  private func formatEnd(_ start: Int) -> Int? {
    var index = start
    let isFullWidth = matches(Self.fullWidthPercent, at: index)
    if isFullWidth {
      index += Self.fullWidthPercent.count
    } else if byte(at: index) == UInt8(ascii: "%") {
      index += 1
    } else if start > text.startIndex, PlaceholderScannerBytes.isFormat(text[start - 1]) {
      return nil
    }
    let hasPercent = index > start
    let spaceStart = index
    if hasPercent { index = skipSpace(index) }
    var hasSpace = index > spaceStart
    let numberStart = index
    while let byte = byte(at: index), PlaceholderScannerBytes.isDigit(byte) { index += 1 }
    let hasDollar = byte(at: index) == UInt8(ascii: "$")
    if hasDollar { index += 1 } else { index = numberStart }
    let afterDollar = index
    if hasPercent { index = skipSpace(index) }
    hasSpace = hasSpace || index > afterDollar
    while let byte = byte(at: index), byte == UInt8(ascii: "l") { index += 1 }
    if isFullWidth || hasPercent, matches(Self.fullWidthAt, at: index) {
      return index + Self.fullWidthAt.count
    }
    guard let conversion = byte(at: index), "@dsuif".utf8.contains(conversion) else { return nil }
    if conversion != UInt8(ascii: "@"), let next = byte(at: index + 1), PlaceholderScannerBytes.isWord(next) {
      return nil
    }
    let isBroken = hasPercent ? isFullWidth || hasSpace : hasDollar
    return isBroken ? index + 1 : nil
  }

  /// A missing name that stands in the text with half of its brackets.
  private func named(_ missing: Placeholder) -> Miss? {
    guard case .name(let name) = missing.name else { return nil }
    let bytes = Array(name.utf8)
    var index = text.startIndex
    while index + bytes.count <= text.endIndex {
      defer { index += 1 }
      guard matches(bytes, at: index), !isWordByte(index - 1), !isWordByte(index + bytes.count) else {
        continue
      }
      let isTaken = found.items.contains { $0.range.contains(index - text.startIndex) }
      if !isTaken, let range = brackets(around: index..<index + bytes.count) {
        return Miss(text: String(decoding: text[range], as: UTF8.self), meant: missing)
      }
    }
    return nil
  }

  /// The name with what is left of its brackets, if that is enough to tell it from a word.
  private func brackets(around range: Range<Int>) -> Range<Int>? {
    var start = skipSpaceBack(range.lowerBound)
    var end = skipSpace(range.upperBound)
    let opening = [Array("{".utf8), Self.fullWidthBrace.0].first { endsMatch($0, at: start) }
    if let opening { start -= opening.count } else { start = range.lowerBound }
    let closing = [Array("}".utf8), Array(")".utf8), Self.fullWidthBrace.1].first { matches($0, at: end) }
    if let closing { end += closing.count } else { end = range.upperBound }
    let percentEnd = skipSpaceBack(start)
    let percent = [Array("%".utf8), Self.fullWidthPercent].first { endsMatch($0, at: percentEnd) }
    if let percent { start = percentEnd - percent.count }
    let closesWithPercent = dialect == .symfony && byte(at: skipSpace(range.upperBound)) == UInt8(ascii: "%")
    if closesWithPercent { end = skipSpace(range.upperBound) + 1 }
    let isBracketed = opening != nil || percent != nil && (closing != nil || dialect == .symfony)
    return isBracketed || closesWithPercent ? start..<end : nil
  }

  private static let fullWidthPercent = Array("％".utf8)
  private static let fullWidthAt = Array("＠".utf8)
  private static let fullWidthBrace = (Array("｛".utf8), Array("｝".utf8))
  private static let spaces = [
    Array(" ".utf8), Array("\u{A0}".utf8), Array("\u{202F}".utf8), Array("\u{3000}".utf8),
  ]

  private func byte(at index: Int) -> UInt8? { text.indices.contains(index) ? text[index] : nil }

  private func isWordByte(_ index: Int) -> Bool {
    guard let byte = byte(at: index) else { return false }
    return PlaceholderScannerBytes.isWord(byte)
  }

  private func matches(_ bytes: [UInt8], at index: Int) -> Bool {
    index >= text.startIndex && text[min(index, text.endIndex)...].starts(with: bytes)
  }

  private func endsMatch(_ bytes: [UInt8], at end: Int) -> Bool { matches(bytes, at: end - bytes.count) }

  private func skipSpace(_ index: Int) -> Int {
    var index = index
    while let space = Self.spaces.first(where: { matches($0, at: index) }) { index += space.count }
    return index
  }

  private func skipSpaceBack(_ end: Int) -> Int {
    var end = end
    while let space = Self.spaces.first(where: { endsMatch($0, at: end) }) { end -= space.count }
    return end
  }
}

/// Classes of ASCII bytes.
enum PlaceholderScannerBytes {
  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  static func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_")
  }
  /// What can stand before the `$` of a format that is whole: `%1`.
  static func isFormat(_ byte: UInt8) -> Bool { isWord(byte) || byte == UInt8(ascii: "%") }
}
