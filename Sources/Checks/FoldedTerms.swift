import TextAnalysis

/// The folded spellings of many terms, each kept once and known by a number from 0 on.
///
/// Terms are compared by these numbers: a project has ten times as many terms as spellings, and no term costs an
/// allocation.
struct FoldedTerms {
  private let analyzer: TextAnalyzer
  /// The spellings one after the other.
  private var bytes: [UInt8] = []
  /// Where each spelling ends.
  private var ends: [Int] = []
  /// Numbers of spellings by hash, each plus one; 0 is a free place. At most half of the places are taken.
  private var places = [UInt32](repeating: 0, count: 64)

  init(_ analyzer: TextAnalyzer) { self.analyzer = analyzer }

  /// How many spellings there are.
  var count: Int { ends.count }

  /// The spelling with a number.
  subscript(number: Int) -> ArraySlice<UInt8> { bytes[range(number)] }

  /// The number of a term's spelling, which is a new one if no term before folded to the same.
  mutating func number(of term: String) -> Int {
    let start = bytes.count
    analyzer.fold(term, into: &bytes)
    let place = place(of: start..<bytes.count)
    if places[place] > 0 {
      bytes.removeLast(bytes.count - start)
      return Int(places[place]) - 1
    }
    ends.append(bytes.count)
    places[place] = UInt32(ends.count)
    if 2 * ends.count > places.count { grow() }
    return ends.count - 1
  }

  /// The number of a spelling that is another one less its last byte, if a term had it.
  /// - Precondition: the other one is not empty.
  func numberWithoutLastByte(of number: Int) -> Int? {
    let place = place(of: range(number).dropLast())
    return places[place] > 0 ? Int(places[place]) - 1 : nil
  }

  private func range(_ number: Int) -> Range<Int> { (number == 0 ? 0 : ends[number - 1])..<ends[number] }

  /// Where a spelling is noted, or would be.
  /// - Parameter spelling: its place in `bytes`; a slice would share them, and adding to them would copy all.
  private func place(of spelling: Range<Int>) -> Int {
    unsafe bytes.withUnsafeBytes { bytes in
      let spelling = unsafe UnsafeRawBufferPointer(rebasing: bytes[spelling])
      var hasher = Hasher()
      unsafe hasher.combine(bytes: spelling)
      var place = hasher.finalize() & (places.count - 1)
      while places[place] > 0 {
        let known = unsafe UnsafeRawBufferPointer(rebasing: bytes[range(Int(places[place]) - 1)])
        if unsafe known.count == spelling.count && known.elementsEqual(spelling) { break }
        place = (place + 1) & (places.count - 1)
      }
      return place
    }
  }

  private mutating func grow() {
    places = [UInt32](repeating: 0, count: 2 * places.count)
    for number in ends.indices { places[place(of: range(number))] = UInt32(number + 1) }
  }
}

/// Words of a folded text, which stand between single spaces.
enum FoldedWords {
  /// Whether every word of one text is a word of another; of an empty text none is.
  static func areAll(of text: ArraySlice<UInt8>, in other: ArraySlice<UInt8>) -> Bool {
    let (text, other) = (text.span, other.span)
    var start = 0
    while start < text.count {
      let end = self.end(of: start, in: text)
      if !contains(other, text.extracting(start..<end)) { return false }
      start = end + 1
    }
    return true
  }

  private static func contains(_ text: Span<UInt8>, _ word: Span<UInt8>) -> Bool {
    var start = 0
    while start + word.count <= text.count {
      var same = 0
      while same < word.count, text[start + same] == word[same] { same += 1 }
      let end = end(of: start + same, in: text)
      if same == word.count, end == start + same { return true }
      start = end + 1
    }
    return false
  }

  /// Where the word ends that goes on at an index.
  private static func end(of index: Int, in text: Span<UInt8>) -> Int {
    var end = index
    while end < text.count, text[end] != 0x20 { end += 1 }
    return end
  }
}
