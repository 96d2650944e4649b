import Diagnostics
import Foundation
import TestSupport
import Testing
import Translations

@testable import Interchange

/// Keys of real files are set, renamed, removed, and get a new neighbour, each key in one of the ways in turn: every
/// key with `ASSETS_FULL=1`, else one in a hundred of the files of a common size.
@Suite(.enabled(if: YAMLCorpus.isPresent)) struct YAMLCorpusEditTests {
  private static let texts = [
    "neu", "no", "%{n} mehr", "it's \"so\"", "a: b # c", " 1.10 ", "zwei\nZeilen\n", "日本語", "",
  ]

  private enum Way: Int, CaseIterable {
    case set, remove, add, rename
  }

  private struct Outcome {
    var edits = 0
    /// Of keys that no other locale shares; the others cannot all be edited.
    var refusedOwn = 0
    var refusals: [String: Int] = [:]
    var faults: [String] = []
  }

  /// Each part takes every eighth file.
  private static let parts = 8

  @Test(arguments: 0..<parts) func everyKeyCanBeEditedWithoutAScar(part: Int) throws {
    let files = try YAMLCorpus.files(in: "yaml").filter { !$0.contains("yaml/history/") }
    let isFull = caseCount(full: 20) == 20
    var outcome = Outcome()
    for index in files.indices where index % Self.parts == part {
      try edit(files[index], step: isFull ? 1 : 100, offset: index, isFull: isFull, &outcome)
    }
    print("part \(part): \(outcome.edits) edits, refused:")
    for (reason, count) in outcome.refusals.sorted(by: { $0.key < $1.key }) {
      print("  \(count) × \(reason)")
    }
    for fault in outcome.faults.prefix(20) { Issue.record("\(fault)") }
    #expect(outcome.faults.isEmpty)
    #expect(outcome.edits > 10)
    #expect(outcome.refusedOwn <= 1 + outcome.edits / 50, "more than one edit in fifty refused")
  }

  private func edit(
    _ file: String, step: Int, offset: Int, isFull: Bool, _ outcome: inout Outcome
  ) throws {
    let bytes = try YAMLCorpus.bytes(file)
    guard isFull || bytes.count < 40_000 else { return }
    let document = try YAMLCatalogReader().read(BytesSource(bytes), path: file)
    // A text that several locales have through a merge key is overridden where the one locale stands.
    let places = Dictionary(document.catalogs.flatMap(\.rows).map { ($0.line, 1) }, uniquingKeysWith: +)
    let written = YAMLEditOracle.lines(bytes)
    for catalog in document.catalogs {
      guard let locale = catalog.locale ?? LanguageTag("de"),
        let oracle = try YAMLEditOracle(bytes, path: file, locale: locale)
      else { continue }
      let starts = Set(oracle.before.lines).sorted()
      for (number, message) in oracle.before.own.enumerated() where (number + offset) % step == 0 {
        let line = oracle.before.lines[number]
        let next = starts.first { $0 > line } ?? written.count + 1
        let way = Way.allCases[(number / step + offset) % Way.allCases.count]
        guard let (change, parsed) = try edited(bytes, oracle, message, way, number) else { continue }
        outcome.edits += 1
        let isInherited = places[UInt32(line), default: 1] > 1
        guard let result = parsed.value else {
          let reason = parsed.diagnostics.first.map { "\($0.rule.id) \($0.message)" } ?? "no reason"
          outcome.refusals[reason, default: 0] += 1
          if !isInherited { outcome.refusedOwn += 1 }
          continue
        }
        // Behind the dash of an item, the next key takes the place of one that goes.
        let isBehindDash = written[line - 1].drop { $0 == 0x20 }.first == UInt8(ascii: "-")
        // A new key may stand anywhere; an emptied parent stands above its key.
        let touched =
          switch way {
          case _ where isInherited: 1...Int.max
          case .set, .rename: max(1, line - 2)...max(line, next - 1)
          case .add: 1...Int.max
          case .remove: max(1, line - 12)...(max(line, next - 1) + (isBehindDash ? 1 : 0))
          }
        if let fault = try oracle.fault(result, [change], touched: touched) {
          outcome.faults.append("\(file):\(line) \(way): \(fault)")
        }
      }
    }
  }

  private func edited(
    _ bytes: [UInt8], _ oracle: YAMLEditOracle, _ message: YAMLEditOracle.Message, _ way: Way, _ number: Int
  ) throws -> (YAMLEditOracle.Change, Parsed<[UInt8]?>)? {
    let segments = exact(message.path)
    let text = Self.texts[number % Self.texts.count]
    let isItem = segments.last.map { Int($0.string) != nil } ?? false
    let apply = { (path: [UInt8], text: String?) in
      try YAMLCatalogEditor.applying(
        [CatalogEdit(path: exact(path), message: text.map { Message($0) })], to: bytes, path: oracle.path,
        locale: oracle.locale, layout: nil)
    }
    switch way {
    case .set: return (.set(message.path, Array(text.utf8)), try apply(message.path, text))
    case .remove:
      guard message.text != nil else { return nil }
      return (.remove(message.path), try apply(message.path, nil))
    case .add:
      guard !isItem else { return nil }
      let new = message.path + Array("-x".utf8)
      return (.set(new, Array(text.utf8)), try apply(new, text))
    case .rename:
      guard !isItem else { return nil }
      let name = ExactString(segments[segments.count - 1].string + " no")
      let parsed = try YAMLCatalogEditor.renaming(
        [.init(path: segments, name: name)], in: bytes, path: oracle.path, locale: oracle.locale, layout: nil)
      return (.rename(message.path, to: message.path + Array(" no".utf8)), parsed)
    }
  }

  private func exact(_ path: [UInt8]) -> [ExactString] {
    path.split(separator: 0, omittingEmptySubsequences: false).map {
      ExactString(String(decoding: $0, as: UTF8.self))
    }
  }
}
