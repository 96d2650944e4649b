import Bundles
import Testing
import Translations

/// The consumer's rule, case by case. Names in brackets are the tests of TUF's conformance suite and of python-tuf
/// that a case comes from.
@Suite struct UpdateVerdictTests {
  static let key = SigningKey(seed: Array(1...32))!
  static let stranger = SigningKey(seed: Array(2...33))!

  /// A store of five revisions; Japanese changes in the odd ones, and Italian is there up to r3.
  static let chain: [Head] = {
    var heads: [Head] = []
    for revision in 1...5 {
      var rows = [row("en", 1), row("ja", revision - (revision + 1) % 2)]
      if revision <= 3 { rows.append(row("it", 1)) }
      heads.append(head(revision, after: heads.last, rows))
    }
    return heads
  }()

  static func row(_ locale: String, _ revision: Int) -> Head.LocaleRow {
    .init(locale: LanguageTag(locale)!, revision: revision, keys: 1, approved: 0, keywords: 0, items: 1)
  }

  static func head(
    _ revision: Int, after parent: Head?, _ rows: [Head.LocaleRow],
    lineage: String = String(repeating: "1", count: 32),
    message: String = ""
  ) -> Head {
    Head(
      lineage: lineage, revision: revision, parent: parent?.link, kind: .publish, restores: nil,
      content: Digest(of: [UInt8(revision)]), ledger: Digest(of: [UInt8(revision), 1]), sourceRevision: 1,
      locales: rows.sorted { $0.locale < $1.locale }, manifest: Digest(of: [UInt8(revision), 2]),
      pack: Digest(of: [UInt8(revision), 3]), message: message, publisher: "p",
      publishedAt: "2026-01-01T00:00:00Z")
  }

  /// One case: what was trusted, what is offered, and the answer.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var trusted: TrustedRevision?
    var head: [UInt8]
    var signatures: [UInt8]?
    var known: [Head] = UpdateVerdictTests.chain
    var retired: Set<LanguageTag> = [LanguageTag("it")!]
    var keys: [PublicKey]?
    var verdict: UpdateVerdict
    var testDescription: String { name }

    init(
      _ name: String, trusted: TrustedRevision?, _ head: [UInt8], _ verdict: UpdateVerdict,
      _ change: (inout Case) -> Void = { _ in }
    ) {
      self.name = name
      self.trusted = trusted
      self.head = head
      self.verdict = verdict
      change(&self)
    }
  }

  static func signed(_ head: [UInt8], by key: SigningKey) -> [UInt8] {
    var signatures = HeadSignatures()
    try! signatures.sign(head, with: key)
    return signatures.bytes
  }

  static func text(_ head: Head, _ old: String, _ new: String) -> [UInt8] {
    Array(String(decoding: head.bytes, as: UTF8.self).replacing(old, with: new).utf8)
  }

  static func trusted(_ revision: Int) -> TrustedRevision { TrustedRevision(chain[revision - 1]) }

  static let newest = chain[4]
  static let twin = head(5, after: chain[3], [row("en", 1), row("ja", 5)], message: "other")
  static let fork = head(
    5, after: head(4, after: chain[2], [row("en", 1)], message: "x"), [row("en", 1), row("ja", 5)])
  static let jump: [UInt8] = text(
    newest, "\"revision\":5,\"schema\"", "\"revision\":9007199254740991,\"schema\"")

  static let cases: [Case] = [
    // Versions (test_new_timestamp_version_rollback, test_snapshot_rollback, eq_versions_check).
    Case("first use", trusted: nil, newest.bytes, .accepted),
    Case("the next revision", trusted: trusted(4), newest.bytes, .accepted),
    Case("the same head", trusted: trusted(5), newest.bytes, .unchanged),
    Case("an older head", trusted: trusted(5), chain[3].bytes, .refused(.revisionWentBack)),
    Case("the oldest head", trusted: trusted(5), chain[0].bytes, .refused(.revisionWentBack)),
    Case("an older head without its file", trusted: trusted(5), chain[3].bytes, .refused(.revisionWentBack)) {
      $0.known = []
    },
    Case("the same number, other bytes", trusted: trusted(5), twin.bytes, .refused(.equivocation)),
    Case("an older number, other bytes", trusted: trusted(5), fork.bytes, .refused(.equivocation)),
    Case("several revisions at once", trusted: trusted(1), newest.bytes, .accepted),
    Case(
      "a jump to the greatest number", trusted: trusted(5), jump,
      .refused(.gap(9_007_199_254_740_991))),
    Case(
      "a jump at first use", trusted: nil, jump,
      .refused(.gap(9_007_199_254_740_991))),
    // The chain (test_targets_fast_forward_recovery, fork by a second publisher).
    Case("a fork", trusted: trusted(4), fork.bytes, .refused(.forked)),
    Case(
      "a fork further back", trusted: trusted(3),
      head(5, after: head(4, after: twinOf3, [row("en", 1)]), [row("en", 1), row("ja", 4)]).bytes,
      .refused(.forked)
    ) {
      $0.known = [head(4, after: twinOf3, [row("en", 1)]), twinOf3]
    },
    Case("a head between is missing", trusted: trusted(2), newest.bytes, .refused(.unlinked(4))) {
      $0.known = []
    },
    Case(
      "the head after the trusted one is missing", trusted: trusted(2), newest.bytes, .refused(.unlinked(3))
    ) {
      $0.known = [chain[3]]
    },
    Case("only the heads after the trusted one are there", trusted: trusted(2), newest.bytes, .accepted) {
      $0.known = [chain[3], chain[2]]
    },
    Case(
      "another store", trusted: trusted(4),
      head(5, after: chain[3], [row("en", 1), row("ja", 5)], lineage: String(repeating: "2", count: 32))
        .bytes, .refused(.otherLineage)),
    Case(
      "another store with a lower number", trusted: trusted(5),
      head(1, after: nil, [row("en", 1)], lineage: String(repeating: "2", count: 32)).bytes,
      .refused(.otherLineage)),
    // Locales (test_targets_role_removal, test_targets_rollback).
    Case("a locale was retired", trusted: trusted(3), newest.bytes, .accepted),
    Case("a locale is gone", trusted: trusted(3), newest.bytes, .refused(.localeRemoved(LanguageTag("it")!)))
    { $0.retired = [] },
    Case(
      "a locale is from an older publish", trusted: trusted(4),
      head(5, after: chain[3], [row("en", 1), row("ja", 1)]).bytes,
      .refused(.localeWentBack(LanguageTag("ja")!))),
    Case(
      "a locale is from a later publish", trusted: trusted(4),
      head(5, after: chain[3], [row("en", 6), row("ja", 5)]).bytes, .refused(.localeAhead(LanguageTag("en")!))
    ),
    Case(
      "a locale is from a later publish at first use", trusted: nil,
      head(5, after: chain[3], [row("en", 6)]).bytes, .refused(.localeAhead(LanguageTag("en")!))),
    Case(
      "a locale more", trusted: trusted(4),
      head(5, after: chain[3], [row("en", 1), row("ja", 5), row("de", 5)]).bytes, .accepted),
    // Bytes (length bounds, test_metadata_bytes_match, test_custom_fields, wrong type, critical).
    Case(
      "too large", trusted: trusted(4), newest.bytes + [UInt8](repeating: 32, count: 1 << 20),
      .refused(.oversized)),
    Case("a signature file that is too large", trusted: trusted(4), newest.bytes, .refused(.oversized)) {
      $0.signatures = [UInt8](repeating: 32, count: 1 << 16)
    },
    Case(
      "no head at all", trusted: trusted(4), [],
      .refused(.malformed("head is not canonical JSON with a line feed"))),
    Case(
      "a head without its line feed", trusted: trusted(4), newest.bytes.dropLast(),
      .refused(.malformed("head is not canonical JSON with a line feed"))),
    Case(
      "another spelling of the same JSON", trusted: trusted(4), text(newest, ",\"kind\"", ", \"kind\""),
      .refused(.malformed("head is not canonical JSON with a line feed"))),
    Case(
      "a kind of document that is no head", trusted: trusted(4),
      text(newest, "assets.head/1", "assets.lock/1"),
      .refused(.unsupported("expected the schema assets.head/1"))),
    Case(
      "a newer form", trusted: trusted(4), text(newest, "assets.head/1", "assets.head/2"),
      .refused(.unsupported("expected the schema assets.head/1"))),
    Case(
      "a critical extension", trusted: trusted(4), text(newest, "\"critical\":[]", "\"critical\":[\"x\"]"),
      .refused(.unsupported("head needs the extension x, which this version does not know"))),
    Case(
      "an extension that may be ignored", trusted: trusted(4),
      text(newest, "\"ext\":{}", "\"ext\":{\"x\":1}"), .accepted),
    Case(
      "an unknown member that may be ignored", trusted: trusted(4),
      text(newest, "\"ext\":{}", "\"ext\":{},\"extra\":1"), .accepted),
    Case(
      "a member of another type", trusted: trusted(4), text(newest, "\"kind\":\"publish\"", "\"kind\":1"),
      .refused(.malformed("head lacks a member or has one of another type"))),
    // Keys (threshold, wrong key, one bad signature, signature before parsing).
    Case("signed", trusted: trusted(4), newest.bytes, .accepted) { $0.sign(newest.bytes, key) },
    Case("signed by two", trusted: trusted(4), newest.bytes, .accepted) {
      $0.keys = [key.publicKey]
      var signatures = try! HeadSignatures(signed(newest.bytes, by: key))
      try! signatures.sign(newest.bytes, with: stranger)
      $0.signatures = signatures.bytes
    },
    Case("not signed", trusted: trusted(4), newest.bytes, .refused(.unsigned)) { $0.keys = [key.publicKey] },
    Case("signed by somebody else", trusted: trusted(4), newest.bytes, .refused(.untrustedSigner)) {
      $0.sign(newest.bytes, stranger)
    },
    Case("the signature of another head", trusted: trusted(4), newest.bytes, .refused(.badSignature)) {
      $0.sign(chain[3].bytes, key)
    },
    Case(
      "a bit of a signed head", trusted: trusted(4),
      text(newest, "\"publisher\":\"p\"", "\"publisher\":\"q\""), .refused(.badSignature)
    ) {
      $0.sign(newest.bytes, key)
    },
    Case(
      "an unknown member is under the signature", trusted: trusted(4),
      text(newest, "\"ext\":{}", "\"ext\":{},\"extra\":1"), .refused(.badSignature)
    ) {
      $0.sign(newest.bytes, key)
    },
    Case("a signature file that is none", trusted: trusted(4), newest.bytes, .refused(.badSignature)) {
      $0.keys = [key.publicKey]
      $0.signatures = Array("{}\n".utf8)
    },
    Case(
      "garbage that is signed", trusted: trusted(4), [1, 2, 3],
      .refused(.malformed("head is not canonical JSON with a line feed"))
    ) { $0.sign([1, 2, 3], key) },
    Case("an older head that is signed", trusted: trusted(5), chain[3].bytes, .refused(.revisionWentBack)) {
      $0.sign(chain[3].bytes, key)
    },
    Case("nobody is trusted", trusted: trusted(4), newest.bytes, .refused(.untrustedSigner)) {
      $0.sign(newest.bytes, key)
      $0.keys = []
    },
  ]

  static let twinOf3 = head(3, after: chain[1], [row("en", 1)], message: "other")

  @Test(arguments: cases) func eachWayHasItsName(_ test: Case) {
    let offer = UpdateOffer(
      head: test.head, signatures: test.signatures,
      ancestor: { link in test.known.first { $0.link.revision == link.revision }?.bytes },
      retired: { () throws(BundleError) in test.retired })
    #expect(offer.verdict(trusted: test.trusted, keys: test.keys) == test.verdict)
    if case .refused(let refusal) = test.verdict {
      #expect(refusal.description.first?.isUppercase == false && refusal.rule.hasPrefix("R"))
    }
  }

  /// A head that another one names must be that one, also where its number is right.
  @Test func aLinkIsADigest() {
    let offer = UpdateOffer(
      head: Self.newest.bytes, signatures: nil, ancestor: { _ in Self.fork.bytes },
      retired: { () throws(BundleError) in [] })
    #expect(offer.verdict(trusted: Self.trusted(2), keys: nil) == .refused(.brokenLink(4)))
  }
}

extension UpdateVerdictTests.Case {
  fileprivate mutating func sign(_ bytes: [UInt8], _ key: SigningKey) {
    keys = [UpdateVerdictTests.key.publicKey]
    signatures = UpdateVerdictTests.signed(bytes, by: key)
  }
}
