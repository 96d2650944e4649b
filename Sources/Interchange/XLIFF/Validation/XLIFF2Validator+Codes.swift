internal import Diagnostics

/// Inline codes and markers, each by itself.
extension XLIFF2Validator {
  // MARK: Codes

  mutating func openCode(
    _ element: XLIFF2Element, _ attributes: XMLAttributes, _ frame: inout Frame, _ cursor: inout XMLCursor
  ) {
    if has(.subType) { checkSubType(attributes, &cursor) }
    if !attributesInHand.isDisjoint(with: Self.subFlowAttributes) {
      checkSubFlows(attributes, &cursor)
    }
    // Candidates have ids of their own and are not compared with the unit.
    if frame.isCandidate { return checkCandidateCode(element, attributes, &cursor) }
    var code = CodeFacts(
      element: element, isTarget: unit.isTarget, segment: max(0, unit.segments.count - 1),
      position: cursor.tagPosition())
    code.hints = hints(of: element, attributes)
    code.isIsolated = value(.isolated, attributes)?.is("yes") ?? false
    if element == .ec { checkEnd(attributes, &code, &cursor) } else { claimID(attributes, &code, &cursor) }
    if !attributesInHand.isDisjoint(with: Self.dataAttributes) {
      checkDataReferences(attributes, &cursor)
    }
    checkCopy(attributes, code, &cursor)
    checkSequence(&code)
    if element == .sc || element == .ec { unit.hasHalves = true }
    unit.codes.append(code)
    if element == .pc { unit.pairs.append(unit.codes.count - 1) }
  }

  private static let subFlowAttributes: XLIFF2AttributeSet = [.subFlows, .subFlowsStart, .subFlowsEnd]
  private static let dataAttributes: XLIFF2AttributeSet = [.dataRef, .dataRefStart, .dataRefEnd]

  private mutating func checkCandidateCode(
    _ element: XLIFF2Element, _ attributes: XMLAttributes, _ cursor: inout XMLCursor
  ) {
    guard let id = value(.id, attributes) else {
      if element != .ec { reportNoID(element, &cursor) }
      return
    }
    _ = hasForm(id, &cursor)
  }

  @inline(__always) private func hints(of element: XLIFF2Element, _ attributes: XMLAttributes)
    -> CodeFacts.Hints
  {
    var hints: CodeFacts.Hints = []
    if let copy = value(.canCopy, attributes) {
      hints.insert(.saysCopy)
      if copy.is("no") { hints.insert(.noCopy) }
    }
    if let delete = value(.canDelete, attributes) {
      hints.insert(.saysDelete)
      if delete.is("no") { hints.insert(.noDelete) }
    }
    if let overlap = value(.canOverlap, attributes) {
      hints.insert(.saysOverlap)
      if overlap.is("yes") { hints.insert(.overlap) }
    } else if element != .pc {
      hints.insert(.overlap)
    }
    guard let order = value(.canReorder, attributes) else { return hints }
    if order.is("firstNo") { hints.formUnion([.noReorder, .first]) }
    if order.is("no") { hints.insert(.noReorder) }
    return hints
  }

  /// The id of a code must be there, be a name token and be free on its side of the unit.
  mutating func claimID(
    _ attributes: XMLAttributes, _ code: inout CodeFacts, _ cursor: inout XMLCursor
  ) {
    guard let id = value(.id, attributes) else { return reportNoID(code.element, &cursor) }
    guard hasForm(id, &cursor) else { return }
    code.id = unit.names.insert(id).index
    switch unit.claim(code.id, by: code.isTarget ? .target : .source) {
    case .free: break
    case .segment:
      // Many tools number segments and codes alike; only a reference to one of them would be unclear.
      reportRepeated(id, among: "parts and codes of the unit", severity: .warning, &cursor)
    case .code:
      code.isBroken = true
      reportRepeated(id, among: "codes and markers of the unit", &cursor)
    }
  }

  /// An end code names its start, or has an id and is isolated; never both.
  private mutating func checkEnd(
    _ attributes: XMLAttributes, _ code: inout CodeFacts, _ cursor: inout XMLCursor
  ) {
    let start = value(.startRef, attributes)
    let hasID = has(.id)
    if let start, !hasID, !code.isIsolated {
      code.start = unit.names.insert(start).index
      return
    }
    if start == nil, hasID, code.isIsolated { return claimID(attributes, &code, &cursor) }
    code.isBroken = true
    if let start { code.start = unit.names.insert(start).index }
    // It may have been meant for the start of that id.
    if start == nil, let id = value(.id, attributes) { code.start = unit.names.insert(id).index }
    let message =
      start == nil
      ? (code.isIsolated ? "an isolated ec has no id" : "an ec has no startRef and is not isolated")
      : (code.isIsolated ? "an ec with a startRef is isolated" : "an ec has both a startRef and an id")
    report(
      XLIFFRules.isolated, message, at: code.position,
      help: "an ec has a startRef, or an id and isolated=\"yes\"")
  }

  private mutating func checkDataReferences(_ attributes: XMLAttributes, _ cursor: inout XMLCursor) {
    for attribute in [XLIFF2Attribute.dataRef, .dataRefStart, .dataRefEnd] {
      guard let reference = value(attribute, attributes), unit.data.find(reference) == nil else { continue }
      report(
        XLIFFRules.dataReference, "\(attribute) names no data of the unit", at: cursor.tagPosition(),
        help: unit.data.isEmpty ? "add originalData to the unit, or remove \(attribute)" : "correct the id")
    }
  }

  private mutating func checkCopy(
    _ attributes: XMLAttributes, _ code: CodeFacts, _ cursor: inout XMLCursor
  ) {
    guard let copied = value(.copyOf, attributes) else { return }
    if has(.dataRef) || has(.dataRefStart) || has(.dataRefEnd) {
      return report(
        XLIFFRules.copyOf, "a copy has original data of its own", at: code.position,
        help: "remove copyOf or the reference to data")
    }
    let name = unit.names.insert(copied).index
    unit.references.append(
      ReferenceFacts(kind: .copy(isTarget: code.isTarget), name: name, position: code.position))
  }

  /// Whatever keeps its place must not be copied or deleted.
  private mutating func checkSequence(_ code: inout CodeFacts) {
    guard code.hints.contains(.noReorder), !code.hints.isSuperset(of: [.noCopy, .noDelete]) else { return }
    code.isBroken = true
    report(
      XLIFFRules.reorder, "a code that keeps its place may be copied or deleted", at: code.position,
      help: "add canCopy=\"no\" and canDelete=\"no\"")
  }

  private mutating func checkSubFlows(_ attributes: XMLAttributes, _ cursor: inout XMLCursor) {
    for attribute in [XLIFF2Attribute.subFlows, .subFlowsStart, .subFlowsEnd] {
      guard let list = value(attribute, attributes) else { continue }
      for flow in list.split(separator: UInt8(ascii: " ")) {
        subFlows.append((Self.hash(flow), cursor.tagPosition()))
      }
    }
  }

  /// The end tag of a pair, which is a code in a sequence like its start.
  mutating func closePair() {
    guard !isCandidate, let index = unit.pairs.popLast() else { return }
    var end = unit.codes[index]
    end.isEnd = true
    end.hints.remove(.first)
    unit.codes.append(end)
  }

  // MARK: Markers

  mutating func openMarker(
    _ element: XLIFF2Element, _ attributes: XMLAttributes, _ cursor: inout XMLCursor
  ) {
    guard !isCandidate else { return }
    var code = CodeFacts(
      element: element, isTarget: unit.isTarget, segment: max(0, unit.segments.count - 1),
      position: cursor.tagPosition())
    if element == .em {
      guard let start = value(.startRef, attributes) else {
        return report(XLIFFRules.markerPair, "an em has no startRef", at: code.position)
      }
      code.start = unit.names.insert(start).index
    } else {
      claimID(attributes, &code, &cursor)
      checkReference(attributes, code.position)
    }
    if element != .mrk { unit.hasHalves = true }
    unit.codes.append(code)
  }

  /// A comment has either a value or a note of its unit; any reference into the document has a form.
  private mutating func checkReference(_ attributes: XMLAttributes, _ position: XMLPosition) {
    let reference = value(.ref, attributes)
    var fragment = XLIFF2Fragment?.none
    if let reference, reference.first == UInt8(ascii: "#") {
      switch XLIFF2Fragment.parse(reference.dropFirst()) {
      case .success(let parsed): fragment = parsed
      case .failure(let problem):
        return report(XLIFFRules.fragment, problem.message, at: position, help: problem.help)
      }
    }
    guard value(.type, attributes)?.is("comment") == true else { return }
    let hasValue = has(.value)
    guard hasValue != (reference != nil) else {
      return report(
        XLIFFRules.comment,
        hasValue ? "a comment has both a value and a ref" : "a comment has neither a value nor a ref",
        at: position, help: "keep one of them")
    }
    guard reference != nil else { return }
    guard let fragment, isNoteOfUnit(fragment) else {
      return report(
        XLIFFRules.comment, "the ref of a comment names no note of its unit", at: position,
        help: "write #n= and the id of a note of the unit")
    }
  }

  /// A path that leaves out the unit means the one it stands in.
  private func isNoteOfUnit(_ fragment: XLIFF2Fragment) -> Bool {
    guard fragment.leafPrefix.elementsEqual("n".utf8), scopes[scopeCount - 1].notes.find(fragment.leaf) != nil
    else { return false }
    if let unitID = fragment.unit { return unitIDs.last == Self.hash(unitID) }
    return !fragment.hasContainer
  }
}
