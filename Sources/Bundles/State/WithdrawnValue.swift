package import Translations

/// A value that a rollback took back: it may not return by accident.
///
/// A tree entry `[["values", locale, catalog, path…, digest] or ["keywords", locale, key, digest], revision]`; the
/// revision is that of the rollback. It goes when a revision publishes the value again, which takes another rollback
/// or an acceptance.
package struct WithdrawnValue: Hashable, Sendable {
  /// What `ValueHistory` calls the place: its kind and key.
  package var place: [UInt8]
  package var locale: LanguageTag
  package var digest: Fingerprint

  package init(place: [UInt8], locale: LanguageTag, digest: Fingerprint) {
    self.place = place
    self.locale = locale
    self.digest = digest
  }

  /// The key of its entry.
  package var key: [UInt8] { Self.prefix(place, in: locale) + digest.hex.utf8 }

  func entry(revision: Int) -> TreeEntry { TreeEntry(key: key, .integer(revision)) }

  /// What the keys of all withdrawn values of a place begin with.
  static func prefix(_ place: [UInt8], in locale: LanguageTag) -> [UInt8] {
    let kind = place.prefix { $0 != 0 }
    var prefix = Array(kind) + [0]
    prefix += locale.description.utf8
    prefix += place.dropFirst(kind.count)
    prefix.append(0)
    return prefix
  }
}

extension Ledger {
  /// The rollback that withdrew a value, or `nil` if it may be published.
  package func withdrawal(
    of value: WithdrawnValue, from nodes: some NodeSource
  ) throws(BundleError) -> Int? {
    guard withdrawn.count > 0 else { return nil }
    return try MerkleTree.entry(value.key, in: withdrawn.address, from: nodes)?.values().first?.integer
  }
}
