import Diagnostics
import Translations

/// Compares a candidate with what was published, and with all that was published before.
///
/// Pure: everything comes from the two states and the history in the ledger; no time stamp is read.
public struct RollbackRules<Nodes: NodeSource> {
  let reference: Snapshot
  let candidate: ContentState
  let difference: ContentDifference
  let nodes: EmptyTreeSource<Nodes>
  /// The candidate's texts in any state.
  var sources: TreeProjectionSource<EmptyTreeSource<Nodes>>
  /// `nil` leaves out what only the texts of older revisions can say.
  package var older: OlderTexts?
  /// The dialects of catalogs that declare none, as far as they were asked for.
  var dialects: [ExactString: PlaceholderDialect] = [:]

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

  /// All findings, by locale and key; those about content records come last.
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
        findings.append(try localeDrop(tag, values: before.keys, isDeclared: candidate[tag] != nil))
        continue
      }
      guard let changes = difference[tag] else { continue }
      findings += try judge(changes.values, of: before)
      findings += try judgeKeywords(changes.keywords, of: before)
    }
    try addReaders(to: &findings)
    return findings + (try judgeRecords())
  }

  /// What was published in a locale before what the reference says.
  func history(of locale: LanguageTag) -> LocaleHistory<EmptyTreeSource<Nodes>> {
    LocaleHistory(reference.ledger[locale], nodes)
  }

  /// What is published at a key, for a finding's digest.
  func published(_ key: MessageKey, in locale: LanguageTag) throws(BundleError) -> [Fingerprint] {
    try reference.standing(key, in: locale, from: nodes)
  }

  /// The rollback that withdrew what stands at a place now.
  func withdrawal(
    _ place: [UInt8], _ digest: Fingerprint, in locale: LanguageTag
  ) throws(BundleError) -> Int? {
    try reference.ledger.withdrawal(
      of: WithdrawnValue(place: place, locale: locale, digest: digest), from: nodes)
  }

  /// The candidate's values in a locale, as the digests of their trees; nothing for a locale that is not declared.
  func state(of locale: LanguageTag) -> [Fingerprint] {
    guard let state = candidate[locale] else { return [] }
    return (state.catalogs.map(\.values.address) + [state.keywords.address]).map(\.fingerprint)
  }

  // MARK: - Who is affected

  private func addReaders(to findings: inout [RollbackFinding]) throws(BundleError) {
    guard !findings.isEmpty else { return }
    var readers: [MessageKey: [ContentID]] = [:]
    var keywordReaders: [ExactString: [ContentID]] = [:]
    let keys = Set(findings.lazy.flatMap(\.allKeys))
    let keywordKeys = Set(findings.lazy.flatMap(\.allKeywordKeys))
    let root = (candidate.content.count > 0 ? candidate : reference.content).content
    try MerkleTree.forEach(in: root.address, from: nodes) { (entry) throws(BundleError) in
      let record = try ContentRecord(entry)
      let read = record.titleKey.projectedForms + (record.descriptionKey?.projectedForms ?? [])
      for key in Set(read) where keys.contains(key) { readers[key, default: []].append(record.contentID) }
      for key in Set(record.keywordKeys.map { ExactString($0) }) where keywordKeys.contains(key) {
        keywordReaders[key, default: []].append(record.contentID)
      }
    }
    for index in findings.indices where findings[index].contentIDs.isEmpty {
      var affected = Set<ContentID>()
      for key in findings[index].allKeys { affected.formUnion(readers[key] ?? []) }
      for key in findings[index].allKeywordKeys { affected.formUnion(keywordReaders[key] ?? []) }
      findings[index].contentIDs = affected.sorted()
    }
  }
}

extension RollbackFinding {
  fileprivate var allKeys: [MessageKey] { key.map { [$0] } ?? keys }
  fileprivate var allKeywordKeys: [ExactString] { keywordKey.map { [$0] } ?? keywordKeys }
}
