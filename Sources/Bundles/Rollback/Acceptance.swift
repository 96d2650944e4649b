internal import Diagnostics
public import Translations

/// A decision that one rollback finding is intended, bound to the exact state it was made for.
///
/// It hides that state only: another value for the same key is another finding, and so is the same value once
/// another one was published there. The publish that uses it records it in the ledger.
public struct Acceptance: Hashable, Sendable {
  /// The rule's id.
  public var rule: String
  /// The locale of the finding; `nil` for a finding that has none.
  public var locale: LanguageTag?
  /// The printed message key or the keyword key.
  public var key: ExactString?
  /// The digest of the finding, `RollbackFinding.digest`.
  public var digest: Fingerprint
  /// Why the return is intended, in the words of who decided.
  public var reason: String
  /// Who decided, as written; nothing proves it.
  public var by: String
  /// A date as written; shown, never compared.
  public var at: String

  public init(
    rule: String, locale: LanguageTag?, key: ExactString?, digest: Fingerprint, reason: String, by: String,
    at: String
  ) {
    self.rule = rule
    self.locale = locale
    self.key = key
    self.digest = digest
    self.reason = reason
    self.by = by
    self.at = at
  }

  /// Whether the decision is about a finding.
  public func covers(_ finding: RollbackFinding) -> Bool {
    rule == finding.rule.id && locale == finding.locale && key == finding.printedKey
      && digest == finding.digest
  }

  /// The ledger's entry: `[[revision, digest], rule, locale, key, reason, by, at]`.
  package func entry(revision: Int) -> TreeEntry {
    TreeEntry(
      key: Array(String(revision).utf8) + [0] + digest.hex.utf8, .string(rule),
      CanonicalJSON(locale?.description),
      CanonicalJSON(key?.string), .string(reason), .string(by), .string(at))
  }
}

extension Acceptance {
  /// The decisions a revision used, as its ledger records them.
  package static func recorded(
    at revision: Int, in ledger: Ledger, from nodes: some NodeSource
  ) throws(BundleError) -> [Acceptance] {
    try recorded(in: ledger, from: nodes)[revision] ?? []
  }

  /// The decisions of a ledger's revision and of those before it, by the revision that used them.
  /// - Complexity: O(n) in the decisions.
  package static func recorded(
    in ledger: Ledger, from nodes: some NodeSource
  ) throws(BundleError) -> [Int: [Acceptance]] {
    guard ledger.acceptances.count > 0 else { return [:] }
    var found: [Int: [Acceptance]] = [:]
    try MerkleTree.forEach(in: ledger.acceptances.address, from: nodes) { (entry) throws(BundleError) in
      let key = entry.key.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      let values = try entry.values()
      guard key.count == 2, let number = Int(key[0]), let digest = Fingerprint(hex: key[1]),
        values.count == 6,
        let rule = values[0].string, let reason = values[3].string, let by = values[4].string,
        let at = values[5].string
      else { throw BundleError(.damaged, "acceptance in the ledger has another form") }
      found[number, default: []].append(
        Acceptance(
          rule: rule, locale: values[1].string.flatMap { LanguageTag($0) },
          key: values[2].string.map { ExactString($0) }, digest: digest, reason: reason, by: by, at: at))
    }
    return found
  }
}
