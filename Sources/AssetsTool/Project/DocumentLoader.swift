internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Translations

/// Reads one catalog or hand-off file, whatever its format.
struct DocumentLoader: Sendable {
  /// What is known of a file before it is opened.
  struct Request: Sendable {
    var path: String
    /// The format the configuration says; `nil` to find out.
    var format: DocumentFormat?
    var expectedLocale: LanguageTag?
    /// The layout of a YAML file that the configuration says; `nil` to find out.
    var layout: CatalogLayout?
    var options = XLIFFReader.Options()
  }

  /// Opens a path for reading.
  var open: @Sendable (String) throws -> FileByteSource

  /// - Throws: `FileSystemError`, if the file cannot be opened or read; `ToolError`, if it is of no known format.
  func read(_ request: Request) throws -> ParsedDocument {
    var source = try open(request.path)
    let hint = source.expectedByteCount ?? 0
    switch try request.format ?? format(of: request.path) {
    case .xliff:
      return try XLIFFReader.read(&source, path: request.path, options: request.options)
    case .yaml:
      return try YAMLCatalogReader().read(
        source, path: request.path, expected: request.expectedLocale, layout: request.layout, sizeHint: hint)
    }
  }

  private func format(of path: String) throws -> DocumentFormat {
    var probe = try open(path)
    var head = [UInt8](repeating: 0, count: 1024)
    let count = try unsafe head.withUnsafeMutableBytes { try unsafe probe.read(into: $0) }
    guard let format = FormatDetector.format(pathExtension: path.pathExtension, head: Array(head[..<count]))
    else {
      throw ToolError(
        .unreadable, "\(path) is neither XLIFF nor YAML",
        help: "catalogs end in .xliff, .xlf, .yml or .yaml")
    }
    return format
  }
}

/// Runs jobs side by side and gives their results in the order of the jobs.
func inParallel<Job: Sendable, Result: Sendable>(
  _ jobs: [Job], atMost limit: Int, _ work: @escaping @Sendable (Job) throws -> Result
) async throws -> [Result] {
  var results = [Result?](repeating: nil, count: jobs.count)
  try await withThrowingTaskGroup(of: (Int, Result).self) { group in
    var next = 0
    func start() {
      let index = next
      let job = jobs[index]
      group.addTask { (index, try work(job)) }
      next += 1
    }
    while next < min(limit, jobs.count) { start() }
    while let (index, result) = try await group.next() {
      results[index] = result
      if next < jobs.count { start() }
    }
  }
  return results.map { $0! }
}

extension String {
  /// What follows the last dot of the last part of a path; empty if there is none.
  fileprivate var pathExtension: String {
    let name = split(separator: "/").last ?? ""
    return name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
  }
}
