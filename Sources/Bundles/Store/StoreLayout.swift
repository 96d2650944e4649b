/// The names inside a store's folder.
///
/// `FORMAT`, `HEAD`, `heads/<revision>-<digest>`, beside it `….sig` if it is signed, `packs/<digest>`; below `.local/` what this machine may rebuild:
/// the lock of publishers and the index of nodes. Only `HEAD` ever changes.
public struct StoreLayout: Hashable, Sendable {
  /// The path of the store's folder; names are put behind it with a slash.
  public let root: String

  /// The layout of a store at a path; nothing is opened.
  public init(root: String) { self.root = root }

  /// All that `FORMAT` holds.
  public static let format = "assets.store/1\n"

  /// The file that says what kind of store this is.
  public var formatFile: String { "\(root)/FORMAT" }
  /// The file that names the newest revision; a store without it has none.
  public var headFile: String { "\(root)/HEAD" }
  /// The folder of heads and their signatures.
  public var heads: String { "\(root)/heads" }
  /// The folder of packs.
  public var packs: String { "\(root)/packs" }
  /// The folder of what one machine may rebuild; no part of the format.
  public var local: String { "\(root)/.local" }
  /// The file a publisher locks while it writes.
  public var lockFile: String { "\(root)/.local/lock" }
  /// The file of a `NodeIndex` for the packs of some revisions in a row.
  public func index(_ revisions: ClosedRange<Int>) -> String {
    "\(local)/nodes-\(revisions.lowerBound)-\(revisions.upperBound)"
  }
  /// What `gc` found that nothing refers to, and when.
  public var marksFile: String { "\(root)/.local/garbage" }

  /// The file of a head.
  public func head(_ link: Head.Link) -> String { "\(heads)/\(link.revision)-\(link.head)" }
  /// The signatures of a head.
  public func signatures(_ link: Head.Link) -> String { "\(head(link)).sig" }
  /// The file of a pack.
  public func pack(_ digest: Digest) -> String { "\(packs)/\(digest)" }

  /// The revisions of a file of a `NodeIndex`, from its name; `nil` for any other name.
  package static func indexRange(_ name: String) -> ClosedRange<Int>? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "nodes", let first = Int(parts[1]), let last = Int(parts[2]),
      first > 0,
      first <= last, name == "nodes-\(first)-\(last)"
    else { return nil }
    return first...last
  }

  /// The bytes of `HEAD`.
  public static func headBytes(_ link: Head.Link) -> [UInt8] {
    let json: CanonicalJSON = [
      "schema": "assets.store-head/1", "revision": .integer(link.revision), "head": CanonicalJSON(link.head),
    ]
    return json.bytes + [0x0A]
  }

  /// Reads the bytes of `HEAD`.
  /// - Returns: `nil` for any other bytes than `headBytes` writes.
  public static func link(_ bytes: [UInt8]) -> Head.Link? {
    guard bytes.last == 0x0A, let json = try? CanonicalJSON(canonical: Array(bytes.dropLast())),
      headBytes(Head.Link(json) ?? Head.Link(revision: 0, head: TreeRoot.empty.address)) == bytes
    else { return nil }
    return Head.Link(json)
  }
}
