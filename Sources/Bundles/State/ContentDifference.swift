public import Translations

/// What differs between two content states, key by key.
public struct ContentDifference: Sendable {
  /// One locale's share; a locale that is declared on one side only differs in all it has.
  public struct Locale: Sendable {
    /// Declared on one side at least.
    public var locale: LanguageTag
    /// Changed values, keys with their catalog, in key order.
    public var values: [(key: MessageKey, before: TreeEntry?, after: TreeEntry?)]
    /// Changed approved sets, by keyword key.
    public var keywords: [TreeChange]
  }

  /// Only locales in which something differs.
  public var locales: [Locale]
  /// Changed records of the content map, by content ID.
  public var records: [TreeChange]

  /// - Complexity: proportional to what differs.
  public init(
    from old: ContentState, to new: ContentState, nodes: some NodeSource
  ) throws(BundleError) {
    let nodes = EmptyTreeSource(nodes)
    records = try MerkleTree.difference(
      from: old.content.address, to: new.content.address, source: nodes)
    locales = []
    for tag in Set(old.locales.map(\.locale)).union(new.locales.map(\.locale)).sorted() {
      let before = old[tag]
      let after = new[tag]
      var locale = Locale(locale: tag, values: [], keywords: [])
      let names = Set((before?.catalogs ?? []).map(\.name)).union((after?.catalogs ?? []).map(\.name))
      for name in names.sorted() {
        let changes = try MerkleTree.difference(
          from: (before?.catalog(name.string) ?? .empty).address,
          to: (after?.catalog(name.string) ?? .empty).address, source: nodes)
        for change in changes {
          let key = MessageKey(bytes: Array(name.utf8) + [0] + change.key)
          locale.values.append((key, change.before, change.after))
        }
      }
      locale.keywords = try MerkleTree.difference(
        from: (before?.keywords ?? .empty).address, to: (after?.keywords ?? .empty).address, source: nodes)
      if !locale.values.isEmpty || !locale.keywords.isEmpty { locales.append(locale) }
    }
  }

  /// The share of a locale; `nil` if nothing in it differs.
  public subscript(locale: LanguageTag) -> Locale? { locales.first { $0.locale == locale } }
}

extension ContentDifference {
  /// No difference.
  public static let none = ContentDifference(locales: [], records: [])

  private init(locales: [Locale], records: [TreeChange]) {
    self.locales = locales
    self.records = records
  }
}
