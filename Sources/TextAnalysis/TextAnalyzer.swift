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
  public func analyze(_ text: String) -> [UInt8] { tokens(of: text, mode: .index) }

  /// Appends the tokens of a text to `result`.
  public func analyze(_ text: String, into result: inout [UInt8]) { result += analyze(text) }

  /// Appends the tokens of several keywords, with a border between two of them that no phrase can cross.
  public func analyze(keywords: some Sequence<String>, into result: inout [UInt8]) {
    var writer = TokenWriter(self, room: 0)
    for keyword in keywords { writer.append(keyword: keyword, ofListFrom: 0) }
    result += writer.finish()
  }

  /// The folded words and runs of a text, separated by single spaces; two texts are found by the same
  /// searches exactly if they fold alike. Empty if nothing of the text can be searched.
  public func fold(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    fold(text, into: &result)
    return result
  }

  /// Appends the folded words and runs of a text to `result`, which saves an allocation for each text.
  public func fold(_ text: String, into result: inout [UInt8]) {
    var text = text
    text.withUTF8 { buffer in
      let bytes = unsafe Span(_unsafeElements: buffer)
      fold(bytes, into: &result)
    }
  }

  /// The same for UTF-8.
  package func fold(_ text: Span<UInt8>, into result: inout [UInt8]) {
    if appendPlainWords(text, to: &result) { return }
    var writer = TokenWriter(self, mode: .fold, room: text.count)
    writer.append(text)
    result += writer.finish()
  }

  /// Folds a text of letters and digits of ASCII, which needs no more than a look at each.
  /// - Returns: whether it is one; if not, nothing was appended.
  private func appendPlainWords(_ text: Span<UInt8>, to result: inout [UInt8]) -> Bool {
    let start = result.count
    unsafe text.withUnsafeBufferPointer { unsafe result.append(contentsOf: $0) }
    var out = result.mutableSpan
    var end = start
    var isInWord = false
    for index in start..<out.count {
      let byte = out[index]
      let folded = byte < 0x80 ? ascii[Int(byte)] : ASCIITable.slow
      if folded >= ASCIITable.firstFolded {
        if !isInWord, end > start {
          out[end] = 0x20
          end += 1
        }
        isInWord = true
        out[end] = folded
        end += 1
      } else if folded == ASCIITable.space || folded == ASCIITable.separator {
        isInWord = false
      } else {
        result.removeLast(result.count - start)
        return false
      }
    }
    result.removeLast(result.count - end)
    return true
  }

  func tokens(of text: String, mode: Tokenizer.Mode) -> [UInt8] {
    var writer = TokenWriter(self, mode: mode, room: text.utf8.count)
    writer.append(text)
    return writer.finish()
  }
}
