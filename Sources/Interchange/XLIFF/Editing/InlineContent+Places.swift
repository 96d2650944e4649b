extension InlineContent {
  /// Where a change is to be written.
  struct Place {
    var raw: Range<Int>
    var isInCDATA: Bool
    /// The empty tag of a segment marker that has to be opened for the text.
    var opens: MarkupElement?
  }

  /// The numbers of the atoms that are part of the text.
  var visible: [Int] { atoms.indices.filter { atoms[$0].kind.isVisible } }

  var hasSegments: Bool { atoms.contains { $0.kind == .open(.segment) } }

  /// Where the visible atoms of a range stand, so that they can be replaced.
  ///
  /// Nothing that an edit would tear apart lies in the place: no border of a segment, and of a marker or a CDATA
  /// section only both ends. An insertion goes as far inside as it can.
  /// - Returns: `nil` if there is no such place.
  func place(ofVisible range: Range<Int>) -> Place? {
    let visible = visible
    if range.isEmpty { return insertion(from: range.lowerBound, in: visible) }
    guard isDivisible else { return nil }
    let (first, last) = (visible[range.lowerBound], visible[range.upperBound - 1])
    var depth = 0
    for atom in atoms[first...last] {
      switch atom.kind {
      case .open(.segment), .close(.segment): return nil
      case .open: depth += 1
      case .close: depth -= 1
      case .text, .code, .nothing: break
      }
      if depth < 0 { return nil }
    }
    guard depth == 0 else { return nil }
    return Place(
      raw: atoms[first].raw.lowerBound..<atoms[last].raw.upperBound, isInCDATA: isInCDATA(before: first))
  }

  private func insertion(from position: Int, in visible: [Int]) -> Place? {
    let first = position == 0 ? 0 : visible[position - 1] + 1
    let last = position == visible.count ? atoms.count : visible[position]
    guard isDivisible || visible.isEmpty else { return nil }
    var depth = 0
    var best = (index: first, depth: Int.min)
    for index in 0...last {
      if index >= first, depth > best.depth { best = (index, depth) }
      guard index < atoms.count else { break }
      switch atoms[index].kind {
      case .open: depth += 1
      case .close: depth -= 1
      case .text, .code, .nothing: break
      }
    }
    let offset = best.index == 0 ? start : atoms[best.index - 1].raw.upperBound
    let opened = best.index > 0 ? emptySegments[best.index - 1] : nil
    return Place(
      raw: opened.map { $0.range.upperBound - 2..<$0.range.upperBound } ?? offset..<offset,
      isInCDATA: isInCDATA(before: best.index), opens: opened)
  }

  private func isInCDATA(before index: Int) -> Bool {
    var isInside = false
    for atom in atoms[..<index] {
      if atom.kind == .open(.cdata) { isInside = true }
      if atom.kind == .close(.cdata) { isInside = false }
    }
    return isInside
  }
}
