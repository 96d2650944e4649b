import SearchIndex
import TestSupport

@testable import Bundles

/// A small project that random edits change; what it shows is computed from its dictionaries alone.
struct RandomProject {
  static let locales = ["de", "en", "ja"].map { LanguageTag($0)! }
  static let words = [
    "focus timer", "Über die Pause", "集中タイマー", "東京都庁", "settings", "c++ notes", "pause", "time",
  ]

  var chains: [LanguageTag: [LanguageTag]] = [:]
  /// Locale → key → text.
  var values: [LanguageTag: [String: String]] = [:]
  /// Locale → keyword key → terms.
  var keywords: [LanguageTag: [String: [PublishedTerm]]] = [:]
  var records: [ContentID: ContentRecord] = [:]

  /// A project without records.
  init() {
    for locale in Self.locales {
      values[locale] = [:]
      keywords[locale] = [:]
      chains[locale] = locale == Self.locales[1] ? [locale] : [locale, Self.locales[1]]
    }
  }

  init(using random: inout SeededGenerator, records count: Int = 12) {
    self.init()
    for _ in 0..<(count * 6) { edit(using: &random, records: count) }
  }

  mutating func edit(using random: inout SeededGenerator, records count: Int = 12) {
    let locale = Self.locales[random.below(3)]
    let key = "k\(random.below(count))"
    switch random.below(11) {
    case 0...4:
      let words = (0...random.below(2)).map { _ in Self.words[random.below(Self.words.count)] }
      values[locale]![key] = words.joined(separator: " ")
    case 5: values[locale]![key] = nil
    case 6:
      keywords[locale]!["t\(random.below(3))"] = (0..<random.below(3)).map { _ in
        PublishedTerm(
          text: ExactString(Self.words[random.below(Self.words.count)]),
          kind: random.below(3) == 0 ? .hidden : .alternative, isLoanword: false)
      }
    case 7: keywords[locale]!["t\(random.below(3))"] = nil
    case 8: records[ContentID("c\(random.below(count))")!] = nil
    default:
      let id = ContentID("c\(random.below(count))")!
      records[id] = ContentRecord(
        contentID: id, domain: "d\(random.below(2))", route: "r\(random.below(3))",
        titleKey: MessageKey(catalog: "m", path: ["k\(random.below(count))"]),
        descriptionKey: random.below(2) == 0
          ? nil : MessageKey(catalog: "m", path: ["k\(random.below(count))"]),
        keywordKeys: (0..<random.below(3)).map { "t\($0)" }, isSearchable: random.below(8) > 0,
        access: [.public, .account, .private][random.below(10) < 8 ? 0 : random.below(3)])
    }
  }

  /// What everybody may find of an item in a locale, or `nil`.
  func shown(_ id: ContentID, _ locale: LanguageTag) -> [String]? {
    guard let record = records[id], record.isSearchable, record.access == .public,
      let title = text(record.titleKey, locale)
    else { return nil }
    var result = title + ["|"]
    if let key = record.descriptionKey { result += text(key, locale) ?? [] }
    result.append("|")
    var terms: [PublishedTerm] = []
    for key in record.keywordKeys {
      for term in keywords[locale]![key] ?? [] where !terms.contains(where: { $0.text == term.text }) {
        terms.append(term)
      }
      result.append(keywords[locale]![key] == nil ? "-" : "+")
    }
    return result + terms.flatMap { [$0.text.string, $0.kind.rawValue] } + [record.domain]
  }

  private func text(_ key: MessageKey, _ locale: LanguageTag) -> [String]? {
    for candidate in chains[locale]! {
      if let value = values[candidate]![key.segments[1]] { return [value, candidate.description] }
    }
    return nil
  }

  /// The items that everybody may find and that differ between two states.
  static func changed(from old: RandomProject, to new: RandomProject, in locale: LanguageTag) -> (
    upserted: [ContentID], removed: [ContentID]
  ) {
    let ids = Set(old.records.keys).union(new.records.keys).sorted()
    let changed = ids.filter { old.shown($0, locale) != new.shown($0, locale) }
    return (
      changed.filter { new.shown($0, locale) != nil }, changed.filter { new.shown($0, locale) == nil }
    )
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
          message: Array(value.utf8)[...], hasCodes: false, state: .translated, sourceDigest: nil, to: &writer
        )
        return TreeEntry(key: Array(key.utf8), payload: Array(writer.bytes.dropFirst()))
      }
      let tree = try MerkleTree.build(sorted(entries), into: &nodes)
      let terms = keywords[locale]!.map { PublishedTerm.entry(key: ExactString($0), $1) }
      locales.append(
        .init(
          locale: locale, chain: chains[locale]!, keywordChain: [locale],
          catalogs: tree.count == 0 ? [] : [.init(name: "m", values: tree, approved: 0)],
          keywords: try MerkleTree.build(sorted(terms), into: &nodes)))
    }
    let map = try MerkleTree.build(sorted(records.values.map(\.entry)), into: &nodes)
    return ContentState(
      sourceLocale: Self.locales[1], minimumState: .translated, content: map, locales: locales)
  }
}
