package import Translations

extension KeywordFileEditor {
  /// Writes the terms of a set in the style they were in: one a line, or in brackets. Those that stay are not touched.
  /// - Parameter old: what the terms are now.
  mutating func replaceTerms(
    of set: YAMLNode, from old: [KeywordTerm], to terms: [KeywordTerm], like mark: YAMLMark
  ) throws {
    guard let node = set["terms"] else {
      return try file.insertLast(
        Array("terms: ".utf8) + YAMLText.flowList(terms.map(Self.item)), in: set, like: mark)
    }
    let places = file.places
    try file.editList(node, from: old.map(\.withoutPlace), to: terms.map(\.withoutPlace)) { term, model in
      term.isTextAlone ? places.spelled(term.text.string, like: model) : Self.item(term)
    }
  }

  /// Adds a set behind the last one.
  mutating func append(_ key: ExactString, _ change: Change, to map: YAMLNode) throws {
    guard let first = map.entries?.first, let terms = change.terms else {
      throw file.refusal("`keywords` has no set yet, so that there is no place to follow", at: map.start)
    }
    try file.checkIsPlain(map)
    let fields = Self.fields(change, terms)
    let name = YAMLText.scalar(key.string) + [0x3A]
    if map.isFlow {
      let body = Array(fields.joined(separator: Array(", ".utf8)))
      return try file.insertLast(
        name + Array(" { ".utf8) + body + Array(" }".utf8), in: map, like: first.keyMark)
    }
    let isInLines = !first.value.isFlow
    let step =
      first.value.entries?.first.map { isInLines ? max($0.keyMark.column - first.keyMark.column, 1) : 2 } ?? 2
    let inner =
      file.lineEnd(near: first.keyMark.line) + file.indentation(first.keyMark)
      + Array(repeating: 0x20, count: step)
    try file.insertLast(name + Array(fields.map { inner + $0 }.joined()), in: map, like: first.keyMark)
  }

  /// A keyword file of sets that has none yet.
  /// - Parameter sets: without those that have no terms, for which there is nothing to write.
  package static func newFile(_ locale: LanguageTag, _ sets: [ExactString: Change]) -> [UInt8] {
    var lines = [Array("locale: ".utf8) + YAMLText.scalar(locale.description), Array("keywords:".utf8)]
    for key in sets.keys.sorted() {
      guard let change = sets[key], let terms = change.terms else { continue }
      lines.append(Array("  ".utf8) + YAMLText.scalar(key.string) + [0x3A])
      lines += fields(change, terms).map { Array("    ".utf8) + $0 }
    }
    return Array(lines.map { $0 + [0x0A] }.joined())
  }

  private static func fields(_ change: Change, _ terms: [KeywordTerm]) -> [[UInt8]] {
    var fields = [
      Array("state: \(change.state.rawValue)".utf8),
      Array("terms: ".utf8) + YAMLText.flowList(terms.map(item)),
    ]
    if let review = change.review { fields.append(Array("reviewed: ".utf8) + review.flowMap) }
    return fields
  }

  /// A term alone, or as a map if it is more than its text.
  private static func item(_ term: KeywordTerm) -> [UInt8] {
    var fields = ["text: ".utf8 + YAMLText.scalar(term.text.string)]
    if term.kind != .alternative { fields.append(Array("kind: \(term.kind.rawValue)".utf8)) }
    if term.isLoanword { fields.append(Array("loanword: true".utf8)) }
    if let note = term.note { fields.append("note: ".utf8 + YAMLText.scalar(note)) }
    guard fields.count > 1 else { return YAMLText.scalar(term.text.string) }
    return YAMLText.flowMap(fields)
  }
}

extension KeywordTerm {
  /// Whether a list says it without a map.
  fileprivate var isTextAlone: Bool { kind == .alternative && !isLoanword && note == nil }

  var withoutPlace: KeywordTerm {
    var term = self
    term.location = nil
    return term
  }
}
