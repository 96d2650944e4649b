/// A span that its key's own entry does not hold any more, as an entry of its own.
///
/// A tree entry `[["older", place, digest or "", until, from], lists]`: the place is a fingerprint of the key's entry,
/// so that a long key is not repeated with each of its former values, and the revisions have sixteen digits, so that
/// the spans of one value lie in their order.
struct OlderSpan: Hashable, Sendable {
  /// Of the key whose history it belongs to.
  var place: Fingerprint
  var span: ValueHistory.Span
  /// The lists of the key's history that it belongs to.
  var lists: Lists

  /// Which lists of a `ValueHistory` a span belongs to.
  struct Lists: OptionSet, Hashable, Sendable {
    let rawValue: Int

    static let spans = Lists(rawValue: 1)
    static let inherited = Lists(rawValue: 2)
  }

  /// The fingerprint of the key of a `ValueHistory` in the tree.
  static func place(_ key: [UInt8]) -> Fingerprint {
    var builder = FingerprintBuilder(domain: "assets/place/v1")
    builder.add(key)
    return builder.finish()
  }

  /// What the keys of all older spans of a place begin with.
  static func prefix(_ place: Fingerprint) -> [UInt8] { Array("older\0\(place.hex)\0".utf8) }

  /// What the keys of all older spans of a value at a place begin with.
  static func prefix(_ place: Fingerprint, _ digest: Fingerprint?) -> [UInt8] {
    prefix(place) + (digest?.hex ?? "").utf8 + [0]
  }

  /// Sixteen digits hold every number that canonical JSON does.
  static func digits(_ revision: Int) -> [UInt8] {
    let digits = String(revision).utf8
    return Array(repeating: UInt8(ascii: "0"), count: 16 - digits.count) + digits
  }

  /// The key of its entry.
  var key: [UInt8] {
    Self.prefix(place, span.digest) + Self.digits(span.until) + [0] + Self.digits(span.from)
  }

  var entry: TreeEntry { TreeEntry(key: key, .integer(lists.rawValue)) }

  init(place: Fingerprint, span: ValueHistory.Span, lists: Lists) {
    self.place = place
    self.span = span
    self.lists = lists
  }

  /// Reads an entry of a locale's history whose key begins with a prefix of this type.
  /// - Throws: `BundleError` with `.damaged`, if it has another form than `Docs/BundleFormat.md` 4.4 says.
  init(_ entry: TreeEntry) throws(BundleError) {
    let segments = entry.key.split(separator: 0, omittingEmptySubsequences: false)
    let lists = try entry.values()
    guard segments.count == 5, let place = Fingerprint(digits: segments[1]),
      let until = Self.revision(segments[3]), let from = Self.revision(segments[4]),
      lists.count == 1, let number = lists[0].integer, (1...3).contains(number)
    else { throw Self.damage }
    var digest: Fingerprint?
    if !segments[2].isEmpty {
      guard let value = Fingerprint(digits: segments[2]) else { throw Self.damage }
      digest = value
    }
    self.init(
      place: place, span: .init(digest: digest, from: from, until: until), lists: Lists(rawValue: number))
  }

  private static var damage: BundleError { BundleError(.damaged, "older value of a key has another form") }

  private static func revision(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.count == 16, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}
