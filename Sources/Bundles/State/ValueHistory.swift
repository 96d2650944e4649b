public import Translations

/// The values a key had before its present one.
///
/// A tree entry `[["values", catalog, path…] or ["keywords", key], [[digest or null, from, until]…]]`: the value
/// with this digest was published by revision `from` and replaced by `until`; null is absence. Kept for ever.
public struct ValueHistory: Hashable, Sendable {
  public var spans: [Span]

  /// One superseded value and the revisions at which it stood: `from ..< until`.
  public struct Span: Hashable, Sendable {
    public var digest: Fingerprint?
    public var from: Int
    public var until: Int

    public init(digest: Fingerprint?, from: Int, until: Int) {
      self.digest = digest
      self.from = from
      self.until = until
    }
  }

  public init(spans: [Span] = []) { self.spans = spans }

  /// What stood at a revision, if it was superseded since.
  public func value(at revision: Int) -> Span? {
    spans.first { $0.from <= revision && revision < $0.until }
  }

  /// The latest span in which the key had this value; `nil` stands for absence.
  public func last(_ digest: Fingerprint?) -> Span? { spans.last { $0.digest == digest } }

  /// Records that `digest` was replaced at `revision`.
  mutating func supersede(_ digest: Fingerprint?, at revision: Int) {
    // What stands now came with the change before, or with the first revision.
    let from = spans.last?.until ?? (digest == nil ? 0 : 1)
    if from < revision { spans.append(Span(digest: digest, from: from, until: revision)) }
  }
}

extension ValueHistory {
  public static func key(values key: MessageKey) -> [UInt8] { Array("values".utf8) + [0] + key.bytes }
  public static func key(keywords key: ExactString) -> [UInt8] { Array("keywords".utf8) + [0] + key.utf8 }

  public init(_ entry: TreeEntry) throws(BundleError) {
    spans = []
    for json in try entry.values().first?.array ?? [] {
      guard let fields = json.array, fields.count == 3, let from = fields[1].integer,
        let until = fields[2].integer
      else { throw BundleError(.damaged, "history of a value has another form") }
      spans.append(Span(digest: fields[0].string.flatMap { Fingerprint(hex: $0) }, from: from, until: until))
    }
  }

  func entry(_ key: [UInt8]) -> TreeEntry {
    TreeEntry(
      key: key,
      .array(spans.map { [CanonicalJSON($0.digest), .integer($0.from), .integer($0.until)] }))
  }
}
