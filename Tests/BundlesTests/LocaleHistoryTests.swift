import TestSupport
import Testing
import Translations

@testable import Bundles

/// The history of a locale, against one that keeps all spans of each key in plain lists.
@Suite struct LocaleHistoryTests {
  private static let locale = LanguageTag("de")!
  private static let texts = ["", "a", "b", "é", "e\u{301}"]

  /// What a locale says: texts by key and terms by keyword key; `nil` if the locale is not declared.
  private struct State {
    var values: [String: String] = [:]
    var terms: [String: String] = [:]

    /// What stands at each place of the history.
    var digests: [[UInt8]: Fingerprint] {
      var digests: [[UInt8]: Fingerprint] = [:]
      for (key, text) in values { digests[place(of: key)] = .value(Message(text)) }
      for (key, text) in terms {
        digests[ValueHistory.key(keywords: ExactString(key))] = .terms(LocaleHistoryTests.terms(text))
      }
      return digests
    }

    mutating func edit(using random: inout SeededGenerator) {
      let key = "k\(random.below(4))"
      switch random.below(12) {
      case 0...5: values[key] = LocaleHistoryTests.texts[random.below(5)]
      case 6: values[key] = nil
      case 7, 8:
        // A rename, mostly; where another key comes or goes with the same text it is none.
        if let text = values.removeValue(forKey: key) { values["k\(random.below(4))"] = text }
      case 9: terms["t"] = nil
      default: terms["t"] = LocaleHistoryTests.texts[random.below(3)]
      }
    }
  }

  private static func place(of key: String) -> [UInt8] {
    ValueHistory.key(values: MessageKey(catalog: "m", path: [key]))
  }

  private static func terms(_ text: String) -> [PublishedTerm] {
    [PublishedTerm(text: ExactString(text), kind: .alternative, isLoanword: false)]
  }

  /// All spans of each place, as section 4.4 of the format tells them.
  private struct PlainHistory {
    var spans: [[UInt8]: [ValueHistory.Span]] = [:]
    var inherited: [[UInt8]: [ValueHistory.Span]] = [:]

    mutating func follow(_ revision: Int, from old: State, to new: State) {
      let (before, after) = (old.digests, new.digests)
      for place in Set(before.keys).union(after.keys) where before[place] != after[place] {
        let from = spans[place]?.last?.until ?? (before[place] == nil ? 0 : 1)
        spans[place, default: []].append(.init(digest: before[place], from: from, until: revision))
      }
      for text in LocaleHistoryTests.texts where !text.isEmpty {
        func only(_ here: State, _ there: State) -> String? {
          let keys = here.values.filter {
            Array($0.value.utf8) == Array(text.utf8) && there.values[$0.key] == nil
          }
          return keys.count == 1 ? keys.first!.key : nil
        }
        guard let from = only(old, new), let to = only(new, old) else { continue }
        let (origin, target) = (place(of: from), place(of: to))
        let all = (inherited[target] ?? []) + (inherited[origin] ?? []) + spans[origin]!.dropLast()
        inherited[target] = Set(all.filter { $0.digest != nil }).sorted()
      }
    }

    /// The tree's entries, made from nothing.
    var entries: [TreeEntry] {
      var entries: [TreeEntry] = []
      for (place, spans) in spans {
        let inherited = inherited[place] ?? []
        entries.append(
          ValueHistory(spans: spans.suffix(4), inherited: inherited.suffix(4)).entry(place))
        let (own, other) = (Set(spans.dropLast(4)), Set(inherited.dropLast(4)))
        for span in own.union(other) {
          let lists = (own.contains(span) ? 1 : 0) + (other.contains(span) ? 2 : 0)
          entries.append(
            OlderSpan(place: OlderSpan.place(place), span: span, lists: .init(rawValue: lists)).entry)
        }
      }
      return entries.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    }
  }

  private static func content(_ state: State?, into nodes: inout MemoryNodes) throws -> ContentState {
    func tree(_ entries: [TreeEntry]) throws -> TreeRoot {
      try MerkleTree.build(entries.sorted { $0.key.lexicographicallyPrecedes($1.key) }, into: &nodes)
    }
    guard let state else {
      return ContentState(sourceLocale: nil, minimumState: .translated, content: try tree([]), locales: [])
    }
    let values = try tree(
      state.values.map { key, text in
        var writer = CanonicalJSONWriter()
        PublishedValue.write(
          message: Array(text.utf8)[...], hasCodes: false, state: .translated, sourceDigest: nil, to: &writer)
        return TreeEntry(key: Array(key.utf8), payload: Array(writer.bytes.dropFirst()))
      })
    let keywords = try tree(
      state.terms.map { PublishedTerm.entry(key: ExactString($0.key), terms($0.value)) })
    return ContentState(
      sourceLocale: nil, minimumState: .translated, content: try tree([]),
      locales: [
        .init(
          locale: locale, chain: [locale], keywordChain: [locale],
          catalogs: values.count == 0 ? [] : [.init(name: "m", values: values, approved: 0)],
          keywords: keywords)
      ])
  }

  /// Edits, renames, drops of the locale and rollbacks in any order.
  @Test(arguments: 0..<UInt64(caseCount(full: 200))) func equalsPlainLists(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var store = MemoryStore()
    var plain = PlainHistory()
    var states: [State?] = [State()]
    for _ in 0..<3 { states[0]!.edit(using: &random) }
    try store.publish(try Self.content(states[0], into: &store.nodes))
    for revision in 2...60 {
      var state = states.last!
      var kind = Head.Kind.publish
      switch random.below(20) {
      case 0: state = nil
      case 1, 2:
        state = states[random.below(states.count)]
        kind = .rollback
      default:
        state = state ?? State()
        for _ in 0...random.below(3) { state!.edit(using: &random) }
      }
      plain.follow(revision, from: states.last! ?? State(), to: state ?? State())
      states.append(state)
      try store.publish(try Self.content(state, into: &store.nodes), kind: kind)
      let root = store.snapshots.last!.ledger[Self.locale]!.history
      var nodes = MemoryNodes()
      let wanted = try MerkleTree.build(plain.entries, into: &nodes)
      #expect(root == wanted, "seed \(seed), r\(revision)")
    }
    try check(plain, states, LocaleHistory(store.snapshots.last!.ledger[Self.locale], store.nodes), seed)
  }

  private func check(
    _ plain: PlainHistory, _ states: [State?], _ history: LocaleHistory<MemoryNodes>, _ seed: UInt64
  ) throws {
    for (place, spans) in plain.spans {
      let inherited = plain.inherited[place] ?? []
      #expect(try history.all(place) == ValueHistory(spans: spans, inherited: inherited), "seed \(seed)")
      let digests: [Fingerprint?] =
        Self.texts.map { .value(Message($0)) } + Self.texts.map { .terms(Self.terms($0)) } + [nil]
      for digest in digests {
        let of = (digest == nil ? spans : inherited + spans).filter { $0.digest == digest }.sorted()
        #expect(try history.spans(of: digest, at: place) == of, "seed \(seed)")
        #expect(try history.last(digest, at: place) == of.last, "seed \(seed)")
        let some = try history.someSpans(of: digest, at: place)
        #expect(some.isComplete ? some.spans == of : !of.isEmpty && Set(some.spans).isSubset(of: of))
      }
      for revision in 1...states.count {
        let stood = states[revision - 1]?.digests[place]
        if let wasAbsent = try history.wasAbsent(place, at: revision) {
          #expect(wasAbsent == (stood == nil), "seed \(seed), r\(revision)")
        } else {
          #expect(stood == states.last!?.digests[place], "seed \(seed), r\(revision)")
        }
      }
    }
  }

  /// However often a text goes back and forth, one change writes a handful of small nodes.
  @Test func aTextThatGoesBackAndForthWritesLittle() throws {
    var store = MemoryStore()
    var known: [Digest: Int] = [:]
    for revision in 1...500 {
      try store.publish(
        try Self.content(State(values: ["k": revision % 2 == 0 ? "a" : "b"]), into: &store.nodes))
      guard revision > 450, let root = store.snapshots.last!.ledger[Self.locale]?.history else { continue }
      let sizes = try Self.nodeSizes(below: root.address, store.nodes)
      if !known.isEmpty {
        let new = sizes.filter { known[$0.key] == nil }
        #expect(new.count <= 6 && new.values.reduce(0, +) < 100_000, "\(new.count) nodes, \(new.values)")
      }
      known = sizes
    }
    let history = LocaleHistory(store.snapshots.last!.ledger[Self.locale], store.nodes)
    let span = try history.last(.value(Message("b")), at: Self.place(of: "k"))
    #expect(span == .init(digest: .value(Message("b")), from: 499, until: 500))
    #expect(try history.spans(of: .value(Message("a")), at: Self.place(of: "k")).count == 249)
  }

  /// The bytes of each node of a tree.
  private static func nodeSizes(below address: Digest, _ nodes: MemoryNodes) throws -> [Digest: Int] {
    let node = try nodes.entries(of: address)
    var sizes = [address: node.nodeBytes.count]
    if node.level > 0 {
      for index in 0..<node.count {
        try sizes.merge(nodeSizes(below: node.address(at: index), nodes)) { size, _ in size }
      }
    }
    return sizes
  }

  @Test func anotherFormIsDamage() throws {
    let place = OlderSpan.place(Self.place(of: "k"))
    let sound = OlderSpan(place: place, span: .init(digest: nil, from: 3, until: 9), lists: [.spans]).entry
    #expect(try OlderSpan(sound).entry == sound)
    let key = Array("older\0\(place.hex)\0\0".utf8)
    let keys = [
      sound.key + [0], key + "9\0".utf8 + OlderSpan.digits(3), key + OlderSpan.digits(9),
      key + OlderSpan.digits(9) + "\0000000000000000x".utf8,
    ]
    for key in keys {
      #expect(throws: BundleError.self) { try OlderSpan(TreeEntry(key: key, payload: sound.payload)) }
    }
    for payload in ["", "0", "4", "null", "1,2"] {
      #expect(throws: BundleError.self) {
        try OlderSpan(TreeEntry(key: sound.key, payload: Array(payload.utf8)))
      }
    }
  }
}
