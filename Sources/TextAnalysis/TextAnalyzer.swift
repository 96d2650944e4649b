public import Translations

/// Turns text of one locale into tokens that a plain index can find.
///
/// Folding is compatibility composition, removal of what is invisible, lower-casing by the locale, full case
/// folding, and removal of marks in Latin, Greek, Cyrillic, Arabic and Hebrew. Scripts that put spaces between
/// words give words; Han, kana, Hangul, Thai and their like give overlapping pairs of characters (extended
/// grapheme clusters) and the last one of each run, so that any part of a run can be found. `c++`, `c#` and
/// `.net` keep their symbols, emoji are words. Compatibility jamo (`ㅋ`) stand for themselves, as they are typed;
/// compatibility composition would join them to syllables.
///
/// The same text gives the same bytes on every system: the tables are part of the module.
public struct TextAnalyzer: Sendable {
  /// Changes whenever analysed text may change for any input.
  public static let version = 1
  /// The Unicode version of the tables.
  public static var unicodeVersion: String { FoldingData.unicodeVersion }
  /// What an index must be stamped with: two indexes agree only if their analyzers do.
  public static var fingerprint: String { "\(version)/\(unicodeVersion)" }

  let tables: FoldingTables
  let ascii: [UInt8]
  let isTurkic: Bool

  /// - Parameter locale: the language of the text; Turkish and Azerbaijani tell `ı` from `i`. Lithuanian
  ///   lower-casing differs only in marks that folding removes.
  public init(locale: LanguageTag) {
    tables = FoldingTables.shared
    isTurkic = ["tr", "az"].contains(locale.language)
    ascii = ASCIITable.make(isTurkic: isTurkic, tables: tables)
  }

  /// The tokens of a text in order, separated by single spaces; UTF-8.
  public func analyze(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    analyze(text, into: &result)
    return result
  }

  /// Appends the tokens of a text to `result`, which saves an allocation for each text.
  public func analyze(_ text: String, into result: inout [UInt8]) {
    append(text, mode: .index, to: &result)
  }

  /// Appends the tokens of several keywords, with a border between two of them that no phrase can cross.
  public func analyze(keywords: some Sequence<String>, into result: inout [UInt8]) {
    let start = result.count
    for keyword in keywords {
      let before = result.count
      if before > start { result.append(contentsOf: [0x20, 0xEE, 0x80, 0x80, 0x20]) }
      let border = result.count
      append(keyword, mode: .index, to: &result)
      if result.count == border { result.removeLast(border - before) }
    }
  }

  /// The folded words and runs of a text, separated by single spaces; two texts are found by the same
  /// searches exactly if they fold alike. Empty if nothing of the text can be searched.
  public func fold(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    append(text, mode: .fold, to: &result)
    return result
  }

  func append(_ text: String, mode: Tokenizer.Mode, to result: inout [UInt8]) {
    var text = text
    text.withUTF8 { buffer in
      let bytes = unsafe Span(_unsafeElements: buffer)
      append(bytes, mode: mode, to: &result)
    }
  }

  func append(_ text: Span<UInt8>, mode: Tokenizer.Mode, to result: inout [UInt8]) {
    let start = result.count
    var tokenizer = Tokenizer(self, mode: mode, start: start)
    var position = 0
    var size = start + text.count + text.count / 2 + Tokenizer.slack + 64
    repeat {
      result += [UInt8](repeating: 0, count: size - result.count)
      var out = result.mutableSpan
      position = tokenizer.advance(text, from: position, into: &out)
      size = result.count * 2
    } while position < text.count
    // The last cluster is written once more, however many marks it carries.
    let needed = tokenizer.count + tokenizer.clusterSize + Tokenizer.slack
    if result.count < needed { result += [UInt8](repeating: 0, count: needed - result.count) }
    var out = result.mutableSpan
    tokenizer.finish(into: &out)
    result.removeLast(result.count - tokenizer.count)
  }
}
