import Diagnostics
import Translations

/// Compares a candidate with what was published, and with all that was published before.
///
/// Pure: everything comes from the two states and the history in the ledger; no time stamp is read.
public struct RollbackRules<Nodes: NodeSource> {
  private let reference: Snapshot
  private let candidate: ContentState
  private let difference: ContentDifference
  private let nodes: EmptyTreeSource<Nodes>
  private var sources: TreeProjectionSource<EmptyTreeSource<Nodes>>

  /// - Parameters:
  ///   - reference: the published revision to compare with.
  ///   - difference: from the reference's content to the candidate.
  public init(
    reference: Snapshot, candidate: ContentState, difference: ContentDifference, nodes: Nodes
  ) {
    self.reference = reference
    self.candidate = candidate
    self.difference = difference
    self.nodes = EmptyTreeSource(nodes)
    var everything = candidate
    everything.minimumState = .absent
    sources = TreeProjectionSource(everything, nodes: self.nodes)
  }

  /// All findings, by locale and key.
  /// - Complexity: proportional to what differs, plus one look at each content record if there is a finding.
  public mutating func findings() throws(BundleError) -> [RollbackFinding] {
    guard reference.revision > 0 else { return [] }
    var findings: [RollbackFinding] = []
    let declared = Set(reference.content.locales.map(\.locale)).union(candidate.locales.map(\.locale))
    for tag in declared.sorted() {
      // A locale that was retired and comes back is judged by the history it left.
      let before =
        reference.content[tag]
        ?? .init(locale: tag, chain: [tag], keywordChain: [tag], catalogs: [], keywords: .empty)
      if before.keys > 0, (candidate[tag]?.keys ?? 0) == 0 {
        findings.append(localeDrop(tag, values: before.keys, isDeclared: candidate[tag] != nil))
        continue
      }
      guard let changes = difference[tag] else { continue }
      findings += try judge(changes.values, of: before)
      findings += try judgeKeywords(changes.keywords, of: before)
    }
    try addContentIDs(to: &findings)
    return findings
  }

  // MARK: - Values

  /// What one changed value did.
  private struct Change {
    var key: MessageKey
    var isAddition: Bool
    /// The spans in which the key already had what it has now.
    var returns: [ValueHistory.Span]
    var isLost: Bool
    var hasOtherText: Bool
  }

  private mutating func judge(
    _ values: [(key: MessageKey, before: TreeEntry?, after: TreeEntry?)], of locale: ContentState.Locale
  ) throws(BundleError) -> [RollbackFinding] {
    var changes: [Change] = []
    for (key, before, after) in values {
      if let change = try judge(key, before, after, in: locale.locale) { changes.append(change) }
    }
    var findings: [RollbackFinding] = []
    let handoff = staleHandoff(changes, in: locale.locale)
    if let handoff { findings.append(handoff.finding) }
    let lost = changes.count { $0.isLost }
    if lost > max(5, locale.keys / 50) { findings.append(collapse(locale, lost: lost)) }
    for change in changes {
      guard let span = change.returns.last, span.digest != nil, !handoff.covers(change.returns) else {
        continue
      }
      if change.isAddition {
        findings.append(resurrect(change.key, span, in: locale.locale))
      } else if change.hasOtherText {
        findings.append(valueReturns(change.key, span, in: locale.locale))
      }
    }
    return findings
  }

  /// `nil` for a change that is neither a return nor a loss and does not count: a state, a feature removed with its
  /// source, a key that was never there.
  private mutating func judge(
    _ key: MessageKey, _ before: TreeEntry?, _ after: TreeEntry?, in locale: LanguageTag
  ) throws(BundleError) -> Change? {
    let old = try before.map { (entry) throws(BundleError) in try PublishedValue(entry).message }
    let new = try after.map { (entry) throws(BundleError) in try PublishedValue(entry).message }
    guard old != new else { return nil }
    let isSource = locale == candidate.sourceLocale
    let source =
      try isSource || candidate.sourceLocale == nil
      ? nil : sources.text(key, in: candidate.sourceLocale!)
    if new == nil && source == nil { return nil }

    let history = try self.history(ValueHistory.key(values: key), in: locale)
    let digest = new.map(Fingerprint.value)
    let returns = history.spans.filter { $0.digest == digest }
    if old == nil && returns.isEmpty { return nil }
    let text = new?.plainText
    let equalsSource = source != nil && text == source
    let isGone = new == nil ? try !hasOtherForm(key, in: locale) : false
    let isEmptied = text?.isEmpty == true && old?.bytes.isEmpty == false
    let isLost = isGone || isEmptied || (equalsSource && old != nil)
    let hasOtherText = text.map { !$0.equalsIgnoringSpace(old?.plainText ?? "") && !equalsSource } ?? false
    return Change(
      key: key, isAddition: old == nil, returns: returns, isLost: isLost, hasOtherText: hasOtherText)
  }

  /// Whether the candidate still says a message in another shape: a plural form where there was one text, one text
  /// where there were plural forms, or fewer forms with the one that always counts.
  private mutating func hasOtherForm(_ key: MessageKey, in locale: LanguageTag) throws(BundleError) -> Bool {
    for form in key.withoutPluralForm.projectedForms where form != key {
      if try sources.text(form, in: locale) != nil { return true }
    }
    return false
  }

  private func staleHandoff(_ changes: [Change], in locale: LanguageTag) -> StaleHandoff? {
    guard changes.count >= StaleHandoff.fewest else { return nil }
    var steps: [Int: Int] = [:]
    for change in changes {
      for span in change.returns {
        steps[span.from, default: 0] += 1
        steps[span.until, default: 0] -= 1
      }
    }
    var running = 0
    var best = (count: 0, revision: 0)
    let borders = steps.keys.sorted()
    for (index, revision) in borders.enumerated() {
      running += steps[revision]!
      // The latest revision at which so many agree: the one before the next border.
      if running > 0, running >= best.count { best = (running, borders[index + 1] - 1) }
    }
    guard best.count >= StaleHandoff.fewest, best.count * 5 >= changes.count * 4 else { return nil }
    let finding = RollbackFinding(
      rule: RollbackRuleSet.staleHandoff, locale: locale, matches: best.revision, current: reference.revision,
      state: state(of: locale),
      message:
        "\(best.count) of \(changes.count) changed keys of '\(locale)' equal r\(best.revision) "
        + "and not r\(reference.revision), which they were compared with",
      help: "get a file made against r\(reference.revision), or accept the return: "
        + "`assets accept RB-STALE-HANDOFF --locale \(locale) --reason …`")
    return StaleHandoff(revision: best.revision, finding: finding)
  }

  private func history(_ key: [UInt8], in locale: LanguageTag) throws(BundleError) -> ValueHistory {
    guard let root = reference.ledger[locale]?.history, root.count > 0,
      let entry = try MerkleTree.entry(key, in: root.address, from: nodes)
    else { return ValueHistory() }
    return try ValueHistory(entry)
  }

  private func valueReturns(
    _ key: MessageKey, _ span: ValueHistory.Span, in locale: LanguageTag
  ) -> RollbackFinding {
    RollbackFinding(
      rule: RollbackRuleSet.value, locale: locale, key: key, matches: span.until - 1,
      current: reference.revision, state: [span.digest].compactMap { $0 },
      message:
        "value of '\(key)' in '\(locale)' is that of r\(span.until - 1) again, which r\(span.until) replaced",
      help: "keep the text of r\(reference.revision), or accept the return: "
        + "`assets accept RB-VALUE --locale \(locale) --key '\(key)' --reason …`")
  }

  private func resurrect(
    _ key: MessageKey, _ span: ValueHistory.Span, in locale: LanguageTag
  ) -> RollbackFinding {
    RollbackFinding(
      rule: RollbackRuleSet.resurrect, locale: locale, key: key, matches: span.until - 1,
      current: reference.revision, state: [span.digest].compactMap { $0 },
      message:
        "'\(key)' in '\(locale)' comes back with its text of r\(span.until - 1), which r\(span.until) replaced",
      help: "check that the text is still right; leave the key out if it is not")
  }

  // MARK: - Shape

  private func localeDrop(_ locale: LanguageTag, values: Int, isDeclared: Bool) -> RollbackFinding {
    RollbackFinding(
      rule: RollbackRuleSet.localeDrop, locale: locale, matches: nil, current: reference.revision,
      state: state(of: locale),
      message: isDeclared
        ? "'\(locale)' had \(values) values at r\(reference.revision) and has none now"
        : "'\(locale)' had \(values) values at r\(reference.revision) and is not declared any more",
      help: "put the files of '\(locale)' back, or accept that the locale is retired: "
        + "`assets accept RB-LOCALE-DROP --locale \(locale) --reason …`")
  }

  private func collapse(_ locale: ContentState.Locale, lost: Int) -> RollbackFinding {
    RollbackFinding(
      rule: RollbackRuleSet.keyCollapse, locale: locale.locale, current: reference.revision,
      state: state(of: locale.locale),
      message:
        "\(lost) of \(locale.keys) values of '\(locale.locale)' are gone, empty or equal to the source "
        + "although the source still has them",
      help: "ask for the whole file, or accept the loss: "
        + "`assets accept RB-KEY-COLLAPSE --locale \(locale.locale) --reason …`")
  }

  // MARK: - Keywords

  private func judgeKeywords(
    _ changes: [TreeChange], of locale: ContentState.Locale
  ) throws(BundleError) -> [RollbackFinding] {
    let tag = locale.locale
    if locale.keywords.count >= 5, candidate[tag]?.keywords.count == 0 {
      return [
        RollbackFinding(
          rule: RollbackRuleSet.keywords, locale: tag, current: reference.revision, state: state(of: tag),
          message: "all \(locale.keywords.count) approved keyword sets of '\(tag)' are gone",
          help: "put the keyword file back, or set the state of each set to `retired`, or accept the loss: "
            + "`assets accept RB-KEYWORDS --locale \(tag) --reason …`")
      ]
    }
    var findings: [RollbackFinding] = []
    for change in changes {
      guard let after = change.after else { continue }
      let digest = Fingerprint.terms(try PublishedTerm.terms(after))
      let key = ExactString(String(decoding: change.key, as: UTF8.self))
      guard let span = try history(ValueHistory.key(keywords: key), in: tag).last(digest) else { continue }
      findings.append(
        RollbackFinding(
          rule: RollbackRuleSet.keywords, locale: tag, keywordKey: key, matches: span.until - 1,
          current: reference.revision, state: [digest],
          message: "keywords of '\(key)' in '\(tag)' are those of r\(span.until - 1) again, "
            + "which r\(span.until) replaced",
          help: "keep the list of r\(reference.revision), or accept the older one: "
            + "`assets accept RB-KEYWORDS --key '\(key)' --locale \(tag) --reason …`"))
    }
    return findings
  }

  /// The candidate's values in a locale, as the digests of their trees; nothing for a locale that is not declared.
  private func state(of locale: LanguageTag) -> [Fingerprint] {
    guard let state = candidate[locale] else { return [] }
    return (state.catalogs.map(\.values.address) + [state.keywords.address]).map(\.fingerprint)
  }

  // MARK: - Who is affected

  private func addContentIDs(to findings: inout [RollbackFinding]) throws(BundleError) {
    guard !findings.isEmpty else { return }
    var readers: [MessageKey: [ContentID]] = [:]
    var keywordReaders: [ExactString: [ContentID]] = [:]
    let keys = Set(findings.compactMap(\.key))
    let keywordKeys = Set(findings.compactMap(\.keywordKey))
    let root = (candidate.content.count > 0 ? candidate : reference.content).content
    try MerkleTree.forEach(in: root.address, from: nodes) { (entry) throws(BundleError) in
      let record = try ContentRecord(entry)
      let read = record.titleKey.projectedForms + (record.descriptionKey?.projectedForms ?? [])
      for key in Set(read) where keys.contains(key) { readers[key, default: []].append(record.contentID) }
      for key in Set(record.keywordKeys.map { ExactString($0) }) where keywordKeys.contains(key) {
        keywordReaders[key, default: []].append(record.contentID)
      }
    }
    for index in findings.indices {
      findings[index].contentIDs =
        findings[index].key.flatMap { readers[$0] } ?? findings[index].keywordKey.flatMap {
          keywordReaders[$0]
        }
        ?? []
    }
  }
}

/// An old file that came back as a whole.
private struct StaleHandoff {
  static let fewest = 5

  let revision: Int
  let finding: RollbackFinding
}

extension StaleHandoff? {
  /// Whether the hand-off's finding already speaks for a key with these spans.
  fileprivate func covers(_ returns: [ValueHistory.Span]) -> Bool {
    guard let self else { return false }
    return returns.contains { $0.from <= self.revision && self.revision < $0.until }
  }
}

extension String {
  /// Whether two texts differ at most in runs of space, tab, carriage return and line feed.
  fileprivate func equalsIgnoringSpace(_ other: String) -> Bool {
    Self.words(self).elementsEqual(Self.words(other), by: { $0.elementsEqual($1) })
  }

  private static func words(_ text: String) -> [Substring.UTF8View] {
    text.utf8.split { [0x20, 0x09, 0x0D, 0x0A].contains($0) }.map { Substring($0).utf8 }
  }
}
