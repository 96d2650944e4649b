/// Which hand-off a document is, and from which state of the texts it was made.
///
/// It is written as attributes of a namespace of our own on each file element, which tools keep in every version.
package struct HandoffMark: Hashable, Sendable {
  package var id: String
  /// The revision that the texts were taken from.
  package var base: Int
  /// The store that counts the revision; `nil` for none.
  package var lineage: String?
  /// The project's catalog.
  package var catalog: String

  package static let namespace = "urn:assets:handoff:1"

  package init(id: String, base: Int, lineage: String?, catalog: String) {
    self.id = id
    self.base = base
    self.lineage = lineage
    self.catalog = catalog
  }
}
