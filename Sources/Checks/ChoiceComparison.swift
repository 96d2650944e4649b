import Diagnostics
import Translations

/// Texts that hold an alternative for each form of a number, `one apple|%count% apples`, as Symfony and vue-i18n have
/// them.
///
/// A bar is an ordinary character, too; only a source that holds the number beside it is taken for such a text. How
/// many alternatives a language needs is the framework's own affair, so only a text with a single one is a finding, in
/// a language that counts with several forms.
enum ChoiceComparison {
  static func finding(
    source: ArraySlice<UInt8>, target: ArraySlice<UInt8>, locale: LanguageTag, plurals: PluralRequirements?
  ) -> PlaceholderComparison.Finding? {
    guard source.contains(bar), (plurals?.required.count ?? 2) > 1, let areSpaced = areBarsSpaced(source)
    else {
      return nil
    }
    let count = alternatives(source, areSpaced: areSpaced)
    guard count > 1, alternatives(target, areSpaced: areSpaced) == 1, target.contains(where: { $0 > 0x20 })
    else {
      return nil
    }
    return PlaceholderComparison.Finding(
      rule: PluralRules.choices,
      message: "the source has \(count) alternatives for the number, the text has one",
      help: "write an alternative for each form that `\(locale)` counts with, with `|` between them")
  }

  private static let bar = UInt8(ascii: "|")

  /// Whether spaces stand around the bars, as vue-i18n has them; `nil` for a text that is not made of alternatives.
  private static func areBarsSpaced(_ text: ArraySlice<UInt8>) -> Bool? {
    if holds("{count}", text) || holds("{n}", text) { return true }
    return holds("%count%", text) || isLabelled(text) ? false : nil
  }

  private static func alternatives(_ text: ArraySlice<UInt8>, areSpaced: Bool) -> Int {
    var count = 1
    var index = text.startIndex
    while index < text.endIndex {
      defer { index += 1 }
      guard text[index] == bar else { continue }
      // A doubled bar is a bar.
      if index + 1 < text.endIndex, text[index + 1] == bar {
        index += 1
        continue
      }
      let isAlone =
        index > text.startIndex && text[index - 1] == 0x20 && index + 1 < text.endIndex
        && text[index + 1] == 0x20
      if !areSpaced || isAlone { count += 1 }
    }
    return count
  }

  /// Whether the text begins with a number or an interval of numbers: `{0} none|{1} one|]1,Inf[ many`.
  private static func isLabelled(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, let second = text.dropFirst().first else { return false }
    return "{[]".utf8.contains(first) && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
  }

  private static func holds(_ word: StaticString, _ text: ArraySlice<UInt8>) -> Bool {
    let bytes = word.withUTF8Buffer { unsafe Array($0) }
    return text.indices.contains { text[$0...].starts(with: bytes) }
  }
}
