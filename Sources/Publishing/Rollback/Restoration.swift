package import Bundles
package import Translations

/// What has to change so that a scope says again what it said in an older state.
package struct Restoration: Sendable {
  /// One value.
  package struct Value: Hashable, Sendable {
    package var locale: LanguageTag
    package var key: MessageKey
    package var before: PublishedValue?
    package var after: PublishedValue?
  }

  /// One approved keyword set.
  package struct Keywords: Hashable, Sendable {
    package var locale: LanguageTag
    package var key: ExactString
    package var before: [PublishedTerm]?
    package var after: [PublishedTerm]?
  }

  /// One content record.
  package struct Record: Hashable, Sendable {
    package var contentID: ContentID
    package var before: ContentRecord?
    package var after: ContentRecord?
  }

  /// By locale and key.
  package var values: [Value]
  package var keywords: [Keywords]
  package var records: [Record]
  /// What is declared before and after; `nil` if that stays, or the scope is not everything.
  package var declarations: (before: StateDeclarations, after: StateDeclarations)?
  /// The older of the two states, to which the scope returns.
  private let target: ContentState
  private let scope: RestoreScope

  /// - Parameters:
  ///   - current: what is said now.
  ///   - target: what was said then.
  /// - Complexity: proportional to what differs between the two.
  package init(
    _ scope: RestoreScope, from current: ContentState, to target: ContentState, nodes: some NodeSource
  ) throws(BundleError) {
    self.scope = scope
    self.target = target
    values = []
    keywords = []
    records = []
    var sources = TreeProjectionSource(current.inAnyState, nodes: EmptyTreeSource(nodes))
    let difference = try ContentDifference(from: current, to: target, nodes: nodes)
    let (before, after) = (StateDeclarations(current), StateDeclarations(target))
    if scope.isWhole, before != after { declarations = (before, after) }
    for locale in difference.locales where scope.contains(locale.locale) {
      // A locale that is not declared any more leaves its files as they are.
      if scope.isWhole, !after.locales.contains(locale.locale) { continue }
      for (key, before, after) in locale.values where scope.contains(key) {
        // A feature that was removed since does not come back with the texts of one locale or key.
        if !scope.isWhole, after != nil, before == nil, try !current.hasMessage(key, &sources) { continue }
        values.append(
          Value(
            locale: locale.locale, key: key,
            before: try before.map { (entry) throws(BundleError) in try PublishedValue(entry) },
            after: try after.map { (entry) throws(BundleError) in try PublishedValue(entry) }))
      }
      for change in locale.keywords {
        let key = ExactString(String(decoding: change.key, as: UTF8.self))
        guard scope.contains(keywords: key) else { continue }
        keywords.append(
          Keywords(
            locale: locale.locale, key: key,
            before: try change.before.map { (entry) throws(BundleError) in try PublishedTerm.terms(entry) },
            after: try change.after.map { (entry) throws(BundleError) in try PublishedTerm.terms(entry) }))
      }
    }
    for change in difference.records {
      let before = try change.before.map { (entry) throws(BundleError) in try ContentRecord(entry) }
      let after = try change.after.map { (entry) throws(BundleError) in try ContentRecord(entry) }
      guard let id = (before ?? after)?.contentID, scope.contains(record: id) else { continue }
      records.append(Record(contentID: id, before: before, after: after))
    }
  }

  /// Whether nothing of the working files would change.
  package var isEmpty: Bool {
    values.isEmpty && keywords.isEmpty && records.isEmpty && declarations == nil
  }
}

extension Restoration {
  /// Leaves alone what the older state does not have because no revision ever had it: it is new, and the working files
  /// are the only place it is in.
  /// - Parameter store: the whole history.
  /// - Returns: how many values, keyword sets and records that are.
  package mutating func keepNew(_ store: StoreReader) throws(BundleError) -> Int {
    let head = try store.snapshot()
    let all = self
    values = []
    for value in all.values {
      let place = ValueHistory.key(values: value.key)
      var isKnown = value.after != nil
      if !isKnown { isKnown = try head.hasHistory(place, in: value.locale, from: store) }
      if !isKnown { isKnown = try head.value(value.key, in: value.locale, from: store) != nil }
      if isKnown { values.append(value) }
    }
    keywords = []
    for set in all.keywords {
      let place = ValueHistory.key(keywords: set.key)
      var isKnown = set.after != nil
      if !isKnown { isKnown = try head.hasHistory(place, in: set.locale, from: store) }
      if !isKnown { isKnown = try head.hasKeywords(set.key, in: set.locale, from: store) }
      if isKnown { keywords.append(set) }
    }
    records = []
    for record in all.records {
      var isKnown = record.after != nil
      if !isKnown { isKnown = try Self.hadRecord(record.contentID, store) }
      if isKnown { records.append(record) }
    }
    return all.count - count
  }

  private var count: Int { values.count + keywords.count + records.count }

  /// Whether a revision has a content record. The ledger forgets what is gone, so the revisions are asked, newest first.
  private static func hadRecord(_ id: ContentID, _ store: StoreReader) throws(BundleError) -> Bool {
    for revision in stride(from: store.head?.revision ?? 0, to: 0, by: -1) {
      let root = try store.snapshot(revision: revision).content.content
      guard root.count > 0 else { continue }
      if try MerkleTree.entry(Array(id.utf8), in: root.address, from: store) != nil { return true }
    }
    return false
  }

  /// `current` with the scope as it was.
  package func applied<Nodes: NodeSink & NodeSource>(
    to current: ContentState, into nodes: inout Nodes
  ) throws(BundleError) -> ContentState {
    if scope.isWhole { return target }
    var result = current
    if !records.isEmpty {
      if result.content == .empty { _ = try nodes.put(Array("[0]".utf8)) }
      let edits = records.map { record in
        MerkleTree.Edit(key: Array(record.contentID.utf8), payload: record.after.map(\.entry.payload))
      }
      result.content = try MerkleTree.edit(
        result.content, edits.sorted { $0.key.lexicographicallyPrecedes($1.key) }, into: &nodes)
    }
    for index in result.locales.indices {
      let locale = result.locales[index].locale
      let values = values.filter { $0.locale == locale }
      for name in Set(values.map { ExactString($0.key.catalog) }).sorted() {
        let edits = values.filter { ExactString($0.key.catalog) == name }
        try Self.apply(edits, to: &result.locales[index], catalog: name, into: &nodes)
      }
      let sets = keywords.filter { $0.locale == locale }.map { set in
        MerkleTree.Edit(
          key: Array(set.key.utf8), payload: set.after.map { PublishedTerm.entry(key: set.key, $0).payload })
      }
      if !sets.isEmpty {
        if result.locales[index].keywords == .empty { _ = try nodes.put(Array("[0]".utf8)) }
        result.locales[index].keywords = try MerkleTree.edit(
          result.locales[index].keywords, sets.sorted { $0.key.lexicographicallyPrecedes($1.key) },
          into: &nodes)
      }
    }
    return result
  }

  private static func apply<Nodes: NodeSink & NodeSource>(
    _ values: [Value], to locale: inout ContentState.Locale, catalog name: ExactString,
    into nodes: inout Nodes
  ) throws(BundleError) {
    let known = locale.catalogs.firstIndex { $0.name == name }
    var root =
      known.map { locale.catalogs[$0] } ?? ContentState.CatalogRoot(name: name, values: .empty, approved: 0)
    let edits = values.map { value in
      MerkleTree.Edit(
        key: Array(value.key.pathBytes),
        payload: value.after.map { $0.entry(path: Array(value.key.pathBytes)).payload })
    }
    if root.values == .empty { _ = try nodes.put(Array("[0]".utf8)) }
    root.values = try MerkleTree.edit(
      root.values, edits.sorted { $0.key.lexicographicallyPrecedes($1.key) }, into: &nodes)
    let isApproved = { (value: PublishedValue?) in value?.state.isApproved == true }
    root.approved += values.count { isApproved($0.after) } - values.count { isApproved($0.before) }
    if let known { locale.catalogs.remove(at: known) }
    if root.values.count > 0 {
      locale.catalogs.append(root)
      locale.catalogs.sort { $0.name < $1.name }
    }
  }
}

extension Snapshot {
  fileprivate func hasHistory(
    _ place: [UInt8], in locale: LanguageTag, from store: StoreReader
  ) throws(BundleError) -> Bool {
    guard let root = ledger[locale]?.history, root.count > 0 else { return false }
    return try MerkleTree.entry(place, in: root.address, from: store) != nil
  }

  fileprivate func hasKeywords(
    _ key: ExactString, in locale: LanguageTag, from store: StoreReader
  ) throws(BundleError) -> Bool {
    guard let root = content[locale]?.keywords, root.count > 0 else { return false }
    return try MerkleTree.entry(Array(key.utf8), in: root.address, from: store) != nil
  }
}

extension ContentState {
  fileprivate var inAnyState: ContentState {
    var state = self
    state.minimumState = .absent
    return state
  }

  /// Whether the source locale says a message, in whatever plural form.
  fileprivate func hasMessage<Nodes: NodeSource>(
    _ key: MessageKey, _ texts: inout TreeProjectionSource<Nodes>
  ) throws(BundleError) -> Bool {
    guard let sourceLocale else { return true }
    if try texts.text(key, in: sourceLocale) != nil { return true }
    for form in key.withoutPluralForm.projectedForms {
      if try texts.text(form, in: sourceLocale) != nil { return true }
    }
    return false
  }
}
