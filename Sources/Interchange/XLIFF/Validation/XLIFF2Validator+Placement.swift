internal import Diagnostics

/// Which element may stand where, and in what order.
extension XLIFF2Validator {
  /// Whether the element may stand here; reports it if it may not.
  mutating func admit(
    _ element: XLIFF2Element, _ name: XMLName, _ kind: XLIFF2Namespace, _ cursor: inout XMLCursor
  ) -> Bool {
    let last = frames.count - 1
    let parent = frames[last]
    guard let place = places[element, in: parent.element] else {
      return refuse(element, name, kind, &cursor)
    }
    let stage = place.stage == PlaceTable.anyStage ? parent.stage : place.stage
    if stage < parent.stage {
      // Before the texts some tools mix notes and data of modules; nothing is lost by that.
      let isHarmless = Self.isContainer(parent.element) && parent.stage < PlaceTable.firstTextStage
      let finding = late(element, name, kind, parent.element)
      report(
        finding.rule, finding.message, at: cursor.tagPosition(), help: finding.help,
        severity: isHarmless ? .warning : nil)
      return isHarmless
    }
    // The reader reports a second source or target.
    if stage == parent.stage, !place.isRepeatable, parent.stage > 0 {
      if element != .source, element != .target {
        report(
          (Self.rule(of: parent.element), "a second \(name.label)", "keep one of them"),
          at: cursor.tagPosition())
      }
      return false
    }
    frames[last].stage = stage
    if place.isNeeded { frames[last].children += 1 }
    return true
  }

  /// Reports an element that has no place in the innermost open one.
  private mutating func refuse(
    _ element: XLIFF2Element, _ name: XMLName, _ kind: XLIFF2Namespace, _ cursor: inout XMLCursor
  ) -> Bool {
    let parent = frames[frames.count - 1].element
    guard parent == .metaGroup, kind == .core, name.isNamed("meta") else {
      report(misplaced(element, name, kind, parent), at: cursor.tagPosition())
      return false
    }
    // The standard's own example of metadata forgot the prefix.
    frames[frames.count - 1].children += 1
    report(
      XLIFFRules.metadata, "a meta element is not in the namespace of its module",
      at: cursor.tagPosition(), help: "write it with the prefix of the metadata", severity: .warning)
    return false
  }

  private mutating func report(
    _ finding: (rule: Rule, message: String, help: String?), at position: XMLPosition
  ) {
    report(finding.rule, finding.message, at: position, help: finding.help)
  }

  private func misplaced(
    _ element: XLIFF2Element, _ name: XMLName, _ kind: XLIFF2Namespace, _ parent: XLIFF2Element
  ) -> (rule: Rule, message: String, help: String?) {
    let place = Self.name(of: parent)
    if element == .foreign {
      let rule = kind == .foreign && Self.isCore(parent) ? XLIFFRules.extensionPlace : Self.rule(of: parent)
      return (
        rule, "an extension may not stand in \(place)", "move it to the front of its file, group or unit"
      )
    }
    if element == .unknown, kind != .core {
      return (Self.rule(of: kind), "the module has no element \(name.label)", nil)
    }
    let rule = kind == .core || !Self.isCore(parent) ? Self.rule(of: parent) : Self.rule(of: kind)
    return (rule, "the element \(name.label) does not belong in \(place)", nil)
  }

  private func late(
    _ element: XLIFF2Element, _ name: XMLName, _ kind: XLIFF2Namespace, _ parent: XLIFF2Element
  ) -> (rule: Rule, message: String, help: String?) {
    let rule = element == .foreign ? XLIFFRules.extensionPlace : Self.rule(of: parent)
    let what = element == .foreign ? "an extension" : "the element \(name.label)"
    return (
      rule, "\(what) comes too late in \(Self.name(of: parent))",
      "elements of modules and extensions come first, then notes, then original data, then the texts"
    )
  }

  private static func isContainer(_ element: XLIFF2Element) -> Bool {
    element == .file || element == .group || element == .unit
  }

  // MARK: Names and rules

  static func isCore(_ element: XLIFF2Element) -> Bool { element.rawValue <= XLIFF2Element.em.rawValue }

  static func rule(of element: XLIFF2Element) -> Rule {
    switch element {
    case .matches, .match: XLIFFRules.match
    case .glossary, .glossEntry, .term, .translation, .definition: XLIFFRules.glossary
    case .metadata, .metaGroup, .meta: XLIFFRules.metadata
    case .resourceData, .resourceItemRef, .resourceItem, .resourceSource, .resourceTarget, .reference:
      XLIFFRules.resource
    case .profiles, .normalization, .sizeData: XLIFFRules.size
    case .validation, .rule: XLIFFRules.validation
    case .changeTrack, .revisions, .revision, .item: XLIFFRules.changeTracking
    default: XLIFFRules.structure
    }
  }

  static func rule(of namespace: XLIFF2Namespace) -> Rule {
    switch namespace {
    case .matches: XLIFFRules.match
    case .glossary: XLIFFRules.glossary
    case .formatStyle: XLIFFRules.formatStyle
    case .metadata: XLIFFRules.metadata
    case .resources: XLIFFRules.resource
    case .sizes: XLIFFRules.size
    case .validation: XLIFFRules.validation
    case .changes: XLIFFRules.changeTracking
    case .plural: XLIFFRules.pluralCase
    case .core, .its, .xml, .schemaInstance, .foreign: XLIFFRules.structure
    }
  }

  static func name(of element: XLIFF2Element) -> String {
    switch element {
    case .resourceSource: "source"
    case .resourceTarget: "target"
    case .sizeData: "data"
    default: "\(element)"
    }
  }
}
