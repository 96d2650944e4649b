/// Leads from an identifier that a search result carries to the content of today.
///
/// Works on the language-neutral content map alone: no title and no translation is ever looked at.
public struct ContentRouter: Sendable {
  /// Where an identifier leads.
  public enum Destination: Hashable, Sendable {
    /// To a record; its ID is the present one, also if a former one was asked for.
    case content(ContentID, route: String)
    /// Nowhere any more; an index that still holds it should remove it.
    case gone
    /// It is no identifier of content at all.
    case unknown
  }

  private let routes: [ContentID: String]
  private let present: [ContentID: ContentID]

  /// - Complexity: one look at each record.
  public init(_ snapshot: Snapshot, from nodes: some NodeSource) throws(BundleError) {
    var routes: [ContentID: String] = [:]
    var present: [ContentID: ContentID] = [:]
    var records = try TreeEntryCursor(snapshot.content.content, in: nodes)
    while let entry = try records.next() {
      let record = try ContentRecord(entry)
      routes[record.contentID] = record.route
      for former in record.formerIDs { present[former] = record.contentID }
    }
    self.routes = routes
    self.present = present
  }

  public func destination(of identifier: String) -> Destination {
    guard let identity = ItemIdentity(uniqueIdentifier: identifier) else { return .unknown }
    let contentID = present[identity.contentID] ?? identity.contentID
    return routes[contentID].map { .content(contentID, route: $0) } ?? .gone
  }
}
