internal import Bundles
internal import Translations

/// A published revision, a locale of it, or one key, for `show`.
struct RevisionView {
  private let snapshot: Snapshot
  private let reader: StoreReader

  init(_ snapshot: Snapshot, _ reader: StoreReader) {
    self.snapshot = snapshot
    self.reader = reader
  }

  /// One published value or keyword set and the revision that put it there.
  private struct Row {
    var key: String
    var since: Int
    var value: PublishedValue?
    var terms: [PublishedTerm]?

    func json(locale: LanguageTag) -> CanonicalJSON {
      var members: [CanonicalJSON.Member] = [
        .init("key", .string(key)), .init("locale", .string(locale.description)),
        .init("since", .integer(since)),
      ]
      // The text is what was asked for, as it is of a file.
      if let value { members.append(.init("value", value.json(withText: true))) }
      if let terms { members.append(.init("keywords", terms.json(withText: true))) }
      return .object(members)
    }

    /// `r39  articles/a.title  translated  text`.
    var line: String {
      let content = value.map { "\($0.state.name)  \($0.message.description)" } ?? "keywords  \(terms!.shown)"
      return "r\(since)  \(key)  \(content)".displayed
    }
  }

  // MARK: - A revision

  func printHead(_ format: ShowFormat, to console: Console) throws(BundleError) {
    guard let head = snapshot.head else {
      if format == .text { console.print("r0  the empty state") } else { try console.write(document([])) }
      return
    }
    guard format == .text else {
      try console.write(document([]))
      return
    }
    console.print("r\(head.revision)  \(head.kind.rawValue)  \(head.title)".displayed)
    console.print("   at        \(head.publishedAt) by \(head.publisher)".displayed)
    console.print("   head      \(head.link.head)")
    console.print("   parent    \(head.parent.map { "r\($0.revision) \($0.head)" } ?? "none")")
    console.print("   lineage   \(head.lineage)")
    for acceptance in try accepted { console.print("   \(acceptance.line)") }
    var table = TextTable(rightAligned: [1, 2, 3, 4, 5])
    table.append(["locale", "at", "values", "approved", "keywords", "content IDs"])
    for row in head.locales {
      table.append([
        "\(row.locale)", "r\(row.revision)", "\(row.keys)", "\(row.approved)", "\(row.keywords)",
        "\(row.items)",
      ])
    }
    console.print(table)
  }

  /// What people decided about findings when the revision was published.
  private var accepted: [Acceptance] {
    get throws(BundleError) {
      try Acceptance.recorded(at: snapshot.revision, in: snapshot.ledger, from: reader)
    }
  }

  private func document(_ rows: [CanonicalJSON]) throws(BundleError) -> [UInt8] {
    let accepted = try accepted
    let json: CanonicalJSON = [
      "schema": "assets.show/1", "lineage": CanonicalJSON(snapshot.head?.lineage),
      "revision": .integer(snapshot.revision),
      "published": snapshot.head?.summaryJSON(accepted: accepted) ?? .null,
      "values": .array(rows),
    ]
    return json.bytes + [0x0A]
  }

  // MARK: - A locale and a key

  /// Prints every value and keyword set of a locale, or those of one key.
  /// - Complexity: for one key, a few nodes.
  func print(_ name: String, key: String?, _ format: ShowFormat, to console: Console) throws {
    let locale = try reader.locale(name, in: snapshot)
    let rows = try key.map { try find($0, in: locale) } ?? all(of: locale)
    switch format {
    case .text: for row in rows { console.print(row.line) }
    case .json: try console.write(document(rows.map { $0.json(locale: locale.locale) }))
    case .jsonl: for row in rows { console.write(row.json(locale: locale.locale).bytes + [0x0A]) }
    }
  }

  private func all(of locale: ContentState.Locale) throws(BundleError) -> [Row] {
    var rows: [Row] = []
    for catalog in locale.catalogs where catalog.values.count > 0 {
      try MerkleTree.forEach(in: catalog.values.address, from: reader) { (entry) throws(BundleError) in
        let key = MessageKey(bytes: Array(catalog.name.utf8) + [0] + entry.key)
        rows.append(try row(key, PublishedValue(entry), in: locale.locale))
      }
    }
    if locale.keywords.count > 0 {
      try MerkleTree.forEach(in: locale.keywords.address, from: reader) { (entry) throws(BundleError) in
        rows.append(
          try row(ExactString(String(decoding: entry.key, as: UTF8.self)), entry, in: locale.locale))
      }
    }
    return rows
  }

  private func find(_ name: String, in locale: ContentState.Locale) throws -> [Row] {
    var rows: [Row] = []
    if let key = MessageKey(name), let value = try snapshot.value(key, in: locale.locale, from: reader) {
      rows.append(try row(key, value, in: locale.locale))
    }
    // The key of a keyword set may be spelled like that of a message; then there are two answers.
    if locale.keywords.count > 0,
      let entry = try MerkleTree.entry(Array(name.utf8), in: locale.keywords.address, from: reader)
    {
      rows.append(try row(ExactString(name), entry, in: locale.locale))
    }
    guard rows.isEmpty else { return rows }
    throw ToolError(
      .nothingMatched, "r\(snapshot.revision) has no '\(name)' in '\(locale.locale)'",
      help: "`assets show r\(snapshot.revision):\(locale.locale)` lists what there is")
  }

  private func row(
    _ key: MessageKey, _ value: PublishedValue, in locale: LanguageTag
  ) throws(BundleError) -> Row {
    Row(key: key.description, since: try since(ValueHistory.key(values: key), in: locale), value: value)
  }

  private func row(
    _ key: ExactString, _ entry: TreeEntry, in locale: LanguageTag
  ) throws(BundleError) -> Row {
    Row(
      key: key.string, since: try since(ValueHistory.key(keywords: key), in: locale),
      terms: try PublishedTerm.terms(entry))
  }

  /// The revision that replaced what stood there before; without a history, the first one.
  private func since(_ key: [UInt8], in locale: LanguageTag) throws(BundleError) -> Int {
    try LocaleHistory(snapshot.ledger[locale], reader).newest(key).spans.last?.until ?? 1
  }
}
