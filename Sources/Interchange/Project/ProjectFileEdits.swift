internal import Diagnostics

/// Changes to a small YAML file of a project, placed by the nodes of its tree.
///
/// Values change in place; new fields become lines of their own in the indentation and with the line ends around them.
struct ProjectFileEdits {
  let path: String
  let places: TextPlaces
  private var edits = ByteEdits()
  private let rule: Rule
  private let help: String

  /// - Parameters:
  ///   - rule: reports what cannot be edited.
  ///   - help: what to do by hand then.
  init(_ bytes: [UInt8], path: String, rule: Rule, help: String) {
    self.path = path
    self.rule = rule
    self.help = help
    places = TextPlaces(bytes)
  }

  /// The edited bytes; `nil` if two edits meet.
  var result: [UInt8]? { edits.applied(to: places.bytes) }

  func refusal(_ message: String, at mark: YAMLMark?) -> YAMLRefusal {
    YAMLRefusal(
      Diagnostic(
        rule, message, at: mark?.location(in: path) ?? SourceLocation(path: path), help: help))
  }

  /// Refuses a node that an anchor, alias or tag stands in front of.
  func checkIsPlain(_ node: YAMLNode) throws {
    let offset = places.offset(node.start)
    let first = offset < places.bytes.count ? places.bytes[offset] : 0
    if first == 0x26 || first == 0x2A || first == 0x21, !node.isNull {
      throw refusal("an anchor, alias or tag ties this to another place", at: node.start)
    }
  }

  mutating func replace(_ node: YAMLNode, with text: [UInt8], ifNot current: String?) throws {
    if let current, node.text == current { return }
    try checkIsPlain(node)
    let range = places.offset(node.start)..<max(places.offset(node.start), places.offset(node.end))
    // A missing value stands right behind its colon.
    let needsSpace = range.isEmpty && range.lowerBound > 0 && places.bytes[range.lowerBound - 1] == 0x3A
    edits.replace(range, with: needsSpace ? [0x20] + text : text)
  }

  /// Writes a text in the place of another one, in its style.
  mutating func replaceText(_ node: YAMLNode, with text: String) throws {
    if let old = node.text, old.isSame(as: text) { return }
    try replace(node, with: places.spelled(text, like: node), ifNot: nil)
  }

  mutating func replace(_ range: Range<Int>, with text: [UInt8]) { edits.replace(range, with: text) }

  mutating func insertFirst(_ field: [UInt8], in set: YAMLNode, before mark: YAMLMark) throws {
    if set.isFlow {
      let offset = places.offset(mark)
      edits.insert(field + Array(", ".utf8), at: offset)
      return
    }
    guard places.isAfterIndentation(mark) else {
      throw refusal("the map begins in the line of its key", at: mark)
    }
    let start = places.start(ofLine: mark.line)
    edits.insert(indentation(mark) + field + lineEnd(near: mark.line), at: start)
  }

  mutating func insertLast(_ field: [UInt8], in set: YAMLNode, like mark: YAMLMark) throws {
    if set.isFlow {
      // Behind the last value, before the closing brace.
      guard let last = set.entries?.last else { return }
      let offset = max(places.offset(last.value.end), places.offset(last.keyMark))
      edits.insert(Array(", ".utf8) + field, at: offset)
      return
    }
    guard places.isAfterIndentation(mark) else {
      throw refusal("the map begins in the line of its key", at: mark)
    }
    insertLine(indentation(mark) + field, behind: set, lineEnd(near: mark.line))
  }

  /// Writes the items of a list in the style it is in: one a line, or in brackets.
  mutating func replaceList(_ node: YAMLNode, with items: [[UInt8]]) throws {
    try checkIsPlain(node)
    guard !node.isFlow, let first = node.items?.first, let last = node.items?.last, !items.isEmpty else {
      return try replace(node, with: YAMLText.flowList(items), ifNot: nil)
    }
    let start = places.offset(node.start)
    guard start < places.offset(first.start), places.isAfterIndentation(node.start) else {
      throw refusal("the list begins in the line of its key", at: node.start)
    }
    let separator = lineEnd(near: node.start.line) + indentation(node.start)
    let lines = items.map { Array("- ".utf8) + $0 }
    replace(start..<places.offset(last.end), with: Array(lines.joined(separator: separator)))
  }

  /// Takes out the lines from a place to the end of a node.
  mutating func removeLines(from mark: YAMLMark, through node: YAMLNode) {
    edits.remove(places.start(ofLine: mark.line)..<places.end(ofLine: lastLine(of: node)))
  }

  /// Adds a line, or several, behind a node of a block collection.
  mutating func insertLine(_ text: [UInt8], behind node: YAMLNode, _ lineEnd: [UInt8]) {
    let line = lastLine(of: node)
    let followsLineEnd = !places.lineEnd(ofLine: line).isEmpty
    edits.insert(followsLineEnd ? text + lineEnd : lineEnd + text, at: places.end(ofLine: line))
  }

  /// The line a node ends in; a block text ends at the start of the line behind it.
  private func lastLine(of node: YAMLNode) -> Int {
    node.end.column == 1 && node.end.line > node.start.line ? node.end.line - 1 : node.end.line
  }

  /// What stands before an item in its first line: spaces, a hyphen, spaces; `nil` if there is anything else.
  func prefix(ofItem item: YAMLNode) -> [UInt8]? {
    let prefix = indentation(item.start)
    return prefix.filter { $0 != 0x20 } == [0x2D] ? prefix : nil
  }

  func indentation(_ mark: YAMLMark) -> [UInt8] {
    Array(places.bytes[places.start(ofLine: mark.line)..<places.offset(mark)])
  }

  func lineEnd(near line: Int) -> [UInt8] {
    for candidate in [line, line - 1] where candidate > 0 {
      let end = places.lineEnd(ofLine: candidate)
      if !end.isEmpty { return Array(end) }
    }
    return [0x0A]
  }
}
