public import Diagnostics
import Translations

/// Compares a head with what somebody trusted before: the lock, another store, a bundle.
///
/// Pure: what it has to look up comes through `isAncestor` and `nodes`.
public struct ChainRules<Nodes: NodeSource> {
  /// What was trusted.
  public struct Trusted: Sendable {
    /// The lineage of the store it was trusted in; numbers of two lineages cannot be compared.
    public var lineage: String
    /// The head that was trusted, by number and address.
    public var link: Head.Link
    /// The rows of that head.
    public var locales: [Head.LocaleRow]
    /// The tree of source sides, where it is known.
    public var sources: TreeRoot?
    /// How a message calls it: `assets.lock`, a path.
    public var name: String

    public init(
      lineage: String, link: Head.Link, locales: [Head.LocaleRow], sources: TreeRoot?, name: String
    ) {
      self.lineage = lineage
      self.link = link
      self.locales = locales
      self.sources = sources
      self.name = name
    }
  }

  private let snapshot: Snapshot
  private let head: Head
  private let nodes: EmptyTreeSource<Nodes>

  /// - Parameter snapshot: a published revision, not r0.
  public init(_ snapshot: Snapshot, head: Head, nodes: Nodes) {
    self.snapshot = snapshot
    self.head = head
    self.nodes = EmptyTreeSource(nodes)
  }

  /// What a head says about itself and its parent that cannot be.
  public func judge(parent: Head?) -> [RollbackFinding] {
    var findings: [RollbackFinding] = []
    if (head.parent?.revision ?? 0) != head.revision - 1 {
      findings.append(
        finding(
          RollbackRuleSet.gap,
          "r\(head.revision) names r\(head.parent?.revision ?? 0) as its parent",
          help: "use the store that everybody publishes to; a number is never given by hand"))
    }
    for row in head.locales {
      let state = snapshot.content[row.locale]
      if row.revision > head.revision || state?.keys != row.keys || state?.approved != row.approved {
        findings.append(
          partial(row.locale, "what r\(head.revision) says of '\(row.locale)' is not what it has"))
      }
    }
    for state in snapshot.content.locales where head[state.locale] == nil {
      findings.append(partial(state.locale, "r\(head.revision) has no row for '\(state.locale)'"))
    }
    if let parent, Self.isEarlier(head.publishedAt, than: parent.publishedAt) {
      findings.append(
        finding(
          RollbackRuleSet.clock,
          "r\(head.revision) carries an earlier time than r\(parent.revision); revisions decide, times do not",
          help: "nothing needs to be done; look at the clock of the machine that publishes"))
    }
    return findings
  }

  /// How the head relates to what was trusted.
  /// - Parameters:
  ///   - older: the rule for a head below the trusted revision: `restored` for a lock, `revision` for a reference.
  ///   - isAncestor: whether a link is the head or one of its ancestors.
  public func judge(
    against trusted: Trusted, older: Rule, isAncestor: (Head.Link) throws(BundleError) -> Bool
  ) throws(BundleError) -> [RollbackFinding] {
    guard trusted.lineage == head.lineage else {
      return [
        finding(
          RollbackRuleSet.lineage,
          "\(trusted.name) belongs to the store \(trusted.lineage), this is \(head.lineage)",
          help: "use the store that belongs to it")
      ]
    }
    guard trusted.link.revision <= head.revision else {
      return [
        finding(
          older, "\(trusted.name) names r\(trusted.link.revision), the store's head is r\(head.revision)",
          help: "fetch the newer store; r\(trusted.link.revision) must not be given out again")
      ]
    }
    guard try isAncestor(trusted.link) else {
      let isSame = trusted.link.revision == head.revision
      return [
        finding(
          isSame ? RollbackRuleSet.equivocation : RollbackRuleSet.fork,
          isSame
            ? "\(trusted.name) names another r\(head.revision) than the store"
            : "r\(head.revision) of the store does not descend from the r\(trusted.link.revision) of \(trusted.name)",
          help: "use the store that \(trusted.name) belongs to")
      ]
    }
    return try judgeRows(trusted) + judgeSources(trusted)
  }

  private func judgeRows(_ trusted: Trusted) -> [RollbackFinding] {
    trusted.locales.compactMap { row in
      if let now = head[row.locale] {
        guard now.revision < row.revision else { return nil }
        return partial(
          row.locale,
          "\(trusted.name) knows '\(row.locale)' at r\(row.revision), r\(head.revision) has it at r\(now.revision)"
        )
      }
      guard row.keys > 0, !snapshot.ledger.retired.contains(where: { $0.locale == row.locale }) else {
        return nil
      }
      return finding(
        RollbackRuleSet.localeDrop, locale: row.locale,
        "\(trusted.name) knows '\(row.locale)', r\(head.revision) does not have it and did not retire it",
        help: "use the store that \(trusted.name) belongs to")
    }
  }

  private func judgeSources(_ trusted: Trusted) throws(BundleError) -> [RollbackFinding] {
    guard let before = trusted.sources else { return [] }
    var findings: [RollbackFinding] = []
    let changes = try MerkleTree.difference(
      from: before.address, to: snapshot.ledger.sources.address, source: nodes)
    for change in changes {
      guard let old = change.before, let new = change.after,
        let contentID = ContentID(String(decoding: change.key, as: UTF8.self))
      else { continue }
      let (from, to) = (try SourceRecord(old).revision, try SourceRecord(new).revision)
      guard to < from else { continue }
      findings.append(
        RollbackFinding(
          rule: RollbackRuleSet.source, contentIDs: [contentID], matches: to, current: head.revision,
          state: [],
          message: "source revision of '\(contentID)' went from r\(from) back to r\(to)",
          help: "use the store that \(trusted.name) belongs to"))
    }
    return findings
  }

  private func partial(_ locale: LanguageTag, _ message: String) -> RollbackFinding {
    finding(
      RollbackRuleSet.partial, locale: locale, message,
      help: "fetch the whole store again; one locale alone cannot be put back")
  }

  private func finding(
    _ rule: Rule, locale: LanguageTag? = nil, _ message: String, help: String
  ) -> RollbackFinding {
    RollbackFinding(
      rule: rule, locale: locale, current: head.revision, state: [], message: message, help: help)
  }

  /// Compares two times of the form that heads have; anything else is not compared.
  private static func isEarlier(_ a: String, than b: String) -> Bool {
    a.utf8.count == b.utf8.count && a.hasSuffix("Z") && b.hasSuffix("Z") && ExactString(a) < ExactString(b)
  }
}
