import Bundles
import Publishing
import TestSupport
import Testing
import Translations

@Suite struct HandoffMergeTests {
  /// One unit of a returned file.
  struct Unit {
    var key: String
    var source: String?
    var target: String?
    var state = TranslationState.translated
    var flags: Catalog.Flags = []
  }

  /// A project with its history, and what a file says about its Japanese texts.
  final class Case {
    let folder: TemporaryDirectory
    var published: [SmallProject] = []
    var now: SmallProject
    var base: Int?
    var hasStates = true
    var minimum = TranslationState.translated

    init(_ published: [SmallProject], now: SmallProject? = nil, base: Int? = nil) throws {
      folder = try TemporaryDirectory()
      self.published = published
      self.now = now ?? published.last!
      self.base = base
      for state in published { try state.publish(to: root) }
    }

    var root: String { folder.path + "/S" }

    func merge(_ units: [Unit], accepted: [Acceptance] = []) throws -> HandoffMerge.Outcome {
      let reader = StoreReader.exists(at: root) ? try StoreReader(root: root) : nil
      let history = try HandoffHistory(
        reader, head: reader?.snapshot() ?? .empty, base: base, locale: SmallProject.ja, accepted: accepted)
      let merge = HandoffMerge(
        file: Self.file(units), catalog: "m", source: SmallProject.catalog(now.english, SmallProject.en),
        working: SmallProject.catalog(now.japanese, SmallProject.ja, states: now.states), history: history,
        minimumState: minimum, hasStates: hasStates)
      return try merge.outcome { _ in true }
    }

    static func file(_ units: [Unit]) -> Catalog {
      var builder = CatalogBuilder()
      for (index, unit) in units.enumerated() {
        var row = Catalog.Row(
          key: builder.store(unit.key.utf8), line: index + 1, column: 1, state: unit.state, flags: unit.flags)
        if let source = unit.source { row.source = builder.store(source.utf8) }
        if let target = unit.target { row.target = builder.store(target.utf8) } else { row.state = .absent }
        builder.append(row)
      }
      return builder.finish(locale: SmallProject.ja, sourceLocale: SmallProject.en, path: "in.xliff") {
        _, _ in
      }
    }
  }

  private func kinds(_ outcome: HandoffMerge.Outcome) -> [String] {
    outcome.items.map { "\($0.key.segments[1]) \($0.kind.rawValue)" }
  }

  @Test func eachUnitGetsTheFirstClassThatFits() throws {
    let one = SmallProject(
      ["a": "A", "b": "B", "c": "C", "d": "D", "e": "E", "f": "F"], ["a": "あ", "b": "い", "c": "う", "d": "え"])
    var two = one
    two.japanese["c"] = "ウ"
    let test = try Case([one, two], base: 1)
    let outcome = try test.merge([
      Unit(key: "a", source: "A", target: "あ"),
      Unit(key: "b", source: "B", target: "イ"),
      Unit(key: "c", source: "C", target: "う"),
      Unit(key: "d", source: "D (old)", target: "エ"),
      Unit(key: "e", source: "E", target: "お"),
      Unit(key: "f", source: "F", target: "F", state: .untranslated),
      Unit(key: "g", source: "G", target: "ぐ"),
    ])
    #expect(outcome.same == 1)
    #expect(kinds(outcome) == ["b changed", "c conflict", "d stale", "e new", "f notReady", "g unknown"])
    let conflict = outcome.items[1]
    #expect(conflict.base == Message("う") && conflict.baseRevision == 1 && conflict.isUntouched)
    #expect(conflict.working == Message("ウ") && conflict.message == Message("う"))
    #expect(outcome.items[2].sourceDigest == .value(Message("D (old)")))
    #expect(outcome.items[0].sourceDigest == .value(Message("B")))
  }

  @Test func unfinishedEmptyAndRefusedTextsOverwriteNothing() throws {
    let test = try Case([SmallProject(["a": "A", "b": "B", "c": "C", "d": "D"], ["a": "あ"])])
    let outcome = try test.merge([
      Unit(key: "a", source: "A", target: "", flags: .explicitlyEmpty),
      Unit(key: "b", source: "B", target: "び", flags: .rejected),
      Unit(key: "c", source: "C", target: "し", state: .needsReview),
      Unit(key: "d", source: "D", target: nil),
    ])
    #expect(kinds(outcome) == ["a notReady", "b notReady", "c notReady", "d notReady"])
    test.minimum = .needsReview
    #expect(
      kinds(try test.merge([Unit(key: "c", source: "C", target: "し", state: .needsReview)])) == ["c new"])
  }

  @Test func aStrongerStateIsAChangeAndAWeakerOneIsNone() throws {
    var project = SmallProject(["a": "A", "b": "B"], ["a": "あ", "b": "び"])
    project.states = ["b": .final]
    let test = try Case([project])
    let units = [
      Unit(key: "a", source: "A", target: "あ", state: .reviewed),
      Unit(key: "b", source: "B", target: "び", state: .translated),
    ]
    let outcome = try test.merge(units)
    #expect(kinds(outcome) == ["a changed"] && outcome.same == 1)
    #expect(outcome.items.first?.isChangeOfText == false)
    // YAML says nothing of states, and a text for an older source has not been looked at again.
    test.hasStates = false
    #expect(try test.merge(units).same == 2)
    test.hasStates = true
    #expect(try test.merge([Unit(key: "a", source: "old", target: "あ", state: .final)]).same == 1)
  }

  @Test func aFileWithoutABaseIsJudgedByTheHistory() throws {
    var one = SmallProject(["a": "A", "b": "B"], ["a": "古い", "b": "び"])
    let first = one
    one.japanese["a"] = "新しい"
    let test = try Case([first, one])
    let outcome = try test.merge([
      Unit(key: "a", source: "A", target: "古い"), Unit(key: "b", source: "B", target: "ビ"),
    ])
    #expect(kinds(outcome) == ["a conflict", "b changed"])
    #expect(outcome.items[0].baseRevision == 1 && outcome.items[0].base == Message("古い"))
  }

  @Test func aTextThatARollbackTookBackComesBeforeEverything() throws {
    let one = SmallProject(["a": "A"], ["a": "古い"])
    let two = SmallProject(["a": "A"], ["a": "悪い"])
    let test = try Case([one, two], now: one, base: 2)
    let head = try StoreReader(root: test.root).head(revision: 1)
    try one.publish(to: test.root, restores: .init(revision: 1, content: head.content))
    for state in [TranslationState.translated, .untranslated] {
      let outcome = try test.merge([Unit(key: "a", source: "old", target: "悪い", state: state)])
      #expect(kinds(outcome) == ["a withdrawn"] && outcome.items[0].withdrawnBy == 3)
    }
    test.now = two
    #expect(kinds(try test.merge([Unit(key: "a", source: "A", target: "悪い")])) == ["a withdrawn"])
  }

  @Test func aTextWhoseReturnWasAcceptedIsTaken() throws {
    let one = SmallProject(["a": "A"], ["a": "古い"])
    let two = SmallProject(["a": "A"], ["a": "悪い"])
    let test = try Case([one, two], now: one)
    let head = try StoreReader(root: test.root).head(revision: 1)
    try one.publish(to: test.root, restores: .init(revision: 1, content: head.content))
    let reader = try StoreReader(root: test.root)
    let key = MessageKey(bytes: Array("m\0a".utf8))
    let finding = try #require(
      try reader.snapshot().withdrawn(key, .value(Message("悪い")), in: SmallProject.ja, from: reader))
    #expect(finding.matches == 2 && finding.current == 3)
    let decision = Acceptance(
      rule: "RB-WITHDRAWN", locale: SmallProject.ja, key: "m/a", digest: finding.digest, reason: "r", by: "b",
      at: "2026-01-01")
    let unit = Unit(key: "a", source: "A", target: "悪い")
    // Without a base and made from the revision that was taken back: no conflict either.
    for base in [nil, 2] {
      test.base = base
      #expect(kinds(try test.merge([unit], accepted: [decision])) == ["a changed"])
    }
    var another = decision
    another.key = "m/b"
    #expect(kinds(try test.merge([unit], accepted: [another])) == ["a withdrawn"])
    // An edit that nobody published is in the way of it, as of any other text.
    test.now = SmallProject(["a": "A"], ["a": "編集"])
    #expect(kinds(try test.merge([unit], accepted: [decision])) == ["a conflict"])
  }

  @Test func movedUnitsAreFoundByIDOrByTheirSource() throws {
    let now = SmallProject(
      ["new.strings\0a": "A", "new.strings\0renamed": "R", "x\0twin": "T", "y\0twin": "T", "z\0other": "O"],
      [:])
    let test = try Case([now])
    let outcome = try test.merge([
      Unit(key: "old.strings\0a", source: "A", target: "あ"),
      Unit(key: "old.strings\0r", source: "R", target: "り"),
      Unit(key: "old.strings\0twin", source: "T", target: "つ"),
      Unit(key: "old.strings\0gone", source: "G", target: "ご"),
    ])
    #expect(
      outcome.items.map { "\($0.key) \($0.kind.rawValue)" } == [
        "m/new\\.strings.a moved", "m/old\\.strings.gone unknown", "m/new\\.strings.renamed moved",
        "m/old\\.strings.twin unknown",
      ])
    #expect(outcome.items[0].movedFrom == MessageKey("m/old\\.strings.a"))
  }

  @Test func pluralFormsOfTheLanguageBelongToTheSourcesMessage() throws {
    let test = try Case([SmallProject(["n\0one": "1", "n\0other": "n"], [:])])
    #expect(
      kinds(
        try test.merge([Unit(key: "n\0few", source: "n", target: "少し"), Unit(key: "o\0few", target: "x")]))
        == ["n new", "o unknown"])
  }

  @Test func layoutOfATranslatorsToolIsNoText() throws {
    let test = try Case([SmallProject(["a": "Two words", "b": "B"], ["a": "二つ の語", "b": "び"])])
    let outcome = try test.merge([
      Unit(key: "a", source: "\n    Two\n    words\n  ", target: "\n    二つ\n    の語\n  "),
      Unit(key: "b", source: "\n  B\n", target: "\n   別の\n   文\n"),
    ])
    #expect(outcome.same == 1 && outcome.items.map(\.message) == [Message("別の 文")])
    // Where the source came back as it was, white space was meant.
    #expect(kinds(try test.merge([Unit(key: "b", source: "B", target: "び\n")])) == ["b changed"])
  }

  @Test func fourInFiveOfFiveChangesMakeAnOldHandoff() throws {
    let keys = (0..<12).map { "k\($0)" }
    func texts(_ prefix: String) -> [String: String] {
      Dictionary(uniqueKeysWithValues: keys.map { ($0, prefix + $0) })
    }
    let test = try Case([SmallProject(texts("s"), texts("old")), SmallProject(texts("s"), texts("new"))])
    func age(old: Int, edited: Int) throws -> HandoffAge? {
      let units = keys.prefix(old + edited).enumerated().map { index, key in
        Unit(key: key, source: "s" + key, target: (index < old ? "old" : "edited") + key)
      }
      return HandoffAge(try test.merge(units).items)
    }
    #expect(try age(old: 4, edited: 0) == nil)
    #expect(try age(old: 4, edited: 1) == nil)
    let five = try age(old: 8, edited: 2)
    #expect(five?.revision == 1 && five?.equal == 8 && five?.changed == 10)
    #expect(try age(old: 7, edited: 2) == nil)
  }

  // MARK: - Against a table

  /// The same judgement from nothing but the lists of published texts.
  private func expected(_ unit: Unit, _ test: Case) -> String {
    let (t, w, s) = (unit.target, test.now.japanese[unit.key], test.now.english[unit.key])
    let wState = w == nil ? TranslationState.absent : test.now.states[unit.key] ?? .translated
    let isStale = unit.source != nil && s != nil && unit.source != s
    let isReady = t != nil && unit.state >= .translated
    let isSame = t != nil && t == w && !(isReady && unit.state > wState && !isStale)
    if isSame { return "same" }
    if s == nil { return "unknown" }
    if !isReady { return "notReady" }
    if isStale { return "stale" }
    if t == w { return "changed" }
    let texts = test.published.map { $0.japanese[unit.key] }
    if let base = test.base, base > 0 {
      if texts[base - 1] != w { return "conflict" }
    } else if (1..<max(1, texts.count)).contains(where: { texts[$0 - 1] == t && texts[$0] != t }) {
      return "conflict"
    }
    return w == nil ? "new" : "changed"
  }

  @Test(arguments: 0..<caseCount(full: 400))
  func everyUnitIsJudgedAsByATable(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let keys = (0..<14).map { "k\($0)" }
    func mutate(_ project: SmallProject) -> SmallProject {
      var project = project
      for key in keys {
        if random.below(4) == 0 {
          project.english[key] = random.below(6) == 0 ? nil : "\(key)s\(random.below(3))"
        }
        if random.below(3) == 0 {
          project.japanese[key] = random.below(4) == 0 ? nil : "\(key)t\(random.below(4))"
        }
        if project.japanese[key] == nil {
          project.states[key] = nil
        } else if random.below(5) == 0 {
          project.states[key] = [.needsReview, .reviewed, .final][random.below(3)]
        }
      }
      return project
    }
    var states = [mutate(SmallProject(["always": "x"], ["always": "y"]))]
    for _ in 0..<random.below(4) {
      var next = mutate(states.last!)
      // Two equal states would be one revision.
      next.english["always"] = "x\(states.count)"
      states.append(next)
    }
    let base = random.below(2) == 0 ? nil : random.below(states.count + 1)
    let test = try Case(states, now: mutate(states.last!), base: base)
    let units = keys.filter { _ in random.below(5) > 0 }.map { key in
      Unit(
        key: key, source: random.below(4) == 0 ? nil : "\(key)s\(random.below(3))",
        target: random.below(6) == 0 ? nil : "\(key)t\(random.below(4))",
        state: [.untranslated, .needsReview, .translated, .reviewed][random.below(4)])
    }
    let outcome = try test.merge(units)
    var found = Dictionary(uniqueKeysWithValues: outcome.items.map { ($0.key.segments[1], $0.kind.rawValue) })
    for unit in units where found[unit.key] == nil { found[unit.key] = "same" }
    for unit in units {
      #expect(found[unit.key] == expected(unit, test), "seed \(seed), \(unit), base \(base as Int?)")
    }
    #expect(outcome.same + outcome.items.count == units.count)
  }
}
