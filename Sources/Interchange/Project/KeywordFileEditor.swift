internal import Diagnostics
package import Translations

/// Changes sets of a keyword file and leaves every other byte of it as it is.
///
/// The `state`, `terms` and `reviewed` of the sets that are named change: their values in place, missing ones as
/// lines of their own in the indentation and with the line ends around them.
package struct KeywordFileEditor {
  private let path: String
  let places: TextPlaces
  private var edits: [(range: Range<Int>, text: [UInt8])] = []

  private init(_ bytes: [UInt8], path: String) {
    self.path = path
    places = TextPlaces(bytes)
  }

  /// What one set is to say.
  package struct Change: Hashable, Sendable {
    package var state: KeywordSet.State
    /// `nil` leaves the terms as they are; a set that is not in the file needs some.
    package var terms: [KeywordTerm]?
    /// `nil` leaves the review as it is.
    package var review: KeywordSet.Review?

    package init(state: KeywordSet.State, terms: [KeywordTerm]?, review: KeywordSet.Review?) {
      self.state = state
      self.terms = terms
      self.review = review
    }
  }

  /// The bytes of the file with the approvals in it; the terms stay.
  package static func approving(
    _ reviews: [ExactString: KeywordSet.Review], in bytes: [UInt8], path: String
  ) throws -> Parsed<[UInt8]?> {
    try editing(
      reviews.mapValues { Change(state: .approved, terms: nil, review: $0) }, in: bytes, path: path)
  }

  /// The bytes of the file with the changes in it.
  ///
  /// The result is read again: it says exactly what the file said, and the changes. A set that says already what it
  /// should stays as it is.
  /// - Parameter bytes: a keyword file in UTF-8.
  /// - Returns: no bytes if the file has errors, or a set cannot be edited; nothing is half done.
  package static func editing(
    _ changes: [ExactString: Change], in bytes: [UInt8], path: String
  ) throws -> Parsed<[UInt8]?> {
    let before = try KeywordFileReader().read(BytesSource(bytes), path: path)
    let (root, _) = try YAMLTreeReader.read(BytesSource(bytes), path: path, limits: .standard)
    guard let file = before.value, !before.hasErrors, let map = root?["keywords"], let sets = map.entries
    else {
      return Parsed(nil, diagnostics: before.diagnostics)
    }
    var editor = KeywordFileEditor(bytes, path: path)
    var diagnostics: [Diagnostic] = []
    for key in changes.keys.sorted() {
      guard let change = changes[key] else { continue }
      do {
        if let entry = sets.first(where: { ExactString($0.key) == key }) {
          try editor.apply(change, to: entry)
        } else if change.terms != nil {
          try editor.append(key, change, to: map)
        } else {
          throw editor.refusal("no keyword set `\(key)` in the file", at: nil)
        }
      } catch let refusal as YAMLRefusal {
        diagnostics.append(refusal.diagnostic)
      }
    }
    guard diagnostics.isEmpty else { return Parsed(nil, diagnostics: diagnostics) }
    let result = editor.result
    let after = try KeywordFileReader().read(BytesSource(result), path: path)
    guard after.value.map({ Self.isSame($0, file, with: changes) }) == true, !after.hasErrors else {
      let refusal = editor.refusal("the file cannot be edited without changing what else it says", at: nil)
      return Parsed(nil, diagnostics: [refusal.diagnostic])
    }
    return Parsed(result, diagnostics: [])
  }

  /// Whether an edited file says what it should.
  private static func isSame(
    _ edited: KeywordFile, _ file: KeywordFile, with changes: [ExactString: Change]
  ) -> Bool {
    var wanted = file.sets
    for key in changes.keys.sorted() {
      guard let change = changes[key] else { continue }
      let index = wanted.firstIndex { $0.key == key } ?? wanted.count
      if index == wanted.count { wanted.append(KeywordSet(key: key.string, state: change.state, terms: [])) }
      wanted[index].state = change.state
      if let terms = change.terms { wanted[index].terms = terms }
      if let review = change.review { wanted[index].review = review }
    }
    return edited.locale == file.locale && edited.sets.map(withoutPlaces) == wanted.map(withoutPlaces)
  }

  private static func withoutPlaces(_ set: KeywordSet) -> KeywordSet {
    var set = set
    set.location = nil
    for index in set.terms.indices { set.terms[index].location = nil }
    return set
  }

  func refusal(_ message: String, at mark: YAMLMark?) -> YAMLRefusal {
    YAMLRefusal(
      Diagnostic(
        KeywordFileRules.notEditable, message, at: mark?.location(in: path) ?? SourceLocation(path: path),
        help: "write `state`, `terms` and `reviewed` by hand"))
  }

  private var result: [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for (_, edit) in edits.enumerated().sorted(by: {
      ($0.1.range.lowerBound, $0.0) < ($1.1.range.lowerBound, $1.0)
    }) {
      result += places.bytes[position..<edit.range.lowerBound] + edit.text
      position = edit.range.upperBound
    }
    return result + places.bytes[position...]
  }

  // MARK: One set

  private mutating func apply(_ change: Change, to entry: YAMLNode.Entry) throws {
    let set = entry.value
    guard let first = set.entries?.first else { throw refusal("an empty keyword set", at: set.start) }
    try checkIsPlain(set)
    if let state = set["state"] {
      try replace(state, with: Array(change.state.rawValue.utf8), ifNot: change.state.rawValue)
    } else {
      try insertFirst(Array("state: \(change.state.rawValue)".utf8), in: set, before: first.keyMark)
    }
    if let terms = change.terms { try replaceTerms(of: set, with: terms, like: first.keyMark) }
    if let review = change.review { try write(review, in: set, like: first.keyMark) }
  }

  private mutating func write(_ review: KeywordSet.Review, in set: YAMLNode, like mark: YAMLMark) throws {
    guard let reviewed = set["reviewed"] else {
      return try insertLast(Array("reviewed: ".utf8) + Self.flowMap(review), in: set, like: mark)
    }
    let fields: [(StaticString, String)] = [
      ("by", review.by), ("at", review.at), ("digest", review.digest), ("source", review.source),
    ]
    guard reviewed.entries?.count == fields.count, fields.allSatisfy({ reviewed[$0.0] != nil }) else {
      return try replace(reviewed, with: Self.flowMap(review), ifNot: nil)
    }
    try checkIsPlain(reviewed)
    for (field, text) in fields {
      if let node = reviewed[field] { try replace(node, with: Self.scalar(text), ifNot: text) }
    }
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
    edits.append((range, needsSpace ? [0x20] + text : text))
  }

  mutating func replace(_ range: Range<Int>, with text: [UInt8]) { edits.append((range, text)) }

  private mutating func insertFirst(_ field: [UInt8], in set: YAMLNode, before mark: YAMLMark) throws {
    if set.isFlow {
      let offset = places.offset(mark)
      edits.append((offset..<offset, field + Array(", ".utf8)))
      return
    }
    guard places.isAfterIndentation(mark) else {
      throw refusal("the set begins in the line of its key", at: mark)
    }
    let start = places.start(ofLine: mark.line)
    edits.append((start..<start, indentation(mark) + field + lineEnd(near: mark.line)))
  }

  mutating func insertLast(_ field: [UInt8], in set: YAMLNode, like mark: YAMLMark) throws {
    if set.isFlow {
      // Behind the last value, before the closing brace.
      guard let last = set.entries?.last else { return }
      let offset = max(places.offset(last.value.end), places.offset(last.keyMark))
      edits.append((offset..<offset, Array(", ".utf8) + field))
      return
    }
    guard places.isAfterIndentation(mark) else {
      throw refusal("the set begins in the line of its key", at: mark)
    }
    // A block text ends at the start of the line behind it.
    let endsBeforeLine = set.end.column == 1 && set.end.line > set.start.line
    let line = endsBeforeLine ? set.end.line - 1 : set.end.line
    let offset = places.end(ofLine: line)
    let lineEnd = lineEnd(near: mark.line)
    let text = indentation(mark) + field
    let followsLineEnd = !places.lineEnd(ofLine: line).isEmpty
    edits.append((offset..<offset, followsLineEnd ? text + lineEnd : lineEnd + text))
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

  // MARK: Writing

  static func flowMap(_ review: KeywordSet.Review) -> [UInt8] {
    let fields = [
      ("by", review.by), ("at", review.at), ("digest", review.digest), ("source", review.source),
    ].map { name, text in Array("\(name): ".utf8) + scalar(text) }
    return Array("{ ".utf8) + Array(fields.joined(separator: Array(", ".utf8))) + Array(" }".utf8)
  }

  /// A text as a scalar that every YAML reader takes for the same text: plain where that is safe, else in double
  /// quotes.
  static func scalar(_ text: String) -> [UInt8] {
    isSafePlain(text) ? Array(text.utf8) : quoted(text)
  }

  private static func isSafePlain(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte | 0x20) }
    guard let first = bytes.first, isDigit(first) || isLetter(first) || first >= 0x80 else { return false }
    guard
      bytes.allSatisfy({
        isDigit($0) || isLetter($0) || $0 >= 0x80 || [0x2D, 0x2E, 0x5F, 0x40, 0x2B].contains($0)
      }),
      text.unicodeScalars.allSatisfy({ $0.isASCII || $0.properties.isAlphabetic })
    else { return false }
    let words = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]
    if words.contains(text.lowercased()) { return false }
    let isDate =
      bytes.count == 10 && bytes[4] == 0x2D && bytes[7] == 0x2D
      && bytes.enumerated().allSatisfy { [4, 7].contains($0.offset) || isDigit($0.element) }
    // Anything that could be a number to somebody needs a letter that no number has.
    let looksLikeNumber = isDigit(first) && !bytes.contains { isLetter($0) && $0 | 0x20 != 0x65 }
    return isDate
      || (!looksLikeNumber
        && !(first == 0x30 && bytes.count > 1 && [0x78, 0x6F, 0x62].contains(bytes[1] | 0x20)))
  }

  private static func quoted(_ text: String) -> [UInt8] {
    var result: [UInt8] = [0x22]
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += [0x5C, UInt8(truncatingIfNeeded: scalar.value)]
      case _ where scalar.isControlOrBidirectionalFormatting || scalar.value == 0xA0:
        let digits = String(scalar.value, radix: 16)
        result +=
          Array("\\u".utf8) + Array(String(repeating: "0", count: 4 - digits.count).utf8) + Array(digits.utf8)
      default: result += Array(String(scalar).utf8)
      }
    }
    return result + [0x22]
  }
}
