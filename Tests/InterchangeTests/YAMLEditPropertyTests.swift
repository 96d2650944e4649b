import Diagnostics
import TestSupport
import Testing
import Translations

@testable import Interchange

/// Random catalog × random edit: read again it says exactly the edit, the difference lies in the lines of the edited
/// keys, and no comment is lost but the one in the line of a removed key.
@Suite struct YAMLEditPropertyTests {
  private static let parts = 20

  @Test(arguments: 0..<parts) func anEditIsExactlyTheEdit(_ part: Int) throws {
    let cases = max(1, caseCount(full: 100_000) / Self.parts)
    var tally: [String: Int] = [:]
    var faults = 0
    for number in 0..<cases {
      let seed = UInt64(part) &* 1_000_003 &+ UInt64(number)
      let (outcome, fault) = try Self.run(seed)
      tally[outcome, default: 0] += 1
      guard let fault else { continue }
      faults += 1
      if faults <= 3 { Issue.record("seed \(seed): \(fault)") }
    }
    print(
      "part \(part): "
        + tally.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", "))
    #expect(faults == 0)
    let refused = tally.filter { $0.key.hasPrefix("refused") }.values.reduce(0, +)
    #expect(refused * 20 < cases, "more than one edit in twenty was refused")
  }

  private static func run(_ seed: UInt64) throws -> (String, String?) {
    var catalog = YAMLRandomCatalog(seed: seed)
    let bytes = catalog.bytes()
    guard let locale = LanguageTag("de"),
      let oracle = try YAMLEditOracle(bytes, path: "de.yml", locale: locale)
    else { return ("not a catalog", nil) }
    guard let (name, changes, parsed, touched) = try edit(bytes, oracle, &catalog) else {
      return ("nothing to edit", nil)
    }
    let text = { String(decoding: bytes, as: UTF8.self) }
    guard let result = parsed.value else {
      let reason = parsed.diagnostics.first
      guard reason?.rule == YAMLRules.notEditable || reason?.rule == YAMLRules.localeMismatch else {
        return ("refused", "\(name): \(parsed.diagnostics)\n\(text())")
      }
      return ("refused: \(reason?.message ?? "")", nil)
    }
    if let fault = try oracle.fault(result, changes, touched: touched)
      ?? lostComment(bytes, result, name, touched)
    {
      return (name, "\(name) \(changes): \(fault)\n\(text())\n=>\n\(String(decoding: result, as: UTF8.self))")
    }
    return (name, nil)
  }

  /// The number of a comment that is gone, unless it stood behind the removed value.
  private static func lostComment(
    _ before: [UInt8], _ after: [UInt8], _ name: String, _ touched: ClosedRange<Int>
  ) -> String? {
    let lines = YAMLEditOracle.lines(before).map { String(decoding: $0.filter { $0 != 0x0D }, as: UTF8.self) }
    let result = String(decoding: after, as: UTF8.self)
    for (index, line) in lines.enumerated() {
      guard
        let comment = line.firstRange(of: "#c").map({ line[$0.lowerBound...].prefix { $0 != " " } }
        ),
        !result.contains(comment)
      else { continue }
      let isOwn =
        name.hasPrefix("remove") && touched.contains(index + 1) && !line.drop { $0 == " " }.hasPrefix("#")
      if !isOwn { return "comment \(comment) is lost" }
    }
    return nil
  }

  private typealias Edit = (String, [YAMLEditOracle.Change], Parsed<[UInt8]?>, ClosedRange<Int>)

  private static func edit(
    _ bytes: [UInt8], _ oracle: YAMLEditOracle, _ catalog: inout YAMLRandomCatalog
  ) throws -> Edit? {
    guard !oracle.before.own.isEmpty else { return nil }
    let index = catalog.below(oracle.before.own.count)
    let message = oracle.before.own[index]
    let touched = lines(of: index, oracle, bytes)
    let text = Array(catalog.text().utf8)
    let apply = { (edits: [CatalogEdit]) in
      try YAMLCatalogEditor.applying(edits, to: bytes, path: oracle.path, locale: oracle.locale, layout: nil)
    }
    let isItem =
      message.path.split(separator: 0).last.map { Int(String(decoding: $0, as: UTF8.self)) != nil } ?? false
    switch catalog.below(5) {
    case 0:
      let parsed = try apply([CatalogEdit(path: exact(message.path), message: Message(bytes: text))])
      return ("set", [.set(message.path, text)], parsed, touched)
    case 1 where message.text != nil:
      let parsed = try apply([CatalogEdit(path: exact(message.path), message: nil)])
      return ("remove", [.remove(message.path)], parsed, max(1, touched.lowerBound - 4)...touched.upperBound)
    case 2 where !isItem:
      let name = "neu " + catalog.pick(YAMLRandomCatalog.names)
      let parent = message.path.lastIndex(of: 0).map { Array(message.path[...$0]) } ?? []
      let renaming = YAMLCatalogEditor.Renaming(path: exact(message.path), name: ExactString(name))
      let parsed = try YAMLCatalogEditor.renaming(
        [renaming], in: bytes, path: oracle.path, locale: oracle.locale, layout: nil)
      return ("rename", [.rename(message.path, to: parent + Array(name.utf8))], parsed, touched)
    case 3:
      return try several(oracle, &catalog, apply)
    default:
      guard !isItem else { return nil }
      let tail = catalog.pick(["-x", " y", "0"]) + (catalog.below(4) == 0 ? "\0below" : "")
      let new = message.path + Array(tail.utf8)
      if oracle.before.own.contains(where: {
        $0.path == new || new.starts(with: $0.path + [0]) || $0.path.starts(with: new + [0])
      }) {
        return nil
      }
      let parsed = try apply([CatalogEdit(path: exact(new), message: Message(bytes: text))])
      return ("add", [.set(new, text)], parsed, 1...Int.max)
    }
  }

  /// Some texts changed and some removed at once.
  private static func several(
    _ oracle: YAMLEditOracle, _ catalog: inout YAMLRandomCatalog,
    _ apply: ([CatalogEdit]) throws -> Parsed<[UInt8]?>
  ) throws -> Edit? {
    var changes: [YAMLEditOracle.Change] = []
    var edits: [CatalogEdit] = []
    for message in oracle.before.own where catalog.below(3) == 0 {
      if catalog.below(2) == 0, message.text != nil {
        changes.append(.remove(message.path))
        edits.append(CatalogEdit(path: exact(message.path), message: nil))
      } else {
        let text = Array(catalog.text().utf8)
        changes.append(.set(message.path, text))
        edits.append(CatalogEdit(path: exact(message.path), message: Message(bytes: text)))
      }
    }
    return edits.isEmpty ? nil : ("remove and set", changes, try apply(edits), 1...Int.max)
  }

  /// The lines from a message's key to the line before the next message.
  private static func lines(of index: Int, _ oracle: YAMLEditOracle, _ bytes: [UInt8]) -> ClosedRange<Int> {
    let line = oracle.before.lines[index]
    let next = oracle.before.lines.filter { $0 > line }.min() ?? YAMLEditOracle.lines(bytes).count + 1
    return max(1, line - 1)...max(line, next - 1)
  }

  private static func exact(_ path: [UInt8]) -> [ExactString] {
    path.split(separator: 0, omittingEmptySubsequences: false).map {
      ExactString(String(decoding: $0, as: UTF8.self))
    }
  }
}
