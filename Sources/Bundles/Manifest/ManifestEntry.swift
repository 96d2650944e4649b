public import Translations

/// One item in one locale whose projection differs between the two ends of a manifest.
public struct ManifestEntry: Hashable, Sendable {
  /// What an entry is about. A change of domain or access is two entries.
  public struct Place: Hashable, Sendable, Comparable {
    /// The item, the same in every locale.
    public var contentID: ContentID
    /// The locale whose projection of the item changed.
    public var locale: LanguageTag
    /// The domain the record is written to, or deleted from.
    public var domain: String
    /// `public` or `account`; a private item has no row.
    public var access: ContentAccess

    public init(contentID: ContentID, locale: LanguageTag, domain: String, access: ContentAccess) {
      self.contentID = contentID
      self.locale = locale
      self.domain = domain
      self.access = access
    }

    /// Compares the domain as bytes.
    public static func == (a: Place, b: Place) -> Bool {
      a.contentID == b.contentID && a.locale == b.locale && a.access == b.access
        && ExactString(a.domain) == ExactString(b.domain)
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(contentID)
      hasher.combine(locale)
      hasher.combine(ExactString(domain))
    }

    /// By content ID, locale, domain, access, as bytes.
    public static func < (a: Place, b: Place) -> Bool {
      if a.contentID != b.contentID { return a.contentID < b.contentID }
      if a.locale != b.locale { return a.locale < b.locale }
      if ExactString(a.domain) != ExactString(b.domain) {
        return ExactString(a.domain) < ExactString(b.domain)
      }
      return a.access.rawValue < b.access.rawValue
    }
  }

  /// One side: what the ledger says of the whole projection.
  public struct Side: Hashable, Sendable {
    /// The fingerprint that decides whether a record differs, `Docs/BundleFormat.md` 4.2.
    public var projection: Fingerprint
    /// The item's source revision when its row was written. It is told, and no reason for an entry.
    public var sourceRevision: Int

    public init(projection: Fingerprint, sourceRevision: Int) {
      self.projection = projection
      self.sourceRevision = sourceRevision
    }

    init(_ row: LedgerRow) {
      self.init(projection: row.projection, sourceRevision: row.sourceRevision)
    }
  }

  /// A part of a projection; the cases are in the order of their names, as entries list them.
  public enum FieldName: String, Hashable, Sendable, CaseIterable {
    case description
    case keywords
    case title
  }

  /// A field's digest and the locale it came from; for keywords one locale per keyword key.
  public struct FieldState: Hashable, Sendable {
    /// That of the field's text or terms, without provenance.
    public var digest: Fingerprint
    /// One locale for a title or description; for keywords one for each keyword key, `nil` where no set was
    /// found.
    public var provenance: [LanguageTag?]

    public init(digest: Fingerprint, provenance: [LanguageTag?]) {
      self.digest = digest
      self.provenance = provenance
    }
  }

  /// A field that differs; `nil` on a side where there is none.
  public struct FieldChange: Hashable, Sendable {
    /// Which field it is.
    public var name: FieldName
    /// `nil` if the item did not have the field.
    public var before: FieldState?
    /// `nil` if the item does not have the field any more.
    public var after: FieldState?

    public init(name: FieldName, before: FieldState?, after: FieldState?) {
      self.name = name
      self.before = before
      self.after = after
    }
  }

  /// What identifies the entry; a manifest has one entry for a place.
  public var place: Place
  /// `nil` for an item that is new at the place.
  public var before: Side?
  /// `nil` for an item that is to be deleted from the place.
  public var after: Side?
  /// The fields that differ, sorted by name.
  public var fields: [FieldChange]

  /// An entry of given parts; the fields are sorted here.
  public init(place: Place, before: Side?, after: Side?, fields: [FieldChange]) {
    self.place = place
    self.before = before
    self.after = after
    self.fields = fields.sorted { $0.name.rawValue < $1.name.rawValue }
  }
}

extension ManifestEntry {
  /// The entries for an item whose row changed; none if only numbers did.
  static func entries(
    _ contentID: ContentID, _ locale: LanguageTag, from before: LedgerRow?, to after: LedgerRow?
  ) -> [ManifestEntry] {
    func place(_ row: LedgerRow) -> Place {
      Place(contentID: contentID, locale: locale, domain: row.domain, access: row.access)
    }
    guard before?.projection != after?.projection else { return [] }
    if let before, let after, place(before) == place(after) {
      return [ManifestEntry(place: place(after), from: before, to: after)]
    }
    return [
      before.map { ManifestEntry(place: place($0), from: $0, to: nil) },
      after.map { ManifestEntry(place: place($0), from: nil, to: $0) },
    ].compactMap { $0 }
  }

  private init(place: Place, from before: LedgerRow?, to after: LedgerRow?) {
    self.init(
      place: place, before: before.map(Side.init), after: after.map(Side.init),
      fields: FieldName.allCases.compactMap { name in
        let change = FieldChange(name: name, before: before?.state(of: name), after: after?.state(of: name))
        return change.before == change.after ? nil : change
      })
  }

  /// This entry and then another about the same place; `nil` if they net to nothing.
  func composed(with next: ManifestEntry) -> ManifestEntry? {
    guard before?.projection != next.after?.projection else { return nil }
    let fields = FieldName.allCases.compactMap { name -> FieldChange? in
      let first = self.fields.first { $0.name == name }
      let second = next.fields.first { $0.name == name }
      guard let first else { return second }
      guard let second else { return first }
      return first.before == second.after
        ? nil : FieldChange(name: name, before: first.before, after: second.after)
    }
    return ManifestEntry(place: place, before: before, after: next.after, fields: fields)
  }

  var inverted: ManifestEntry {
    ManifestEntry(
      place: place, before: after, after: before,
      fields: fields.map { FieldChange(name: $0.name, before: $0.after, after: $0.before) })
  }
}

extension LedgerRow {
  fileprivate func state(of name: ManifestEntry.FieldName) -> ManifestEntry.FieldState? {
    switch name {
    case .title: .init(digest: title.digest, provenance: [title.provenance])
    case .description: description.map { .init(digest: $0.digest, provenance: [$0.provenance]) }
    case .keywords: .init(digest: keywords.digest, provenance: keywords.provenance)
    }
  }
}
