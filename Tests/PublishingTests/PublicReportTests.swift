import Bundles
import Diagnostics
import Publishing
import TestSupport
import Testing
import Translations

/// What users of other translation tools reported in public, each as the states that were published and the one that
/// came next. `Docs/Evidence/publishing-reports.md` lists them all.
@Suite struct PublicReportTests {
  struct Report: Sendable, CustomTestStringConvertible {
    var place: String
    /// Japanese texts (or German, Hebrew, Catalan: whatever the report was about), the last ones not published.
    var states: [[String: String]]
    var approved: [Set<String>] = []
    /// The rules that have to name it.
    var rules: [String]

    var testDescription: String { place }
  }

  private static func texts(_ count: Int, _ prefix: String) -> [String: String] {
    Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", count > 0 ? "\(prefix)\($0)" : "") })
  }

  private static func changed(_ texts: [String: String], _ keys: Range<Int>, _ text: (Int) -> String?)
    -> [String: String]
  {
    var result = texts
    for key in keys { result["k\(key)"] = text(key) }
    return result
  }

  private static let old = texts(40, "old")
  private static let new = texts(40, "new")
  private static let all = Set((0..<40).map { "k\($0)" })

  static let reports: [Report] = [
    .init(
      place: "WeblateOrg/weblate#16369: values silently reverted at random",
      states: [old, new, changed(new, 3..<5) { "old\($0)" }], rules: ["RB-VALUE", "RB-VALUE"]),
    .init(
      place: "WeblateOrg/weblate#6058: a translation overwritten without notification",
      states: [old, changed(old, 0..<9) { "new\($0)" }, changed(old, 1..<9) { "new\($0)" }],
      rules: ["RB-VALUE"]),
    .init(
      place: "WeblateOrg/weblate#1999: the wrong branch was merged", states: [old, new, old],
      rules: ["RB-STALE-HANDOFF"]),
    .init(
      place: "amule-org/amule#1317: 1,150 strings back to earlier counts",
      states: [texts(10, "old"), new, texts(10, "old")], rules: ["RB-STALE-HANDOFF", "RB-KEY-COLLAPSE"]),
    .init(
      place: "r-devel/r-dev-day#97: a conflict was resolved to empty",
      states: [old, new, changed(new, 0..<8) { _ in "" }], rules: ["RB-KEY-COLLAPSE"]),
    .init(
      place: "webcamoid/webcamoid#136: strings replaced by English",
      states: [old, new, changed(new, 0..<24) { "en\($0)" }], rules: ["RB-KEY-COLLAPSE"]),
    .init(
      place: "transifex/transifex-client#222: push then pull brings old translations back",
      states: [old, new, changed(new, 0..<30) { "old\($0)" }], rules: ["RB-STALE-HANDOFF"]),
    .init(
      place: "calcom/cal.diy#11354: merged translations overwritten by the sync",
      states: [old, changed(old, 0..<4) { "community\($0)" }, old],
      rules: ["RB-VALUE", "RB-VALUE", "RB-VALUE", "RB-VALUE"]),
    .init(
      place: "Wynntils/Wynntils#1888: a sync proposes old bad translations again and again",
      states: [old, new, old, new, changed(new, 7..<8) { "old\($0)" }], rules: ["RB-VALUE"]),
    .init(
      place: "decidim/decidim#1860: an approved text overridden",
      states: [old, changed(old, 2..<3) { "other\($0)" }], approved: [all, all.subtracting(["k2"])],
      rules: ["RB-UNAPPROVED-REPLACES"]),
    .init(
      place: "mastodon/mastodon#8486: translations removed at every sync",
      states: [texts(20, "old"), old, texts(20, "old")], rules: ["RB-STALE-HANDOFF", "RB-KEY-COLLAPSE"]),
    .init(
      place: "mozilla/pontoon#3566: a sync deletes nine tenths", states: [old, new, texts(4, "new")],
      rules: ["RB-KEY-COLLAPSE"]),
    .init(
      place: "python/python-docs-ru#5: all reviewed state lost", states: [texts(3, "old"), texts(3, "old")],
      approved: [["k0", "k1"], []], rules: ["RB-APPROVAL", "RB-APPROVAL"]),
    .init(
      place: "tolgee/figma-plugin#87: a batch push overwrites reviewed translations",
      states: [old, changed(old, 0..<2) { "batch\($0)" }], approved: [["k0", "k1", "k9"], ["k9"]],
      rules: ["RB-UNAPPROVED-REPLACES", "RB-UNAPPROVED-REPLACES"]),
    .init(
      place: "WeblateOrg/weblate#3392: an upload overwrites approved strings",
      states: [old, changed(old, 5..<6) { "upload\($0)" }], approved: [["k5"], []],
      rules: ["RB-UNAPPROVED-REPLACES"]),
    .init(
      place: "cuba-platform/translations#43: a release branch cut from an older one",
      states: [old, new, old],
      rules: ["RB-STALE-HANDOFF"]),
  ]

  @Test(arguments: reports) func isNamed(_ report: Report) throws {
    let folder = try TemporaryDirectory()
    let root = folder.path + "/S"
    func project(_ number: Int) -> SmallProject {
      var project = SmallProject(Self.texts(40, "en"), report.states[number])
      for key in report.approved.isEmpty ? [] : report.approved[number] { project.states[key] = .final }
      return project
    }
    for number in report.states.indices.dropLast() { try project(number).publish(to: root) }
    let store = try StoreReader(root: root)
    let candidate = try Candidate(
      project(report.states.count - 1).input, parent: store.snapshot(), store: store)
    var rules = RollbackRules(
      reference: candidate.parent, candidate: candidate.content, difference: candidate.difference,
      nodes: candidate.nodes)
    let found = try rules.findings()
    #expect(found.map(\.rule.id) == report.rules)
    // Each says what to type to keep the newer state.
    for finding in found { #expect(finding.help.contains("accept"), "\(finding.rule.id): \(finding.help)") }
  }
}
