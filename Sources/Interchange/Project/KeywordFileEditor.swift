internal import Diagnostics
package import Translations

/// Changes sets of a keyword file and leaves every other byte of it as it is.
///
/// The `state`, `terms` and `reviewed` of the sets that are named change: their values in place, missing ones as
/// lines of their own in the indentation and with the line ends around them.
package struct KeywordFileEditor {
  var file: ProjectFileEdits

  private init(_ bytes: [UInt8], path: String) {
    file = ProjectFileEdits(
      bytes, path: path, rule: KeywordFileRules.notEditable,
      help: "write `state`, `terms` and `reviewed` by hand")
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
          try editor.apply(change, to: entry, terms: file.sets.first { $0.key == key }?.terms ?? [])
        } else if change.terms != nil {
          try editor.append(key, change, to: map)
        } else {
          throw editor.file.refusal("no keyword set `\(key)` in the file", at: nil)
        }
      } catch let refusal as YAMLRefusal {
        diagnostics.append(refusal.diagnostic)
      }
    }
    guard diagnostics.isEmpty, let result = editor.file.result else {
      return Parsed(nil, diagnostics: diagnostics)
    }
    let after = try KeywordFileReader().read(BytesSource(result), path: path)
    guard after.value.map({ Self.isSame($0, file, with: changes) }) == true, !after.hasErrors else {
      let refusal = editor.file.refusal(
        "the file cannot be edited without changing what else it says", at: nil)
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
    set.terms = set.terms.map(\.withoutPlace)
    return set
  }

  // MARK: One set

  private mutating func apply(
    _ change: Change, to entry: YAMLNode.Entry, terms old: [KeywordTerm]
  ) throws {
    let set = entry.value
    guard let first = set.entries?.first else { throw file.refusal("an empty keyword set", at: set.start) }
    try file.checkIsPlain(set)
    if let state = set["state"] {
      try file.replace(state, with: Array(change.state.rawValue.utf8), ifNot: change.state.rawValue)
    } else {
      try file.insertFirst(Array("state: \(change.state.rawValue)".utf8), in: set, before: first.keyMark)
    }
    if let terms = change.terms {
      try replaceTerms(of: set, from: old, to: terms, like: first.keyMark)
    }
    if let review = change.review { try write(review, in: set, like: first.keyMark) }
  }

  private mutating func write(_ review: KeywordSet.Review, in set: YAMLNode, like mark: YAMLMark) throws {
    guard let reviewed = set["reviewed"] else {
      return try file.insertLast(Array("reviewed: ".utf8) + review.flowMap, in: set, like: mark)
    }
    let fields: [(StaticString, String)] = [
      ("by", review.by), ("at", review.at), ("digest", review.digest), ("source", review.source),
    ]
    guard reviewed.entries?.count == fields.count, fields.allSatisfy({ reviewed[$0.0] != nil }) else {
      return try file.replace(reviewed, with: review.flowMap, ifNot: nil)
    }
    try file.checkIsPlain(reviewed)
    for (field, text) in fields {
      if let node = reviewed[field] { try file.replace(node, with: YAMLText.scalar(text), ifNot: text) }
    }
  }
}

extension KeywordSet.Review {
  /// The review as a map in braces.
  var flowMap: [UInt8] {
    YAMLText.flowMap(
      [("by", by), ("at", at), ("digest", digest), ("source", source)].map { name, text in
        Array("\(name): ".utf8) + YAMLText.scalar(text)
      })
  }
}
