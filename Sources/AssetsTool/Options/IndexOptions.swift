internal import ArgumentParsing
internal import Bundles
internal import SearchIndex
internal import Translations

/// Which index a command works on.
struct IndexOptions: ParsableArguments {
  @Option(
    name: .customLong("index"),
    help: ArgumentHelp("The index's file; default: .assets/index.db in the project.", valueName: "file"))
  var path: String?

  @Option(
    help: ArgumentHelp(
      "Append a JSON line for each operation to this file: names, numbers and codes, no text.",
      valueName: "file"))
  var events: String?

  /// Where the index is.
  func file(_ location: ProjectLocation) -> String { path ?? "\(location.absolute(".assets"))/index.db" }

  /// The index of a project.
  /// - Parameters:
  ///   - isWritten: whether the default index's folder is to be made.
  ///   - reportsDigest: whether reports are to have the index's digest, for which all of it is read.
  ///   - legacyIdentifiers: the families of old names that the project declares.
  func indexer(
    _ location: ProjectLocation, isWritten: Bool = false, reportsDigest: Bool = false,
    legacyIdentifiers: [LegacyIdentifierFamily] = []
  ) throws -> Indexer {
    if path == nil, isWritten { try ProjectFiles(location).makeIgnoredFolder(".assets") }
    var options = Indexer.Options()
    options.reportsDigest = reportsDigest
    options.legacyIdentifiers = legacyIdentifiers
    return Indexer(
      indexAt: file(location), options: options, onEvent: try events.map { try EventLog($0).handler })
  }

  /// A content ID named on the command line.
  static func contentID(_ text: String) throws(ToolError) -> ContentID {
    guard let contentID = ContentID(text) else {
      throw ToolError(
        .usage, "'\(text)' is not a content ID",
        help: "at most 256 bytes, no control and no bidirectional formatting characters")
    }
    return contentID
  }

  /// A locale named on the command line.
  static func locale(_ text: String) throws(ToolError) -> LanguageTag {
    guard let tag = LanguageTag(text) else {
      throw ToolError(.usage, "'\(text)' is not a BCP 47 language tag", help: "write for example ja or pt-BR")
    }
    return tag
  }
}

extension ToolError {
  init(_ error: SearchIndexError) {
    let (status, help): (ExitStatus, String?) =
      switch error.code {
      case .inputOutput: (.inputOutput, nil)
      case .noIndex: (.unreadable, "build it with `assets index apply`")
      case .otherLocale: (.unreadable, "switch it with `assets index switch LOCALE`")
      case .unknownLocale: (.nothingMatched, nil)
      case .damaged: (.unreadable, "build it again with `assets index rebuild --locale LOCALE`")
      case .unavailable: (.inputOutput, "try again later")
      case .busy, .superseded: (.conflict, "wait for the other process, then run it again")
      default: (.unreadable, nil)
      }
    self.init(status, error.reason, help: help)
  }

  init(_ refusal: IndexRefusal) {
    self.init(
      .rollback, "\(refusal.verdict.rule): \(refusal); the index was kept as it is", help: refusal.help)
  }
}
