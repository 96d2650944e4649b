import SearchIndex

@testable import Bundles

/// Publishes in memory, as a store would.
struct MemoryRevisions: RevisionSource, Sendable {
  private var nodes = MemoryNodes()
  private var heads: [Head.Link: Head] = [:]
  private var newest = Snapshot.empty
  let lineage: String

  init(lineage: String = "l") { self.lineage = lineage }

  var head: Head? { newest.head }

  func head(_ link: Head.Link) throws(BundleError) -> Head {
    guard let head = heads[link] else { throw BundleError(.missing, "head r\(link.revision) is missing") }
    return head
  }

  func node(_ address: Digest) throws(BundleError) -> [UInt8] { try nodes.node(address) }

  /// - Parameters:
  ///   - message: tells apart heads that would be the same.
  ///   - edit: makes the ledger that of another project, which no publisher would.
  ///   - locale: one more that is declared, and empty.
  mutating func publish(
    _ project: RandomProject, message: String = "", declaring locale: LanguageTag? = nil,
    ledgerOf edit: ((inout RandomProject) -> Void)? = nil
  ) throws {
    let parent = newest
    var published = try project.content(into: &nodes)
    published.declare(locale)
    _ = nodes.put(published.bytes)
    var other = project
    edit?(&other)
    var content = try other.content(into: &nodes)
    content.declare(locale)
    let difference =
      parent.revision == 0 ? .none : try ContentDifference(from: parent.content, to: content, nodes: nodes)
    let update = try LedgerUpdate(
      content: content, kind: .publish, revision: parent.revision + 1, on: parent, difference: difference,
      acceptances: [],
      into: &nodes)
    _ = nodes.put(update.ledger.bytes)
    let head = Head(
      lineage: lineage, revision: parent.revision + 1, parent: parent.head?.link, kind: .publish,
      restores: nil, content: published.address, ledger: update.ledger.address,
      sourceRevision: update.sourceRevision, locales: update.rows, manifest: Digest(of: []),
      pack: Digest(of: []), message: message, publisher: "", publishedAt: "")
    heads[head.link] = head
    newest = Snapshot(head: head, content: published, ledger: update.ledger)
  }

  /// The same source with an older revision as its newest.
  func at(_ revision: Int) throws -> MemoryRevisions {
    var result = self
    while let head = result.newest.head, head.revision > revision {
      result.newest = try Snapshot(try self.head(head.parent!), from: self)
    }
    return result
  }

  /// The same source without the heads of some revisions.
  func forgetting(_ revisions: ClosedRange<Int>) -> MemoryRevisions {
    var result = self
    result.heads = heads.filter { !revisions.contains($0.key.revision) }
    return result
  }
}

extension ContentState {
  fileprivate mutating func declare(_ locale: LanguageTag?) {
    guard let locale, self[locale] == nil else { return }
    locales.append(
      .init(locale: locale, chain: [locale], keywordChain: [locale], catalogs: [], keywords: .empty))
    locales.sort { $0.locale < $1.locale }
  }
}
