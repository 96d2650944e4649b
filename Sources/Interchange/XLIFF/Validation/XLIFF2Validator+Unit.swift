internal import Diagnostics

/// What can only be judged when a unit is complete.
extension XLIFF2Validator {
  mutating func closeUnit() {
    judgeRevisions()
    checkOrder()
    guard !unit.codes.isEmpty || !unit.references.isEmpty else { return }
    if !unit.references.isEmpty { checkReferences() }
    if unit.codes.isEmpty { return }
    // The halves of a pair are looked for on the same side.
    if unit.hasHalves {
      checkPairs(codes(isTarget: false), isTarget: false)
      checkPairs(codes(isTarget: true), isTarget: true)
    }
    checkDeletions()
    checkSequences()
  }

  /// The codes of one side in the order of the text, as indices.
  private func codes(isTarget: Bool) -> [Int] {
    let indices = unit.codes.indices.filter { unit.codes[$0].isTarget == isTarget }
    guard isTarget, unit.hasOrder else { return indices }
    return indices.sorted { a, b in
      let (x, y) = (place(of: unit.codes[a].segment), place(of: unit.codes[b].segment))
      return x == y ? a < b : x < y
    }
  }

  @inline(__always) private func place(of segment: Int) -> Int {
    unit.segments[segment].order == 0 ? segment + 1 : unit.segments[segment].order
  }

  // MARK: Order

  /// A target without an order is in the place of its segment.
  private mutating func checkOrder() {
    guard unit.hasOrder else { return }
    var taken = Set<Int>()
    for index in 0..<unit.segments.count {
      let segment = unit.segments[index]
      guard segment.hasTarget else { continue }
      let place = segment.order == 0 ? index + 1 : segment.order
      if place > unit.segments.count {
        report(
          XLIFFRules.order, "the order is greater than the number of segments",
          at: segment.targetPosition)
      } else if !taken.insert(place).inserted {
        report(
          XLIFFRules.order, "two targets are in place \(place) of the unit", at: segment.targetPosition,
          help: "a target without an order is in the place of its segment")
      }
    }
  }

  // MARK: Pairs

  private mutating func checkPairs(_ side: [Int], isTarget: Bool) {
    var starts: [Int: Int] = [:]
    var closed = Set<Int>()
    let known = Set(
      side.filter { unit.codes[$0].element == .sc || unit.codes[$0].element == .sm }.map { unit.codes[$0].id }
    )
    for index in side where !unit.codes[index].isEnd {
      let code = unit.codes[index]
      if code.element == .sc || code.element == .sm { starts[code.id] = index }
      guard code.element == .ec || code.element == .em, code.start >= 0 else { continue }
      let kind: XLIFF2Element = code.element == .ec ? .sc : .sm
      guard let start = starts[code.start], unit.codes[start].element == kind else {
        if !code.isBroken { reportLoneEnd(code, isLate: known.contains(code.start)) }
        // The start that comes too late has its end; that it comes too late was said.
        closed.insert(code.start)
        continue
      }
      closed.insert(code.start)
      if kind == .sc, !code.isBroken { compareHalves(start, index) }
    }
    // In a target, the other half can be in a segment that is not translated yet.
    if isTarget, unit.segments.contains(where: { $0.hasSource && !$0.hasTarget }) { return }
    for index in side where !closed.contains(unit.codes[index].id) {
      reportLoneStart(unit.codes[index])
    }
  }

  private mutating func reportLoneEnd(_ code: CodeFacts, isLate: Bool) {
    let element = code.element == .ec ? "sc" : "sm"
    report(
      code.element == .ec ? XLIFFRules.codePair : XLIFFRules.markerPair,
      isLate
        ? "the \(code.element) comes before its \(element)"
        : "the startRef names no \(element) of the unit", at: code.position)
  }

  private mutating func reportLoneStart(_ code: CodeFacts) {
    if code.isBroken || code.id < 0 { return }
    if code.element == .sc, !code.isIsolated {
      report(
        XLIFFRules.isolated, "no ec of the unit refers to this sc, which is not isolated", at: code.position,
        help:
          "add an ec with the id of the sc as its startRef, or isolated=\"yes\" if it ends in another unit")
    } else if code.element == .sm {
      report(
        XLIFFRules.markerPair, "no em of the unit refers to this sm", at: code.position,
        help: "add an em with the id of the sm as its startRef")
    }
  }

  private mutating func compareHalves(_ start: Int, _ end: Int) {
    let (sc, ec) = (unit.codes[start], unit.codes[end])
    if sc.isIsolated {
      return report(
        XLIFFRules.isolated, "an sc with an ec in its unit is isolated", at: sc.position,
        help: "remove isolated")
    }
    var different: [String] = []
    var isSaid = false
    for (name, flag, says) in [
      ("canCopy", CodeFacts.Hints.noCopy, CodeFacts.Hints.saysCopy), ("canDelete", .noDelete, .saysDelete),
      ("canOverlap", .overlap, .saysOverlap),
    ] where sc.hints.contains(flag) != ec.hints.contains(flag) {
      different.append(name)
      if sc.hints.contains(says), ec.hints.contains(says) { isSaid = true }
    }
    if sc.hints.contains(.noReorder), !ec.hints.contains(.noReorder) || ec.hints.contains(.first) {
      different.append("canReorder")
      isSaid = true
    }
    guard !different.isEmpty else { return }
    unit.codes[start].isBroken = true
    unit.codes[end].isBroken = true
    // Leaving a hint out on one half is careless, but contradicts nothing.
    report(
      XLIFFRules.pairHints, "the ec has not the same \(different.joined(separator: ", ")) as its sc",
      at: ec.position, help: "write the same values on both", severity: isSaid ? nil : .warning)
  }

  // MARK: Deletions

  /// A code that may not be deleted is in the targets of the unit, not always in the same segment.
  private mutating func checkDeletions() {
    for code in unit.codes
    where !code.isTarget && !code.isEnd && code.hints.contains(.noDelete) && code.id >= 0 {
      guard code.segment < unit.segments.count, unit.segments[code.segment].hasTarget,
        !unit.isOwned(code.id, by: .target)
      else { continue }
      report(
        XLIFFRules.codeMissing, "the code \(label(code.id)) may not be deleted and is in no target",
        at: unit.segments[code.segment].targetPosition, help: "put it where the translation needs it")
    }
  }

  private func label(_ name: Int) -> String { String(decoding: unit.names.name(name), as: UTF8.self) }

  // MARK: Sequences

  /// Codes that keep their order: one `firstNo`, then `no` after `no`, with nothing between but text.
  private mutating func checkSequences() {
    guard unit.codes.contains(where: { $0.hints.contains(.noReorder) }) else { return }
    let target = codes(isTarget: true).filter { !unit.codes[$0].element.isMarker }
    var places: [CodeIdentity: Int] = [:]
    for (place, index) in target.enumerated() {
      let identity = Self.identity(unit.codes[index])
      if places[identity] == nil { places[identity] = place }
    }
    var segment = -1
    var sequence: [Int] = []
    for index in codes(isTarget: false) + [-1] {
      let code = index < 0 ? nil : unit.codes[index]
      if let code, code.element.isMarker { continue }
      let continues =
        code.map { $0.segment == segment && $0.hints.contains(.noReorder) && !$0.hints.contains(.first) }
        ?? false
      if !continues {
        compare(sequence, with: target, places)
        sequence = []
      }
      guard let code, code.hints.contains(.noReorder), !code.isBroken else { continue }
      if !continues || sequence.isEmpty, !code.hints.contains(.first), !code.isEnd {
        report(
          XLIFFRules.reorder, "a sequence of codes does not begin with canReorder=\"firstNo\"",
          at: code.position, help: "write firstNo on the first of them")
        unit.codes[index].isBroken = true
        continue
      }
      segment = code.segment
      sequence.append(index)
    }
  }

  /// The codes of a sequence follow each other in the target as in the source.
  private mutating func compare(_ sequence: [Int], with codes: [Int], _ places: [CodeIdentity: Int]) {
    guard let first = sequence.first, let start = places[Self.identity(unit.codes[first])] else { return }
    let found = codes[start...].prefix(sequence.count)
    let isEqual =
      found.count == sequence.count
      && zip(found, sequence).allSatisfy { Self.isSame(unit.codes[$0], unit.codes[$1]) }
    if !isEqual {
      report(
        XLIFFRules.reorder,
        "the codes that follow \(label(unit.codes[first].id)) are not those of the source",
        at: unit.codes[codes[start]].position, help: "keep the sequence together and in order")
    }
  }

  /// Whether two codes are the same start or end; a pair can be one element in the source and two in the target.
  private static func isSame(_ a: CodeFacts, _ b: CodeFacts) -> Bool { identity(a) == identity(b) }

  private static func identity(_ code: CodeFacts) -> CodeIdentity {
    let isEnd = code.isEnd || code.element == .ec
    return CodeIdentity(id: code.start >= 0 ? code.start : code.id, isEnd: isEnd)
  }

  private struct CodeIdentity: Hashable {
    var id: Int
    var isEnd: Bool
  }

  // MARK: References

  private mutating func checkReferences() {
    var bases: [Int: [CodeFacts]] = [:]
    for code in unit.codes where !code.isEnd && !code.element.isMarker && code.id >= 0 {
      bases[code.id, default: []].append(code)
    }
    for reference in unit.references {
      switch reference.kind {
      case .copy(let isTarget): checkCopy(reference, bases[reference.name] ?? [], isTarget: isTarget)
      case .match:
        if !isSpan(reference.name) {
          report(
            XLIFFRules.match, "the ref of a match names no segment, code or marker of the unit",
            at: reference.position, help: "write # and the id of the text it is for")
        }
      case .entry:
        if !isSpan(reference.name) {
          report(
            XLIFFRules.glossary, "the ref names no segment, code or marker of the unit",
            at: reference.position, severity: .warning)
        }
      }
    }
  }

  private func isSpan(_ name: Int) -> Bool { unit.isOwned(name) }

  private mutating func checkCopy(_ reference: ReferenceFacts, _ codes: [CodeFacts], isTarget: Bool) {
    guard let base = codes.first(where: { isTarget || !$0.isTarget }) else {
      return report(
        XLIFFRules.copyOf, "copyOf names no code of the unit", at: reference.position,
        help: "correct the id, or give the code data of its own")
    }
    if base.hints.contains(.noCopy) {
      report(
        XLIFFRules.copyOf, "copyOf names a code that may not be copied", at: reference.position,
        help: "remove the copy, or its canCopy=\"no\"")
    }
  }
}

extension XLIFF2Element {
  var isMarker: Bool { self == .mrk || self == .sm || self == .em }
}
