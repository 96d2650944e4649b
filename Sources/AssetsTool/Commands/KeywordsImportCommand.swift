internal import ArgumentParsing
internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Translations

struct KeywordsImportCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Take App Store keywords over as proposed keyword sets.",
    discussion: """
      FOLDER is laid out as fastlane does: one folder for each locale with a keywords.txt in it, \
      whose terms stand between commas. Each becomes the set KEY of its locale, proposed: it counts \
      once somebody approves it. A set that has the same terms already stays as it is, and nothing \
      else in a file changes.

      Example:
        assets keywords import fastlane/metadata --key app-store --dry-run
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: ArgumentHelp("The folder with a folder for each locale.", valueName: "folder"))
  var folder: String

  @Option(help: ArgumentHelp("The keyword key of the sets.", valueName: "key"))
  var key: String

  @Flag(help: "Say what would be written, and write nothing.")
  var dryRun = false

  mutating func validate() throws {
    let isName = !key.isEmpty && key.unicodeScalars.allSatisfy { !$0.isControlOrBidirectionalFormatting }
    guard isName else { throw ValidationError("'--key' needs a name without control characters") }
  }

  func execute(_ console: Console) async throws -> ExitStatus {
    let project = try await ProjectLoader(global).load()
    guard let keywords = project.configuration.keywords else {
      throw ToolError(
        .unreadable, "the project keeps no keywords",
        help: "add `keywords: { path: keywords/{locale}.yml }` to \(project.location.configuration)")
    }
    let lists = StoreKeywords.lists(in: folder)
    guard !lists.isEmpty else {
      throw ToolError(
        .nothingMatched, "there is no keywords.txt in a folder of \(folder)",
        help: "name the folder that holds one folder for each locale")
    }
    let files = ProjectFiles(project.location)
    var status = ExitStatus.done
    var taken: Set<LanguageTag> = []
    for list in lists {
      guard let locale = list.locale(among: project.configuration.locales), taken.insert(locale).inserted
      else {
        console.print("skipped  \(list.name.displayed)  no locale of the project, or one that came already")
        continue
      }
      let terms = try list.terms()
      let known = project.keywords[locale]?.first { $0.key == ExactString(key) }
      if known.map({ $0.terms.map(\.text.string) }) == terms {
        console.print("unchanged  \(locale)  \(key.displayed)  \(counted(terms.count, "term"))")
        continue
      }
      let path = project.configuration.path(keywords.path, for: locale)
      let edited = try KeywordFileEditor.editing(
        [ExactString(key): .init(state: .proposed, terms: kept(terms, from: known), review: nil)],
        in: try files.read(path) ?? Self.emptyFile(locale), path: path)
      guard let bytes = edited.value else {
        FindingsPrinter(console, project.location, most: 20).print(
          Funnel(failOn: .error).judge(edited.diagnostics), verb: "written")
        status = .findings
        continue
      }
      if !dryRun { try files.write(bytes, to: path) }
      let verb = (dryRun ? "would " : "") + (known == nil ? "propose" : "change")
      console.print("\(verb)  \(locale)  \(key.displayed)  \(counted(terms.count, "term"))")
    }
    return status
  }

  /// The terms with the notes and kinds that they had.
  private func kept(_ terms: [String], from set: KeywordSet?) -> [KeywordTerm] {
    terms.map { text in
      let old = set?.terms.first { $0.text == ExactString(text) }
      return KeywordTerm(
        text, kind: old?.kind ?? .alternative, isLoanword: old?.isLoanword ?? false, note: old?.note)
    }
  }

  private static func emptyFile(_ locale: LanguageTag) -> [UInt8] {
    Array("locale: \"\(locale)\"\nkeywords: {}\n".utf8)
  }
}
