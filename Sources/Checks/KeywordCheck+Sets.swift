import Diagnostics
import TextAnalysis
import Translations

/// Rules about the terms of a set together, and about sets beside each other.
extension KeywordCheck {
  /// A term and the same with the letter that makes a plural, in languages where one letter does.
  /// - Parameter folded: the numbers of the terms' spellings.
  func checkPlurals(_ set: KeywordSet, number: Int, folded: [Int], into sink: inout some DiagnosticSink) {
    guard traits.addsLetterForPlural else { return }
    for (term, spelling) in zip(set.terms, folded) {
      let word = terms[spelling]
      guard word.count > 3, word.last == UInt8(ascii: "s"),
        let singular = terms.numberWithoutLastByte(of: spelling),
        spellings[singular].firstTerm(inSet: number) != nil
      else { continue }
      report(KeywordRules.pluralOf, term, set, "the singular is listed too", into: &sink)
    }
  }

  /// A set that says what its absence would say.
  mutating func checkFallback(_ set: KeywordSet, into sink: inout some DiagnosticSink) {
    guard set.state == .approved, let origin = fallbackSet(of: set.key),
      origin.terms.map(\.text) == set.terms.map(\.text), origin.terms.map(\.kind) == set.terms.map(\.kind)
    else { return }
    report(
      KeywordRules.fallbackShadow, set, "the set repeats that of the locale it would fall back to",
      help: "remove it", into: &sink)
  }

  /// A Japanese title in Han characters is typed in kana first.
  /// - Parameter users: the places of the content that uses the set.
  func checkReading(_ set: KeywordSet, users: ArraySlice<Int>, into sink: inout some DiagnosticSink) {
    guard traits.hasReadings, !set.terms.isEmpty else { return }
    let hasHan = users.contains { user in
      context.titles[user]?.unicodeScalars.contains { Script($0) == .han } ?? false
    }
    guard hasHan else { return }
    let hasReading = set.terms.contains { term in
      let scripts = Set(term.text.string.unicodeScalars.compactMap { Script($0) })
      return scripts == [.kana]
    }
    if hasReading { return }
    report(
      KeywordRules.transliterationGap, set, "no term is in kana alone",
      help: "add the reading as a hidden term",
      into: &sink)
  }

  /// How many sets may have a term.
  static let mostSetsOfTerm = 5

  /// Terms that stand in more than five sets, reported once at the first.
  func reportCollisions(_ sets: [KeywordSet], into sink: inout some DiagnosticSink) {
    let found = spellings.filter { $0.setCount > Self.mostSetsOfTerm }.sorted {
      ($0.firstSet, $0.firstTerm) < ($1.firstSet, $1.firstTerm)
    }
    for spelling in found {
      let set = sets[spelling.firstSet]
      report(
        KeywordRules.collision, set.terms[spelling.firstTerm], set,
        "the term is in \(spelling.setCount) sets", help: "keep it where it tells things apart", into: &sink)
    }
  }

  /// Whether a term consists of words that every text of the language has.
  func isStopWord(_ folded: ArraySlice<UInt8>) -> Bool {
    guard !traits.stopWords.isEmpty else { return false }
    return folded.split(separator: 0x20).allSatisfy { word in
      word.count <= traits.longestStopWord && traits.stopWords.contains { word.elementsEqual($0) }
    }
  }

  /// The script of the first word that is in none of the locale's scripts. Latin is read everywhere.
  func foreignScript(_ text: String) -> Script? {
    // Other scripts are not told apart here.
    guard let own = traits.scripts else { return nil }
    return text.unicodeScalars.lazy.compactMap { Script($0) }.first { $0 != .latin && !own.contains($0) }
  }
}

/// What the keyword rules ask of a locale.
struct LocaleTraits: Sendable {
  /// Whether one letter makes a plural of most words.
  let addsLetterForPlural: Bool
  /// Whether nouns are written with a capital.
  let capitalizesNouns: Bool
  /// Whether words are typed in another script first.
  let hasReadings: Bool
  /// Words that every text of the language has, folded.
  let stopWords: [[UInt8]]
  let longestStopWord: Int
  /// The scripts it is written in; `nil` if they are not told apart.
  let scripts: Set<Script>?

  init(_ locale: LanguageTag) {
    let language = locale.language
    addsLetterForPlural = ["en", "es", "fr", "pt"].contains(language)
    capitalizesNouns = ["de", "lb"].contains(language)
    hasReadings = language == "ja"
    stopWords = (Self.stopWords[language] ?? []).map { Array($0.utf8) }
    longestStopWord = stopWords.map(\.count).max() ?? 0
    scripts = Self.scripts(of: locale)
  }

  private static let stopWords: [String: [String]] = [
    "en": ["a", "an", "the", "and", "or", "of", "to", "in", "on", "for", "with", "by", "at", "is"],
    "de": ["der", "die", "das", "den", "dem", "ein", "eine", "und", "oder", "von", "zu", "im", "mit", "fur"],
    "fr": ["le", "la", "les", "un", "une", "des", "de", "du", "et", "ou", "a", "au", "en", "pour", "avec"],
    "es": ["el", "la", "los", "las", "un", "una", "de", "del", "y", "o", "a", "en", "por", "para", "con"],
    "pt": ["o", "a", "os", "as", "um", "uma", "de", "do", "da", "e", "ou", "em", "no", "na", "para", "com"],
    "it": ["il", "lo", "la", "i", "gli", "le", "un", "una", "di", "del", "e", "o", "a", "in", "per", "con"],
  ]

  private static func scripts(of locale: LanguageTag) -> Set<Script>? {
    switch locale.maximized.script {
    case "Jpan": [.han, .kana]
    case "Kore": [.hangul, .han]
    case "Hans", "Hant": [.han]
    case "Latn": []
    case "Cyrl": [.cyrillic]
    case "Grek": [.greek]
    case "Arab": [.arabic]
    case "Hebr": [.hebrew]
    case "Deva": [.devanagari]
    case "Thai": [.thai]
    default: nil
    }
  }
}

/// The scripts that keywords commonly come in.
enum Script: String, Hashable, CustomStringConvertible {
  case latin = "Latin"
  case greek = "Greek"
  case cyrillic = "Cyrillic"
  case hebrew = "Hebrew"
  case arabic = "Arabic"
  case devanagari = "Devanagari"
  case thai = "Thai"
  case hangul = "Hangul"
  case kana
  case han = "Han"

  /// - Returns: `nil` for what is no letter of these scripts.
  init?(_ scalar: Unicode.Scalar) {
    guard scalar.isAlphabetic else { return nil }
    switch scalar.value {
    case 0x41...0x24F, 0x1E00...0x1EFF: self = .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
    case 0x400...0x52F: self = .cyrillic
    case 0x590...0x5FF: self = .hebrew
    case 0x600...0x6FF, 0x750...0x77F: self = .arabic
    case 0x900...0x97F: self = .devanagari
    case 0xE00...0xE7F: self = .thai
    case 0xAC00...0xD7A3, 0x1100...0x11FF, 0x3130...0x318F: self = .hangul
    case 0x3041...0x30FF, 0xFF66...0xFF9F: self = .kana
    case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x20000...0x3FFFF: self = .han
    default: return nil
    }
  }

  var description: String { rawValue }
}
