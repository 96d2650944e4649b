package import Translations

extension Snapshot {
  /// What is published at a key and since when: what a decision about the key is bound to.
  ///
  /// Two revisions have the same answer only if nothing was published at the key between them.
  func standing(
    _ key: MessageKey, in locale: LanguageTag, from nodes: some NodeSource
  ) throws(BundleError) -> [Fingerprint] {
    var parts = [try since(ValueHistory.key(values: key), in: locale, from: nodes)]
    if let root = content[locale]?.catalog(key.catalog), root.count > 0,
      let entry = try MerkleTree.entry(Array(key.pathBytes), in: root.address, from: nodes)
    {
      let value = try PublishedValue(entry)
      parts += [.value(value.message), .state(value.state)]
      if let source = value.sourceDigest { parts.append(source) }
    }
    return parts
  }

  /// The same of a keyword set.
  func standing(
    keywords key: ExactString, in locale: LanguageTag, from nodes: some NodeSource
  ) throws(BundleError) -> [Fingerprint] {
    var parts = [try since(ValueHistory.key(keywords: key), in: locale, from: nodes)]
    if let root = content[locale]?.keywords, root.count > 0,
      let entry = try MerkleTree.entry(Array(key.utf8), in: root.address, from: nodes)
    {
      parts.append(try entry.terms)
    }
    return parts
  }

  /// The same of a whole locale: the revision that last changed anything of it.
  func standing(of locale: LanguageTag) -> [Fingerprint] { [.revision(head?[locale]?.revision ?? 0)] }

  private func since(
    _ place: [UInt8], in locale: LanguageTag, from nodes: some NodeSource
  ) throws(BundleError) -> Fingerprint {
    .revision(try LocaleHistory(ledger[locale], nodes).newest(place).spans.last?.until ?? 0)
  }

  /// The finding that a value is one which a rollback took back; `nil` if it may be published.
  package func withdrawn(
    _ key: MessageKey, _ digest: Fingerprint, in locale: LanguageTag, from nodes: some NodeSource
  ) throws(BundleError) -> RollbackFinding? {
    let place = ValueHistory.key(values: key)
    let value = WithdrawnValue(place: place, locale: locale, digest: digest)
    guard let revision = try ledger.withdrawal(of: value, from: nodes) else { return nil }
    let older = try LocaleHistory(ledger[locale], nodes).last(digest, at: place).map { $0.until - 1 }
    return RollbackFinding(
      rule: RollbackRuleSet.withdrawn, locale: locale, key: key, matches: older, current: self.revision,
      state: [digest], published: try standing(key, in: locale, from: nodes),
      message: older.map {
        "value of '\(key)' in '\(locale)' is that of r\($0), which the rollback r\(revision) took back"
      } ?? "value of '\(key)' in '\(locale)' is one that the rollback r\(revision) took back",
      help: "")
  }
}

extension Fingerprint {
  /// A state as a part of what an acceptance is bound to.
  static func state(_ state: TranslationState) -> Fingerprint {
    var builder = FingerprintBuilder(domain: "assets/state/v1")
    builder.add(state.name)
    return builder.finish()
  }

  /// A revision as a part of what an acceptance is bound to.
  package static func revision(_ number: Int) -> Fingerprint {
    var builder = FingerprintBuilder(domain: "assets/since/v1")
    builder.add(number)
    return builder.finish()
  }
}
