import TestSupport
import Translations

/// Writes catalogs as many hands would: every style of text, comments in all places, lists, braces, blank lines.
///
/// Each comment has a number of its own, so that a lost one can be named.
struct YAMLRandomCatalog {
  private(set) var lines: [String] = []
  private var generator: SeededGenerator
  private var comments = 0
  private var step = 2

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func chance(_ percent: Int) -> Bool { generator.below(100) < percent }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[generator.below(values.count)] }

  mutating func below(_ bound: Int) -> Int { generator.below(bound) }

  /// The file, and whether its first keys are locales.
  mutating func bytes() -> [UInt8] {
    step = pick([2, 2, 2, 4, 1])
    if chance(20) { lines.append(comment()) }
    if chance(10) { lines.append("---") }
    let shape = generator.below(10)
    if shape < 6 {
      if chance(20) { lines += ["en:", "\(spaces(1))a: x"] }
      lines.append("de:" + (chance(10) ? " " + comment() : ""))
      map(level: 1, depth: 0)
      if chance(20) { lines += ["ja:", "\(spaces(1))b: y"] }
    } else if shape < 9 {
      map(level: 0, depth: 0)
    } else {
      for number in 0...generator.below(4) {
        if chance(20) { lines.append(comment()) }
        lines.append("- id: m\(number)")
        lines.append("  translation: \(inline(inFlow: false))")
      }
    }
    let lineEnd = chance(15) ? "\r\n" : "\n"
    let text = lines.joined(separator: lineEnd) + (chance(85) ? lineEnd : "")
    return (chance(5) ? [0xEF, 0xBB, 0xBF] : []) + Array(text.utf8)
  }

  private func spaces(_ level: Int) -> String { String(repeating: " ", count: level * step) }

  private mutating func comment() -> String {
    comments += 1
    return "#c\(comments)c"
  }

  static let names = [
    "title", "body", "a", "b", "c", "no", "1", "a.b", "with space", "é", "日本", "one", "other", "it's", "k\"q",
    "long name of a key", "x/y", "back\\slash", "true", "last",
  ]

  /// Texts that writers of YAML get wrong.
  mutating func text() -> String {
    let texts = [
      "Hallo", "no", "Yes", "~", "null", "", "12", "1.10", "%{n} neu", "@x", "a: b", "a #b", " vorn",
      "hinten ",
      "it's", "\"q\"", "\\n", "zwei\nZeilen", "zwei\nZeilen\n", "\n", "a\n\nb\n\n", "  eingerückt\nb", "日本語",
      "a\u{2028}b", "tab\tin", "\ttab", "{{n}}", "[x]", "x, y", "- x", "? x", ":x", "x:", "|", ">", "---",
      "*a", "&a",
      "!t", "😀", "a\u{A0}", "\u{1}", "\0", "<<", "=", "#x", "http://x.y/#z", "e\u{301}", "ends with \\",
      "`c`",
    ]
    var text = pick(texts)
    while chance(25) { text += pick([" ", "\n", ": ", " #", ""]) + pick(texts) }
    return text
  }

  // MARK: Maps

  private mutating func map(level: Int, depth: Int) {
    var names: [String] = []
    for _ in 0...generator.below(5) {
      let name = pick(Self.names)
      if !names.contains(name) { names.append(name) }
    }
    if chance(40) { names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
    for name in names {
      if chance(15) { lines.append("") }
      if chance(20) { lines.append((chance(80) ? spaces(level) : "") + comment()) }
      entry(spaces(level) + key(name) + ":", level: level, depth: depth)
    }
  }

  private mutating func key(_ name: String) -> String {
    let double = "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    let single = "'" + name.replacing("'", with: "''") + "'"
    return pick([name, name, name, double, single])
  }

  private mutating func entry(_ start: String, level: Int, depth: Int) {
    let note = chance(15) ? " " + comment() : ""
    switch generator.below(20) {
    case 0..<3 where depth < 3:
      lines.append(start + note)
      map(level: level + 1, depth: depth + 1)
    case 3: lines.append(start + pick(["", " ~", " null"]) + note)
    case 4: lines.append(start + " " + flow(0) + note)
    case 5:
      lines.append(start + note)
      for _ in 0...generator.below(3) {
        lines.append(spaces(level) + "- " + pick([inline(inFlow: false), "~", "{k: v, l: w}"]))
      }
    case 6, 7: block(start, note, level: level)
    case 8:
      lines.append(start + " \"over")
      lines.append(spaces(level + 1) + "lines\"" + note)
    case 9:
      lines.append(start + " plain over")
      lines.append(spaces(level + 1) + "lines" + note)
    case 10:
      lines.append(start + note)
      lines.append(spaces(level + 1) + inline(inFlow: false))
    default: lines.append(start + " " + inline(inFlow: false) + note)
    }
  }

  private mutating func block(_ start: String, _ note: String, level: Int) {
    let chomping = pick(["", "-", "+"])
    lines.append(start + " " + pick(["|", ">"]) + chomping + note)
    for number in 0...generator.below(3) {
      if number > 0, chance(20) { lines.append("") }
      lines.append(spaces(level + 1) + pick(["Zeile", "noch eine", "日本", "a: b"]))
    }
    if chance(20) { lines.append("") }
  }

  private mutating func inline(inFlow: Bool) -> String {
    pick([
      "x", "ein Text", "\"quoted\"", "'single'", "\"esc \\u00e9 \\\" q\"", "'it''s'", "12", "\"no\"",
      "'%{n}'",
      "日本語", inFlow ? "w" : "with, comma",
    ])
  }

  private mutating func flow(_ depth: Int) -> String {
    if depth > 0, chance(60) { return inline(inFlow: true) }
    if chance(30) {
      return "[" + (0..<generator.below(4)).map { _ in flow(depth + 2) }.joined(separator: ", ") + "]"
    }
    let entries = (0..<generator.below(4)).map { number in "f\(number): \(flow(depth + 1))" }
    return "{" + (chance(50) ? " " : "") + entries.joined(separator: ", ") + "}"
  }
}
