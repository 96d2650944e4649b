internal import Bundles
internal import Checks
internal import Diagnostics
internal import Interchange

/// Every rule the command can report.
enum RuleRegistry {
  static let all: [Rule] =
    (ConfigurationRules.all + ContentMapRules.all + KeywordFileRules.all + XLIFFRules.all + YAMLRules.all
    + XLIFFEditorRules.all + HandoffRules.all + StateFileRules.all
    + LimitRules.all + CheckRules.all + RollbackRuleSet.all + SignatureRules.all + AcceptanceFileRules.all
    + ToolRules.all + WorkingFileRules.all).sorted { $0.id < $1.id }

  static func rule(_ id: String) -> Rule? { all.first { $0.id == id } }
}

/// The rules about files that only the command knows, because it opens them.
enum ToolRules {
  static let unreadableFile = Rule(
    "CF-UNREADABLE", .error, "a file that the configuration names cannot be read",
    cause: "the path is wrong, the file was not committed, or it may not be read",
    bad: "source: Catalogs/en.yml, and there is no such file", good: "the path of a file that exists")
  static let wrongLocale = Rule(
    "LO-WRONG-FILE", .error, "a catalog file is for another locale than its place says",
    cause: "files were mixed up in a hand-off, or a tool writes `pt` for `pt-BR`",
    bad: "app/ja.xliff with target-language=\"ko\"", good: "app/ja.xliff with target-language=\"ja\"")

  static let all = [unreadableFile, wrongLocale]
}
