internal import ArgumentParsing
internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

struct PublishCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "publish", abstract: "Check the catalogs and publish them as the next revision.",
    discussion: """
      Appends exactly one revision to the store, or says that there is nothing to publish. \
      An error among the findings stops it before anything is written (exit 1), and so does \
      a rollback (exit 3) and a head that moved (exit 4). Run it again after exit 7: what was \
      published already is answered and not published twice, with --expect and with a plan too. \
      A store that belongs to another user is refused; root alone may write into any.

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

  @Option(
    help: ArgumentHelp(
      "With --dry-run: write the plan to this file; - for standard output.", valueName: "file"))
  var out: String?

  @Option(help: ArgumentHelp("Who publishes; default: user@host.", valueName: "name"))
  var publisher: String?

  @OptionGroup var reports: ReportOptions

  @OptionGroup var signing: SigningOptions

  @OptionGroup var caching: CacheOptions

  @Option(help: "How to print the receipt.")
  var format: TextOrJSON = .text

  mutating func validate() throws {
    if out != nil && !dryRun { throw ValidationError("'--out' goes with '--dry-run'") }
    try RecordedText.validate(message, of: "--message", mayBeEmpty: true)
    try RecordedText.validate(publisher ?? "-", of: "--publisher")
  }

  func execute(_ console: Console) async throws -> ExitStatus {
    if let fixed = Self.fixedLineage, Fingerprint(hex: fixed) == nil {
      throw ToolError(.usage, "ASSETS_LINEAGE is not 32 lower-case hexadecimal digits")
    }
    let plan = try plan.map { try Self.plan(at: $0) }
    let loader = try ProjectLoader(global)
    let configuration = try loader.configuration()
    let access = StoreAccess(location: loader.location, configuration: configuration)
    if let output = out.map({ OutputFile($0) }) {
      try ReadFiles(access).refuse(output)
      if format == .json, output.isStandardOutput {
        throw ToolError(.usage, "'--format json' and '--out' both write to standard output")
      }
    }
    let cache =
      caching.noCache ? nil : ParseCache(loader.location, configuration, hashesAll: caching.hashesAll)
    if reports.outputs.isEmpty, let work = await PublishWork(known: cache, loader, configuration, access) {
      for line in work.details { console.detail(line) }
      let publisher = try publisher(access)
      try check(work.candidate, work.inputs, plan, with: publisher)
      return try publish(work, plan, with: publisher, access, console)
    }
    return try await readAndPublish(loader, configuration, access, plan, cache, console)
  }

  private func readAndPublish(
    _ loader: ProjectLoader, _ configuration: ProjectConfiguration, _ access: StoreAccess,
    _ plan: PublishPlan?, _ cache: ParseCache?, _ console: Console
  ) async throws -> ExitStatus {
    switch try await read(loader, configuration, access, plan, cache, console) {
    case .refused(let status): return status
    case .ready(let work, let publisher): return try publish(work, plan, with: publisher, access, console)
    }
  }

  /// What became of a project's files.
  private enum Reading {
    case refused(ExitStatus)
    case ready(PublishWork, Publisher)
  }

  /// Reads and judges everything; what is not published of it is given up at the end, because building the ledger takes
  /// as much memory again.
  private func read(
    _ loader: ProjectLoader, _ configuration: ProjectConfiguration, _ access: StoreAccess,
    _ plan: PublishPlan?, _ cache: ParseCache?, _ console: Console
  ) async throws -> Reading {
    let project = try await loader.load(configuration)
    let funnel = try Funnel(project, failOn: .error)
    let findings = FindingsPrinter(console, project.location, most: reports.maxDiagnostics)

    var checks = ProjectChecks(project).findings()
    // Mostly nothing of it is shown.
    let content = funnel.judgeUnsorted(checks.takeDiagnostics(after: project.diagnostics))
    guard project.isComplete else {
      // A head that moved is known without the files, and says more than that one of them cannot be read.
      let conflict = access.headProblem(expected: expect, plan: plan)
      let status = ExitStatus.unreadable.combined(with: conflict?.status ?? .done)
      let content = content.sorted()
      findings.print(content, verb: "published")
      try write(content, of: project, access, status: status, console)
      if let conflict { console.fail(conflict) }
      return .refused(status)
    }
    let publisher = try publisher(access)
    let made = try ProjectCandidate(project, access: access)
    try check(made.candidate, project.inputs, plan, with: publisher)
    var work = PublishWork(
      made, content, cache, .init(project, checks, funnel), accepted: try AcceptedRollbacks(project.location))
    for line in work.details { console.detail(line) }

    let (open, used) = work.accepted.split(try made.rollbackFindings(against: work.candidate.parent))
    work.used += used
    let rollback = funnel.judge(
      try made.chainFindings(lock: publisher.lock) + open.map(made.diagnostic))
    let status = content.status.combined(with: rollback.status == .rollback ? .rollback : .done)
    if status != .done || !reports.outputs.isEmpty {
      let all = content.sorted().joined(with: rollback)
      try write(all, of: project, access, status: status, console)
      if status != .done {
        findings.print(all, verb: "published")
        return .refused(status)
      }
    }
    findings.printWarnings(rollback.diagnostics)
    return .ready(work, publisher)
  }

  private func publisher(_ access: StoreAccess) throws -> Publisher {
    Publisher(
      store: DirectoryStore(root: access.root), lock: try access.lock(),
      signingKey: dryRun ? nil : try signing.key(trusted: access.trustedKeys()))
  }

  /// Refuses another head or another state than the lock, `--expect` and the plan name.
  private func check(
    _ candidate: Candidate, _ inputs: [InputFile], _ plan: PublishPlan?, with publisher: Publisher
  ) throws(ToolError) {
    let parent = candidate.parent
    let expected = try expect?.revision(head: parent.head)
    do {
      try publisher.checkHead(parent, candidate: candidate, expected: expected)
      if let plan, !plan.isDone(by: parent.head) || !candidate.isUnchanged {
        try plan.check(parent: parent.head, inputs: inputs.forPlan, content: candidate.content.address)
      }
    } catch {
      throw ToolError(error)
    }
  }

  /// Writes the findings where `-o` says, before anything is published.
  private func write(
    _ judgement: Judgement, of project: LoadedProject, _ access: StoreAccess, status: ExitStatus,
    _ console: Console
  ) throws(ToolError) {
    try reports.write(
      ReportPrinter(
        report: CheckReport(files: project.files, judgement: judgement, status: status),
        place: ReportPlace(root: project.location.root), most: reports.maxDiagnostics),
      sparing: ReadFiles(access), console)
  }

  private func publish(
    _ work: PublishWork, _ plan: PublishPlan?, with publisher: Publisher, _ access: StoreAccess,
    _ console: Console
  ) throws -> ExitStatus {
    if work.hasWarnings { console.note("\(work.summary); `assets check` shows them") }
    let note = Publisher.Note(
      message: message, publisher: self.publisher ?? Self.defaultPublisher, publishedAt: try Timestamp.now,
      acceptances: work.used, restores: nil)
    do {
      let prepared = try publisher.prepare(work.candidate, note: note) { plan?.lineage ?? Self.lineage() }
      if let plan, !plan.isDone(by: work.candidate.parent.head) { try plan.check(prepared) }
      if dryRun {
        try write(PublishPlan(prepared, inputs: work.inputs.forPlan), of: prepared.receipt, console)
        return .done
      }
      let receipt = try publisher.publish(prepared) { () throws(PublishError) in
        try work.inputs.recheck(in: access.location)
      }
      do {
        try access.writeLock(receipt.head)
        var accepted = work.accepted
        try accepted.consume(work.used)
      } catch {
        throw error.after(publishing: receipt.head)
      }
      publisher.tidy(after: prepared)
      work.keep()
      report(receipt, isDryRun: false, console)
      return .done
    } catch let error as PublishError {
      throw ToolError(error)
    }
  }

  // MARK: - Plans

  /// Writes the plan where `--out` says and the receipt to standard output, unless the plan is there.
  private func write(_ plan: PublishPlan, of receipt: Receipt, _ console: Console) throws(ToolError) {
    if let out {
      let output = OutputFile(out)
      try output.write(plan.bytes, console)
      if output.isStandardOutput {
        return console.note(
          receipt.status == .unchanged ? "nothing to publish" : "would publish r\(receipt.head.revision)")
      }
    }
    report(receipt, isDryRun: true, console)
  }

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
    [Platform.userName, Platform.hostName].compactMap { $0 }.joined(separator: "@")
  }
}
