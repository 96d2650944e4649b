public import Translations

/// What a search index may show and match of one item in one locale, with where each part came from.
public struct Projection: Hashable, Sendable {
  /// The item that is projected, the same in every locale.
  public var contentID: ContentID
  /// Never absent: an item without a title along the chain has no projection. May be empty.
  public var title: Text
  /// `nil` if the record names none, or none was found along the chain.
  public var description: Text?
  /// In order, first occurrence kept.
  public var terms: [PublishedTerm]
  /// For each keyword key of the record, the locale its approved set came from.
  public var keywordProvenance: [LanguageTag?]
  /// The record's, by which items can be deleted together.
  public var domain: String
  /// `public` or `account`.
  public var access: ContentAccess

  /// A projection of given parts, for items that come from no bundle.
  public init(
    contentID: ContentID, title: Text, description: Text?, terms: [PublishedTerm],
    keywordProvenance: [LanguageTag?], domain: String, access: ContentAccess
  ) {
    self.contentID = contentID
    self.title = title
    self.description = description
    self.terms = terms
    self.keywordProvenance = keywordProvenance
    self.domain = domain
    self.access = access
  }

  /// A text and the locale it came from.
  public struct Text: Hashable, Sendable {
    /// Exactly as shown, inline codes as their equivalent text.
    public var text: ExactString
    /// The locale of the chain that had it.
    public var provenance: LanguageTag

    public init(text: ExactString, provenance: LanguageTag) {
      self.text = text
      self.provenance = provenance
    }
  }
}

/// What a projection is computed from.
public protocol ProjectionSource {
  /// The message's text in one locale, inline codes as their equivalent text; `nil` if there is none in a state a
  /// projection may use.
  mutating func text(_ key: MessageKey, in locale: LanguageTag) throws(BundleError) -> String?

  /// The approved terms of a keyword key in one locale; empty means none on purpose, `nil` that there is no set.
  mutating func terms(_ key: String, in locale: LanguageTag) throws(BundleError) -> [PublishedTerm]?
}

extension Projection {
  /// The projection of a record, or `nil` if there is nothing to show: not searchable, private, or no title in any
  /// locale of the chain.
  public init?(
    of record: ContentRecord, chain: [LanguageTag], keywordChain: [LanguageTag],
    from source: inout some ProjectionSource
  ) throws(BundleError) {
    guard record.isSearchable, record.access != .private,
      let title = try Self.text(record.titleKey, chain, &source)
    else { return nil }
    contentID = record.contentID
    self.title = title
    description = nil
    if let key = record.descriptionKey { description = try Self.text(key, chain, &source) }
    terms = []
    keywordProvenance = []
    domain = record.domain
    access = record.access
    var seen: Set<ExactString> = []
    for key in record.keywordKeys {
      var provenance: LanguageTag?
      for locale in keywordChain {
        guard let found = try source.terms(key, in: locale) else { continue }
        provenance = locale
        for term in found where seen.insert(term.text).inserted { terms.append(term) }
        break
      }
      keywordProvenance.append(provenance)
    }
  }

  private static func text(
    _ key: MessageKey, _ chain: [LanguageTag], _ source: inout some ProjectionSource
  ) throws(BundleError) -> Text? {
    for locale in chain {
      if let text = try source.text(key, in: locale) {
        return Text(text: ExactString(text), provenance: locale)
      }
      for form in key.pluralForms {
        if let text = try source.text(form, in: locale) {
          return Text(text: ExactString(text), provenance: locale)
        }
      }
    }
    return nil
  }
}

extension MessageKey {
  /// The keys whose text stands for this one: itself, and the `other` form where it is a plural (Rails, then
  /// String Catalogs).
  public var projectedForms: [MessageKey] { [self] + pluralForms }

  /// The `other` form of a plural of this name, in both spellings.
  var pluralForms: [MessageKey] { [appending("other"), appending("plural", "other")] }

  /// The key of the whole message, if this is the key of one of its plural forms; else the key itself.
  package var withoutPluralForm: MessageKey {
    var segments = segments
    guard segments.count > 2, PluralCategory(rawValue: segments.last!) != nil else { return self }
    segments.removeLast()
    if segments.count > 2, segments.last == "plural" { segments.removeLast() }
    return MessageKey(catalog: segments[0], path: Array(segments.dropFirst()))
  }
}

extension Projection {
  /// The digest that decides whether an item's record must be written again.
  public var fingerprint: Fingerprint {
    var builder = FingerprintBuilder(domain: "assets/projection/v1")
    builder.add(title.text.string)
    builder.add(title.provenance.description)
    builder.add(description == nil ? 0 : 1)
    builder.add(description?.text.string ?? "")
    builder.add(description?.provenance.description ?? "")
    builder.add(terms.count)
    for term in terms {
      builder.add(term.text.string)
      builder.add(term.kind.rawValue)
    }
    builder.add(keywordProvenance.count)
    for locale in keywordProvenance { builder.add(locale?.description ?? "") }
    builder.add(domain)
    builder.add(access.rawValue)
    return builder.finish()
  }

  /// The ledger row for this projection.
  /// - Parameter fingerprint: this projection's, which the caller has computed already.
  package func row(fingerprint: Fingerprint, revision: Int, sourceRevision: Int) -> LedgerRow {
    LedgerRow(
      revision: revision, projection: fingerprint, domain: domain, access: access, title: title.field,
      description: description?.field,
      keywords: .init(digest: termsDigest, provenance: keywordProvenance), sourceRevision: sourceRevision)
  }

  private var termsDigest: Fingerprint {
    var builder = FingerprintBuilder(domain: "assets/keywords/v1")
    for term in terms {
      builder.add(term.text.string)
      builder.add(term.kind.rawValue)
    }
    return builder.finish()
  }
}

extension Projection.Text {
  fileprivate var field: LedgerRow.Field {
    var builder = FingerprintBuilder(domain: "assets/text/v1")
    builder.add(text.string)
    return .init(digest: builder.finish(), provenance: provenance)
  }
}
