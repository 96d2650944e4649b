internal import Diagnostics
internal import Translations

/// What a list of edits does to the messages of a catalog: only the edits that change something.
struct YAMLModelChanges {
  enum Outcome: Equatable {
    case text([UInt8])
    case gone
  }

  struct Change {
    /// Segments joined by 0.
    var path: [UInt8]
    var segments: [[UInt8]]
    var outcome: Outcome

    var text: [UInt8]? { if case .text(let text) = outcome { text } else { nil } }
  }

  /// Sorted by path.
  private(set) var changes: [Change] = []
  /// The printed path of a text with an inline code that has no equivalent text.
  private(set) var lostCode: String?

  var isEmpty: Bool { changes.isEmpty }
  var hasRemovals: Bool { changes.contains { $0.outcome == .gone } }

  /// - Parameter catalog: the messages before; `nil` for a locale that has none.
  init(_ edits: [CatalogEdit], in catalog: Catalog?) {
    for edit in edits {
      let segments = edit.path.map { Array($0.utf8) }
      let path = Array(segments.joined(separator: [0]))
      let current = catalog?.row(path: path[...]).flatMap { catalog?.target($0) }
      guard let message = edit.message else {
        if current != nil { changes.append(Change(path: path, segments: segments, outcome: .gone)) }
        continue
      }
      let losesCode = message.parts.contains {
        if case .code(let code) = $0 { code.equivalent.isEmpty } else { false }
      }
      if losesCode { lostCode = MessageKey.printed(path: edit.path.map(\.string)) }
      let text = message.hasCodes ? Array(message.plainText.utf8) : message.bytes
      if current?.bytes != text {
        changes.append(Change(path: path, segments: segments, outcome: .text(text)))
      }
    }
    changes.sort { $0.path.lexicographicallyPrecedes($1.path) }
  }

  /// Every message at or under a renamed path goes, and comes again under the new name.
  init(renaming renamings: [YAMLCatalogEditor.Renaming], in catalog: Catalog?) {
    guard let catalog else { return }
    for renaming in renamings {
      let old = Array(renaming.path.map { Array($0.utf8) }.joined(separator: [0]))
      let new = Array(
        (renaming.path.dropLast() + [renaming.name]).map { Array($0.utf8) }.joined(separator: [0]))
      guard old != new else { continue }
      for row in catalog.rows {
        let path = catalog.pathBytes(row)
        guard path == old || path.starts(with: old + [0]) else { continue }
        add(new + path.dropFirst(old.count), row.target.isAbsent ? nil : Array(catalog.bytes(row.target)))
        add(path, nil)
      }
    }
    changes.sort { $0.path.lexicographicallyPrecedes($1.path) }
  }

  private mutating func add(_ path: [UInt8], _ text: [UInt8]?) {
    let segments = path.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
    changes.append(Change(path: path, segments: segments, outcome: text.map { .text($0) } ?? .gone))
  }

  /// What is to become of a path; `nil` if no edit is about it.
  subscript(path: ArraySlice<UInt8>) -> Outcome? {
    let index = lowerBound(path)
    return index < changes.count && changes[index].path[...] == path ? changes[index].outcome : nil
  }

  private func lowerBound(_ path: ArraySlice<UInt8>) -> Int {
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].path.lexicographicallyPrecedes(path) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether a row without a text has to make way: a text comes below it or above it.
  private func displaces(_ path: ArraySlice<UInt8>) -> Bool {
    for border in path.indices where path[border] == 0 {
      if case .text = self[path[..<border]] { return true }
    }
    let below = Array(path) + [0]
    let index = lowerBound(below[...])
    guard index < changes.count, changes[index].path.starts(with: below) else { return false }
    return changes[index...].prefix { $0.path.starts(with: below) }.contains { $0.text != nil }
  }

  /// Whether the second catalog is the first one after the changes.
  ///
  /// Rows without a text count too, but where a text was removed there may be one or none.
  func turn(_ before: Catalog?, into after: Catalog?) -> Bool {
    var expected: [(path: [UInt8], text: [UInt8]?)] = []
    expected.reserveCapacity((before?.count ?? 0) + changes.count)
    var pending = changes[...]
    for row in before?.rows ?? [] {
      guard let path = before?.pathBytes(row) else { continue }
      while let next = pending.first, next.path.lexicographicallyPrecedes(path) {
        if let text = next.text { expected.append((next.path, text)) }
        pending.removeFirst()
      }
      if let next = pending.first, next.path == path {
        if let text = next.text { expected.append((path, text)) }
        pending.removeFirst()
      } else if let text = before?.target(row)?.bytes {
        expected.append((path, text))
      } else if !displaces(path[...]) {
        expected.append((path, nil))
      }
    }
    expected += pending.compactMap { change in change.text.map { (change.path, $0) } }
    return Self.isSame(expected, after) { path in
      self[path] == .gone || (isFillerOfNewList(path) && before?.row(path: path) == nil)
    }
  }

  /// Whether a path is the empty first item of a list that the edits make, as of names of months.
  private func isFillerOfNewList(_ path: ArraySlice<UInt8>) -> Bool {
    guard path.last == 0x30, path.count > 1, path[path.endIndex - 2] == 0 else { return false }
    if case .text = self[path.dropLast() + [0x31]] { return true }
    return false
  }

  private static func isSame(
    _ expected: [(path: [UInt8], text: [UInt8]?)], _ after: Catalog?,
    allowingEmpty isAllowed: (ArraySlice<UInt8>) -> Bool
  ) -> Bool {
    var rest = expected[...]
    for row in after?.rows ?? [] {
      guard let path = after?.pathBytes(row) else { continue }
      let text = after?.target(row)?.bytes
      if text == nil, isAllowed(path[...]) { continue }
      guard let next = rest.popFirst(), next.path == path, next.text == text else { return false }
    }
    return rest.isEmpty
  }
}
