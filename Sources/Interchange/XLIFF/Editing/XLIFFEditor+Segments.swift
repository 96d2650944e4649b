internal import Translations

/// Units of 2.x whose text is spread over several segments.
extension XLIFFEditor {
  /// The places in the order in which their targets are read.
  func ordered(_ slots: [Slot]) -> [Slot] {
    slots.enumerated().sorted { a, b in
      let (x, y) = (position(of: a.element, at: a.offset), position(of: b.element, at: b.offset))
      return x == y ? a.offset < b.offset : x < y
    }.map(\.element)
  }

  private func position(of slot: Slot, at index: Int) -> Int {
    slot.target.flatMap { value("order", of: $0) }.flatMap { Int($0) } ?? index + 1
  }

  /// Writes a text of which only the part of one segment differs from what is there.
  mutating func write(
    _ new: [MessageAtoms.Atom], over slots: [Slot], of edit: WantedEdits.Edit, with writer: InlineWriter
  ) throws(Refusal) {
    let parts = ordered(slots).map { slot in
      (slot: slot, content: (slot.target ?? (slot.isIgnorable ? slot.source : nil)).map { content($0) })
    }
    let counts = parts.map { $0.content?.visible.count ?? 0 }
    guard let old = edit.old.map({ MessageAtoms($0).atoms }) ?? literal(parts.map(\.content)),
      old.count == counts.reduce(0, +)
    else { throw Refusal.segments }
    let change = Change(old, new)
    guard let index = part(for: change, slots: parts.map(\.slot), counts: counts) else {
      throw Refusal.segments
    }
    let start = counts[..<index].reduce(0, +)
    let rest = old.count - start - counts[index]
    let text = new[start..<new.count - rest]
    let before = Array(old[start..<start + counts[index]])
    try write(Array(text), over: before, into: parts[index].slot, of: edit, with: writer)
  }

  private func literal(_ contents: [InlineContent?]) -> [MessageAtoms.Atom]? {
    var result: [MessageAtoms.Atom] = []
    for content in contents {
      guard let content else { continue }
      guard let atoms = content.literalAtoms else { return nil }
      result += atoms
    }
    return result
  }

  /// The one segment in whose text a change lies; at a border between two, one that has no text yet.
  private func part(for change: Change, slots: [Slot], counts: [Int]) -> Int? {
    var start = 0
    var candidates: [Int] = []
    for (index, count) in counts.enumerated() {
      let range = start...(start + count)
      if !slots[index].isIgnorable, range.lowerBound <= change.replaced.lowerBound,
        change.replaced.upperBound <= range.upperBound
      {
        candidates.append(index)
      }
      start += count
    }
    let open = slots.indices.filter { !slots[$0].isIgnorable && slots[$0].target == nil }
    if !open.isEmpty { return open.count == 1 && candidates.contains(open[0]) ? open[0] : nil }
    return candidates.first
  }
}
