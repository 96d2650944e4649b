internal import Diagnostics

/// Elements of the modules.
extension XLIFF2Validator {
  mutating func openModule(
    _ element: XLIFF2Element, _ attributes: XMLAttributes, _ frame: inout Frame, _ cursor: inout XMLCursor
  ) {
    frame.position = cursor.tagPosition()
    switch element {
    case .matches: matchIDs.removeAll()
    case .match: openMatch(attributes, &frame, &cursor)
    case .glossary: glossaryIDs.removeAll()
    case .glossEntry, .translation: openGlossary(element, attributes, &frame, &cursor)
    case .definition: frames[frames.count - 1].isFilled = true
    case .metadata, .metaGroup: openMetadata(attributes, &cursor)
    case .meta:
      if !has(.type) {
        report(
          XLIFFRules.metadata, "a meta element has no type", at: frame.position,
          help: "say what the value is")
      }
      onlyAllow([.type], attributes, &cursor)
    case .resourceItem, .resourceItemRef: openResource(element, attributes, &cursor)
    case .resourceSource, .resourceTarget, .reference: openResourceText(element, attributes, &frame, &cursor)
    case .profiles: hasSizeProfile = has(.generalProfile)
    case .rule: openRule(attributes, &cursor)
    case .revisions: openRevisions(attributes, frame.position)
    case .revision: revision.properties.removeAll()
    case .item: openItem(attributes, frame.position)
    default: break
    }
  }

  mutating func closeModule(_ frame: Frame, _ cursor: inout XMLCursor) {
    let needed: String?
    switch frame.element {
    case .matches: needed = "match"
    case .glossary: needed = "glossEntry"
    case .metadata: needed = "metaGroup"
    case .metaGroup: needed = "meta or metaGroup"
    case .validation: needed = "rule"
    case .match: return closeMatch(frame)
    case .glossEntry: return closeEntry(frame)
    case .resourceSource, .resourceTarget: return closeResourceText(frame)
    default: return
    }
    guard let needed, frame.children == 0 else { return }
    report(
      Self.rule(of: frame.element), "the element \(Self.name(of: frame.element)) has no \(needed)",
      at: frame.position)
  }

  /// Reports every attribute without a namespace that is not among those the module has.
  private mutating func onlyAllow(
    _ allowed: Set<XLIFF2Attribute>, _ attributes: XMLAttributes, _ cursor: inout XMLCursor
  ) {
    guard let element = elementInHand else { return }
    for index in 0..<attributes.count where attributes.namespace(index).isNone {
      let name = attributes.name(index)
      if allowed.contains(attributeNames[name]) { continue }
      report(
        Self.rule(of: element), "the element \(Self.name(of: element)) has no attribute \(name.label)",
        at: cursor.tagPosition())
    }
  }

  // MARK: Translation candidates

  private mutating func openMatch(
    _ attributes: XMLAttributes, _ frame: inout Frame, _ cursor: inout XMLCursor
  ) {
    frame.isCandidate = true
    unit.candidateData.removeAll()
    unit.candidateIsReference = value(.reference, attributes)?.is("yes") ?? false
    if let id = value(.id, attributes), hasForm(id, rule: XLIFFRules.match, &cursor),
      !matchIDs.insert(id).isNew
    {
      reportRepeated(id, among: "matches of the unit", rule: XLIFFRules.match, &cursor)
    }
    if let type = value(.type, attributes) {
      let known = ["am", "mt", "icm", "idm", "tb", "tm", "other"]
      if !known.contains(where: { type.elementsEqual($0.utf8) }) {
        report(
          XLIFFRules.match, "the type of a match is not valid", at: frame.position,
          help: "use \(known.joined(separator: ", "))")
      }
    } else if has(.subType) {
      report(XLIFFRules.match, "a subType stands without a type", at: frame.position, help: "add the type")
    }
    for attribute in [XLIFF2Attribute.similarity, .matchQuality, .matchSuitability] {
      guard let value = value(attribute, attributes), !value.isPercentage else { continue }
      report(
        XLIFFRules.match, "\(attribute) is not a number from 0 to 100", at: frame.position)
    }
    readMatchReference(attributes, frame.position)
  }

  private mutating func readMatchReference(_ attributes: XMLAttributes, _ position: XMLPosition) {
    guard let reference = value(.ref, attributes) else {
      return report(
        XLIFFRules.match, "a match has no ref", at: position, help: "say which text of the unit it is for")
    }
    guard reference.first == UInt8(ascii: "#"),
      case .success(let fragment) = XLIFF2Fragment.parse(reference.dropFirst())
    else {
      return report(
        XLIFFRules.match, "the ref of a match is no fragment identifier", at: position,
        help: "write # and the id of the text it is for")
    }
    guard !fragment.hasContainer, fragment.leafPrefix.isEmpty else { return }
    let name = unit.names.insert(fragment.leaf).index
    unit.references.append(ReferenceFacts(kind: .match, name: name, position: position))
  }

  private mutating func closeMatch(_ frame: Frame) {
    // Stage 2 is the source, 3 the target.
    if frame.stage < 3 {
      report(XLIFFRules.match, "a match lacks its source or target", at: frame.position)
    }
  }

  // MARK: Glossaries

  private mutating func openGlossary(
    _ element: XLIFF2Element, _ attributes: XMLAttributes, _ frame: inout Frame, _ cursor: inout XMLCursor
  ) {
    if element == .translation { frames[frames.count - 1].isFilled = true }
    if let id = value(.id, attributes), hasForm(id, rule: XLIFFRules.glossary, &cursor),
      !glossaryIDs.insert(id).isNew
    {
      reportRepeated(
        id, among: "entries and translations of the glossary", rule: XLIFFRules.glossary, &cursor)
    }
    guard let reference = value(.ref, attributes), reference.first == UInt8(ascii: "#") else { return }
    guard case .success(let fragment) = XLIFF2Fragment.parse(reference.dropFirst()) else {
      return report(XLIFFRules.glossary, "the ref is no fragment identifier", at: frame.position)
    }
    guard !fragment.hasContainer, fragment.leafPrefix.isEmpty else { return }
    let name = unit.names.insert(fragment.leaf).index
    unit.references.append(ReferenceFacts(kind: .entry, name: name, position: frame.position))
  }

  private mutating func closeEntry(_ frame: Frame) {
    if frame.children == 0 {
      report(XLIFFRules.glossary, "a glossary entry has no term", at: frame.position)
    } else if !frame.isFilled {
      report(
        XLIFFRules.glossary, "a glossary entry has neither a translation nor a definition",
        at: frame.position)
    }
  }

  // MARK: Metadata

  private mutating func openMetadata(_ attributes: XMLAttributes, _ cursor: inout XMLCursor) {
    scopes[scopeCount - 1].isUsed = true
    if let id = value(.id, attributes), hasForm(id, rule: XLIFFRules.metadata, &cursor),
      !scopes[scopeCount - 1].metadata.insert(id).isNew
    {
      reportRepeated(id, among: "metadata of the element", rule: XLIFFRules.metadata, &cursor)
    }
    guard let applies = value(.appliesTo, attributes) else { return }
    if !applies.is("source"), !applies.is("target"), !applies.is("ignorable") {
      report(
        XLIFFRules.metadata, "the value of appliesTo is not valid, expected source, target or ignorable",
        at: cursor.tagPosition())
    }
  }

  // MARK: Resources

  private mutating func openResource(
    _ element: XLIFF2Element, _ attributes: XMLAttributes, _ cursor: inout XMLCursor
  ) {
    if element == .resourceItemRef, !has(.ref) {
      report(XLIFFRules.resource, "a resourceItemRef has no ref", at: cursor.tagPosition())
    }
    if let context = value(.context, attributes), !context.is("yes"), !context.is("no") {
      report(
        XLIFFRules.resource, "the value of context is not valid, expected yes or no",
        at: cursor.tagPosition())
    }
    scopes[scopeCount - 1].isUsed = true
    guard let id = value(.id, attributes), hasForm(id, rule: XLIFFRules.resource, &cursor) else { return }
    if !scopes[scopeCount - 1].resources.insert(id).isNew {
      reportRepeated(id, among: "resources of the file or unit", rule: XLIFFRules.resource, &cursor)
    }
  }

  private mutating func openResourceText(
    _ element: XLIFF2Element, _ attributes: XMLAttributes, _ frame: inout Frame, _ cursor: inout XMLCursor
  ) {
    frame.hasReference = has(.href)
    if element == .reference {
      if !has(.href) {
        report(XLIFFRules.resource, "a reference has no href", at: frame.position)
      }
      return
    }
    guard frame.language > 0 else { return }
    let isSource = element == .resourceSource
    let expected = isSource ? sourceLanguage : targetLanguage
    guard !expected.isEmpty, !languages.name(Int(frame.language) - 1).elementsEqual(expected) else { return }
    // The standard's own examples of valid documents do that for targets.
    report(
      XLIFFRules.resource,
      "the language of the \(isSource ? "source" : "target") of a resource is not that of the document",
      at: frame.position, severity: isSource ? nil : .warning)
  }

  private mutating func closeResourceText(_ frame: Frame) {
    guard frame.isFilled == frame.hasReference else { return }
    report(
      XLIFFRules.resource,
      frame.isFilled
        ? "a resource with an href has content" : "a resource has neither an href nor content",
      at: frame.position)
  }
}
