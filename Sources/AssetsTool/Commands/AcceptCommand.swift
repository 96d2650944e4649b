internal import ArgumentParsing
internal import Bundles
internal import Diagnostics
internal import Publishing
internal import Translations

struct AcceptCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "accept", abstract: "Decide that something that goes backwards is intended.",
    discussion: """
      Compares the working files as `check --rollback` does and writes a decision for each finding of the \
      rule into assets-accepted.yml, which is committed. A decision is bound to the exact \
      state it was made for; the publish that uses it records and removes it.

      Example:
        assets accept RB-VALUE --locale ja --key articles/a.title --reason "wanted"
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: ArgumentHelp("The rule, such as RB-VALUE.", valueName: "rule"))
  var rule: String

  @Option(help: ArgumentHelp("Only this message key, keyword key or content ID.", valueName: "key"))
  var key: String?

  @Option(help: ArgumentHelp("Only this locale.", valueName: "locale"))
  var locale: String?

  @Option(
    help: ArgumentHelp(
      "Compare with this, as `check --rollback` does; default: head.", valueName: "reference"))
  var against: RollbackAgainst?

  @Option(help: ArgumentHelp("Why it is intended; recorded for ever.", valueName: "text"))
  var reason: String

  @Option(help: ArgumentHelp("Who decides; default: the login name.", valueName: "name"))
  var by: String?

  mutating func validate() throws {
    try RecordedText.validate(reason, of: "--reason")
    try RecordedText.validate(by ?? "-", of: "--by")
  }

  func execute(_ console: Console) async throws -> ExitStatus {
    guard RuleRegistry.rule(rule)?.isAboutHistory == true else {
      throw ToolError(
        .nothingMatched, "'\(rule)' is not a rule about history",
        help: "see `assets explain` for those named RB-…")
    }
    let project = try await ProjectLoader(global).load()
    guard project.isComplete else {
      throw ToolError(.unreadable, "not every file could be read; see `assets check`")
    }
    let access = StoreAccess(location: project.location, configuration: project.configuration)
    let comparison = try await RollbackCheck(project, access, against: against, trusted: nil).compare()
    let tag = try locale.map { try IndexOptions.locale($0) }
    let found = comparison.found.filter { finding in
      finding.rule.id == rule && (tag == nil || finding.locale == tag)
        && (key == nil || finding.printedKey == key.map { ExactString($0) })
    }
    if found.isEmpty, comparison.isUnknown,
      let reason = comparison.chain.last(where: { $0.rule == RollbackRuleSet.unchecked })
    {
      throw ToolError(.unreadable, reason.message, help: "fetch the store, then accept what it shows")
    }
    guard !found.isEmpty else {
      throw ToolError(
        .nothingMatched, "there is no such finding",
        help: "`assets check --rollback` lists what there is; give both the same `--against`")
    }
    var accepted = try AcceptedRollbacks(project.location)
    let name = by ?? Platform.userName
    try accepted.add(
      found.map {
        Acceptance(
          rule: $0.rule.id, locale: $0.locale, key: $0.printedKey, digest: $0.digest, reason: reason,
          by: name,
          at: Timestamp.today)
      })
    for finding in found { console.print("accepted  \(finding.rule.id)  \(finding.message.displayed)") }
    console.note(
      "\(AcceptedRollbacks.file) has \(counted(accepted.acceptances.count, "decision")); commit it with the change"
    )
    return .done
  }
}

extension RollbackFinding {
  /// The message key as it is printed, the keyword key, or the content ID of a record.
  var printedKey: ExactString? {
    if let key { return ExactString(key.description) }
    return keywordKey ?? (rule == RollbackRuleSet.source ? contentIDs.first?.text : nil)
  }
}
