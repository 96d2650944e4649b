package import Diagnostics

/// What can be wrong with the forms of a plural message.
package enum PluralRules {
  package static let missing = Rule(
    "PL-MISSING", .error, "a form that the language needs is missing",
    cause:
      "the forms of the source were copied; the language decides which there are (CLDR), and numbers reach it",
    bad: "ru: one, other", good: "ru: one, few, many, other")
  package static let extra = Rule(
    "PL-EXTRA", .warning, "a form that no number reaches",
    cause: "the form was copied from another language; its text is never shown", bad: "ja: one, other",
    good: "ja: other")

  package static let choices = Rule(
    "PL-CHOICES", .warning, "a text has one alternative where the source has one for each form",
    cause: "the bar between alternatives was lost; every number shows the same text",
    bad: "de: %count% Äpfel", good: "de: ein Apfel|%count% Äpfel")

  package static let all = [missing, extra, choices]
}
