public import Translations

/// The values a key had before its present one: the newest of them as an entry holds them, or all.
///
/// A tree entry `[["values", catalog, path…] or ["keywords", key], spans, inherited]`, both lists of
/// `[digest or null, from, until]`: the value with this digest was published by revision `from` and replaced by
/// `until`; null is absence. An entry has at most four spans in each list, the newest; older ones are `OlderSpan`s of
/// the same tree. Kept for ever.
public struct ValueHistory: Hashable, Sendable {
  /// What stood at this key, in order and without gaps.
  public var spans: [Span]
  /// What stood at the keys its values moved here from, in order and once each.
  public var inherited: [Span]

  /// The most spans in each list of an entry.
  static let mostSpans = 4

  /// One superseded value and the revisions at which it stood: `from ..< until`.
  public struct Span: Hashable, Sendable, Comparable {
    /// A value's or a keyword set's fingerprint; `nil` is absence.
    public var digest: Fingerprint?
    /// The first revision at which it stood; 0 for an absence from the beginning.
    public var from: Int
    /// The revision that replaced it.
    public var until: Int

    public init(digest: Fingerprint?, from: Int, until: Int) {
      self.digest = digest
      self.from = from
      self.until = until
    }

    /// By the revision that replaced it, then by the first one, then by its digest.
    public static func < (a: Span, b: Span) -> Bool {
      if a.until != b.until { return a.until < b.until }
      if a.from != b.from { return a.from < b.from }
      guard let other = b.digest else { return false }
      return a.digest.map { $0.bytes.lexicographicallyPrecedes(other.bytes) } ?? true
    }
  }

  public init(spans: [Span] = [], inherited: [Span] = []) {
    self.spans = spans
    self.inherited = inherited
  }

  /// Whether spans may have been dropped from the entry that holds these.
  var mayHaveOlder: Bool { max(spans.count, inherited.count) >= Self.mostSpans }

  /// What stood at a revision, if it is one of the spans.
  public func value(at revision: Int) -> Span? {
    spans.first { $0.from <= revision && revision < $0.until }
  }

  /// The spans in which the key, or one it moved here from, had this value, in order; `nil` stands for absence of
  /// the key itself.
  public func spans(of digest: Fingerprint?) -> [Span] {
    guard digest != nil else { return spans.filter { $0.digest == nil } }
    return (inherited + spans).filter { $0.digest == digest }.sorted()
  }

  /// The last of these spans.
  public func last(_ digest: Fingerprint?) -> Span? { spans(of: digest).last }

  /// Takes over what stood at the key a value moved here from.
  /// - Parameters:
  ///   - origin: all of it.
  ///   - known: all that was inherited before.
  mutating func inherit(_ origin: ValueHistory, known: [Span]) {
    let new = Set((origin.inherited + origin.spans).filter { $0.digest != nil }).subtracting(known)
    inherited = (inherited + new).sorted()
  }

  /// Records that `digest` was replaced at `revision`.
  mutating func supersede(_ digest: Fingerprint?, at revision: Int) {
    // What stands now came with the change before, or with the first revision.
    let from = spans.last?.until ?? (digest == nil ? 0 : 1)
    if from < revision { spans.append(Span(digest: digest, from: from, until: revision)) }
  }

  /// Drops the oldest spans, as many as are too many for an entry.
  mutating func dropOldest() -> [(span: Span, lists: OlderSpan.Lists)] {
    var dropped: [Span: OlderSpan.Lists] = [:]
    for span in spans.dropLast(Self.mostSpans) { dropped[span, default: []].insert(.spans) }
    for span in inherited.dropLast(Self.mostSpans) { dropped[span, default: []].insert(.inherited) }
    spans = spans.suffix(Self.mostSpans)
    inherited = inherited.suffix(Self.mostSpans)
    return dropped.map { (span: $0.key, lists: $0.value) }
  }
}

extension ValueHistory {
  /// The key of a message's history in the tree: `values`, catalog, path.
  public static func key(values key: MessageKey) -> [UInt8] { Array("values".utf8) + [0] + key.bytes }
  /// The key of a keyword set's history in the tree: `keywords`, keyword key.
  public static func key(keywords key: ExactString) -> [UInt8] { Array("keywords".utf8) + [0] + key.utf8 }

  /// Reads an entry of a locale's history.
  /// - Throws: `BundleError` with `.damaged`, if it has another form than `Docs/BundleFormat.md` 4.4 says.
  public init(_ entry: TreeEntry) throws(BundleError) {
    do {
      var reader = CanonicalJSONReader(entry.payload[...])
      let spans = try Self.spans(&reader)
      try reader.comma()
      self.init(spans: spans, inherited: try Self.spans(&reader))
      guard reader.isAtEnd else { throw reader.error("expected the end of the entry") }
    } catch {
      throw BundleError(.damaged, "history of a value has another form")
    }
  }

  func entry(_ key: [UInt8]) -> TreeEntry {
    TreeEntry(key: key) { writer in
      Self.write(spans, to: &writer)
      writer.comma()
      Self.write(inherited, to: &writer)
    }
  }

  static func spans(_ reader: inout CanonicalJSONReader) throws(CanonicalJSONError) -> [Span] {
    var spans: [Span] = []
    try reader.array { (reader) throws(CanonicalJSONError) in
      try reader.expect(UInt8(ascii: "["))
      let digest = try reader.skipNull() ? nil : reader.fingerprint()
      try reader.comma()
      let from = try reader.integer()
      try reader.comma()
      spans.append(Span(digest: digest, from: from, until: try reader.integer()))
      try reader.expect(UInt8(ascii: "]"))
    }
    return spans
  }

  static func write(_ spans: [Span], to writer: inout CanonicalJSONWriter) {
    writer.array(spans) { writer, span in
      writer.raw("[")
      writer.fingerprint(span.digest)
      writer.comma()
      writer.integer(span.from)
      writer.comma()
      writer.integer(span.until)
      writer.raw("]")
    }
  }
}
