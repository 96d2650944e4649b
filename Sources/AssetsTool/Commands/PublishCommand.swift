internal import ArgumentParsing
internal import Bundles
internal import Diagnostics
internal import Publishing
internal import Translations

struct PublishCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "publish", abstract: "Check the catalogs and publish them as the next revision.",
    discussion: """
      Appends exactly one revision to the store, or says that there is nothing to publish. \
      An error among the findings stops it before anything is written (exit 1), and so does \
      a rollback (exit 3) and a head that moved (exit 4). Run it again after exit 7.

      A plan, written with --dry-run --out, says what a publish would do; publishing the plan \
      does exactly that or fails with 4.

      Examples:
        assets publish --message "Corrected Japanese titles"
        assets publish --dry-run --out plan.json && assets publish plan.json
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: ArgumentHelp("Publish exactly what this plan says.", valueName: "plan"))
  var plan: String?

  @Option(help: ArgumentHelp("What this revision is about.", valueName: "text"))
  var message: String = ""

  @Option(help: ArgumentHelp("Publish only on top of this revision.", valueName: "revision"))
  var expect: RevisionSelector?

  @Flag(help: "Do everything but write.")
  var dryRun = false

  @Option(help: ArgumentHelp("With --dry-run: write the plan to this file.", valueName: "file"))
  var out: String?

  @Option(help: ArgumentHelp("Who publishes; default: user@host.", valueName: "name"))
  var publisher: String?

  @OptionGroup var reports: ReportOptions

  @OptionGroup var signing: SigningOptions

  @Option(help: "How to print the receipt.")
  var format: TextOrJSON = .text

  mutating func validate() throws {
    if out != nil && !dryRun { throw ValidationError("'--out' goes with '--dry-run'") }
  }

  func execute(_ console: Console) async throws -> ExitStatus {
    if let fixed = Self.fixedLineage, Fingerprint(hex: fixed) == nil {
      throw ToolError(.usage, "ASSETS_LINEAGE is not 32 lower-case hexadecimal digits")
    }
    let plan = try plan.map { try Self.plan(at: $0) }
    let loader = try ProjectLoader(global)
    let project = try await loader.load()
    let access = StoreAccess(location: project.location, configuration: project.configuration)
    let funnel = try Funnel(project, failOn: .error)
    let findings = FindingsPrinter(console, project.location, most: reports.maxDiagnostics)

    let content = funnel.judge(project.diagnostics + ProjectChecks(project).diagnostics())
    guard project.isComplete else {
      findings.print(content, verb: "published")
      try write(content, of: project, status: .unreadable)
      return .unreadable
    }
    console.detail("\(project.files.count) files read, \(content.summary)")

    let lock = try access.lock()
    let made = try ProjectCandidate(project, access: access)
    let publisher = Publisher(
      store: DirectoryStore(root: access.root), lock: lock,
      signingKey: dryRun ? nil : try signing.key(trusted: access.trustedKeys()))
    let parent = made.candidate.parent
    do {
      try publisher.checkHead(
        parent, candidate: made.candidate, expected: expect?.revision(head: parent.head))
      if let plan, !plan.isDone(by: parent.head) || !made.candidate.isUnchanged {
        try plan.check(
          parent: parent.head, inputs: project.inputs.forPlan, content: made.candidate.content.address)
      }
    } catch let error as PublishError {
      throw ToolError(error)
    }

    let accepted = try AcceptedRollbacks(project.location)
    var (open, used) = accepted.split(try made.rollbackFindings(against: parent))
    let rollback = funnel.judge(try made.chainFindings() + open.map(made.diagnostic))
    let status = content.status.combined(with: rollback.status == .rollback ? .rollback : .done)
    try write(content.joined(with: rollback), of: project, status: status)
    if status != .done {
      findings.print(content.joined(with: rollback), verb: "published")
      return status
    }
    if content.warnings > 0 { console.note("\(content.summary); `assets check` shows them") }
    findings.printWarnings(rollback.diagnostics)
    if made.candidate.isUnchanged, let store = made.store {
      // The publish that used them died before it could take them out.
      used += try Acceptance.recorded(at: parent.revision, in: parent.ledger, from: store)
    }
    return try publish(made, plan, with: publisher, access, using: used, of: accepted, console)
  }

  /// Writes the findings where `-o` says, before anything is published.
  private func write(
    _ judgement: Judgement, of project: LoadedProject, status: ExitStatus
  ) throws(ToolError) {
    try reports.write(
      ReportPrinter(
        report: CheckReport(files: project.files, judgement: judgement, status: status),
        place: ReportPlace(root: project.location.root), most: reports.maxDiagnostics))
  }

  private func publish(
    _ made: ProjectCandidate, _ plan: PublishPlan?, with publisher: Publisher, _ access: StoreAccess,
    using used: [Acceptance], of accepted: AcceptedRollbacks, _ console: Console
  ) throws -> ExitStatus {
    let note = Publisher.Note(
      message: message, publisher: self.publisher ?? Self.defaultPublisher, publishedAt: Timestamp.now,
      acceptances: used, restores: nil)
    do {
      let prepared = try publisher.prepare(made.candidate, note: note) { plan?.lineage ?? Self.lineage() }
      if let plan, !plan.isDone(by: made.candidate.parent.head) { try plan.check(prepared) }
      if dryRun {
        if let out {
          try write(PublishPlan(prepared, inputs: made.project.inputs.forPlan), to: out)
        }
        report(prepared.receipt, isDryRun: true, console)
        return .done
      }
      let receipt = try publisher.publish(prepared) { () throws(PublishError) in
        try made.project.inputs.recheck(in: access.location)
      }
      try access.writeLock(receipt.head)
      var accepted = accepted
      try accepted.consume(used)
      publisher.tidy()
      report(receipt, isDryRun: false, console)
      return .done
    } catch let error as PublishError {
      throw ToolError(error)
    }
  }

  // MARK: - Plans

  private static func plan(at path: String) throws(ToolError) -> PublishPlan {
    let bytes: [UInt8]
    do { bytes = try LocalFileSystem().read(path, limit: PublishPlan.largestSize) } catch {
      throw ToolError(.unreadable, error.description)
    }
    do { return try PublishPlan(bytes) } catch {
      throw ToolError(
        .unreadable, "\(path): \(error.reason)", help: "make one with `assets publish --dry-run --out FILE`")
    }
  }

  private func write(_ plan: PublishPlan, to path: String) throws(ToolError) {
    try FileReplacement(path).write(plan.bytes)
  }

  // MARK: - Output

  private func report(_ receipt: Receipt, isDryRun: Bool, _ console: Console) {
    if format == .json {
      var json = receipt.json
      if isDryRun, case .object(let members) = json { json = .object(members + [.init("dryRun", true)]) }
      console.write(json.bytes + [0x0A])
      return
    }
    let head = receipt.head
    switch receipt.status {
    case .unchanged:
      console.print("nothing to publish   the head r\(head.revision) says the same")
    case .published:
      let verb = isDryRun ? "would publish" : "published"
      console.print(
        "\(verb) r\(head.revision)   \(counted(receipt.upserts, "record")) to write again, \(receipt.deletes) to delete"
      )
      var table = TextTable(rightAligned: [2, 3, 4])
      table.append(["locale", "at", "values", "approved", "content IDs"])
      for row in head.locales {
        table.append(["\(row.locale)", "r\(row.revision)", "\(row.keys)", "\(row.approved)", "\(row.items)"])
      }
      console.print(table)
      if !isDryRun {
        console.note(
          head.revision == 1
            ? "Next:  assets index apply"
            : "Next:  assets manifest r\(head.revision - 1)..r\(head.revision) --format text")
      }
    }
  }

  /// `ASSETS_LINEAGE` fixes it for tests that compare bytes.
  private static func lineage() -> String {
    if let fixed = fixedLineage { return fixed }
    var random = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(UInt32.random(in: .min ... .max, using: &random), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private static var fixedLineage: String? {
    Platform.environment("ASSETS_LINEAGE").flatMap { $0.isEmpty ? nil : $0 }
  }

  static var defaultPublisher: String {
    [Platform.userName ?? "unknown", Platform.hostName].compactMap { $0 }.joined(separator: "@")
  }
}
