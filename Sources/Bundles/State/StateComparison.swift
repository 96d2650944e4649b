public import Translations

/// What changed between two content states, told by key: what came, went, changed, and what only moved.
public struct StateComparison: Sendable {
  /// One value that is not the same on both sides.
  public struct Value: Sendable {
    /// The key now; of a removed value the key it had.
    public var key: MessageKey
    /// The key it had before, if it moved.
    public var movedFrom: MessageKey?
    /// `nil` if it was added.
    public var before: PublishedValue?
    /// `nil` if it was removed.
    public var after: PublishedValue?
  }

  /// One approved keyword set that is not the same on both sides.
  public struct Keywords: Sendable {
    /// The keyword key, compared as bytes.
    public var key: ExactString
    /// In order; empty for a set approved without terms, `nil` if there was no approved set.
    public var before: [PublishedTerm]?
    /// In order; empty for a set approved without terms, `nil` if there is no approved set.
    public var after: [PublishedTerm]?
  }

  /// One content record that is not the same on both sides.
  public struct Record: Sendable {
    /// Identity; a record with another content ID is another record.
    public var contentID: ContentID
    /// `nil` if it was added.
    public var before: ContentRecord?
    /// `nil` if it was removed.
    public var after: ContentRecord?
  }

  /// Something a state says once, before and after.
  public struct Setting<Content: Hashable & Sendable>: Hashable, Sendable {
    /// What the older state says.
    public var before: Content
    /// What the newer state says.
    public var after: Content
  }

  /// One locale's share.
  public struct Locale: Sendable {
    /// Declared on one side at least.
    public var locale: LanguageTag
    /// `nil` where it is not declared.
    public var before: ContentState.Locale?
    /// `nil` where it is not declared.
    public var after: ContentState.Locale?
    /// In key order; a move stands at its new key.
    public var values: [Value]
    /// By keyword key.
    public var keywords: [Keywords]

    /// What the locale falls back to, if that changed.
    public var chain: Setting<[LanguageTag]>? {
      guard let before, let after, before.chain != after.chain else { return nil }
      return Setting(before: before.chain, after: after.chain)
    }

    /// Values of keys that had none, moves left out.
    public var added: [Value] { values.filter { $0.before == nil } }
    /// Values of keys that have none now, moves left out.
    public var removed: [Value] { values.filter { $0.after == nil } }
    /// Values that stand at another key than before, with the same text made against the same source.
    public var moved: [Value] { values.filter { $0.movedFrom != nil } }
    /// Values that differ at the same key, in any of their `parts`.
    public var changed: [Value] {
      values.filter { $0.movedFrom == nil && $0.before != nil && $0.after != nil }
    }
  }

  /// `nil` if both states name the same.
  public var sourceLocale: Setting<LanguageTag?>?
  /// `nil` if both states ask for the same, or the older one is empty and asked for nothing yet.
  public var minimumState: Setting<TranslationState>?
  /// Only locales in which something differs.
  public var locales: [Locale]
  /// By content ID.
  public var records: [Record]

  /// Whether both states say the same.
  public var isEmpty: Bool {
    sourceLocale == nil && minimumState == nil && locales.isEmpty && records.isEmpty
  }

  /// - Complexity: proportional to what differs.
  public init(
    from old: ContentState, to new: ContentState, nodes: some NodeSource
  ) throws(BundleError) {
    let difference = try ContentDifference(from: old, to: new, nodes: nodes)
    if old.sourceLocale != new.sourceLocale {
      sourceLocale = Setting(before: old.sourceLocale, after: new.sourceLocale)
    }
    // The empty state has said nothing yet.
    if old.minimumState != new.minimumState, !old.locales.isEmpty {
      minimumState = Setting(before: old.minimumState, after: new.minimumState)
    }
    locales = []
    for tag in Set(old.locales.map(\.locale)).union(new.locales.map(\.locale)).sorted() {
      let changes = difference[tag]
      let locale = Locale(
        locale: tag, before: old[tag], after: new[tag],
        values: try changes.map { (changes) throws(BundleError) in try Self.values(changes) } ?? [],
        keywords: try changes.map { (changes) throws(BundleError) in try Self.keywords(changes) } ?? [])
      let isDeclared = (locale.before != nil, locale.after != nil)
      if isDeclared.0 != isDeclared.1 || !locale.values.isEmpty || !locale.keywords.isEmpty
        || locale.chain != nil
      {
        locales.append(locale)
      }
    }
    records = try difference.records.map { (change) throws(BundleError) in
      let before = try change.before.map { (entry) throws(BundleError) in try ContentRecord(entry) }
      let after = try change.after.map { (entry) throws(BundleError) in try ContentRecord(entry) }
      // A change has a side.
      return Record(contentID: (after ?? before)!.contentID, before: before, after: after)
    }
  }

  private static func values(_ changes: ContentDifference.Locale) throws(BundleError) -> [Value] {
    let moves = try MoveFinder.moves(in: changes.values)
    let origins = Dictionary(uniqueKeysWithValues: moves.map { ($0.to, $0.from) })
    let gone = Set(moves.map(\.from))
    var sources: [MessageKey: TreeEntry] = [:]
    for (key, before, _) in changes.values where gone.contains(key) { sources[key] = before }
    var values: [Value] = []
    for (key, old, new) in changes.values where !gone.contains(key) {
      let origin = origins[key]
      let before = origin.flatMap { sources[$0] } ?? old
      values.append(
        Value(
          key: key, movedFrom: origin,
          before: try before.map { (entry) throws(BundleError) in try PublishedValue(entry) },
          after: try new.map { (entry) throws(BundleError) in try PublishedValue(entry) }))
    }
    return values
  }

  private static func keywords(_ changes: ContentDifference.Locale) throws(BundleError) -> [Keywords] {
    try changes.keywords.map { (change) throws(BundleError) in
      Keywords(
        key: ExactString(String(decoding: change.key, as: UTF8.self)),
        before: try change.before.map { (entry) throws(BundleError) in try PublishedTerm.terms(entry) },
        after: try change.after.map { (entry) throws(BundleError) in try PublishedTerm.terms(entry) })
    }
  }
}

extension StateComparison {
  /// The same for one locale alone, without the settings and records, which belong to all of them.
  public func restricted(to locale: LanguageTag) -> StateComparison {
    var result = self
    result.sourceLocale = nil
    result.minimumState = nil
    result.records = []
    result.locales.removeAll { $0.locale != locale }
    return result
  }
}

extension StateComparison.Value {
  /// What of a value is another than before.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// The message, by its bytes and inline codes.
    case text
    /// How far the translation has come.
    case state
    /// The source text it was made from.
    case source
  }

  /// The parts that differ, of a value that is on both sides.
  public var parts: [Part] {
    guard let before, let after else { return [] }
    return Part.allCases.filter { part in
      switch part {
      case .text: before.message != after.message
      case .state: before.state != after.state
      case .source: before.sourceDigest != after.sourceDigest
      }
    }
  }
}

extension StateComparison.Record {
  /// The names of the members that differ, as the content map spells them.
  public var fields: [String] {
    guard let before, let after else { return [] }
    return [
      ("access", before.access != after.access),
      ("descriptionKey", before.descriptionKey != after.descriptionKey),
      ("domain", !before.domain.utf8.elementsEqual(after.domain.utf8)),
      ("formerIDs", before.formerIDs != after.formerIDs),
      ("isSearchable", before.isSearchable != after.isSearchable),
      (
        "keywordKeys", before.keywordKeys.map { ExactString($0) } != after.keywordKeys.map { ExactString($0) }
      ),
      ("route", !before.route.utf8.elementsEqual(after.route.utf8)),
      ("titleKey", before.titleKey != after.titleKey),
    ].filter(\.1).map(\.0)
  }
}
