package import Bundles

/// Takes out of a store what no revision refers to: what publishers left that lost a race or were killed.
///
/// Two phases with an age between them: a run marks what it finds, and a later one removes what was marked before and
/// is still not referred to. Heads, and packs that a head of the chain names, are never touched, so the history of
/// every value stays.
package struct GarbageCollector {
  private let store: DirectoryStore
  private let files: any FileSystem
  private var layout: StoreLayout { store.layout }

  /// What a run did.
  package struct Report: Hashable, Sendable {
    /// Names inside the store, sorted.
    package var removed: [String] = []
    /// What is not referred to and has to wait.
    package var waiting: [String] = []
    /// The bytes that were freed.
    package var bytes = 0

    package init() {}
  }

  package init(_ store: DirectoryStore, files: any FileSystem = LocalFileSystem()) {
    self.store = store
    self.files = files
  }

  /// Marks and removes.
  /// - Parameters:
  ///   - now: nanoseconds since 1970.
  ///   - grace: nanoseconds that must lie between the mark and the removal.
  ///   - isRehearsal: looks and writes nothing.
  /// - Throws: `PublishError`, if the chain cannot be followed to its end; then nothing is removed.
  package func collect(now: Int, grace: Int, isRehearsal: Bool) throws(PublishError) -> Report {
    if isRehearsal { return try sweep(now: now, grace: grace, isRehearsal: true) }
    // Nobody makes a head the newest while it is decided what refers to what.
    return try store.locked { () throws(PublishError) in
      try sweep(now: now, grace: grace, isRehearsal: false)
    }
  }

  private func sweep(now: Int, grace: Int, isRehearsal: Bool) throws(PublishError) -> Report {
    var report = Report()
    let orphans = try orphans()
    let marks = readMarks()
    var kept: [String: Int] = [:]
    for orphan in orphans {
      // A clock that was set back starts the wait anew.
      if let mark = marks[orphan], mark <= now, now - mark >= grace {
        let path = "\(layout.root)/\(orphan)"
        let size = (try? files.status(path))?.size ?? 0
        if !isRehearsal {
          do { try files.remove(path) } catch {
            if !error.isMissing { throw PublishError(error) }
          }
        }
        report.removed.append(orphan)
        report.bytes += size
      } else {
        kept[orphan] = marks[orphan].map { min($0, now) } ?? now
        report.waiting.append(orphan)
      }
    }
    if !isRehearsal, kept != marks { store.keepMarks(Self.bytes(kept)) }
    return report
  }

  /// The files in the folders of heads and packs that no head of the chain names.
  private func orphans() throws(PublishError) -> [String] {
    var named: Set<String> = []
    do {
      let reader = try store.reader()
      try reader.forEachHead { head in
        let link = head.link
        named.formUnion([layout.head(link), layout.signatures(link), layout.pack(head.pack)])
        return true
      }
    } catch { throw PublishError(error) }
    var orphans: [String] = []
    for folder in [layout.heads, layout.packs] {
      let names: [String]
      do { names = try files.list(folder) } catch { throw PublishError(error) }
      for name in names where !name.hasPrefix(".") && !named.contains("\(folder)/\(name)") {
        orphans.append(String("\(folder)/\(name)".dropFirst(layout.root.count + 1)))
      }
    }
    return orphans
  }

  // MARK: - Marks

  private static let schema = "assets.garbage/1"

  private static func bytes(_ marks: [String: Int]) -> [UInt8] {
    let rows = marks.sorted { $0.key < $1.key }.map { mark -> CanonicalJSON in
      [.string(mark.key), .string(String(mark.value))]
    }
    let json: CanonicalJSON = ["schema": .string(schema), "marks": .array(rows)]
    return json.bytes
  }

  /// When each file was first found; a file that cannot be read makes everything wait anew.
  private func readMarks() -> [String: Int] {
    guard let bytes = try? files.read(layout.marksFile, limit: 1 << 26),
      let json = try? CanonicalJSON(canonical: bytes), json["schema"]?.string == Self.schema
    else { return [:] }
    var marks: [String: Int] = [:]
    for row in json["marks"]?.array ?? [] {
      guard let fields = row.array, fields.count == 2, let name = fields[0].string,
        let time = fields[1].string.flatMap({ Int($0) })
      else { return [:] }
      marks[name] = time
    }
    return marks
  }
}
