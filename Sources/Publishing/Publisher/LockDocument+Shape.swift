package import Bundles
import Diagnostics
import Translations

extension LockDocument {
  /// What a candidate lost against the counts of this lock, where there is no history to compare with.
  ///
  /// Counts say how many values are gone and not which; so only losses count that the candidate shows itself: a
  /// locale without values, or values that its own source has and it lacks.
  /// - Complexity: proportional to the values of the locales that have fewer than the lock knows.
  package func shapeFindings(
    of candidate: ContentState, nodes: some NodeSource
  ) throws(BundleError) -> [RollbackFinding] {
    var findings: [RollbackFinding] = []
    let source = candidate.sourceLocale
    let newInSource = source.map { tag in
      max(0, (candidate[tag]?.keys ?? 0) - (locales.first { $0.locale == tag }?.keys ?? 0))
    }
    for row in locales where row.keys > 0 {
      let now = candidate[row.locale]
      let keys = now?.keys ?? 0
      if keys == 0 {
        findings.append(
          finding(
            RollbackRuleSet.localeDrop, row, now,
            now == nil
              ? "'\(row.locale)' had \(row.keys) values at r\(head.revision) and is not declared any more"
              : "'\(row.locale)' had \(row.keys) values at r\(head.revision) and has none now",
            keep: now == nil
              ? "declare '\(row.locale)' under `locales` again" : "put the files of '\(row.locale)' back",
            cause: now == nil
              ? "the locale was taken out of `locales` in assets.yml"
              : "a file of the locale is missing or empty"))
        continue
      }
      guard let source, let newInSource, row.locale != source, row.keys - keys > Self.most(row) else {
        continue
      }
      let missing = try candidate.missing(in: row.locale, nodes: nodes) - newInSource
      guard min(row.keys - keys, missing) > Self.most(row) else { continue }
      findings.append(
        finding(
          RollbackRuleSet.keyCollapse, row, now,
          "'\(row.locale)' had \(row.keys) values at r\(head.revision) and has \(keys) now, "
            + "although the source has \(missing + newInSource) more",
          keep: "ask for the whole file"))
    }
    return findings
  }

  /// How many values may go without being a finding: five, or one in fifty.
  private static func most(_ row: Head.LocaleRow) -> Int { max(5, row.keys / 50) }

  private func finding(
    _ rule: Rule, _ row: Head.LocaleRow, _ now: ContentState.Locale?, _ message: String, keep: String,
    cause: String? = nil
  ) -> RollbackFinding {
    let state = now.map { $0.catalogs.map(\.values.address) + [$0.keywords.address] } ?? []
    return RollbackFinding(
      rule: rule, locale: row.locale, current: head.revision, state: state.map(\.fingerprint),
      published: [.revision(row.revision)], message: message,
      help: "\(keep), or accept it: `assets accept \(rule.id) --locale \(row.locale) --reason …`",
      cause: cause)
  }
}

extension ContentState {
  /// How many values the source locale has and another one lacks.
  fileprivate func missing(in tag: LanguageTag, nodes: some NodeSource) throws(BundleError) -> Int {
    guard let sourceLocale, let source = self[sourceLocale], let locale = self[tag] else { return 0 }
    var missing = 0
    for catalog in source.catalogs {
      let changes = try MerkleTree.difference(
        from: catalog.values.address, to: locale.catalog(catalog.name.string).address,
        source: EmptyTreeSource(nodes))
      missing += changes.count { $0.after == nil }
    }
    return missing
  }
}
