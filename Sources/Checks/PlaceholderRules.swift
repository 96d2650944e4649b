package import Diagnostics

/// What can be wrong with the placeholders of a translation.
package enum PlaceholderRules {
  package static let missing = Rule(
    "PH-MISSING", .error, "a placeholder of the source is missing",
    cause: "the value the program fills in is lost; often a note was translated instead of the text",
    bad: "Pasting %ld tags → Schlagwörter werden eingefügt",
    good: "Pasting %ld tags → %ld Schlagwörter werden eingefügt")
  package static let unknown = Rule(
    "PH-UNKNOWN", .error, "a placeholder that the source does not have",
    cause: "the program has no value for it and fails when it shows the text; often a name was translated",
    bad: "%{organisation} → %{organization}", good: "%{organisation} → %{organisation}")
  package static let type = Rule(
    "PH-TYPE", .error, "a placeholder formats its argument as another type",
    cause: "the formatter reads the argument as what it is not, which prints garbage or ends the program",
    bad: "%ld files → %@ Dateien", good: "%ld files → %ld Dateien")
  package static let order = Rule(
    "PH-ORDER", .error, "arguments without numbers stand in another order, or are mixed with numbered ones",
    cause: "arguments without numbers are taken in the order of the call, whatever the sentence says",
    bad: "%@ has %d items → %d Einträge in %@", good: "%@ has %d items → %2$d Einträge in %1$@")
  package static let malformed = Rule(
    "PH-MALFORMED", .error, "something that was meant to be a placeholder",
    cause: "a character of it was lost, doubled or replaced by its full-width form, so it is shown as it is",
    bad: "%1$d of %2$d → %d sur $d", good: "%1$d of %2$d → %1$d sur %2$d")

  package static let all = [missing, unknown, type, order, malformed]
}
