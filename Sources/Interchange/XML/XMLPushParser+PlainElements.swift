internal import CLibXML2

/// Elements that pass libxml2 by.
///
/// An element that is complete and plain leaves libxml2 as it was, so it is not given to libxml2 at all where that has
/// taken everything before it: its events are delivered by the same functions that libxml2 would call. What is not
/// plain is given to libxml2 up to the next place where that may hold again. A piece ends for libxml2 where it would
/// end without that.
extension XMLPushParser where Handler: ~Copyable {
  /// After so many elements in a piece that were not plain, one after the other, libxml2 gets the rest of it.
  private static var patience: Int { 8 }

  /// Parses what stands in the window up to `end`.
  mutating func parsePiece(to end: Int) {
    var misses = passesPlainElements ? 0 : Self.patience
    while fed < end {
      if misses < Self.patience {
        let passage = unsafe Handler.pass(
          handler, XMLPlainWindow(bytes: window, start: start, fed: fed, end: end), &scanner)
        misses = passage.elements > 0 ? 0 : misses + (passage.isAtRest ? 1 : 0)
        passedElements += passage.elements
        fed = passage.end
      }
      if fed < end, unsafe handler.pointee.cursor.failure == nil {
        give(to: misses < Self.patience ? nextEnd(before: end) : end)
      }
      if unsafe handler.pointee.cursor.failure != nil { return }
    }
  }

  /// Gives libxml2 the bytes of the window up to `end`.
  private mutating func give(to end: Int) {
    let size = Int32(end - fed)
    unsafe window.withMemoryRebound(to: CChar.self, capacity: count) {
      _ = unsafe xmlParseChunk(context, $0 + fed, size, 0)
    }
    fed = end
  }

  /// Behind the next end tag of an element that may pass, or `end`.
  ///
  /// Not where a section of CDATA is open or begins: how much of one libxml2 takes depends on how often it gets
  /// something.
  private func nextEnd(before end: Int) -> Int {
    let next = nextEndTag(before: end)
    let consumed = unsafe handler.pointee.cursor.consumedIndex
    let isInSection = unsafe context.pointee.instate == XML_PARSER_CDATA_SECTION
    return isInSection || opensSection(in: consumed..<next) ? end : next
  }

  /// Whether a section of CDATA begins among some bytes of the window and does not end there.
  private func opensSection(in range: Range<Int>) -> Bool {
    var index = range.lowerBound
    while let start = self.index(after: "<![", from: index, before: range.upperBound) {
      guard let end = self.index(after: "]]>", from: start, before: range.upperBound) else { return true }
      index = end
    }
    return false
  }

  /// Behind the next place of a word of three bytes.
  private func index(after word: StaticString, from start: Int, before end: Int) -> Int? {
    let last = unsafe word.utf8Start[2]
    var index = start
    while index < end, let size = unsafe UnsafePointer(window + index).firstIndex(of: last, in: end - index) {
      index += size + 1
      if index - start >= 3, unsafe equal(UnsafeBufferPointer(start: window + index - 3, count: 3), word) {
        return index
      }
    }
    return nil
  }

  private func nextEndTag(before end: Int) -> Int {
    var index = fed
    while index < end,
      let size = unsafe UnsafePointer(window + index).firstIndex(of: UInt8(ascii: ">"), in: end - index)
    {
      index += size + 1
      for tag in Handler.passingEndTags {
        let count = tag.utf8CodeUnitCount
        guard index - fed >= count else { continue }
        if unsafe equal(UnsafeBufferPointer(start: window + index - count, count: count), tag) {
          return index
        }
      }
    }
    return end
  }
}
