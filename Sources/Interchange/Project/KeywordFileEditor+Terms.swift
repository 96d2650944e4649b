import Translations

extension KeywordFileEditor {
  /// Writes the terms of a set in the style they were in: one a line, or in brackets.
  mutating func replaceTerms(of set: YAMLNode, with terms: [KeywordTerm], like mark: YAMLMark) throws {
    guard let node = set["terms"] else {
      return try insertLast(Array("terms: ".utf8) + Self.flowList(terms), in: set, like: mark)
    }
    try checkIsPlain(node)
    guard !node.isFlow, let first = node.items?.first, let last = node.items?.last, !terms.isEmpty else {
      return try replace(node, with: Self.flowList(terms), ifNot: nil)
    }
    let start = places.offset(node.start)
    guard start < places.offset(first.start), places.isAfterIndentation(node.start) else {
      throw refusal("the terms begin in the line of their key", at: node.start)
    }
    let separator = lineEnd(near: node.start.line) + indentation(node.start)
    let lines = terms.map { Array("- ".utf8) + Self.item($0) }
    replace(start..<places.offset(last.end), with: Array(lines.joined(separator: separator)))
  }

  /// Adds a set behind the last one.
  mutating func append(_ key: ExactString, _ change: Change, to map: YAMLNode) throws {
    guard let first = map.entries?.first, let terms = change.terms else {
      throw refusal("`keywords` has no set yet, so that there is no place to follow", at: map.start)
    }
    try checkIsPlain(map)
    var fields = [
      Array("state: \(change.state.rawValue)".utf8), Array("terms: ".utf8) + Self.flowList(terms),
    ]
    if let review = change.review { fields.append(Array("reviewed: ".utf8) + Self.flowMap(review)) }
    let name = Self.scalar(key.string) + [0x3A]
    if map.isFlow {
      let body = Array(fields.joined(separator: Array(", ".utf8)))
      return try insertLast(name + Array(" { ".utf8) + body + Array(" }".utf8), in: map, like: first.keyMark)
    }
    let step = first.value.entries?.first.map { max($0.keyMark.column - first.keyMark.column, 1) } ?? 2
    let inner =
      lineEnd(near: first.keyMark.line) + indentation(first.keyMark) + Array(repeating: 0x20, count: step)
    try insertLast(name + Array(fields.map { inner + $0 }.joined()), in: map, like: first.keyMark)
  }

  private static func flowList(_ terms: [KeywordTerm]) -> [UInt8] {
    [0x5B] + Array(terms.map(item).joined(separator: Array(", ".utf8))) + [0x5D]
  }

  /// A term alone, or as a map if it is more than its text.
  private static func item(_ term: KeywordTerm) -> [UInt8] {
    var fields = ["text: ".utf8 + scalar(term.text.string)]
    if term.kind != .alternative { fields.append(Array("kind: \(term.kind.rawValue)".utf8)) }
    if term.isLoanword { fields.append(Array("loanword: true".utf8)) }
    if let note = term.note { fields.append("note: ".utf8 + scalar(note)) }
    guard fields.count > 1 else { return scalar(term.text.string) }
    return Array("{ ".utf8) + Array(fields.joined(separator: Array(", ".utf8))) + Array(" }".utf8)
  }
}
