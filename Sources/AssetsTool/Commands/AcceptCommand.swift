internal import ArgumentParsing
internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

struct AcceptCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "accept", abstract: "Decide that something that goes backwards is intended.",
    discussion: """
      Compares the working files as `check --rollback` does and writes a decision for each finding of the \
      rule into assets-accepted.yml, which is committed. A decision is bound to the exact \
      state it was made for, and to what is published there; the publish that uses it records and \
      removes it. With --handoff it is about texts that a rollback took back and a translator's \
      files bring again; `import` takes them then.

      Examples:
        assets accept RB-VALUE --locale ja --key articles/a.title --reason "wanted"
        assets accept RB-WITHDRAWN --handoff Handoff/ja.xliff --reason "it was right"
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

  @Option(
    help: ArgumentHelp(
      "Look at these files as `import` would, not at the working files; may be repeated.", valueName: "path"))
  var handoff: [String] = []

  @Option(help: ArgumentHelp("The catalog that the files of --handoff belong to.", valueName: "name"))
  var catalog: String?

  @Option(help: ArgumentHelp("Why it is intended; recorded for ever.", valueName: "text"))
  var reason: String

  @Option(help: ArgumentHelp("Who decides; default: the login name.", valueName: "name"))
  var by: String?

  mutating func validate() throws {
    try RecordedText.validate(reason, of: "--reason")
    try RecordedText.validate(by ?? "-", of: "--by")
    if catalog != nil && handoff.isEmpty { throw ValidationError("'--catalog' goes with '--handoff'") }
    if !handoff.isEmpty {
      guard rule == RollbackRuleSet.withdrawn.id else {
        throw ValidationError("'--handoff' goes with RB-WITHDRAWN")
      }
      if against != nil {
        throw ValidationError("'--handoff' is compared with the head, without '--against'")
      }
    }
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
    let tag = try locale.map { try IndexOptions.locale($0) }
    let comparison = try await comparison(project, access)
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
        help: handoff.isEmpty
          ? "`assets check --rollback` lists what there is; give both the same `--against`"
          : "`assets import --dry-run` lists what there is")
    }
    var accepted = try AcceptedRollbacks(project.location)
    let name = by ?? Platform.userName
    let today = try Timestamp.today
    try accepted.add(
      found.map {
        Acceptance(
          rule: $0.rule.id, locale: $0.locale, key: $0.printedKey, digest: $0.digest, reason: reason,
          by: name,
          at: today)
      })
    for finding in found { console.print("accepted  \(finding.rule.id)  \(finding.message.displayed)") }
    console.note(
      "\(AcceptedRollbacks.file) has \(counted(accepted.acceptances.count, "decision")); commit it with the change"
    )
    return .done
  }

  /// What can be accepted, whether somebody did or not.
  private func comparison(
    _ project: LoadedProject, _ access: StoreAccess
  ) async throws -> RollbackComparison {
    guard !handoff.isEmpty else {
      return try await RollbackCheck(project, access, against: against, trusted: nil).compare()
    }
    let files = HandoffPaths(handoff).files
    guard !files.isEmpty else {
      throw ToolError(.nothingMatched, "no catalog in \(handoff.joined(separator: ", "))")
    }
    let input = files.contains(HandoffPaths.input) ? Platform.read(.input, limit: 1 << 30) : nil
    let reader = HandoffReader(input: input)
    let options = HandoffOptions(
      onConflict: .fail, minimumState: project.configuration.importing.minimumState, acceptStale: false,
      partial: .file, force: false, skipped: [], onlyKeys: [], catalog: catalog)
    var read = try HandoffImport(project, options, reader: reader, access: access, accepted: [])
    for file in files { try read.add(reader.read(file)) }
    guard read.unreadable.isEmpty else {
      throw ToolError(
        .unreadable, "cannot read \(read.unreadable.joined(separator: ", "))",
        help: "`assets import --dry-run` says why")
    }
    let unchecked = read.diagnostics.filter { $0.rule == RollbackRuleSet.unchecked }
    return RollbackComparison(
      chain: unchecked, found: try read.withdrawals(), isUnknown: !unchecked.isEmpty)
  }
}
