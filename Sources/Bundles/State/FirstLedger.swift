import Translations

/// The rows of a first revision: everything is new, so each tree of the content is read once from end to end, and each
/// row is written as it comes.
///
/// Says the same as `LedgerWork` does on an empty parent, by `Projection` and `ContentState.sourceDigest`.
struct FirstLedger {
  private let content: ContentState
  private let revision: Int
  private var texts: ProjectedTexts
  private var terms = ProjectedTerms()
  private var items: [Item] = []
  private let chains: [Chain]
  private var fields = FingerprintFields()
  private var termFields = FingerprintFields()
  /// The digests of the source locale's sets that were made, by key.
  private var setDigests: [Fingerprint?] = []
  /// The record that a term's text was seen in last, each counted once for each locale.
  private var seen: [Int] = []
  private var sightings = 0
  /// One for each row, by content ID and locale.
  private(set) var entries: [ManifestEntry] = []

  /// A record and the numbers of what it reads.
  private struct Item {
    var record: ContentRecord
    /// As it stands in the content map.
    var payload: [UInt8]
    var title: ProjectedTexts.Message
    var description: ProjectedTexts.Message?
    var keywords: [Int]
  }

  /// Where a locale's texts and keywords may come from, as places in the state's list of locales.
  private struct Chain {
    var texts: [Int]
    var keywords: [Int]
  }

  /// Reads everything that the records need.
  init(_ content: ContentState, revision: Int, _ nodes: some NodeSource) throws(BundleError) {
    self.content = content
    self.revision = revision
    texts = ProjectedTexts(atLeast: content.minimumState)
    let tags = content.locales.map(\.locale)
    chains = content.locales.map { locale in
      Chain(
        texts: locale.chain.compactMap { tags.firstIndex(of: $0) },
        keywords: locale.keywordChain.compactMap { tags.firstIndex(of: $0) })
    }
    try MerkleTree.forEach(in: content.content.address, from: nodes) { (entry) throws(BundleError) in
      let record = try ContentRecord(entry)
      items.append(
        Item(
          record: record, payload: entry.payload, title: texts.add(record.titleKey),
          description: record.descriptionKey.map { texts.add($0) },
          keywords: record.keywordKeys.map { terms.add($0) }))
    }
    for locale in content.locales {
      try texts.read(locale, nodes)
      try terms.read(locale, nodes)
    }
    seen = Array(repeating: 0, count: terms.textCount)
    setDigests = Array(repeating: nil, count: terms.keyCount)
  }

  /// Builds the trees of a ledger that has none yet.
  /// - Returns: the greatest source revision.
  mutating func build<Nodes: NodeSink & NodeSource>(
    _ ledger: inout Ledger, into nodes: inout Nodes
  ) throws(BundleError) -> Int {
    var sources = TreeBuilder<Nodes>()
    var rows = content.locales.map { _ in TreeBuilder<Nodes>() }
    entries.reserveCapacity(items.count * content.locales.count)
    for item in items {
      let key = Array(item.record.contentID.utf8)[...]
      let isPlain = item.record.isSearchable && item.record.access == .public
      let source = SourceRecord(
        revision: revision, digest: sourceDigest(of: item),
        record: isPlain ? .record(payload: item.payload) : .record(item.record), history: .init())
      try sources.append(key, into: &nodes) { writer in
        writer.comma()
        source.write(to: &writer)
      }
      for locale in content.locales.indices {
        guard let row = row(of: item, in: locale) else { continue }
        try rows[locale].append(key, into: &nodes) { writer in
          writer.comma()
          row.write(to: &writer)
        }
        entries += ManifestEntry.entries(
          item.record.contentID, content.locales[locale].locale, from: nil, to: row)
      }
    }
    ledger.sources = try sources.finish(into: &nodes)
    ledger.locales = []
    for (locale, builder) in zip(content.locales, rows) {
      ledger.locales.append(
        .init(locale: locale.locale, items: try builder.finish(into: &nodes), history: .empty))
    }
    return items.isEmpty ? 0 : revision
  }

  private mutating func sourceDigest(of item: Item) -> Fingerprint {
    let locale = content.sourceLocale.flatMap { tag in content.locales.firstIndex { $0.locale == tag } }
    fields.begin("assets/source/v1")
    fields.add(item.payload)
    guard content.sourceLocale != nil else { return fields.finish() }
    for message in [item.title, item.description].compactMap({ $0 }) {
      unsafe texts.forEachForm(of: message, in: locale) { text in
        unsafe fields.add(text == nil ? 0 : 1)
        if let text = unsafe text { unsafe fields.add(text) } else { fields.add("") }
      }
    }
    for key in item.keywords {
      if let locale, let digest = setDigest(key, in: locale) {
        fields.add(hexOf: digest)
      } else {
        fields.add("")
      }
    }
    return fields.finish()
  }

  /// The digest of a key's set in the source locale; `nil` if there is none.
  private mutating func setDigest(_ key: Int, in locale: Int) -> Fingerprint? {
    if let known = setDigests[key] { return known }
    guard let set = terms.terms(key, in: locale) else { return nil }
    setDigests[key] = terms.digest(set, &termFields)
    return setDigests[key]
  }

  /// The row of an item; `nil` if it has no projection in the locale.
  private mutating func row(of item: Item, in index: Int) -> LedgerRow? {
    let record = item.record
    guard record.isSearchable, record.access != .private, let title = text(item.title, in: index) else {
      return nil
    }
    let description = item.description.flatMap { text($0, in: index) }
    termFields.begin("assets/keywords/v1")
    let (count, provenance) = addTerms(of: item, in: index)

    fields.begin("assets/projection/v1")
    texts.add(item.title, in: title.locale, to: &fields)
    fields.add(title.field.provenance.description)
    fields.add(description == nil ? 0 : 1)
    if let message = item.description, let description {
      texts.add(message, in: description.locale, to: &fields)
      fields.add(description.field.provenance.description)
    } else {
      fields.add("")
      fields.add("")
    }
    fields.add(count)
    fields.add(fieldsOf: termFields)
    fields.add(provenance.count)
    for locale in provenance { fields.add(locale?.description ?? "") }
    fields.add(record.domain)
    fields.add(record.access.rawValue)
    return LedgerRow(
      revision: revision, projection: fields.finish(), domain: record.domain, access: record.access,
      title: title.field, description: description?.field,
      keywords: .init(digest: termFields.finish(), provenance: provenance), sourceRevision: revision)
  }

  /// The digest of a message's text, from the first locale along the chain that has one.
  private mutating func text(
    _ message: ProjectedTexts.Message, in index: Int
  ) -> (locale: Int, field: LedgerRow.Field)? {
    guard let locale = chains[index].texts.first(where: { texts.has(message, in: $0) }) else { return nil }
    fields.begin("assets/text/v1")
    texts.add(message, in: locale, to: &fields)
    return (locale, .init(digest: fields.finish(), provenance: content.locales[locale].locale))
  }

  /// Adds the terms of an item, the first occurrence of each text kept, to the fields that are made of terms.
  /// - Returns: how many there are, and where the set of each key came from.
  private mutating func addTerms(
    of item: Item, in index: Int
  ) -> (count: Int, provenance: [LanguageTag?]) {
    sightings += 1
    var count = 0
    var provenance: [LanguageTag?] = []
    provenance.reserveCapacity(item.keywords.count)
    for key in item.keywords {
      guard let locale = chains[index].keywords.first(where: { terms.terms(key, in: $0) != nil }),
        let set = terms.terms(key, in: locale)
      else {
        provenance.append(nil)
        continue
      }
      provenance.append(content.locales[locale].locale)
      for term in set where seen[term.text] != sightings {
        seen[term.text] = sightings
        terms.add(term, to: &termFields)
        count += 1
      }
    }
    return (count, provenance)
  }
}
