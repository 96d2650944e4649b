import TestSupport
import Translations

@testable import Bundles

/// A small project that random edits change; the oracle of the ledger and of manifests is computed from it alone.
struct RandomProject {
  static let locales = ["en", "de", "de-AT", "ja"].map { LanguageTag($0)! }
  /// de-AT falls back to de, everything to en.
  static let chains: [LanguageTag: [LanguageTag]] = [
    locales[0]: [locales[0]], locales[1]: [locales[1], locales[0]],
    locales[2]: [locales[2], locales[1], locales[0]], locales[3]: [locales[3], locales[0]],
  ]
  static let keywordChains: [LanguageTag: [LanguageTag]] = [
    locales[0]: [locales[0]], locales[1]: [locales[1]], locales[2]: [locales[2], locales[1]],
    locales[3]: [locales[3]],
  ]

  struct Value: Hashable {
    var text: String
    var state: TranslationState
  }

  /// Locale → key → value.
  var values: [LanguageTag: [String: Value]] = [:]
  /// Locale → keyword key → terms.
  var keywords: [LanguageTag: [String: [String]]] = [:]
  var records: [String: ContentRecord] = [:]

  init(using random: inout SeededGenerator) {
    for locale in Self.locales {
      values[locale] = [:]
      keywords[locale] = [:]
    }
    for _ in 0..<40 { edit(using: &random) }
  }

  mutating func edit(using random: inout SeededGenerator) {
    let locale = Self.locales[random.below(4)]
    let key = "k\(random.below(8))"
    switch random.below(10) {
    case 0...4:
      let state: TranslationState = random.below(5) == 0 ? .needsReview : .translated
      values[locale]![key] = Value(text: ["é", "e\u{301}", "b", "c"][random.below(4)], state: state)
    case 5: values[locale]![key] = nil
    case 6:
      keywords[locale]!["t\(random.below(3))"] = (0..<random.below(3)).map { "w\($0 + random.below(2))" }
    case 7: keywords[locale]!["t\(random.below(3))"] = nil
    case 8: records["c\(random.below(9))"] = nil
    default:
      let id = "c\(random.below(9))"
      records[id] = ContentRecord(
        contentID: ContentID(id)!, domain: "d\(random.below(2))", route: "r\(random.below(3))",
        titleKey: MessageKey(catalog: "m", path: ["k\(random.below(8))"]),
        descriptionKey: random.below(2) == 0 ? nil : MessageKey(catalog: "m", path: ["k\(random.below(8))"]),
        keywordKeys: (0..<random.below(3)).map { "t\($0)" }, isSearchable: random.below(8) > 0,
        access: [.public, .account, .private][random.below(10) < 8 ? 0 : random.below(3)])
    }
  }

  /// The state's trees.
  func content(into nodes: inout MemoryNodes) throws -> ContentState {
    func sorted(_ entries: [TreeEntry]) -> [TreeEntry] {
      entries.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    }
    var locales: [ContentState.Locale] = []
    for locale in Self.locales {
      let entries = values[locale]!.map { key, value -> TreeEntry in
        var writer = CanonicalJSONWriter()
        PublishedValue.write(
          message: Array(value.text.utf8)[...], hasCodes: false, state: value.state, sourceDigest: nil,
          to: &writer)
        return TreeEntry(key: Array(key.utf8), payload: Array(writer.bytes.dropFirst()))
      }
      let tree = try MerkleTree.build(sorted(entries), into: &nodes)
      let terms = keywords[locale]!.map { key, terms in
        PublishedTerm.entry(
          key: ExactString(key),
          terms.map { PublishedTerm(text: ExactString($0), kind: .alternative, isLoanword: false) })
      }
      locales.append(
        .init(
          locale: locale, chain: Self.chains[locale]!, keywordChain: Self.keywordChains[locale]!,
          catalogs: tree.count == 0 ? [] : [.init(name: "m", values: tree, approved: 0)],
          keywords: try MerkleTree.build(sorted(terms), into: &nodes)))
    }
    let map = try MerkleTree.build(sorted(records.values.map(\.entry)), into: &nodes)
    return ContentState(
      sourceLocale: Self.locales[0], minimumState: .translated, content: map, locales: locales)
  }

  /// What an item shows in a locale, or `nil`: computed from the dictionaries, without trees.
  func shown(_ id: String, _ locale: LanguageTag) -> [String]? {
    guard let record = records[id], record.isSearchable, record.access != .private,
      let title = text(record.titleKey, locale)
    else { return nil }
    var result = title + ["|"]
    if let key = record.descriptionKey { result += text(key, locale) ?? [] }
    result.append("|")
    var terms: [String] = []
    var provenance: [String] = []
    for key in record.keywordKeys {
      let from = Self.keywordChains[locale]!.first { keywords[$0]![key] != nil }
      for term in from.flatMap({ keywords[$0]![key] }) ?? [] where !terms.contains(term) {
        terms.append(term)
      }
      provenance.append(from?.description ?? "-")
    }
    return result + terms + ["|"] + provenance + [record.domain, record.access.rawValue]
  }

  private func text(_ key: MessageKey, _ locale: LanguageTag) -> [String]? {
    for candidate in Self.chains[locale]! {
      if let value = values[candidate]![key.segments[1]], value.state >= .translated {
        // NFC and NFD are different texts; spell the bytes.
        return [value.text.utf8.map { String($0) }.joined(separator: ","), candidate.description]
      }
    }
    return nil
  }
}

/// Publishes random projects in memory, as a store would.
struct MemoryStore {
  var nodes = MemoryNodes()
  var snapshots: [Snapshot] = [.empty]

  mutating func publish(_ project: RandomProject) throws {
    try publish(try project.content(into: &nodes))
  }

  mutating func publish(_ content: ContentState, kind: Head.Kind = .publish) throws {
    let parent = snapshots.last!
    _ = nodes.put(content.bytes)
    let difference =
      parent.revision == 0 ? .none : try ContentDifference(from: parent.content, to: content, nodes: nodes)
    let update = try LedgerUpdate(
      content: content, kind: kind, revision: snapshots.count, on: parent, difference: difference,
      acceptances: [],
      into: &nodes)
    let head = Head(
      lineage: "l", revision: snapshots.count, parent: parent.head?.link, kind: .publish, restores: nil,
      content: content.address, ledger: update.ledger.address, sourceRevision: update.sourceRevision,
      locales: update.rows, manifest: Digest(of: []), pack: Digest(of: []), message: "", publisher: "",
      publishedAt: "")
    snapshots.append(Snapshot(head: head, content: content, ledger: update.ledger))
  }

  func manifest(_ a: Int, _ b: Int) throws -> ChangeManifest {
    try ChangeManifest(from: snapshots[a], to: snapshots[b], lineage: "l", nodes: nodes)
  }
}
