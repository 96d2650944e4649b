internal import Diagnostics
internal import Translations

/// Takes values out of a YAML tree and reports, with its place, everything that is not as it should be.
struct NodeDecoder {
  /// The rules that a file's findings are reported under.
  struct Rules {
    var unknownField: Rule
    var missingField: Rule
    var type: Rule
    var value: Rule
  }

  let path: String
  let rules: Rules
  private(set) var diagnostics: [Diagnostic]

  /// Puts what was found before the decoding ahead of what it found.
  mutating func prepend(_ earlier: [Diagnostic]) { diagnostics = earlier + diagnostics }

  init(path: String, rules: Rules, diagnostics: [Diagnostic] = []) {
    self.path = path
    self.rules = rules
    self.diagnostics = diagnostics
  }

  var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  mutating func report(
    _ rule: Rule, _ message: String, at mark: YAMLMark, key: String? = nil, contentIDs: [String] = [],
    help: String? = nil, notes: [Diagnostic.Note] = []
  ) {
    diagnostics.append(
      Diagnostic(
        rule, message, at: mark.location(in: path), key: key, contentIDs: contentIDs, help: help, notes: notes
      ))
  }

  mutating func reportValue(_ message: String, at mark: YAMLMark, help: String? = nil) {
    report(rules.value, message, at: mark, help: help)
  }

  // MARK: Maps

  /// Whether `node` is a map whose fields are all in `fields` and which has all of `required`; reports what is not.
  mutating func isMap(_ node: YAMLNode, _ name: String, fields: [String], required: [String] = []) -> Bool {
    guard let entries = node.entries else {
      wrongType(node, name, expected: "a map")
      return false
    }
    for entry in entries where !fields.contains(where: { $0.isSame(as: entry.key) }) {
      let nearest = nearestName(to: entry.key, in: fields)
      report(
        rules.unknownField, "unknown field `\(entry.key)` in \(name)", at: entry.keyMark,
        help: nearest.map { "did you mean `\($0)`?" } ?? "allowed here: \(fields.joined(separator: ", "))")
    }
    let hasAll = required.allSatisfy { field in entries.contains { $0.key.isSame(as: field) } }
    if !hasAll {
      let missing = required.filter { field in !entries.contains { $0.key.isSame(as: field) } }
      let list = missing.map { "`\($0)`" }.joined(separator: ", ")
      report(rules.missingField, "\(name) has no \(list)", at: node.start, help: "add \(list)")
    }
    return hasAll
  }

  mutating func wrongType(_ node: YAMLNode, _ name: String, expected: String) {
    report(rules.type, "expected \(expected) for \(name) and found \(node.kind)", at: node.start)
  }

  /// The entries of a map with free keys; an absent node has none.
  mutating func entries(_ node: YAMLNode?, _ name: String) -> [YAMLNode.Entry] {
    guard let node else { return [] }
    guard let entries = node.entries else {
      wrongType(node, name, expected: "a map")
      return []
    }
    return entries
  }

  /// The items of a list; an absent node has none.
  mutating func items(_ node: YAMLNode?, _ name: String) -> [YAMLNode] {
    guard let node else { return [] }
    guard let items = node.items else {
      wrongType(node, name, expected: "a list")
      return []
    }
    return items
  }

  // MARK: Scalars

  /// A text that is not empty.
  mutating func text(_ node: YAMLNode?, _ name: String) -> String? {
    guard let node else { return nil }
    guard let text = node.text else {
      wrongType(node, name, expected: "a text")
      return nil
    }
    guard !text.isEmpty else {
      reportValue("\(name) is empty", at: node.start)
      return nil
    }
    return text
  }

  /// A text without control and bidirectional formatting characters.
  mutating func name(_ node: YAMLNode?, _ name: String) -> String? {
    guard let node, let text = text(node, name) else { return nil }
    guard !text.hasControlOrBidirectionalFormatting else {
      reportValue("\(name) holds a control or bidirectional formatting character", at: node.start)
      return nil
    }
    return text
  }

  /// `true` or `false`, without quotes or with.
  mutating func boolean(_ node: YAMLNode?, _ name: String) -> Bool? {
    guard let node, let text = text(node, name) else { return nil }
    switch text {
    case "true": return true
    case "false": return false
    default:
      report(rules.type, "expected true or false for \(name)", at: node.start)
      return nil
    }
  }

  /// A whole number of at least 1.
  mutating func count(_ node: YAMLNode?, _ name: String) -> Int? {
    guard let node, let text = text(node, name) else { return nil }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), number > 0 else {
      report(rules.type, "expected a whole number above 0 for \(name)", at: node.start)
      return nil
    }
    return number
  }

  /// One of a few words.
  mutating func choice<Choice>(
    _ node: YAMLNode?, _ name: String, of choices: [(String, Choice)]
  ) -> Choice? {
    guard let node, let text = text(node, name) else { return nil }
    if let match = choices.first(where: { $0.0.isSame(as: text) }) { return match.1 }
    let words = choices.map(\.0)
    reportValue(
      "unknown \(name) `\(Self.shown(text))`", at: node.start,
      help: nearestName(to: text, in: words).map { "did you mean `\($0)`?" }
        ?? "one of: \(words.joined(separator: ", "))")
    return nil
  }

  mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ node: YAMLNode?, _ name: String, of type: Choice.Type
  ) -> Choice? {
    if let text = node?.text, let known = Choice(rawValue: text), known.rawValue.isSame(as: text) {
      return known
    }
    return choice(node, name, of: Choice.allCases.map { ($0.rawValue, $0) })
  }

  /// A well-formed language tag.
  mutating func locale(_ node: YAMLNode?, _ name: String) -> LanguageTag? {
    guard let node, let text = text(node, name) else { return nil }
    guard let tag = LanguageTag(text) else {
      reportValue(
        "\(name) `\(Self.shown(text))` is not a language tag", at: node.start,
        help: "write a BCP 47 tag such as `de`, `pt-BR` or `zh-Hans`")
      return nil
    }
    return tag
  }

  /// A word of the file as a message may show it.
  static func shown(_ text: String) -> String {
    !text.hasControlOrBidirectionalFormatting && text.utf8.count <= 128 ? text : "…"
  }
}
