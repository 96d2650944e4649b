internal import ArgumentParsing
internal import Bundles
internal import Diagnostics
internal import Publishing
internal import Translations

struct RestoreCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Put published texts back into the working files.",
    discussion: """
      The values, states and keywords of a revision take the place of what the working files \
      say in the scope; keys that the revision does not have stay. Nothing is published. Only \
      the bytes of the values change. To publish an older state, use `assets rollback`.

      Example:
        assets restore --locale ja --key articles/focus-timer.title --from head
      """)

  @OptionGroup var global: GlobalOptions

  @OptionGroup var selection: RestoreOptions

  @Option(help: ArgumentHelp("The revision whose texts are put back.", valueName: "revision"))
  var from: RevisionSelector

  @Flag(help: "Say what would change, and write nothing.")
  var dryRun = false

  func execute(_ console: Console) async throws -> ExitStatus {
    let scope = try selection.scope()
    let project = try await ProjectLoader(global).load()
    guard project.isComplete else {
      throw ToolError(.unreadable, "not every file could be read; see `assets check`")
    }
    let access = StoreAccess(location: project.location, configuration: project.configuration)
    let reader = try access.requiredReader()
    let revision = try from.revision(head: reader.head)
    let target = try reader.snapshot(revision: revision)
    let made = try ProjectCandidate(project, access: access)
    var restoration = try Restoration(
      scope, from: made.candidate.content, to: target.content, nodes: made.candidate.nodes)
    restoration.values.removeAll { $0.after == nil }
    restoration.keywords.removeAll { $0.after == nil }
    restoration.records.removeAll { $0.after == nil }
    restoration.declarations = nil
    if restoration.isEmpty {
      try RestoredKeys(project, scope).requireMatch()
      console.print("nothing to restore   the working files say what r\(revision) says there")
      return .done
    }

    let edits = WorkingEdits(restoration, project, reviewer: Platform.userName)
    let prepared = try edits.prepared()
    guard prepared.refusals.isEmpty else {
      return WorkingEdits.refuse(prepared, project, console)
    }
    if !dryRun { try WorkingEdits.write(prepared.files, in: project.location) }
    restoration.print(verb: dryRun ? "would restore" : "restored", console)
    console.note("\(counted(prepared.files.count, "file")) \(dryRun ? "would change" : "changed")")
    return .done
  }
}
