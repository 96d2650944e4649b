internal import Bundles
internal import Interchange
internal import Publishing

/// What the last publish found in the project's files, so that a publish of the same files need not read them again.
///
/// A convenience of one machine that is never believed over the files: an entry counts only while every file is the
/// one that was read, the configuration, the baseline and the program are the same, and the store's head has the very
/// content that the files made. Whatever is not so, or cannot be made out, means that everything is read.
struct ParseCache {
  private let location: ProjectLocation
  private let configuration: ProjectConfiguration
  private let program: FileIdentity
  private let baseline: Digest?
  /// When the files began to be read, in nanoseconds since 1970.
  private let started: Int
  private let hashesAll: Bool

  static let file = ".assets/inputs"
  private static let schema = "assets.inputs/1"
  /// A file that changed less than this before it was read may change again under the same stamp.
  private static let settling = 2_000_000_000

  /// - Parameter hashesAll: reads every file and compares digests instead of stamps.
  /// - Returns: `nil` if the program cannot tell its own identity.
  init?(_ location: ProjectLocation, _ configuration: ProjectConfiguration, hashesAll: Bool) {
    guard let program = Platform.programFile.flatMap({ FileIdentity(ofFileAt: $0) }) else { return nil }
    self.location = location
    self.configuration = configuration
    self.program = program
    self.hashesAll = hashesAll
    baseline = configuration.checks.baseline.flatMap { location.digest(of: $0) }
    started = Platform.nanoseconds
  }

  /// What is kept of a reading without errors.
  struct Entry: Hashable {
    /// The root of the content that the files made.
    var content: Digest
    var inputs: [InputFile]
    var fileCount: Int
    /// The findings in a few words.
    var summary: String
    var hasWarnings: Bool
  }

  // MARK: - Looking up

  /// The entry, if all files are as they were, and whether it should be kept anew because files had to be read.
  func lookUp() -> (entry: Entry, isRenewed: Bool)? {
    ProjectFiles(location).removeLeftovers(of: Self.file)
    guard let file = try? LocalFileSystem().read(location.absolute(Self.file), limit: 1 << 28),
      file.count > 64, file.starts(with: Digest(of: file[64...]).hex.utf8),
      let json = try? CanonicalJSON(canonical: Array(file[64...])), json["schema"]?.string == Self.schema,
      json["program"].flatMap(FileIdentity.init) == program,
      json["configuration"]?.string == location.configuration,
      json["baseline"]?.digest == baseline, let readAt = json["readAt"]?.string.flatMap({ Int($0) }),
      let content = json["content"]?.digest, let fileCount = json["files"]?.integer,
      let summary = json["summary"]?.string, let hasWarnings = json["hasWarnings"]?.boolean,
      let rows = json["inputs"]?.array, contentPaths == json["contentPaths"]?.array?.compactMap(\.string)
    else { return nil }
    var entry = Entry(
      content: content, inputs: [], fileCount: fileCount, summary: summary, hasWarnings: hasWarnings)
    var isRenewed = false
    for row in rows {
      guard let known = InputFile(row), let now = confirm(known, readAt: readAt) else { return nil }
      isRenewed = isRenewed || now.wasRead
      entry.inputs.append(now.file)
    }
    return (entry, isRenewed)
  }

  /// The file with its present identity, or `nil` if it is another one.
  private func confirm(_ known: InputFile, readAt: Int) -> (file: InputFile, wasRead: Bool)? {
    let identity = FileIdentity(ofFileAt: location.absolute(known.path))
    guard let state = known.state, let identity else {
      return known.state == nil && identity == nil ? (known, false) : nil
    }
    let isSettled = max(identity.modified, identity.changed) <= readAt - Self.settling
    if identity == state.identity && isSettled && !hashesAll { return (known, false) }
    guard identity.size == state.identity.size, location.digest(of: known.path) == state.digest else {
      return nil
    }
    var file = known
    file.state?.identity = identity
    return (file, true)
  }

  /// The files of the content map; one that appears is a change although no file changed.
  private var contentPaths: [String] {
    configuration.content.flatMap { try? PathPattern($0).matches(in: location.root) } ?? []
  }

  // MARK: - Keeping

  /// Keeps an entry, behind its own digest, for the next run; failing costs time, nothing else.
  func keep(_ entry: Entry) {
    // Stamps in nanoseconds need all of a signed word, and canonical JSON holds less: they are written as text.
    let json: CanonicalJSON = [
      "schema": .string(Self.schema), "program": program.json,
      "configuration": .string(location.configuration),
      "baseline": baseline.map { CanonicalJSON($0) } ?? .null, "readAt": .string(String(started)),
      "content": CanonicalJSON(entry.content), "files": .integer(entry.fileCount),
      "summary": .string(entry.summary), "hasWarnings": .boolean(entry.hasWarnings),
      "contentPaths": .array(contentPaths.map { .string($0) }), "inputs": .array(entry.inputs.map(\.json)),
    ]
    do {
      try ProjectFiles(location).makeIgnoredFolder(".assets")
      try ProjectFiles(location).write(Array(Digest(of: json.bytes).hex.utf8) + json.bytes, to: Self.file)
    } catch {}
  }
}

extension FileIdentity {
  fileprivate init?(_ json: CanonicalJSON) {
    guard let fields = json.array, fields.count == 4 else { return nil }
    let numbers = fields.compactMap { $0.string.flatMap { Int($0) } }
    guard numbers.count == 4, let inode = UInt64(exactly: numbers[3]) else { return nil }
    self.init(size: numbers[0], modified: numbers[1], changed: numbers[2], inode: inode)
  }

  fileprivate var json: CanonicalJSON {
    .array([String(size), String(modified), String(changed), String(inode)].map { .string($0) })
  }
}

extension InputFile {
  fileprivate init?(_ json: CanonicalJSON) {
    guard let fields = json.array, let path = fields.first?.string else { return nil }
    self.init(path: path, state: nil)
    if fields.count == 1 { return }
    guard fields.count == 3, let identity = FileIdentity(fields[1]), let digest = fields[2].digest else {
      return nil
    }
    state = State(identity: identity, digest: digest)
  }

  fileprivate var json: CanonicalJSON {
    guard let state else { return [.string(path)] }
    return [.string(path), state.identity.json, CanonicalJSON(state.digest)]
  }
}
