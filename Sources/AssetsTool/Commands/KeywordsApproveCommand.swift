internal import ArgumentParsing
internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

struct KeywordsApproveCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "approve", abstract: "Sign keyword sets: their terms are in force from the next publish on.",
    discussion: """
      Writes the state and the review of each set, with a digest of the terms as they are now; \
      an edit afterwards withdraws the approval. Nothing else in the file changes.

      Example:
        assets keywords approve articles/focus-timer --locale ja --reviewer m.sato
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: ArgumentHelp("The keyword keys.", valueName: "key"))
  var keys: [String] = []

  @Flag(help: "All sets of the locale that are not rejected or retired.")
  var all = false

  @Option(help: ArgumentHelp("The locale whose keywords were read.", valueName: "locale"))
  var locale: String

  @Option(help: ArgumentHelp("Who read them.", valueName: "name"))
  var reviewer: String

  @Flag(help: "Say what would be signed, and write nothing.")
  var dryRun = false

  mutating func validate() throws {
    if keys.isEmpty && !all { throw ValidationError("name the keys to approve, or pass '--all'") }
    if !keys.isEmpty && all { throw ValidationError("'--all' and keys exclude each other") }
    if reviewer.isEmpty { throw ValidationError("'--reviewer' needs a name") }
  }

  func execute(_ console: Console) async throws -> ExitStatus {
    let project = try await ProjectLoader(global).load()
    let tag = try KeywordSelection(project, locale: locale).locales[0]
    let sets = project.keywords[tag] ?? []
    let wanted = try select(sets)
    let texts = ProjectTexts(project)
    var reviews: [ExactString: KeywordSet.Review] = [:]
    for set in wanted {
      let digest = KeywordReview.digest(set)
      let source = texts.reviewSource(set.key)
      // A set that is signed like this already keeps its reviewer and date.
      if set.state == .approved, set.review?.digest == digest, set.review?.source == source { continue }
      reviews[set.key] = .init(by: reviewer, at: try Timestamp.today, digest: digest, source: source)
    }
    try write(reviews, project, tag)
    for set in wanted {
      let verb = reviews[set.key] == nil ? "unchanged" : (dryRun ? "would approve" : "approved")
      console.print("\(verb)  \(tag)  \(set.key.string.displayed)  \(set.terms.count) terms")
    }
    return .done
  }

  private func select(_ sets: [KeywordSet]) throws(ToolError) -> [KeywordSet] {
    if all {
      let open = sets.filter { $0.state == .proposed || $0.state == .approved }
      guard !open.isEmpty else {
        throw ToolError(.nothingMatched, "there is no keyword set to approve in '\(locale)'")
      }
      return open
    }
    var wanted: [KeywordSet] = []
    for key in keys {
      guard let set = sets.first(where: { $0.key == ExactString(key) }) else {
        let nearest = sets.map(\.key.string).min { $0.distance(to: key) < $1.distance(to: key) }
        throw ToolError(
          .nothingMatched, "there is no keyword set \(ShellWord.quoted(key)) in '\(locale)'",
          help: nearest.map { "did you mean \(ShellWord.quoted($0))?" })
      }
      wanted.append(set)
    }
    return wanted
  }

  private func write(
    _ reviews: [ExactString: KeywordSet.Review], _ project: LoadedProject, _ tag: LanguageTag
  ) throws {
    guard !reviews.isEmpty, !dryRun, let keywords = project.configuration.keywords else { return }
    let path = project.configuration.path(keywords.path, for: tag)
    let files = ProjectFiles(project.location)
    guard let bytes = try files.read(path) else { return }
    let edited = try KeywordFileEditor.approving(reviews, in: bytes, path: path)
    guard let result = edited.value else {
      throw ToolError(
        .findings, edited.diagnostics.first?.message ?? "\(path) cannot be edited",
        help: edited.diagnostics.first?.help)
    }
    try files.write(result, to: path)
  }
}
