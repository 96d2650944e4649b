/// The revision that was trusted last.
///
/// Kept apart from the index, so that an index that is lost or thrown away does not take along what protects it
/// from an older or forged revision.
public struct Pin: Hashable, Sendable {
  /// The lineage of the store.
  public var lineage: String
  /// The head that was trusted, by number and address.
  public var link: Head.Link

  public init(lineage: String, link: Head.Link) {
    self.lineage = lineage
    self.link = link
  }

  /// The pin of a head that was indexed.
  public init(_ head: Head) { self.init(lineage: head.lineage, link: head.link) }
}

extension Pin {
  private static let schemaName = "assets.pin/1"

  /// `assets.pin/1`, as the pin's file holds it.
  public var json: CanonicalJSON {
    [
      "schema": .string(Self.schemaName), "lineage": .string(lineage), "revision": .integer(link.revision),
      "head": CanonicalJSON(link.head),
    ]
  }

  /// Reads a pin.
  /// - Returns: `nil` for anything but a whole one.
  public init?(_ json: CanonicalJSON) {
    guard json["schema"]?.string == Self.schemaName, let lineage = json["lineage"]?.string,
      let revision = json["revision"]?.integer, let head = json["head"]?.digest
    else { return nil }
    self.init(lineage: lineage, link: Head.Link(revision: revision, head: head))
  }
}
