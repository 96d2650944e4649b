package import Diagnostics

/// What can be wrong with the locales of a project; reported by what loads it.
package enum LocaleRules {
  package static let noFile = Rule(
    "LO-NO-FILE", .warning, "a declared locale has no catalog file",
    cause: "the locale is treated as empty, so everything in it falls back; the file may have been moved",
    bad: "locales: [en, de] without Catalogs/app/de.yml", good: "locales: [en, de] with Catalogs/app/de.yml")
  package static let sourceDisagrees = Rule(
    "LO-SOURCE-DISAGREES", .error, "two files give different source texts for one key",
    cause: "one of the files was exported from an older source; no one can say what was translated",
    bad: "<source>Save</source> in de.xliff, <source>Save all</source> in ja.xliff",
    good: "both files exported from the same source")

  package static let all = [noFile, sourceDisagrees]
}
