internal import ArgumentParsing
internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

struct RollbackCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "rollback", abstract: "Publish an older state again, as a new revision.",
    discussion: """
      The next revision says in the scope what the older one said: values with their states, \
      and approved keywords. What it replaces is withdrawn: import, check and publish refuse \
      it from then on. The working files are edited in the same places and the lock is \
      renewed, so that the next publish has nothing to do. Without a locale and a key \
      the content map, and the locales, fallbacks and minimum state that assets.yml \
      declares, return as well. `--key` means what has this name: a message, or all below it, \
      a keyword set, and without a locale a record. `--only` says which.

      Example:
        assets rollback --to r38 --locale ja --reason "wrong glossary"
      """)

  @OptionGroup var global: GlobalOptions

  @Option(help: ArgumentHelp("The revision to return to.", valueName: "revision"))
  var to: RevisionSelector

  @OptionGroup var selection: RestoreOptions

  @Option(help: ArgumentHelp("Why; recorded in the revision.", valueName: "text"))
  var reason: String

  @Flag(help: "Leave the working files as they are.")
  var storeOnly = false

  @Option(help: ArgumentHelp("Roll back only on top of this revision.", valueName: "revision"))
  var expect: RevisionSelector?

  @Flag(help: "Say what would be done, and write nothing.")
  var dryRun = false

  @Option(help: ArgumentHelp("Who publishes; default: user@host.", valueName: "name"))
  var publisher: String?

  @OptionGroup var signing: SigningOptions

  @Option(help: "How to print the receipt.")
  var format: TextOrJSON = .text

  mutating func validate() throws {
    try RecordedText.validate(reason, of: "--reason")
    try RecordedText.validate(publisher ?? "-", of: "--publisher")
  }

  func execute(_ console: Console) async throws -> ExitStatus {
    let scope = try selection.scope()
    let project = try await ProjectLoader(global).load()
    let access = StoreAccess(location: project.location, configuration: project.configuration)
    guard project.isComplete || storeOnly else {
      console.fail(
        ToolError(
          .unreadable, "not every file could be read; see `assets check`",
          help: "mend the files first, or leave them alone with --store-only"))
      // A head that moved is known without the files.
      guard let conflict = access.headProblem(expected: expect, plan: nil) else { return .unreadable }
      console.fail(conflict)
      return conflict.status.combined(with: .unreadable)
    }
    let store = try access.requiredReader()
    let rollback = try Rollback(scope, to: to.revision(head: store.head), in: store)
    let publisher = Publisher(
      store: DirectoryStore(root: access.root), lock: try access.lock(),
      signingKey: dryRun ? nil : try signing.key(trusted: access.trustedKeys()))
    do {
      let parent = rollback.candidate.parent
      try publisher.checkHead(
        parent, candidate: rollback.candidate, expected: expect?.revision(head: parent.head))
    } catch let error as PublishError {
      throw ToolError(error)
    }
    if rollback.candidate.isUnchanged && !rollback.isDone {
      try RestoredKeys(project, scope).requireMatch()
      return sayNothingToDo(rollback, console)
    }

    let prepared = try storeOnly ? WorkingEdits.Prepared() : workingEdits(of: rollback, project)
    guard prepared.refusals.isEmpty else {
      let status = WorkingEdits.refuse(prepared, project, console)
      console.note(
        "Next:  publish it and leave the working files alone with --store-only, or go back with less: --locale, --key"
      )
      return status
    }
    return try publish(rollback, prepared, with: publisher, project, access, console)
  }

  private func sayNothingToDo(_ rollback: Rollback, _ console: Console) -> ExitStatus {
    guard let head = rollback.candidate.parent.head else { return .done }
    if format == .json {
      console.write(Receipt(status: .unchanged, head: head, deletes: 0, upserts: 0).json.bytes + [0x0A])
    } else {
      console.print(
        "nothing to roll back   the head r\(head.revision) says the same there as r\(rollback.restores.revision)"
      )
    }
    return .done
  }

  /// The edits that make the working files say what the rollback publishes, with what stands against them.
  private func workingEdits(of rollback: Rollback, _ project: LoadedProject) throws -> WorkingEdits.Prepared {
    let restoration = rollback.restoration
    let edits = WorkingEdits(restoration, project, reviewer: publisher ?? PublishCommand.defaultPublisher)
    var prepared = try edits.prepared()
    prepared.refusals += WorkingEdits.unpublished(restoration, project)
    return prepared
  }

  private func publish(
    _ rollback: Rollback, _ prepared: WorkingEdits.Prepared, with publisher: Publisher,
    _ project: LoadedProject, _ access: StoreAccess, _ console: Console
  ) throws -> ExitStatus {
    let note = Publisher.Note(
      message: reason, publisher: self.publisher ?? PublishCommand.defaultPublisher,
      publishedAt: try Timestamp.now, acceptances: [], restores: rollback.restores)
    let wayToFiles = try storeOnly ? self.wayToFiles(rollback, project) : ""
    do {
      let revision = try publisher.prepare(rollback.candidate, note: note) { "" }
      if dryRun {
        report(revision.receipt, rollback, files: prepared.files.count, wayToFiles, console)
        return .done
      }
      let receipt = try publisher.publish(revision) { () throws(PublishError) in
        if !storeOnly { try project.inputs.recheck(in: access.location) }
      }
      do {
        try WorkingEdits.write(prepared.files, in: project.location)
        try access.writeLock(receipt.head)
      } catch {
        throw error.after(
          publishing: receipt.head,
          again: "run the same command again, with `--to r\(rollback.restores.revision)`")
      }
      publisher.tidy(after: revision)
      report(receipt, rollback, files: prepared.files.count, wayToFiles, console)
      return .done
    } catch let error as PublishError {
      throw ToolError(error)
    }
  }

  /// How the working files can say what a rollback of the store alone published.
  private func wayToFiles(_ rollback: Rollback, _ project: LoadedProject) throws -> String {
    let next = rollback.candidate.parent.revision + 1
    let revision = rollback.candidate.isUnchanged ? next - 1 : next
    let byHand = rollback.restoration.declarations.map { $0.before.differences(to: $0.after) } ?? []
    var edits = WorkingEdits(rollback.restoration, project, reviewer: "")
    edits.declarations = nil
    guard project.isComplete, try edits.prepared().refusals.isEmpty else {
      return "not all of that can be edited in place: put the files of r\(rollback.restores.revision) back"
    }
    return "`assets restore\(try selection.scope().options) --from r\(revision)` edits them"
      + (byHand.isEmpty ? "" : ", and in assets.yml restore \(byHand.joined(separator: "; "))")
  }

  private func report(
    _ receipt: Receipt, _ rollback: Rollback, files: Int, _ wayToFiles: String, _ console: Console
  ) {
    if format == .json {
      var json = receipt.json
      if dryRun, case .object(let members) = json { json = .object(members + [.init("dryRun", true)]) }
      console.write(json.bytes + [0x0A])
      return
    }
    let head = receipt.head
    switch receipt.status {
    case .unchanged:
      console.print(
        "r\(head.revision) restores r\(rollback.restores.revision) already   "
          + (files == 0 ? "nothing is left to do" : "\(counted(files, "working file")) brought in line"))
    case .published:
      console.print(
        "\(dryRun ? "would roll" : "rolled") back to r\(rollback.restores.revision) as r\(head.revision)   "
          + "\(counted(receipt.upserts, "record")) to write again, \(receipt.deletes) to delete")
      rollback.restoration.print(dryRun: dryRun, console)
      console.note(
        storeOnly
          ? "the working files still say what was withdrawn; \(wayToFiles)"
          : "\(counted(files, "working file")) \(dryRun ? "would change" : "changed"); commit "
            + "\(files == 1 ? "it" : "them") with assets.lock")
    }
  }
}
