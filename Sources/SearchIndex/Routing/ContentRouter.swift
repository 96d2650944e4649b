/// Leads from an identifier that a search result carries to the content of today, in the language and for the
/// account of today.
///
/// Works on the content map and the ledger alone: no title and no translation is ever looked at.
public struct ContentRouter: Sendable {
  /// Where an identifier leads.
  public enum Destination: Hashable, Sendable {
    /// To a record; its ID is the present one, whatever name was asked for.
    case content(ContentID, route: String, named: Naming)
    /// To something that only the app knows.
    case own(ItemIdentity)
    /// Nowhere; the app shows what it shows then, and the index must not hold that document any longer.
    case recovery(Recovery)
    /// It is no identifier of content at all.
    case unknown
  }

  /// By which name content was asked for.
  public enum Naming: String, Hashable, Sendable, CaseIterable {
    case present
    /// A name it had before.
    case former
    /// The name an older version of the app gave it, with a language in it.
    case legacy
  }

  /// Why there is nothing to show.
  public enum Recovery: String, Hashable, Sendable, CaseIterable {
    /// It is not published any more.
    case withdrawn
    /// It is, and may not be found.
    case revoked
    /// It belongs to an account that is not set.
    case foreignAccount = "foreign-account"
    /// It has no title in today's language or what that falls back to.
    case untitled
  }

  private struct Place: Sendable {
    var route: String
    var access: ContentAccess
    var isSearchable: Bool
    var isShown: Bool
  }

  private let places: [ContentID: Place]
  private let present: [ContentID: ContentID]
  private let account: ExactString?
  private let families: [LegacyIdentifierFamily]

  /// - Parameters:
  ///   - locale: today's; nothing is shown in one that is not declared.
  ///   - account: whose documents may be opened besides everybody's; `nil` for nobody's.
  ///   - legacyIdentifiers: the names that older versions of the app gave.
  /// - Complexity: one look at each record.
  public init(
    _ snapshot: Snapshot, locale: LanguageTag, account: ExactString?,
    legacyIdentifiers: [LegacyIdentifierFamily], from nodes: some NodeSource
  ) throws(BundleError) {
    var places: [ContentID: Place] = [:]
    var present: [ContentID: ContentID] = [:]
    var records = try TreeEntryCursor(snapshot.content.content, in: nodes)
    while let entry = try records.next() {
      let record = try ContentRecord(entry)
      places[record.contentID] = Place(
        route: record.route, access: record.access, isSearchable: record.isSearchable, isShown: false)
      for former in record.formerIDs { present[former] = record.contentID }
    }
    if snapshot.content[locale] != nil, let rows = snapshot.ledger[locale]?.items {
      var cursor = try TreeEntryCursor(rows, in: nodes)
      while let entry = try cursor.next() {
        guard let contentID = ContentID(String(decoding: entry.key, as: UTF8.self)) else { continue }
        places[contentID]?.isShown = true
      }
    }
    self.places = places
    self.present = present
    self.account = account
    families = legacyIdentifiers
  }

  /// Where a unique identifier leads; former and legacy names are tried after present ones.
  public func destination(of identifier: String) -> Destination {
    guard let identity = ItemIdentity(uniqueIdentifier: identifier) else { return .unknown }
    if !identity.account.utf8.isEmpty, identity.account != account { return .recovery(.foreignAccount) }
    if places[identity.contentID] != nil { return open(identity.contentID, named: .present) }
    if let contentID = present[identity.contentID] { return open(contentID, named: .former) }
    for family in families {
      for contentID in family.readings(of: identity.contentID.description) {
        let today = present[contentID] ?? contentID
        if places[today] != nil { return open(today, named: .legacy) }
      }
    }
    return .recovery(.withdrawn)
  }

  private func open(_ contentID: ContentID, named: Naming) -> Destination {
    guard let place = places[contentID], place.isSearchable, place.access != .private else {
      return .recovery(.revoked)
    }
    if place.access == .account, account == nil { return .recovery(.foreignAccount) }
    return place.isShown ? .content(contentID, route: place.route, named: named) : .recovery(.untitled)
  }
}
