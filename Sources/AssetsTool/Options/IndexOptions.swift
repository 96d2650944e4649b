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

  /// The index of a project.
  /// - Parameters:
  ///   - isWritten: whether the default index's folder is to be made.
  ///   - reportsDigest: whether reports are to have the index's digest, for which all of it is read.
  func indexer(
    _ location: ProjectLocation, isWritten: Bool = false, reportsDigest: Bool = false
  ) throws -> Indexer {
    let file: String
    if let path {
      file = path
    } else {
      let folder = location.absolute(".assets")
      if isWritten { try Self.makeIgnoredFolder(folder) }
      file = "\(folder)/index.db"
    }
    var options = Indexer.Options()
    options.reportsDigest = reportsDigest
    return Indexer(indexAt: file, options: options)
  }

  /// Makes a folder that git leaves out by itself, whatever the project's own ignore file says.
  private static func makeIgnoredFolder(_ folder: String) throws(FileSystemError) {
    let files = LocalFileSystem()
    try files.createDirectory(folder)
    let ignore = "\(folder)/.gitignore"
    guard (try? files.status(ignore)) == nil else { return }
    do { try files.write(Array("*\n".utf8), toNew: ignore) } catch {
      // Another process may have been quicker.
      if !error.exists { throw error }
    }
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
