public import Translations

/// Everything a revision says, without any number of a revision: values, keywords, content map, fallbacks.
///
/// Stored as one node, the content root. Two revisions with the same content have the same root, which is how
/// "nothing to publish" and "equals r38" are known.
public struct ContentState: Hashable, Sendable {
  /// `nil` only in the empty state.
  public var sourceLocale: LanguageTag?
  /// What a projection may use at least.
  public var minimumState: TranslationState
  /// The content map, by content ID.
  public var content: TreeRoot
  /// Sorted by tag.
  public var locales: [Locale]

  /// One locale's share.
  public struct Locale: Hashable, Sendable {
    /// Declared in this state.
    public var locale: LanguageTag
    /// The locale itself, then what it falls back to, all declared.
    public var chain: [LanguageTag]
    /// The part of the chain in the same language and script, where keywords may come from.
    public var keywordChain: [LanguageTag]
    /// Sorted by name as bytes.
    public var catalogs: [CatalogRoot]
    /// Approved sets, by keyword key.
    public var keywords: TreeRoot

    public init(
      locale: LanguageTag, chain: [LanguageTag], keywordChain: [LanguageTag], catalogs: [CatalogRoot],
      keywords: TreeRoot
    ) {
      self.locale = locale
      self.chain = chain
      self.keywordChain = keywordChain
      self.catalogs = catalogs
      self.keywords = keywords
    }

    /// How many values the locale has.
    public var keys: Int { catalogs.reduce(0) { $0 + $1.values.count } }

    /// How many values are reviewed or final.
    public var approved: Int { catalogs.reduce(0) { $0 + $1.approved } }

    /// The values of one catalog, by path; the empty tree if the locale has no catalog of this name.
    public func catalog(_ name: String) -> TreeRoot {
      catalogs.first { $0.name == ExactString(name) }?.values ?? .empty
    }
  }

  /// The values of one catalog in one locale, by path.
  public struct CatalogRoot: Hashable, Sendable {
    /// The name in `assets.yml`, compared as bytes.
    public var name: ExactString
    /// Path → `PublishedValue`; the catalog's name is no part of the key.
    public var values: TreeRoot
    /// How many of the values are reviewed or final.
    public var approved: Int

    public init(name: ExactString, values: TreeRoot, approved: Int) {
      self.name = name
      self.values = values
      self.approved = approved
    }
  }

  /// A state of given parts; the locales are sorted here.
  public init(
    sourceLocale: LanguageTag?, minimumState: TranslationState, content: TreeRoot, locales: [Locale]
  ) {
    self.sourceLocale = sourceLocale
    self.minimumState = minimumState
    self.content = content
    self.locales = locales.sorted { $0.locale < $1.locale }
  }

  /// The state before the first revision, r0.
  public static let empty = ContentState(
    sourceLocale: nil, minimumState: .translated, content: .empty, locales: [])

  /// The share of a locale; `nil` if it is not declared.
  public subscript(locale: LanguageTag) -> Locale? { locales.first { $0.locale == locale } }
}

extension ContentState {
  static let schema = "assets.content/1"

  /// `[schema, source locale, minimum state, content map, [[locale, chain, keyword chain, [[catalog, values,
  /// approved]…], keywords]…]]`; a tree is `[address, count]`.
  public var bytes: [UInt8] {
    let locales = locales.map { locale -> CanonicalJSON in
      [
        .string(locale.locale.description), .array(locale.chain.map { .string($0.description) }),
        .array(locale.keywordChain.map { .string($0.description) }),
        .array(locale.catalogs.map { [.string($0.name.string), $0.values.json, .integer($0.approved)] }),
        locale.keywords.json,
      ]
    }
    let json: CanonicalJSON = [
      .string(Self.schema), CanonicalJSON(sourceLocale?.description), .string(minimumState.name),
      content.json,
      .array(locales),
    ]
    return json.bytes
  }

  /// The address of the content root.
  public var address: Digest { Digest(of: bytes) }

  /// Reads a content root.
  /// - Throws: `BundleError`, if it has another form or schema than `bytes`.
  public init(_ bytes: [UInt8]) throws(BundleError) {
    let fields = try RootFields(bytes, schema: Self.schema, count: 5)
    self.init(
      sourceLocale: fields[1].string.flatMap { LanguageTag($0) },
      minimumState: try fields.state(2), content: try fields.tree(3), locales: [])
    for json in try fields.array(4) {
      let row = try RootFields(json, count: 5)
      var catalogs: [CatalogRoot] = []
      for json in try row.array(3) {
        let pair = try RootFields(json, count: 3)
        catalogs.append(
          CatalogRoot(
            name: ExactString(try pair.text(0)), values: try pair.tree(1), approved: try pair.integer(2)))
      }
      locales.append(
        Locale(
          locale: try row.tag(0), chain: try row.tags(1), keywordChain: try row.tags(2), catalogs: catalogs,
          keywords: try row.tree(4)))
    }
  }
}
