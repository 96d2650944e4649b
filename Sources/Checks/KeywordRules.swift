package import Diagnostics

/// What can be wrong with curated keywords.
package enum KeywordRules {
  package static let duplicate = Rule(
    "KW-DUPLICATE-AFTER-FOLD", .error, "two terms of a set are found by the same searches",
    cause: "search ignores case, width and most marks, so the second term finds nothing new",
    bad: "terms: [Café, CAFE]", good: "terms: [Café]")
  package static let labelOverlap = Rule(
    "KW-LABEL-CLASS-OVERLAP", .error, "a term is listed as alternative and as hidden",
    cause:
      "the kinds exclude each other (SKOS S13): a hidden term must never be shown, an alternative one may be",
    bad: "terms: [WiFi, { text: wifi, kind: hidden }]", good: "terms: [WiFi]")
  package static let unreviewed = Rule(
    "KW-UNREVIEWED", .warning, "an approved set that nobody signed",
    cause: "`state: approved` was written by hand; the set is published, but no one is named who saw it",
    bad: "state: approved", good: "the output of `assets keywords approve KEY --locale ja --reviewer NAME`")
  package static let pending = Rule(
    "KW-PENDING", .warning, "the terms were changed after the review, or wait for one",
    cause:
      "an approval holds for the terms that were seen; until it is renewed the last published terms stay",
    bad: "a term added below `reviewed`", good: "the same set approved again")
  package static let stale = Rule(
    "KW-STALE-CURATION", .warning, "the source changed since the terms were reviewed",
    cause: "the title or the source locale's terms are others now; the terms may no longer fit",
    bad: "a set reviewed before the title changed", good: "the same set approved again")
  package static let countBudget = Rule(
    "KW-COUNT-BUDGET", .warning, "more terms than the project allows",
    cause: "each further term makes every search less precise", bad: "40 terms with `maxTerms: 12`",
    good: "the 12 terms that people type")
  package static let lengthBudget = Rule(
    "KW-LENGTH-BUDGET", .warning, "the terms are longer together than an app store takes",
    cause: "the keyword field counts bytes of UTF-8, of which a kana or a Han character has three",
    bad: "40 Japanese characters with `appStoreBytes: 100`", good: "30 Japanese characters")
  package static let whitespace = Rule(
    "KW-WHITESPACE", .error, "a term has spaces where none belong, a line break or a comma",
    cause: "a list was pasted as one term, or a space came along", bad: "\"wifi \"", good: "wifi")
  package static let invisible = Rule(
    "KW-INVISIBLE", .error, "a term holds a character that nobody sees",
    cause: "it came along from a web page or a word processor", bad: "\"wi\\u200Bfi\"", good: "wifi")
  package static let notNormalised = Rule(
    "KW-NOT-NORMALISED", .warning, "a term is written with half-width, full-width or decomposed characters",
    cause: "search finds it all the same, but people see it and stores count its bytes", bad: "ﾒｰﾙ",
    good: "メール")
  package static let unsearchable = Rule(
    "KW-UNSEARCHABLE", .error, "a term that no search can find",
    cause: "nothing of it is left after folding, or it is a single letter", bad: "terms: [\"-\"]",
    good: "terms: [dash]")
  package static let mixedScript = Rule(
    "KW-MIXED-SCRIPT-TOKEN", .error, "a word mixes letters of two alphabets that look alike",
    cause: "a Cyrillic or Greek letter was typed for a Latin one; nobody who types the word finds it",
    bad: "pаypal with a Cyrillic а", good: "paypal")
  package static let wrongScript = Rule(
    "KW-WRONG-SCRIPT", .error, "a word is written in a script that the locale does not use",
    cause: "terms of another language were pasted into the file", bad: "ru.yml: 設定",
    good: "ru.yml: { text: 設定, loanword: true }, if people do type it")
  package static let stopWord = Rule(
    "KW-STOP-WORD", .warning, "a term consists of words that every text has",
    cause: "a search for it finds nearly everything", bad: "the", good: "timer")
  package static let pluralOf = Rule(
    "KW-PLURAL-OF", .note, "the singular and the plural of one word are both listed",
    cause: "the last word of a search is also found by its beginning, so the singular finds both",
    bad: "terms: [map, maps]", good: "terms: [maps]")
  package static let collision = Rule(
    "KW-COLLISION", .warning, "one term is in many sets",
    cause: "a term that is everywhere tells nothing apart", bad: "help in 60 sets",
    good: "help in the set of the manual")
  package static let fallbackShadow = Rule(
    "KW-FALLBACK-SHADOW", .note, "the set repeats that of the locale it would fall back to",
    cause: "without it the same terms would be used, and later corrections too",
    bad: "de-CH.yml with the terms of de.yml",
    good: "the set in de.yml only")
  package static let transliterationGap = Rule(
    "KW-TRANSLITERATION-GAP", .note, "the title has Han characters and no term gives their reading",
    cause: "people who type kana do not find the title before they convert", bad: "title 設定 without せってい",
    good: "title 設定 with { text: せってい, kind: hidden }")
  package static let placeholder = Rule(
    "KW-PLACEHOLDER", .error, "a term is a placeholder or a note",
    cause: "the entry was made to be filled in later", bad: "TODO", good: "timer")
  package static let personalData = Rule(
    "KW-PERSONAL-DATA", .error, "a term looks like an address or a telephone number",
    cause: "keywords are published and indexed on every device", bad: "m.sato@example.com", good: "contact")
  package static let caseStyle = Rule(
    "KW-CASE-STYLE", .note, "a term is written in capitals though it is no name or abbreviation",
    cause: "search ignores case; lists are easier to review in one style", bad: "TIMER SETTINGS",
    good: "timer settings")
  package static let equalsTitle = Rule(
    "KW-EQUALS-TITLE", .warning, "a term says what the title says",
    cause: "the title is searched before the keywords, so the term finds nothing new",
    bad: "title Settings, term settings", good: "title Settings, term preferences")
  package static let literalSource = Rule(
    "KW-LITERAL-SOURCE", .warning, "a term was taken over from the source locale",
    cause: "people search in their own language; if they do use the word, `loanword: true` says so",
    bad: "ja: terms: [settings]", good: "ja: terms: [{ text: Wi-Fi, loanword: true }]")
  package static let missingLocale = Rule(
    "KW-MISSING-LOCALE", .warning, "a set of the source locale has no counterpart",
    cause: "keywords are never taken over from another language, so the content is found by its texts only",
    bad: "articles/1 in en.yml only", good: "articles/1 in en.yml and ja.yml")
  package static let unknownKey = Rule(
    "KW-UNKNOWN-KEY", .warning, "no content record uses the set",
    cause: "the key is misspelt or the content is gone, so the terms are never indexed",
    bad: "articles/focus-tmier", good: "articles/focus-timer")

  package static let all = [
    duplicate, labelOverlap, unreviewed, pending, stale, countBudget, lengthBudget, whitespace, invisible,
    notNormalised,
    unsearchable, mixedScript, wrongScript, stopWord, pluralOf, collision, fallbackShadow, transliterationGap,
    placeholder, personalData, caseStyle, equalsTitle, literalSource,
    missingLocale,
    unknownKey,
  ]
}
