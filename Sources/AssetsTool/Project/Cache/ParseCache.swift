internal import Bundles
internal import Interchange
internal import Publishing
internal import Translations

/// What the last publish found in the project's files, so that a publish of the same files need not read them again.
///
/// A convenience of one machine that is never believed over the files: an entry counts only while every file is the
/// one that was read, the configuration, the baseline and the program are the same, and the store's head has the very
/// content that the files made. Where only files changed that were there before, it says which; whatever else is not
/// so, or cannot be made out, means that everything is read.
struct ParseCache {
  private let location: ProjectLocation
  private let configuration: ProjectConfiguration
  private let program: FileIdentity
  private let baseline: Digest?
  /// When the files began to be read, in nanoseconds since 1970.
  private let started: Int
  private let hashesAll: Bool

  let tables: CachedTables

  static let file = ".assets/inputs"
  private static let schema = "assets.inputs/5"
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
    tables = CachedTables(location)
  }

  /// What is kept of a reading without errors.
  struct Entry: Hashable {
    /// The root of the content that the files made.
    var content: Digest
    var inputs: [InputFile]
    var fileCount: Int
    var counts: FindingCounts
    /// The tables that were kept of catalogs.
    var tables: [Table]
    /// Whether the content map has its records in the order of their content IDs, as the store has them.
    var hasSortedRecords: Bool

    /// - Parameter catalog: `nil` for the keywords.
    func table(of catalog: String?, in locale: LanguageTag) -> Table? {
      tables.first { $0.isTable(of: catalog, in: locale) }
    }
  }

  /// What is kept of one catalog, or of the keywords, in one locale.
  struct Table: Hashable {
    /// `nil` for the keywords.
    var catalog: String?
    var locale: LanguageTag
    /// The placeholder dialect that its texts were compared in; `nil` in the source locale.
    var dialect: PlaceholderDialect?
    /// Whether a side file says something of the texts that their own file does not.
    var hasStates = false
    /// The findings of reading its file.
    var reading: FindingCounts
    /// Of the table in `CachedTables`.
    var index: CachedTables.Index

    func isTable(of catalog: String?, in locale: LanguageTag) -> Bool {
      self.locale == locale && self.catalog.map { ExactString($0) } == catalog.map { ExactString($0) }
    }
  }

  /// An entry beside the files as they are now.
  struct Found {
    var entry: Entry
    /// The files that are not as they were; the others are.
    var changed: Set<String>
    /// Whether the entry should be kept anew because files had to be read.
    var isRenewed: Bool
  }

  // MARK: - Looking up

  /// The entry, if the same files are there as then.
  func lookUp() -> Found? {
    ProjectFiles(location).removeLeftovers(of: Self.file)
    guard let file = try? LocalFileSystem().read(location.absolute(Self.file), limit: 1 << 28),
      file.count > 64, file.starts(with: Digest(of: file[64...]).hex.utf8),
      let json = try? CanonicalJSON(canonical: Array(file[64...])), json["schema"]?.string == Self.schema,
      json["program"].flatMap(FileIdentity.init) == program,
      json["configuration"]?.string == location.configuration,
      json["baseline"]?.digest == baseline, let readAt = json["readAt"]?.string.flatMap({ Int($0) }),
      let content = json["content"]?.digest, let fileCount = json["files"]?.integer,
      let counts = json["findings"].flatMap(FindingCounts.init), let rows = json["inputs"]?.array,
      let tables = json["tables"]?.array?.map(Table.init),
      let hasSortedRecords = json["sortedRecords"]?.boolean, !tables.contains(nil),
      contentPaths == json["contentPaths"]?.array?.compactMap(\.string)
    else { return nil }
    var found = Found(
      entry: Entry(
        content: content, inputs: [], fileCount: fileCount, counts: counts, tables: tables.compactMap { $0 },
        hasSortedRecords: hasSortedRecords),
      changed: [], isRenewed: false)
    for row in rows {
      guard let known = InputFile(row) else { return nil }
      switch compare(known, readAt: readAt) {
      case .same: found.entry.inputs.append(known)
      case .read(let file):
        found.entry.inputs.append(file)
        found.isRenewed = true
      case .changed:
        // Another configuration may mean other files.
        if known.path == location.configuration { return nil }
        found.entry.inputs.append(known)
        found.changed.insert(known.path)
      case .cameOrWent: return nil
      }
    }
    return found
  }

  private enum Comparison {
    case same
    /// The bytes were compared, and the file has another identity now.
    case read(InputFile)
    case changed
    case cameOrWent
  }

  private func compare(_ known: InputFile, readAt: Int) -> Comparison {
    let identity = FileIdentity(ofFileAt: location.absolute(known.path))
    guard let state = known.state, let identity else {
      return known.state == nil && identity == nil ? .same : .cameOrWent
    }
    let isSettled = max(identity.modified, identity.changed) <= readAt - Self.settling
    if identity == state.identity && isSettled && !hashesAll { return .same }
    guard identity.size == state.identity.size,
      location.digest(of: known.path, expecting: state.starts) == state.digest
    else { return .changed }
    var file = known
    file.state?.identity = identity
    return .read(file)
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
      "findings": entry.counts.json, "tables": .array(entry.tables.map(\.json)),
      "sortedRecords": .boolean(entry.hasSortedRecords),
      "contentPaths": .array(contentPaths.map { .string($0) }), "inputs": .array(entry.inputs.map(\.json)),
    ]
    do {
      try ProjectFiles(location).makeIgnoredFolder(".assets")
      try ProjectFiles(location).write(Array(Digest(of: json.bytes).hex.utf8) + json.bytes, to: Self.file)
    } catch {}
  }
}

extension FindingCounts {
  fileprivate init?(_ json: CanonicalJSON) {
    guard let numbers = json.array?.compactMap(\.integer), numbers.count == 5 else { return nil }
    self.init(numbers)
  }

  fileprivate var json: CanonicalJSON { .array(numbers.map { .integer($0) }) }
}

extension ParseCache.Table {
  fileprivate init?(_ json: CanonicalJSON) {
    guard let fields = json.array, fields.count == 8,
      let locale = fields[1].string.flatMap({ LanguageTag($0) }),
      let hasStates = fields[3].boolean, let reading = FindingCounts(fields[4]),
      let digest = fields[5].digest,
      let offset = fields[6].integer, let count = fields[7].integer
    else { return nil }
    self.init(
      catalog: fields[0].string, locale: locale,
      dialect: fields[2].string.flatMap { PlaceholderDialect(rawValue: $0) }, hasStates: hasStates,
      reading: reading, index: .init(digest: digest, offset: offset, count: count))
  }

  fileprivate var json: CanonicalJSON {
    [
      CanonicalJSON(catalog), .string(locale.description), CanonicalJSON(dialect?.rawValue),
      .boolean(hasStates), reading.json, CanonicalJSON(index.digest), .integer(index.offset),
      .integer(index.count),
    ]
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
    guard fields.count == 4, let identity = FileIdentity(fields[1]), let digest = fields[2].digest,
      let starts = fields[3].array?.map(\.digest), !starts.contains(nil)
    else { return nil }
    state = State(identity: identity, digest: digest, starts: starts.compactMap { $0 })
  }

  fileprivate var json: CanonicalJSON {
    guard let state else { return [.string(path)] }
    return [
      .string(path), state.identity.json, CanonicalJSON(state.digest),
      .array(state.starts.map { CanonicalJSON($0) }),
    ]
  }
}
