internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Translations

/// One returned file, read.
struct HandoffFile: Sendable {
  var path: String
  var summary: FileSummary
  var document: ParsedDocument?
  var origin = HandoffOrigin()
  /// Of reading the file.
  var diagnostics: [Diagnostic]
  /// The first bytes, to guess what an unreadable file was.
  var head: [UInt8] = []
}

/// Reads returned files; each is looked at as a whole before anything of it is used.
struct HandoffReader: Sendable {
  /// The bytes of standard input, if that is one of the files.
  var input: [UInt8]?

  /// - Parameter options: how the catalog that the file belongs to names its units.
  func read(_ path: String, options: XLIFFReader.Options = .init(key: .id, scope: .file)) throws
    -> HandoffFile
  {
    var head: [UInt8] = []
    do {
      head = try self.head(of: path)
      let (document, origin) = try self.document(path, head: head, options: options)
      // The attributes by which our own files are known are not foreign to us.
      let findings = document.diagnostics.filter { origin.isEmpty || $0.rule != XLIFFRules.foreign }
      var summary = FileSummary(document, path: path)
      if path.lowercased().hasSuffix(".csv") { summary.format = "csv" }
      return HandoffFile(
        path: path, summary: summary, document: document, origin: origin,
        diagnostics: findings, head: head)
    } catch let error as FileSystemError {
      return refused(path, "cannot read \(path): \(error.reason)", head)
    } catch let error as ToolError where error.status == .unreadable {
      return refused(path, error.message, head)
    }
  }

  private func refused(_ path: String, _ message: String, _ head: [UInt8]) -> HandoffFile {
    let finding = Diagnostic(
      ToolRules.unreadableFile, message, at: SourceLocation(path: path),
      help: "ask for the file again; nothing of it was used")
    return HandoffFile(
      path: path,
      summary: FileSummary(
        path: path, format: "unknown", units: 0, diagnostics: [finding], isReadable: false),
      document: nil, diagnostics: [finding], head: head)
  }

  private func document(
    _ path: String, head: [UInt8], options: XLIFFReader.Options
  ) throws -> (ParsedDocument, HandoffOrigin) {
    let name = path.split(separator: "/").last ?? ""
    let ending = name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
    if ending.lowercased() == "csv" {
      let bytes = try LocalFileSystem().read(path, limit: Self.largestTable)
      return HandoffTable.read(bytes, path: path)
    }
    var format = FormatDetector.format(pathExtension: ending, head: head)
    // Nothing but its first bytes tells what came through a pipe.
    if path == HandoffPaths.input, format == nil { format = .yaml }
    guard let format else {
      throw ToolError(.unreadable, "\(path) is neither XLIFF nor YAML")
    }
    let origin = format == .xliff ? HandoffOrigin(head: head) : HandoffOrigin()
    var options = options
    // A unit of XLIFF 2 has its key in the name, since an id may not look like one.
    if !origin.isEmpty, options.key == .id, Self.isVersion2(head) { options.key = .resname }
    if let input, path == HandoffPaths.input {
      var source = BytesSource(input)
      return (try read(&source, format, path, options), origin)
    }
    var source = try FileByteSource(path: path)
    return (try read(&source, format, path, options), origin)
  }

  private func read(
    _ source: inout some ByteSource, _ format: DocumentFormat, _ path: String, _ options: XLIFFReader.Options
  ) throws -> ParsedDocument {
    switch format {
    case .xliff: try XLIFFReader.read(&source, path: path, options: options)
    case .yaml:
      try YAMLCatalogReader().read(
        source, path: path, expected: nil, layout: nil, sizeHint: source.expectedByteCount ?? 0)
    }
  }

  private static func isVersion2(_ head: [UInt8]) -> Bool {
    let text = String(decoding: head.lazy.filter { $0 != 0 }, as: UTF8.self)
    return text.contains("urn:oasis:names:tc:xliff:document:2")
  }

  private static let headSize = 1 << 14
  private static let largestTable = 1 << 28

  private func head(of path: String) throws -> [UInt8] {
    if let input, path == HandoffPaths.input { return Array(input.prefix(Self.headSize)) }
    var source = try FileByteSource(path: path)
    var head = [UInt8](repeating: 0, count: Self.headSize)
    var filled = 0
    while filled < head.count {
      let count = try unsafe head.withUnsafeMutableBytes {
        try unsafe source.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
      }
      if count == 0 { break }
      filled += count
    }
    return Array(head[..<filled])
  }
}
