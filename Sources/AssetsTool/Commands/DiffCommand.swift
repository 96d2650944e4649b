internal import ArgumentParsing
internal import Bundles
internal import Publishing
internal import Translations

struct DiffCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compare by key: what came, went, changed and moved.",
    discussion: """
      Without an argument, the head with the working files; with one revision, that revision \
      with the working files; with two, the two. Order and layout of files do not count. Texts \
      are shown to people; JSON and Markdown hold them only with --text.

      Examples:
        assets diff
        assets diff r41..r42 --locale ja
        assets diff --exit-code --format json
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: ArgumentHelp("A revision, or two: r41..r42.", valueName: "range"))
  var range: DiffRange = .workingFiles(since: .beforeHead(0))

  @Option(help: ArgumentHelp("Only this locale.", valueName: "locale"))
  var locale: String?

  @Flag(help: "Print the texts in JSON and Markdown too.")
  var text = false

  @Flag(help: "Exit 6 if there is a difference.")
  var exitCode = false

  @Option(help: "How to print the difference.")
  var format: DiffFormat = .text

  func execute(_ console: Console) async throws -> ExitStatus {
    let loader = try ProjectLoader(global)
    let tag = try locale.map { try IndexOptions.locale($0) }
    var (comparison, from, to) = try await compare(loader, locale: tag)
    if let tag { comparison = comparison.restricted(to: tag) }
    switch format {
    case .text:
      DiffText(comparison: comparison, from: from, to: to, style: console.style).print(to: console)
    case .markdown:
      let markdown = DiffMarkdown(comparison: comparison, from: from, to: to, withText: text)
      console.write(Array(markdown.text.utf8))
    case .json:
      let json = DiffJSON(comparison: comparison, from: from, to: to, withText: text).json
      console.write(json.bytes + [0x0A])
    }
    return exitCode && !comparison.isEmpty ? .changesPending : .done
  }

  private func compare(
    _ loader: ProjectLoader, locale: LanguageTag?
  ) async throws -> (StateComparison, from: DiffSide, to: DiffSide) {
    func check(_ old: ContentState, _ new: ContentState) throws(ToolError) {
      guard let locale, old[locale] == nil, new[locale] == nil else { return }
      throw ToolError(.nothingMatched, "locale '\(locale)' is on neither side")
    }
    switch range {
    case .revisions(let range):
      let access = StoreAccess(location: loader.location, configuration: try loader.configuration())
      let reader = try access.requiredReader()
      let old = try reader.snapshot(revision: range.from.revision(head: reader.head))
      let new = try reader.snapshot(revision: range.to.revision(head: reader.head))
      try check(old.content, new.content)
      return (
        try StateComparison(from: old.content, to: new.content, nodes: reader), DiffSide(old), DiffSide(new)
      )
    case .workingFiles(let since):
      let project = try await loader.load()
      guard project.isComplete else {
        throw ToolError(.unreadable, "not every file could be read; see `assets check`")
      }
      let access = StoreAccess(location: project.location, configuration: project.configuration)
      let made = try ProjectCandidate(project, access: access)
      try access.requireStore(found: made.store)
      let head = made.candidate.parent
      let revision = try since.revision(head: head.head)
      let old =
        try revision == head.revision
        ? head : made.store.map { try $0.snapshot(revision: revision) } ?? .empty
      let content = made.candidate.content
      try check(old.content, content)
      return (
        try StateComparison(from: old.content, to: content, nodes: made.candidate.nodes), DiffSide(old),
        DiffSide(revision: nil, content: content.address)
      )
    }
  }
}

/// What `diff` compares: two revisions, or one and the working files.
enum DiffRange: ExpressibleByArgument {
  case revisions(RevisionRange)
  case workingFiles(since: RevisionSelector)

  init?(argument: String) {
    if let range = RevisionRange(argument: argument) {
      self = .revisions(range)
    } else if let revision = RevisionSelector(argument: argument) {
      self = .workingFiles(since: revision)
    } else {
      return nil
    }
  }

  /// As a user would write it.
  var defaultValueDescription: String {
    switch self {
    case .revisions(let range): range.defaultValueDescription
    case .workingFiles(let since): since.defaultValueDescription
    }
  }
}

extension DiffSide {
  init(_ snapshot: Snapshot) {
    self.init(revision: snapshot.revision, content: snapshot.content.address)
  }
}
