package import Diagnostics

/// What can be wrong between the content map and what it refers to.
package enum ContentRules {
  package static let unknownKey = Rule(
    "MF-UNKNOWN-KEY", .error, "a message key that no source catalog has",
    cause: "the key was renamed or misspelt; without its title the content cannot be indexed in any locale",
    bad: "titleKey: articles/focus-tmier.title", good: "titleKey: articles/focus-timer.title")
  package static let unknownKeywords = Rule(
    "MF-UNKNOWN-KEYWORDS", .note, "a keyword key without a set in the source locale",
    cause: "the set was not written yet, or the key is misspelt", bad: "keywordKeys: [articles/focus-tmier]",
    good: "keywordKeys: [articles/focus-timer]")
  package static let locale = Rule(
    "ID-LOCALE", .warning, "a content ID or route holds a locale",
    cause:
      "identity that changes with the language makes a second item at every switch and leaves the first behind",
    bad: "contentID: article:focus-timer:ja", good: "contentID: article:focus-timer")
  package static let translated = Rule(
    "ID-TRANSLATED", .warning, "a content ID or route holds a translated title",
    cause: "when the translation is corrected, the identity changes and the old item stays in the index",
    bad: "route: app://artikel/fokus-timer", good: "route: app://articles/focus-timer")

  package static let placeholder = Rule(
    "MF-PLACEHOLDER", .warning, "a searchable item is named by a text with a placeholder",
    cause: "only the program can fill it in; what is searched and shown as a result keeps the sign itself",
    bad: "titleKey: app/greeting, where the text is \"Welcome, %@\"",
    good: "titleKey: app/greeting.title, where the text is \"Welcome\"")

  package static let all = [unknownKey, unknownKeywords, locale, translated, placeholder]
}
