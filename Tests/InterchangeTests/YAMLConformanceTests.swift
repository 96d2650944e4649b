import Diagnostics
import Foundation
import TestSupport
import Testing
import Translations

@testable import Interchange

/// The cases of the YAML test suite: what libyaml can do we do, and nothing crashes or passes in silence.
@Suite(.enabled(if: YAMLCorpus.isPresent)) struct YAMLConformanceTests {
  private struct Case {
    var name: String
    var mustParse: Bool
    var libyaml: String
    var bytes: [UInt8]
  }

  private func cases() throws -> [Case] {
    let table = String(decoding: try YAMLCorpus.bytes("yaml-test-suite/index.tsv"), as: UTF8.self)
    return try table.split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Case(
        name: fields[0], mustParse: fields[1] == "valid", libyaml: fields[2],
        bytes: try YAMLCorpus.bytes("yaml-test-suite/cases/\(fields[0]).yaml"))
    }
  }

  /// The events in the notation of the suite, until the end or a refusal.
  private func events(_ bytes: [UInt8]) throws -> (events: [String], refusal: Diagnostic?) {
    var result: [String] = []
    do {
      let reader = try YAMLEventReader(BytesSource(bytes), path: "case", limits: .standard)
      while true {
        let properties = { () -> String in
          (reader.anchor.map { " &" + String(decoding: $0, as: UTF8.self) } ?? "")
            + (reader.tag.map { " <\($0)>" } ?? "")
        }
        switch try reader.next() {
        case .end: return (result, nil)
        case .mappingStart: result.append("+MAP" + properties())
        case .sequenceStart: result.append("+SEQ" + properties())
        case .mappingEnd: result.append("-MAP")
        case .sequenceEnd: result.append("-SEQ")
        case .alias: result.append("=ALI *" + String(decoding: reader.anchor ?? [], as: UTF8.self))
        case .scalar:
          let style: String =
            switch reader.style {
            case .plain: ":"
            case .singleQuoted: "'"
            case .doubleQuoted: "\""
            case .literal: "|"
            case .folded: ">"
            }
          let text = Self.escaped(String(decoding: reader.text, as: UTF8.self))
          result.append("=VAL" + properties() + " " + style + text)
        }
      }
    } catch let refusal as YAMLRefusal {
      return (result, refusal.diagnostic)
    }
  }

  @Test func eventsAreThoseOfTheSuite() throws {
    var compared = 0
    for test in try cases() where test.mustParse && test.libyaml == "ok" {
      let (events, refusal) = try events(test.bytes)
      if refusal?.rule == YAMLRules.secondDocument { continue }
      #expect(refusal == nil, "\(test.name)")
      let file = String(
        decoding: try YAMLCorpus.bytes("yaml-test-suite/cases/\(test.name).event"), as: UTF8.self)
      let expected = Self.expectedEvents(file)
      #expect(events == expected, "\(test.name)")
      compared += 1
    }
    #expect(compared > 200)
  }

  private static func escaped(_ text: String) -> String {
    let escapes: [Unicode.Scalar: String] = [
      "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\u{8}": "\\b",
    ]
    return text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
  }

  /// The lines of an event file that say something about nodes, without the style of collections.
  private static func expectedEvents(_ file: String) -> [String] {
    var events: [String] = []
    for line in file.split(separator: "\n") where !line.hasSuffix("STR") && !line.contains("DOC") {
      let isFlow = line.hasPrefix("+MAP {}") || line.hasPrefix("+SEQ []")
      events.append(isFlow ? String(line.prefix(4) + line.dropFirst(7)) : String(line))
    }
    return events
  }

  /// Where libyaml and the suite disagree, Tests/Fixtures/YAML/libyaml-differences.tsv says case by case what happens
  /// here: the rule that refuses it, or the texts that are read, and why that is right.
  @Test func everyDifferenceOfTheParserIsHandledOrRefused() throws {
    let path = packageRoot + "/Tests/Fixtures/YAML/libyaml-differences.tsv"
    let table = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst().map {
      line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    let different = try cases().filter { $0.libyaml != "ok" && $0.libyaml != "ok-error" }
    #expect(table.map { $0[0] } == different.map(\.name))
    for (row, test) in zip(table, different) {
      let document = try readYAML(bytes: test.bytes)
      let error = document.diagnostics.last { $0.severity == .error }
      let outcome = error?.rule.id ?? document.catalogs.flatMap(\.texts).joined(separator: " | ")
      #expect(row[3] == Self.escaped(outcome), "\(test.name)")
      #expect(row.count == 5 && !row[4].isEmpty, "\(test.name)")
    }
  }

  @Test func everyCaseEndsInAResultOrADiagnosticWithItsPlace() throws {
    for test in try cases() {
      let document = try readYAML(bytes: test.bytes)
      if test.libyaml == "ok-error" { #expect(!document.isReadable, "\(test.name)") }
      let lines = test.bytes.count { $0 == 0x0A } + 1
      for diagnostic in document.diagnostics where diagnostic.rule != YAMLRules.empty {
        let line = diagnostic.location?.line ?? 0
        #expect(line >= 1 && line <= lines, "\(test.name): \(diagnostic)")
        #expect(diagnostic.location?.column ?? 0 >= 1, "\(test.name)")
      }
      #expect(document.isReadable || document.diagnostics.contains { $0.severity == .error }, "\(test.name)")
      _ = try YAMLTreeReader.read(BytesSource(test.bytes), path: "case", limits: .standard)
    }
  }

  /// Damaged files: no crash, always the same answer however the bytes come, and an error with a place.
  @Test(arguments: 0..<20) func damagedFilesAreJudgedTheSameInEveryChunking(_ round: Int) throws {
    let seed = UInt64(round) &+ 77
    var generator = SeededGenerator(seed: seed)
    let all = try cases()
    let pieces: [[UInt8]] = [
      [0x09], [0x00], [0xFF], Array("&a ".utf8), Array("*a".utf8), Array("<<: ".utf8), [0x22], [0x27],
      Array(": ".utf8), Array("- ".utf8), [0x0A], Array("---\n".utf8), Array("{".utf8), Array("]".utf8),
      Array("\u{2028}é".utf8),
    ]
    for _ in 0..<60 {
      var bytes = all[generator.below(all.count)].bytes + all[generator.below(all.count)].bytes
      for _ in 0..<generator.below(4) {
        let place = generator.below(bytes.count + 1)
        if generator.below(2) == 0 {
          bytes.insert(contentsOf: pieces[generator.below(pieces.count)], at: place)
        } else {
          bytes.removeSubrange(place..<min(bytes.count, place + generator.below(9)))
        }
      }
      let whole = try YAMLCatalogReader().read(BytesSource(bytes), path: "x.yml")
      let parts = try YAMLCatalogReader().read(BytesSource(bytes, chunkSize: 3), path: "x.yml")
      #expect(whole.diagnostics == parts.diagnostics, "seed \(seed): \(bytes)")
      #expect(whole.catalogs.map(\.plainRows) == parts.catalogs.map(\.plainRows), "seed \(seed)")
      #expect(
        whole.isReadable || whole.diagnostics.contains { $0.severity == .error }, "seed \(seed): \(bytes)")
      for catalog in whole.catalogs {
        let paths = catalog.rows.map { catalog.pathBytes($0) }
        #expect(
          zip(paths, paths.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) },
          "seed \(seed): \(bytes)")
      }
    }
  }
}
