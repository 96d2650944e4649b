import TestSupport

/// Writes documents full of anchors, aliases, merge keys and keys that stand twice; all of them are valid.
struct YAMLRandomDocument {
  private enum Kind {
    case open
    case text
    case list
    case map
  }

  private var generator: SeededGenerator
  private var anchors: [(name: String, kind: Kind)] = []
  private var lines: [String] = []

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func text() -> String {
    block(indentation: "", depth: 0)
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func chance(_ percent: Int) -> Bool { generator.below(100) < percent }

  private mutating func pick<Value>(_ values: [Value]) -> Value { values[generator.below(values.count)] }

  private mutating func key() -> String {
    pick(["a", "b", "c", "d", "\"a.b\"", "longer key number one", "longer key number two", "0", "1", "é"])
  }

  private mutating func scalar() -> String {
    pick(["x", "~", "\"q\"", "'no'", "1.10", "\"é\u{2028}z\"", "null", "\"~\"", "two words", "!!str 5"])
  }

  /// Perhaps a new anchor, in front of its node; some names come again.
  private mutating func openAnchor() -> Int? {
    guard chance(30) else { return nil }
    anchors.append(("a\(chance(80) ? anchors.count : generator.below(4))", .open))
    return anchors.count - 1
  }

  /// The anchors that name a finished node of a kind, or of any.
  private func closed(_ kind: Kind? = nil) -> [String] {
    var latest: [String: Kind] = [:]
    for anchor in anchors { latest[anchor.name] = anchor.kind }
    return latest.filter { $0.value != .open && (kind == nil || $0.value == kind) }.map(\.key).sorted()
  }

  private mutating func flow(_ depth: Int) -> String {
    let aliases = closed()
    if chance(15), !aliases.isEmpty { return "*" + pick(aliases) }
    let anchor = openAnchor()
    var text: String
    let kind: Kind
    if depth > 3 || chance(50) {
      (text, kind) = (scalar(), .text)
    } else if chance(50) {
      text = "[" + (0..<generator.below(4)).map { _ in flow(depth + 1) }.joined(separator: ", ") + "]"
      kind = .list
    } else {
      text =
        "{" + (0..<generator.below(4)).map { _ in "\(key()) : \(flow(depth + 1))" }.joined(separator: ", ")
        + "}"
      kind = .map
    }
    if let anchor {
      text = "&\(anchors[anchor].name) " + text
      anchors[anchor].kind = kind
    }
    return text
  }

  private mutating func block(indentation: String, depth: Int) {
    var hasMerge = false
    for _ in 0...generator.below(4) {
      let maps = closed(.map)
      if !hasMerge, !maps.isEmpty, chance(30) {
        hasMerge = true
        let list = (0...generator.below(3)).map { _ in chance(80) ? "*" + pick(maps) : "{a: m, zz: n}" }
        lines.append(
          "\(indentation)<<: " + (chance(50) ? "*" + pick(maps) : "[\(list.joined(separator: ", "))]"))
      } else if depth < 4, chance(40) {
        let anchor = openAnchor()
        lines.append("\(indentation)\(key()):" + (anchor.map { " &\(anchors[$0].name)" } ?? ""))
        block(indentation: indentation + "  ", depth: depth + 1)
        if let anchor { anchors[anchor].kind = .map }
      } else if chance(20) {
        lines.append("\(indentation)\(key()):")
        for _ in 0...generator.below(3) { lines.append("\(indentation)- \(flow(2))") }
      } else {
        lines.append("\(indentation)\(key()): \(flow(1))")
      }
    }
  }
}
