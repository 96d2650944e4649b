public import Translations

/// One revision in one file, for an app: its head, the chosen locales with all they fall back to, and on request the
/// way from an older revision.
///
/// Lines: a header, heads from the newest (each with its signatures behind it), manifests from the newest, nodes, and
/// an end with the digest of all bytes before it. `Docs/BundleFormat.md` describes them.
public struct BundleFile: NodeSource, Sendable {
  /// The locales that are complete in the file, sorted.
  public let locales: [LanguageTag]
  /// The revision after which heads and manifests are here; `nil` if only the newest head is.
  public let since: Int?
  /// The newest revision's head.
  public let newest: Head
  private let bytes: [UInt8]
  private let headLines: [(link: Head.Link, line: Range<Int>, signatures: Range<Int>?)]
  private let manifestLines: [Range<Int>]
  private let nodes: [Digest: Range<Int>]

  static let schema = "assets.bundle/1"
  static let endSchema = "assets.bundle-end/1"

  /// Reads a file's bytes.
  /// - Throws: `BundleError`, if anything about the file's form or digests is not as it should be.
  /// - Complexity: proportional to the bytes, each hashed twice.
  public init(_ bytes: [UInt8]) throws(BundleError) {
    var lines = Self.lines(of: bytes)
    guard bytes.last == 0x0A, let end = lines.popLast(), let first = lines.first else {
      throw Self.damaged("is cut off")
    }
    try Self.checkEnd(end, of: bytes, lineCount: lines.count)
    let header = try Self.json(bytes[first], schema: Self.schema)
    if let name = header["critical"]?.array?.first?.string {
      throw BundleError(
        .unsupported, "bundle file needs the extension \(name), which this version does not know")
    }
    guard let link = header["head"].flatMap(Head.Link.init), let tags = header["locales"]?.array,
      let headCount = header["heads"]?.integer, let manifestCount = header["manifests"]?.integer
    else { throw Self.damaged("has a header without a member") }
    locales = tags.compactMap { $0.string.flatMap { LanguageTag($0) } }
    guard locales.count == tags.count, locales == locales.sorted() else {
      throw Self.damaged("names locales in another form")
    }
    since = header["since"]?.integer
    var rest = lines.dropFirst()
    (headLines, newest) = try Self.heads(headCount, from: link, of: bytes, &rest)
    guard rest.count >= manifestCount else { throw Self.damaged("has fewer lines than its header says") }
    manifestLines = Array(rest.prefix(manifestCount))
    var nodes: [Digest: Range<Int>] = [:]
    for line in rest.dropFirst(manifestCount) { nodes[Digest(of: bytes[line])] = line }
    self.nodes = nodes
    self.bytes = bytes
  }

  private static func lines(of bytes: [UInt8]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while start < bytes.count, let end = bytes[start...].firstIndex(of: 0x0A) {
      lines.append(start..<end)
      start = end + 1
    }
    return lines
  }

  private static func checkEnd(
    _ end: Range<Int>, of bytes: [UInt8], lineCount: Int
  ) throws(BundleError) {
    let json = try json(bytes[end], schema: endSchema)
    guard json["lines"]?.integer == lineCount, json["digest"]?.digest == Digest(of: bytes[..<end.lowerBound])
    else { throw damaged("does not match its digest") }
  }

  private static func heads(
    _ count: Int, from newest: Head.Link, of bytes: [UInt8], _ rest: inout ArraySlice<Range<Int>>
  ) throws(BundleError) -> (
    lines: [(link: Head.Link, line: Range<Int>, signatures: Range<Int>?)], newest: Head
  ) {
    var result: [(link: Head.Link, line: Range<Int>, signatures: Range<Int>?)] = []
    var found: Head?
    var wanted: Head.Link? = newest
    for _ in 0..<count {
      guard let link = wanted, let line = rest.popFirst() else { throw damaged("lacks a head") }
      let head = try Head(Array(bytes[line.lowerBound...line.upperBound]))
      guard head.link == link, found.map({ $0.lineage == head.lineage }) ?? true else {
        throw damaged("has another head than r\(link.revision) in its place")
      }
      var signatures: Range<Int>?
      if let next = rest.first, bytes[next].starts(with: HeadSignatures.start) {
        signatures = rest.popFirst()
      }
      result.append((link, line, signatures))
      found = found ?? head
      wanted = head.parent
    }
    guard let found else { throw damaged("has no head") }
    return (result, found)
  }

  static func json(_ line: ArraySlice<UInt8>, schema: String) throws(BundleError) -> CanonicalJSON {
    guard let json = try? CanonicalJSON(canonical: Array(line)) else {
      throw damaged("has a line that is not canonical JSON")
    }
    guard json["schema"]?.string == schema else {
      throw BundleError(.unsupported, "expected the schema \(schema) in a bundle file")
    }
    return json
  }

  static func damaged(_ reason: String) -> BundleError { BundleError(.damaged, "bundle file \(reason)") }
}

extension BundleFile {
  /// The newest head; never `nil`, and optional as other sources of revisions have it.
  public var head: Head? { newest }

  /// The head a link names.
  /// - Throws: `BundleError` with `.missing` for a head that is not in the file.
  public func head(_ link: Head.Link) throws(BundleError) -> Head { try Head(headBytes(link)) }

  /// The bytes of a head's file.
  public func headBytes(_ link: Head.Link) throws(BundleError) -> [UInt8] {
    guard let known = headLines.first(where: { $0.link == link }) else {
      throw BundleError(.missing, "head r\(link.revision) is not in the bundle file")
    }
    return Array(bytes[known.line.lowerBound...known.line.upperBound])
  }

  /// The signatures of a head; `nil` if it has none.
  public func signatures(_ link: Head.Link) throws(BundleError) -> HeadSignatures? {
    guard let line = headLines.first(where: { $0.link == link })?.signatures else { return nil }
    return try HeadSignatures(Array(bytes[line.lowerBound...line.upperBound]))
  }

  /// Whether somebody who is trusted signed a head.
  public func signatureVerdict(
    _ link: Head.Link, trusted: [PublicKey]
  ) throws(BundleError) -> SignatureVerdict {
    SignatureVerdict(try signatures(link), of: try headBytes(link), trusted: trusted)
  }

  /// The links of the heads in the file, from the newest.
  public var links: [Head.Link] { headLines.map(\.link) }

  /// The bytes of a node, without the line feed behind them.
  /// - Throws: `BundleError` with `.missing` for a node that is not in the file.
  public func node(_ address: Digest) throws(BundleError) -> [UInt8] {
    guard let line = nodes[address] else {
      throw BundleError(.missing, "node \(address) is not in the bundle file")
    }
    return Array(bytes[line])
  }

  /// The addresses of all nodes in the file.
  var addresses: Set<Digest> { Set(nodes.keys) }

  /// The newest revision with its roots.
  public func snapshot() throws(BundleError) -> Snapshot { try Snapshot(newest, from: self) }

  /// The manifests of the steps in the file, from the newest, each the one that its head names.
  public func manifests() throws(BundleError) -> [ChangeManifest] {
    var result: [ChangeManifest] = []
    for (index, line) in manifestLines.enumerated() {
      guard index < headLines.count else { throw Self.damaged("has a manifest without a head") }
      let head = try head(headLines[index].link)
      guard Digest(of: bytes[line]) == head.manifest else {
        throw Self.damaged("has another manifest than r\(head.revision) names")
      }
      result.append(try ChangeManifest(Array(bytes[line])))
    }
    return result
  }

  /// What changed from an older revision to the newest, composed of the steps.
  /// - Returns: `nil` if the file does not reach back that far.
  public func manifest(from revision: Int) throws(BundleError) -> ChangeManifest? {
    let steps = try manifests().filter { $0.base.revision >= revision }.reversed()
    guard var result = steps.first, result.base.revision == revision else { return nil }
    for step in steps.dropFirst() {
      do { result = try result.composed(with: step) } catch { throw Self.damaged(error.reason) }
    }
    return result
  }
}

extension BundleFile {
  /// The file's newest head as a consumer is offered it.
  public func offer() throws(BundleError) -> UpdateOffer {
    UpdateOffer(
      head: try headBytes(newest.link), signatures: try signatures(newest.link)?.bytes,
      ancestor: { try? headBytes($0) },
      retired: { () throws(BundleError) in Set(try snapshot().ledger.retired.map(\.locale)) })
  }
}
