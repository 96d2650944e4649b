package import Diagnostics

/// What can be wrong with `assets.yml`.
package enum ConfigurationRules {
  package static let version = Rule(
    "CF-VERSION", .error, "the configuration is of a version this program does not know",
    cause: "a newer program wrote it; reading it by older rules would skip what is new",
    bad: "version: 2", good: "version: 1")
  package static let unknownField = Rule(
    "CF-UNKNOWN-FIELD", .error, "a field that does not exist",
    cause: "a misspelt field would be a setting that silently does nothing",
    bad: "sourceLanguage: en", good: "sourceLocale: en")
  package static let missingField = Rule(
    "CF-MISSING-FIELD", .error, "a field that is needed is not there",
    cause: "there is no safe default for it", bad: "catalogs: [{ name: app }]",
    good: "catalogs: [{ name: app, target: \"app/{locale}.yml\" }]")
  package static let type = Rule(
    "CF-TYPE", .error, "a field holds another kind of value",
    cause: "a list where a text belongs, a text where a number belongs, or nothing at all",
    bad: "locales: en", good: "locales: [en]")
  package static let value = Rule(
    "CF-VALUE", .error, "a field holds a value that is not allowed",
    cause: "the value is misspelt, or out of range", bad: "import: { onConflict: mine }",
    good: "import: { onConflict: ours }")
  package static let path = Rule(
    "CF-PATH", .error, "a path is absolute, leaves the project, or has no place for the locale",
    cause: "a project is one folder tree, so that it means the same on every machine",
    bad: "target: ../shared/{locale}.yml", good: "target: Catalogs/{locale}.yml")
  package static let locale = Rule(
    "CF-LOCALE", .error, "a locale is not declared, or declared twice",
    cause: "only the locales of the list are read and published", bad: "locales: [de]\nsourceLocale: en",
    good: "locales: [en, de]\nsourceLocale: en")
  package static let fallback = Rule(
    "CF-FALLBACK", .error, "a fallback chain is not usable",
    cause: "a chain names declared locales, each once, and not the locale it is for",
    bad: "fallbacks: { pt-BR: [pt] } without pt among the locales", good: "fallbacks: { pt-BR: [en] }")
  package static let duplicate = Rule(
    "CF-DUPLICATE", .error, "two catalogs have the same name or the same files",
    cause: "keys begin with the name of their catalog, which has to tell them apart",
    bad: "two catalogs named app", good: "catalogs named app and web")
  package static let historyRule = Rule(
    "CF-HISTORY-RULE", .error, "a rule about the history cannot be changed or suppressed",
    cause: "findings about revisions and rollbacks are accepted one by one, bound to what was seen",
    bad: "checks: { rules: { RB-VALUE: off } }", good: "assets accept RB-VALUE --key … --reason …")
  package static let unknownRule = Rule(
    "CF-UNKNOWN-RULE", .error, "a rule that does not exist",
    cause: "a misspelt rule would be a setting that silently does nothing",
    bad: "checks: { rules: { KW-CASESTYLE: off } }", good: "checks: { rules: { KW-CASE-STYLE: off } }")
  package static let notEditable = Rule(
    "CF-NOT-EDITABLE", .error, "a working file cannot take the change",
    cause:
      "the project has no file for it any more, none of its own for the source locale, or the field is tied to another place",
    bad: "a rollback of a catalog that was taken out of assets.yml", good: "the change made by hand")

  package static let all = [
    version, unknownField, missingField, type, value, path, locale, fallback, duplicate, historyRule,
    unknownRule, notEditable,
  ]
}
