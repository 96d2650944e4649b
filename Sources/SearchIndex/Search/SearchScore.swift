internal import TextAnalysis

/// How well a document answers a query, from its analysed fields alone, so that every index ranks alike.
///
/// Like BM25: a title counts ten times as much as a description and twice as much as keywords, the second occurrence
/// less than the first, a short field more than a long one, a rare word more than a frequent one. Whole numbers, so that
/// the order is the same on every machine.
struct SearchScore {
  private let phrases: [SearchQuery.Phrase]
  /// For each phrase how much it says: the binary digits of one in how many documents have it.
  private let weights: [Int]

  private static let fields = [(weight: 10, length: 8), (weight: 5, length: 16), (weight: 1, length: 32)]

  /// - Parameters:
  ///   - frequencies: for each phrase how many documents have it, or about so many; empty if there is one phrase.
  ///   - documents: how many there are.
  init(_ query: SearchQuery, frequencies: [Int], documents: Int) {
    phrases = query.phrases
    weights =
      frequencies.isEmpty
      ? [1] : frequencies.map { Int.bitWidth - (documents / ($0 + 1) + 1).leadingZeroBitCount }
  }

  /// What one field, by its number in the order of the columns, adds.
  func points(_ text: Span<UInt8>, field: Int) -> Int {
    if text.isEmpty { return 0 }
    var points = 0
    var length = 0
    for (index, phrase) in phrases.enumerated() {
      let count = phrase.count(in: text)
      if count == 0 { continue }
      if length == 0 {
        length = 1
        for index in text.indices where text[index] == 0x20 { length += 1 }
      }
      let (weight, usual) = Self.fields[field]
      let damping = 3 + 9 * length / usual
      points += weights[index] * weight * 22_000 * count / (10 * count + damping)
    }
    return points
  }

  func points(_ fields: [ArraySlice<UInt8>]) -> Int {
    fields.enumerated().reduce(0) { sum, field in sum + points(field.element.span, field: field.offset) }
  }
}
