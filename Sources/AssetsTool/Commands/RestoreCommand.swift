internal import ArgumentParsing
internal import Bundles
internal import Diagnostics
internal import Publishing
internal import Translations

struct RestoreCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Put published texts back into the working files.",
    discussion: """
      The working files say again in the scope what a revision says: values with their states, \
      approved keywords, and content records. What was published once and is not in \
      that revision goes; what was never published stays. Only these places change, and nothing \
      is published: for that, use `assets rollback`.

      `--key` means what has this name: a message, or all below it, a keyword set, and \
      without a locale a record. `--only` says which.

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
    if let locale = scope.locale, target.content[locale] == nil, made.candidate.content[locale] == nil {
      throw ToolError(.nothingMatched, "r\(revision) has no locale '\(locale)', and the project has none")
    }
    var restoration = try Restoration(
      scope, from: made.candidate.content, to: target.content, nodes: made.candidate.nodes)
    let new = try restoration.keepNew(reader)
    restoration.declarations = nil
    let rest = new > 0 ? "; left alone what was never published: \(counted(new, "addition"))" : ""
    if restoration.isEmpty {
      try RestoredKeys(project, scope).requireMatch()
      console.print("nothing to restore   the working files say what r\(revision) says there\(rest)")
      return .done
    }

    let edits = WorkingEdits(restoration, project, reviewer: Platform.userName)
    let prepared = try edits.prepared()
    guard prepared.refusals.isEmpty else {
      return WorkingEdits.refuse(prepared, project, console)
    }
    if !dryRun { try WorkingEdits.write(prepared.files, in: project.location) }
    restoration.print(dryRun: dryRun, console)
    console.note("\(counted(prepared.files.count, "file")) \(dryRun ? "would change" : "changed")\(rest)")
    return .done
  }
}
