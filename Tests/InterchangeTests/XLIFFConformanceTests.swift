import Diagnostics
import Foundation
import Testing

@testable import Interchange

/// The conformance suites of XLIFF against our verdicts, each refusal with the rule it must come from.
@Suite(.enabled(if: XLIFFCorpus.isPresent)) struct XLIFFConformanceTests {
  struct Reason {
    var rule: String
    var words: String
  }

  /// `Tests/Corpus/xliff-refusals.tsv`: document without folder and extension → why it is refused.
  private static func reasons() throws -> [String: Reason] {
    let path = XLIFFCorpus.package.appendingPathComponent("Tests/Corpus/xliff-refusals.tsv")
    var reasons: [String: Reason] = [:]
    for line in try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
    where !line.hasPrefix("#") {
      let fields = line.split(separator: "\t").map(String.init)
      reasons[fields[0]] = Reason(rule: fields[1], words: fields[2])
    }
    return reasons
  }

  /// A document of the suite that breaks a second rule as well, which is no mistake of ours.
  private static let alsoBroken = [
    // The ec that may not have a size has both a startRef and an id, and its sc stands in another unit.
    "Bad-slr_equivStorage-ec-not-isolated": ["XL-ISOLATED"]
  ]

  private static func name(_ path: String) -> String {
    String(path.split(separator: "/").last?.dropLast(4) ?? "")
  }

  @Test func invalidDocumentsAreRefusedForTheirOwnReason() throws {
    let reasons = try Self.reasons()
    var refused: [String: Int] = [:]
    for (path, verdict) in try XLIFFCorpus.verdicts("oasis-or-okapi") + XLIFFCorpus.verdicts("synthetic")
    where verdict == "reject" {
      let document = try readXLIFF(bytes: XLIFFCorpus.bytes(path), path: path)
      let name = Self.name(path)
      let reason = try #require(reasons[name], "\(path) is not in the table")
      let errors = document.diagnostics.filter { $0.severity == .error }
      #expect(!document.isReadable, "\(path) was read")
      #expect(
        errors.contains { $0.rule.id == reason.rule && $0.message.contains(reason.words) },
        "\(path): \(errors.map { "\($0.rule.id) \($0.message)" })")
      let others = Set(errors.map(\.rule.id)).subtracting([reason.rule] + (Self.alsoBroken[name] ?? []))
      #expect(others.isEmpty, "\(path): refused by \(others.sorted()) too")
      refused[String(path.split(separator: "/").dropLast().last ?? ""), default: 0] += 1
    }
    #expect(refused["core-21"] == 119 && refused["core-22"] == 119)
    #expect(refused["modules-21"] == 38 && refused["modules-22"] == 39, "the 39th is Good-pgs_plural")
    #expect(refused["synthetic"] == 17)
  }

  @Test func validDocumentsAreAcceptedWithoutAlarm() throws {
    var accepted: [String: Int] = [:]
    for (path, verdict) in try XLIFFCorpus.verdicts("oasis-or-okapi") where verdict == "accept" {
      let document = try readXLIFF(bytes: XLIFFCorpus.bytes(path), path: path)
      #expect(document.isReadable, "\(path): \(document.concise)")
      let alarms = document.diagnostics.filter { $0.severity != .note && !Self.isKnown($0, path) }
      #expect(alarms.isEmpty, "\(path): \(alarms.map { "\($0.rule.id) \($0.message)" })")
      accepted[String(path.split(separator: "/").dropLast().last ?? ""), default: 0] += 1
    }
    #expect(accepted["core-21"] == 25 && accepted["core-22"] == 25)
    #expect(accepted["modules-21"] == 34 && accepted["modules-22"] == 34)
    #expect(accepted["in-out-21"] == 18)
  }

  /// The target of a resource in another language than the document's, which the standard forbids and its suite
  /// calls valid.
  private static func isKnown(_ finding: Diagnostic, _ path: String) -> Bool {
    finding.rule == XLIFFRules.resource && finding.severity == .warning
      && name(path) == "Good-res_source-has-no-content-and-href"
  }

  @Test func trackedChangesAreWarnedOf() throws {
    let reasons = try Self.reasons()
    var count = 0
    for (path, verdict) in try XLIFFCorpus.verdicts("oasis-or-okapi") where verdict == "warn-or-reject" {
      let document = try readXLIFF(bytes: XLIFFCorpus.bytes(path), path: path)
      let reason = try #require(reasons[Self.name(path)], "\(path) is not in the table")
      #expect(document.isReadable)
      #expect(
        document.diagnostics.contains {
          $0.severity == .warning && $0.rule.id == reason.rule && $0.message.contains(reason.words)
        }, "\(path): \(document.concise)")
      count += 1
    }
    #expect(count == 10)
  }

  @Test func theDefectiveValidDocumentsAreCalledDefective() throws {
    let reasons = try Self.reasons()
    for (name, isReadable) in [("Good-pgs_plural", false), ("Good-mda_top-level", true)] {
      let path = "oasis-or-okapi/valid/modules-22/\(name).xlf"
      let document = try readXLIFF(bytes: XLIFFCorpus.bytes(path), path: path)
      let reason = try #require(reasons[name])
      #expect(document.isReadable == isReadable)
      #expect(
        document.diagnostics.contains { $0.rule.id == reason.rule && $0.message.contains(reason.words) })
    }
  }
}
