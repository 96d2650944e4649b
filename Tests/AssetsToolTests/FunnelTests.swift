import Diagnostics
import Testing
import Translations

@testable import AssetsTool
@testable import Interchange

@Suite struct FunnelTests {
  private let rule = Rule("KW-X", .warning, "s", cause: "c", bad: "b", good: "g")
  private let history = Rule("RB-X", .error, "s", cause: "c", bad: "b", good: "g")

  private func checks(
    _ rules: [String: ProjectConfiguration.RuleLevel], _ suppressions: [ProjectConfiguration.Suppression] = []
  ) -> ProjectConfiguration.Checks {
    .init(failOn: .error, rules: rules, baseline: nil, suppressions: suppressions)
  }

  private func finding(_ rule: Rule, line: Int = 1, key: String? = "a/k") -> Diagnostic {
    Diagnostic(rule, "m", at: SourceLocation(path: "p", line: line, column: 1), locale: "ja", key: key)
  }

  @Test func levelsOfTheProjectDecide() {
    let raised = Funnel(checks(["KW-X": .error]), baseline: Baseline(), failOn: nil).judge([finding(rule)])
    #expect(raised.status == .findings && raised.errors == 1)
    let off = Funnel(checks(["KW-X": .off]), baseline: Baseline(), failOn: nil).judge([finding(rule)])
    #expect(off.status == .done && off.diagnostics.isEmpty)
    let strict = Funnel(checks([:]), baseline: Baseline(), failOn: .warning).judge([finding(rule)])
    #expect(strict.status == .findings)
  }

  @Test func historyIsNeitherSwitchedOffNorKnown() throws {
    let found = finding(history)
    let baseline = try Baseline(Baseline.bytes([(found.fingerprint, found)]), path: "b")
    let suppression = ProjectConfiguration.Suppression(
      rule: "RB-X", key: "a/k", locale: nil, reason: "r", location: SourceLocation(path: "c"))
    let funnel = Funnel(checks(["RB-X": .off], [suppression]), baseline: baseline, failOn: nil)
    #expect(funnel.judge([found]).status == .rollback)
  }

  @Test func theBaselineKnowsAFindingWhereverItsLineMoved() throws {
    let baseline = try Baseline(Baseline.bytes([(finding(rule).fingerprint, finding(rule))]), path: "b")
    let funnel = Funnel(checks(["KW-X": .error]), baseline: baseline, failOn: nil)
    #expect(funnel.judge([finding(rule, line: 9)]).known == 1)
    #expect(funnel.judge([finding(rule, key: "a/other")]).status == .findings)
    #expect(throws: ToolError.self) { try Baseline(Array("{}".utf8), path: "b") }
  }

  /// Findings of units without ids all look alike; a new one must not hide behind an old one.
  @Test func oneEntryOfTheBaselineIsForOneFinding() throws {
    let found = [finding(rule, line: 3, key: nil), finding(rule, line: 8, key: nil)]
    let baseline = try Baseline(Baseline.bytes(found.map { ($0.fingerprint, $0) }), path: "b")
    let funnel = Funnel(checks(["KW-X": .error]), baseline: baseline, failOn: nil)
    #expect(funnel.judge(found).status == .done)
    let more = funnel.judge(found + [finding(rule, line: 9, key: nil)])
    #expect(more.status == .findings && more.errors == 1 && more.known == 2)
    // Each judgement begins with the whole baseline.
    #expect(funnel.judge(found).known == 2)
  }

  @Test func aSuppressionIsForItsKeyAndLocaleAlone() {
    let suppression = ProjectConfiguration.Suppression(
      rule: "KW-X", key: "a/k", locale: LanguageTag("de"), reason: "r", location: SourceLocation(path: "c"))
    let funnel = Funnel(checks([:], [suppression]), baseline: Baseline(), failOn: .warning)
    #expect(funnel.judge([finding(rule)]).status == .findings)
    var german = finding(rule)
    german.locale = "de"
    #expect(funnel.judge([german]).suppressed == 1)
  }

  @Test func theStrongerStatusWins() {
    #expect(ExitStatus.findings.combined(with: .rollback) == .rollback)
    #expect(ExitStatus.rollback.combined(with: .unreadable) == .unreadable)
    #expect(ExitStatus.unreadable.combined(with: .conflict) == .conflict)
    #expect(ExitStatus.conflict.combined(with: .outcomeUnknown) == .outcomeUnknown)
    #expect(ExitStatus.outcomeUnknown.combined(with: .inputOutput) == .inputOutput)
    #expect(ExitStatus.inputOutput.combined(with: .internalError) == .internalError)
    #expect(ExitStatus.nothingMatched.combined(with: .findings) == .findings)
  }
}
