internal import Diagnostics

/// What can be wrong with a file that comes back from a translator.
enum HandoffRules {
  static let conflict = Rule(
    "ST-CONFLICT", .error, "the catalog changed a text since the hand-off was made, to something else",
    cause: "two people worked on the same text; taking either of them loses the other's work",
    bad: "exported \"Uhr\", now \"Wecker\", and the file says \"Stoppuhr\"",
    good: "decide with --on-conflict ours or theirs, for some keys with --only-key")
  static let stale = Rule(
    "ST-STALE", .warning, "a translation was made for another source text than today's",
    cause: "the source changed while the file was with the translator; the text is left out",
    bad: "the file's <source> is \"Timer\", today's is \"Focus timer\"",
    good: "export the key again, or take the text all the same with --accept-stale")
  static let notReady = Rule(
    "ST-NOT-READY", .note, "a unit has no finished translation and was left out",
    cause: "its state is below import.minimumState, it has no text, or a reviewer refused it",
    bad: "<target state=\"needs-translation\">Uhr</target>", good: "<target state=\"translated\">Uhr</target>"
  )
  static let unknownUnit = Rule(
    "ID-UNKNOWN-UNIT", .warning, "a unit has a key that today's source does not have",
    cause:
      "the message was removed or renamed since the hand-off was made, or the file is for another catalog",
    bad: "id=\"alerts.old\", which no source catalog has", good: "a hand-off exported from today's source")
  static let movedUnit = Rule(
    "ID-MOVED-UNIT", .note, "a unit's key has another name today",
    cause:
      "the message moved to another file or was renamed, with the same source text; its translation follows",
    bad: "the unit is in Info.plist, today's source has it in en.lproj/Info.plist",
    good: "nothing needs to be done")
  static let duplicateUnit = Rule(
    "ID-DUPLICATE-UNIT", .error, "two files of one hand-off say different things about a key",
    cause: "an older copy was delivered along with the newer one; which of them counts cannot be known",
    bad: "a/ja.xliff and b/ja.xliff both translate `app/ok`, differently", good: "one file for each key")
  static let undeclaredLocale = Rule(
    "LO-UNDECLARED", .error, "a file is for a locale that the project does not have",
    cause: "a tool writes `pt` for `pt-BR`, or the language is to be added to assets.yml first",
    bad: "target-language=\"pt\" in a project with pt-BR", good: "target-language=\"pt-BR\"")
  static let noCatalog = Rule(
    "CF-NO-CATALOG", .error, "a file belongs to none of the project's catalogs",
    cause: "neither its path nor its keys are those of a catalog; nothing of it was used",
    bad: "a file of which 3 of 40 keys are known", good: "the right file, or --catalog with the name")
  static let copiedSource = Rule(
    "ST-COPIED-SOURCE", .error, "a hand-off brings the source texts where translations should be",
    cause: "a tool fills every target with the source and calls it finished; nobody has translated anything",
    bad: "38 of 40 new texts are their own source", good: "the file after it was translated")
  static let foreignBase = Rule(
    "ST-FOREIGN-BASE", .warning, "a hand-off was made from a revision that this project does not have",
    cause: "the store here is older than the one it was exported from, or belongs to another project",
    bad: "exported from r44, and the head is r43", good: "fetch the newer store, then import")

  static let all = [
    conflict, stale, notReady, unknownUnit, movedUnit, duplicateUnit, undeclaredLocale, noCatalog,
    foreignBase,
  ]
}
