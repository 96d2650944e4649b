package import Diagnostics

/// What can be wrong with the form of a keyword file; rules about the terms themselves are elsewhere.
package enum KeywordFileRules {
  package static let unknownField = Rule(
    "KW-UNKNOWN-FIELD", .error, "a field that does not exist",
    cause: "a misspelt field would be a setting that silently does nothing",
    bad: "status: approved", good: "state: approved")
  package static let missingField = Rule(
    "KW-MISSING-FIELD", .error, "a field that is needed is not there",
    cause: "a file names its locale, a set its terms, a term its text", bad: "- { note: a reading }",
    good: "- { text: せってい, note: a reading }")
  package static let type = Rule(
    "KW-TYPE", .error, "a field holds another kind of value",
    cause: "a text where a list belongs, or nothing at all", bad: "terms: timer", good: "terms: [timer]")
  package static let value = Rule(
    "KW-VALUE", .error, "a field holds a value that is not allowed",
    cause: "the value is misspelt or empty", bad: "state: aproved", good: "state: approved")
  package static let locale = Rule(
    "KW-LOCALE", .error, "the file says another locale than its name",
    cause: "a file was copied and its first line forgotten; its terms would go to another language",
    bad: "locale: de in ja.yml", good: "locale: ja in ja.yml")

  package static let notEditable = Rule(
    "KW-NOT-EDITABLE", .error, "a keyword set is written in a way that cannot be edited in place",
    cause:
      "an anchor, an alias or a tag ties the set to another place of the file, or it is not there at all",
    bad: "articles/timer: *other", good: "articles/timer:\n  state: proposed\n  terms: [timer]")

  package static let all = [unknownField, missingField, type, value, locale, notEditable]
}
