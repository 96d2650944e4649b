import TextAnalysis

/// Titles of content, each folded once and only when it is asked for.
struct FoldedTitles {
  private let titles: [String?]
  private let analyzer: TextAnalyzer
  private var bytes: [UInt8] = []
  /// Where each title's folded form stands in `bytes`, as far as it was asked for.
  private var places: [Range<Int>?]

  init(_ titles: [String?], _ analyzer: TextAnalyzer) {
    self.titles = titles
    self.analyzer = analyzer
    places = Array(repeating: nil, count: titles.count)
  }

  /// Whether one of the titles with these places has every word of a folded term.
  mutating func contains(_ term: ArraySlice<UInt8>, ofAny numbers: ArraySlice<Int>) -> Bool {
    for number in numbers {
      guard let title = titles[number] else { continue }
      let place = places[number] ?? fold(title)
      places[number] = place
      if FoldedWords.areAll(of: term, in: bytes[place]) { return true }
    }
    return false
  }

  private mutating func fold(_ title: String) -> Range<Int> {
    let start = bytes.count
    analyzer.fold(title, into: &bytes)
    return start..<bytes.count
  }
}
