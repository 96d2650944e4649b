/// The atoms in which an old and a new text differ.
struct Change {
  /// Of the old text.
  var replaced: Range<Int>
  /// Of the new text.
  var inserted: Range<Int>

  init(_ old: [MessageAtoms.Atom], _ new: [MessageAtoms.Atom]) {
    let limit = min(old.count, new.count)
    var start = 0
    while start < limit, old[start] == new[start] { start += 1 }
    var tail = 0
    while tail < limit - start, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    replaced = start..<old.count - tail
    inserted = start..<new.count - tail
  }

  /// The change of a content; what follows it does not begin with a character that could end a CDATA section.
  init(
    from old: [MessageAtoms.Atom], to new: [MessageAtoms.Atom], in content: InlineContent, of bytes: [UInt8]
  ) {
    self.init(old, new)
    let visible = content.visible
    while replaced.upperBound < old.count, inserted.count > 0 || replaced.count > 0 {
      let first = bytes[content.atoms[visible[replaced.upperBound]].raw.lowerBound]
      guard first == UInt8(ascii: ">") || first == UInt8(ascii: "]") else { break }
      replaced = replaced.lowerBound..<replaced.upperBound + 1
      inserted = inserted.lowerBound..<inserted.upperBound + 1
    }
  }
}

extension InlineContent {
  /// Whether the visible atoms spell a text of the model.
  func agrees(with text: [MessageAtoms.Atom]) -> Bool {
    let visible = visible
    guard visible.count == text.count else { return false }
    return zip(visible, text).allSatisfy { index, atom in
      switch (atoms[index].kind, atom) {
      case (.text(let a), .text(let b)): a == b
      case (.code, .code): true
      default: false
      }
    }
  }

  /// The text of a content without codes; `nil` with one.
  var literalAtoms: [MessageAtoms.Atom]? {
    var result: [MessageAtoms.Atom] = []
    for index in visible {
      guard case .text(let bytes) = atoms[index].kind else { return nil }
      result.append(.text(bytes))
    }
    return result
  }
}
