internal import Diagnostics

/// Which element may stand where, and in what order.
extension XLIFF2Validator {
  /// A child's place among the children of its parent.
  private struct Place {
    /// Children of a later stage may not come before those of an earlier one.
    var stage: UInt8
    var isRepeatable = true
    /// Whether the parent must have such a child.
    var isNeeded = false
  }

  /// Whether the element may stand here; reports it if it may not.
  mutating func admit(
    _ element: XLIFF2Element, _ name: XMLName, _ kind: XLIFF2Namespace, _ cursor: inout XMLCursor
  ) -> Bool {
    let last = frames.count - 1
    let parent = frames[last]
    if parent.element == .metaGroup, kind == .core, name.isNamed("meta") {
      // The standard's own example of metadata forgot the prefix.
      frames[last].children += 1
      report(
        XLIFFRules.metadata, "a meta element is not in the namespace of its module",
        at: cursor.tagPosition(), help: "write it with the prefix of the metadata", severity: .warning)
      return false
    }
    guard let place = place(of: element, in: parent.element) else {
      report(misplaced(element, name, kind, parent.element), at: cursor.tagPosition())
      return false
    }
    if place.stage < parent.stage {
      // Before the texts some tools mix notes and data of modules; nothing is lost by that.
      let isHarmless = Self.isContainer(parent.element) && parent.stage < Self.firstTextStage
      let finding = late(element, name, kind, parent.element)
      report(
        finding.rule, finding.message, at: cursor.tagPosition(), help: finding.help,
        severity: isHarmless ? .warning : nil)
      return isHarmless
    }
    // The reader reports a second source or target.
    if place.stage == parent.stage, !place.isRepeatable, parent.stage > 0 {
      if element != .source, element != .target {
        report(
          (Self.rule(of: parent.element), "a second \(name.label)", "keep one of them"),
          at: cursor.tagPosition())
      }
      return false
    }
    frames[last].stage = place.stage
    if place.isNeeded { frames[last].children += 1 }
    return true
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
      "notes and data of modules come before the texts"
    )
  }

  private static let firstTextStage: UInt8 = 5

  private static func isContainer(_ element: XLIFF2Element) -> Bool {
    element == .file || element == .group || element == .unit
  }

  private func place(of child: XLIFF2Element, in parent: XLIFF2Element) -> Place? {
    switch parent {
    case .xliff: return placeInRoot(child)
    case .file, .group, .unit: return placeInContainer(child, parent)
    case .segment, .ignorable:
      if child == .source { return Place(stage: 1, isRepeatable: false) }
      return child == .target ? Place(stage: 2, isRepeatable: false) : nil
    case .notes: return child == .note ? Place(stage: 0, isNeeded: true) : nil
    case .originalData: return child == .data ? Place(stage: 0, isNeeded: true) : nil
    case .data: return child == .cp ? Place(stage: 0) : nil
    case .source, .target, .pc, .mrk: return child.isInline ? Place(stage: 0) : nil
    default: return placeInModule(child, parent)
    }
  }

  private func placeInRoot(_ child: XLIFF2Element) -> Place? {
    switch child {
    case .file: Place(stage: 1)
    case .notes, .metadata: is22 ? Place(stage: 0) : nil
    default: nil
    }
  }

  private func placeInContainer(_ child: XLIFF2Element, _ parent: XLIFF2Element) -> Place? {
    switch child {
    case .skeleton: parent == .file ? Place(stage: 1, isRepeatable: false) : nil
    case .foreign, .its, .metadata, .changeTrack, .sizeData, .validation, .resourceData: Place(stage: 2)
    case .profiles: parent == .file ? Place(stage: 2) : nil
    case .matches, .glossary: parent == .unit ? Place(stage: 2) : nil
    case .notes: Place(stage: 3, isRepeatable: false)
    case .originalData: parent == .unit ? Place(stage: 4, isRepeatable: false) : nil
    case .segment, .ignorable: parent == .unit ? Place(stage: Self.firstTextStage) : nil
    case .group, .unit: parent == .unit ? nil : Place(stage: Self.firstTextStage)
    default: nil
    }
  }

  private func placeInModule(_ child: XLIFF2Element, _ parent: XLIFF2Element) -> Place? {
    switch parent {
    case .matches: return child == .match ? Place(stage: 0, isNeeded: true) : nil
    case .match:
      switch child {
      case .source: return Place(stage: 2, isRepeatable: false)
      case .target: return Place(stage: 3, isRepeatable: false)
      case .originalData: return Place(stage: 1, isRepeatable: false)
      case .metadata, .foreign, .its: return Place(stage: frames[frames.count - 1].stage)
      default: return nil
      }
    case .glossary: return child == .glossEntry ? Place(stage: 0, isNeeded: true) : nil
    case .glossEntry:
      switch child {
      case .term: return Place(stage: 1, isRepeatable: false, isNeeded: true)
      case .translation: return Place(stage: 2)
      case .definition: return Place(stage: 3, isRepeatable: false)
      case .foreign, .its: return Place(stage: 4)
      default: return nil
      }
    case .metadata: return child == .metaGroup ? Place(stage: 0, isNeeded: true) : nil
    case .metaGroup: return child == .metaGroup || child == .meta ? Place(stage: 0, isNeeded: true) : nil
    case .resourceData: return child == .resourceItem || child == .resourceItemRef ? Place(stage: 0) : nil
    case .resourceItem:
      switch child {
      case .resourceSource: return Place(stage: 1, isRepeatable: false)
      case .resourceTarget: return Place(stage: 2, isRepeatable: false)
      case .reference: return Place(stage: 3)
      default: return nil
      }
    case .profiles: return child == .normalization ? Place(stage: 1, isRepeatable: false) : nil
    case .validation: return child == .rule ? Place(stage: 0, isNeeded: true) : nil
    case .changeTrack: return child == .revisions ? Place(stage: 0, isNeeded: true) : nil
    case .revisions: return child == .revision ? Place(stage: 0, isNeeded: true) : nil
    case .revision: return child == .item ? Place(stage: 0, isNeeded: true) : nil
    default: return nil
    }
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
