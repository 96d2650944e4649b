/// The names inside a store's folder.
///
/// `FORMAT`, `HEAD`, `heads/<revision>-<digest>`, beside it `….sig` if it is signed, `packs/<digest>`; below `.local/` what this machine may rebuild:
/// the lock of publishers and the index of nodes. Only `HEAD` ever changes.
public struct StoreLayout: Hashable, Sendable {
  public let root: String

  public init(root: String) { self.root = root }

  public static let format = "assets.store/1\n"

  public var formatFile: String { "\(root)/FORMAT" }
  public var headFile: String { "\(root)/HEAD" }
  public var heads: String { "\(root)/heads" }
  public var packs: String { "\(root)/packs" }
  public var local: String { "\(root)/.local" }
  public var lockFile: String { "\(root)/.local/lock" }
  public var indexFile: String { "\(root)/.local/nodes" }
  /// What `gc` found that nothing refers to, and when.
  public var marksFile: String { "\(root)/.local/garbage" }

  public func head(_ link: Head.Link) -> String { "\(heads)/\(link.revision)-\(link.head)" }
  /// The signatures of a head.
  public func signatures(_ link: Head.Link) -> String { "\(head(link)).sig" }
  public func pack(_ digest: Digest) -> String { "\(packs)/\(digest)" }

  /// The bytes of `HEAD`.
  public static func headBytes(_ link: Head.Link) -> [UInt8] {
    let json: CanonicalJSON = [
      "schema": "assets.store-head/1", "revision": .integer(link.revision), "head": CanonicalJSON(link.head),
    ]
    return json.bytes + [0x0A]
  }

  public static func link(_ bytes: [UInt8]) -> Head.Link? {
    guard bytes.last == 0x0A, let json = try? CanonicalJSON(canonical: Array(bytes.dropLast())),
      headBytes(Head.Link(json) ?? Head.Link(revision: 0, head: TreeRoot.empty.address)) == bytes
    else { return nil }
    return Head.Link(json)
  }
}
