import SearchIndex

@testable import Bundles

/// Publishes items that have nothing but a title, in memory.
struct TitleRevisions: RevisionSource, Sendable {
  private var nodes = MemoryNodes()
  private var heads: [Head.Link: Head] = [:]
  private var newest = Snapshot.empty

  var head: Head? { newest.head }

  func head(_ link: Head.Link) throws(BundleError) -> Head {
    guard let head = heads[link] else { throw BundleError(.missing, "head r\(link.revision) is missing") }
    return head
  }

  func node(_ address: Digest) throws(BundleError) -> [UInt8] { try nodes.node(address) }

  /// - Parameter titles: by locale, then content ID.
  mutating func publish(_ titles: [LanguageTag: [String: String]]) throws {
    let parent = newest
    let names = Set(titles.values.flatMap(\.keys)).sorted()
    let map = try MerkleTree.build(
      names.map { name in
        ContentRecord(
          contentID: ContentID(name)!, domain: "d", route: "r",
          titleKey: MessageKey(catalog: "m", path: [name])
        ).entry
      }, into: &nodes)
    let locales = try titles.keys.sorted().map { locale in
      let entries = titles[locale]!.keys.sorted().map { name -> TreeEntry in
        var writer = CanonicalJSONWriter()
        PublishedValue.write(
          message: Array(titles[locale]![name]!.utf8)[...], hasCodes: false, state: .translated,
          sourceDigest: nil, to: &writer)
        return TreeEntry(key: Array(name.utf8), payload: Array(writer.bytes.dropFirst()))
      }
      let values = try MerkleTree.build(entries, into: &nodes)
      return ContentState.Locale(
        locale: locale, chain: [locale], keywordChain: [locale],
        catalogs: [.init(name: "m", values: values, approved: 0)], keywords: .empty)
    }
    let content = ContentState(
      sourceLocale: titles.keys.sorted().first, minimumState: .translated, content: map, locales: locales)
    _ = nodes.put(content.bytes)
    let difference =
      parent.revision == 0 ? .none : try ContentDifference(from: parent.content, to: content, nodes: nodes)
    let update = try LedgerUpdate(
      content: content, kind: .publish, revision: parent.revision + 1, on: parent, difference: difference,
      acceptances: [],
      into: &nodes)
    _ = nodes.put(update.ledger.bytes)
    let head = Head(
      lineage: "l", revision: parent.revision + 1, parent: parent.head?.link, kind: .publish, restores: nil,
      content: content.address, ledger: update.ledger.address, sourceRevision: update.sourceRevision,
      locales: update.rows, manifest: Digest(of: []), pack: Digest(of: []), message: "", publisher: "",
      publishedAt: "")
    heads[head.link] = head
    newest = Snapshot(head: head, content: content, ledger: update.ledger)
  }
}
