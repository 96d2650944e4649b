internal import ArgumentParsing
internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Translations

struct ShowCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print a file's units, or what a revision says.",
    discussion: """
      Of a catalog or hand-off file, one line per unit and locale; no project is needed. Keys \
      are printed without a catalog's name, inline codes as <x id="1"/>.

      Of a published revision, what it is and what was accepted with it; with a locale, its values and keywords; with a key, \
      that value. The number in front is the revision that put it there.

      Examples:
        assets show Catalogs/app/ja.xliff --format jsonl
        assets show r42
        assets show r38:ja/articles/focus-timer.title
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(
    help: ArgumentHelp("An XLIFF or YAML file, or rN[:locale[/key]].", valueName: "file or revision"))
  var target: ShowTarget

  @Option(help: "How to print it.")
  var format: ShowFormat = .text

  func execute(_ console: Console) async throws -> ExitStatus {
    switch target {
    case .file(let path): return try show(path, console)
    case .revision(let selector, let locale, let key):
      let loader = try ProjectLoader(global)
      let access = StoreAccess(location: loader.location, configuration: try loader.configuration())
      let reader = try access.requiredReader()
      let snapshot = try reader.snapshot(revision: selector.revision(head: reader.head))
      let view = RevisionView(snapshot, reader)
      if let locale {
        try view.print(locale, key: key, format, to: console)
      } else {
        try view.printHead(format, to: console)
      }
      return .done
    }
  }

  // MARK: - A file

  private func show(_ file: String, _ console: Console) throws -> ExitStatus {
    guard format != .json else {
      throw ToolError(.usage, "a file is shown as text or jsonl, not as one JSON document")
    }
    let document: ParsedDocument
    do {
      document = try DocumentLoader { try FileByteSource(path: $0) }.read(.init(path: file))
    } catch let error as FileSystemError {
      throw ToolError(.unreadable, "cannot read \(file): \(error.reason)")
    }
    var printer = TextPrinter(
      style: console.errorStyle, most: 20, read: { try? LocalFileSystem().read($0, limit: 1 << 28) },
      write: console.note)
    printer.print(document.diagnostics.filter { $0.severity >= .warning || console.verbosity > 0 })
    guard document.isReadable else {
      throw ToolError(.unreadable, "\(file) cannot be read; nothing of it was used")
    }
    if document.unitCount == 0 { console.note("\(file): no units") }
    for catalog in document.catalogs {
      for row in catalog.rows {
        let unit = catalog.unit(row)
        switch format {
        case .jsonl, .json: console.write(json(unit, of: catalog).bytes + [0x0A])
        case .text:
          let key = MessageKey.printed(path: unit.path).displayed
          console.print(
            "\(catalog.locale?.description ?? "-")  \(key)  \(unit.state.name)  "
              + (unit.target?.description ?? "").displayed)
        }
      }
    }
    return document.diagnostics.contains { $0.severity == .error } ? .findings : .done
  }

  private func json(_ unit: TranslationUnit, of catalog: Catalog) -> CanonicalJSON {
    [
      "key": .string(MessageKey.printed(path: unit.path)),
      "locale": CanonicalJSON(catalog.locale?.description),
      "source": CanonicalJSON(unit.source?.description), "target": CanonicalJSON(unit.target?.description),
      "state": .string(unit.state.name), "line": .integer(unit.line),
    ]
  }
}
