/// Which elements may stand in which, and in what order, worked out once for a document.
struct PlaceTable {
  /// A child's place among the children of its parent.
  struct Place {
    /// Children of a later stage may not come before those of an earlier one.
    var stage: UInt8
    var isRepeatable = true
    /// Whether the parent must have such a child.
    var isNeeded = false
  }

  /// The stage of a child that may come at any time.
  static let anyStage = UInt8.max
  /// The stage of notes in a file, group or unit.
  static let notesStage: UInt8 = 3
  /// The stage of the texts of a file, group or unit.
  static let firstTextStage: UInt8 = 5

  private let places: [Place?]
  private let elementCount: Int

  /// No element has a place.
  init() {
    places = []
    elementCount = 0
  }

  /// - Parameter is22: whether the document is of version 2.2, whose root element may have notes and metadata.
  init(is22: Bool) {
    let elements = XLIFF2Element.allCases
    elementCount = elements.count
    places = elements.flatMap { parent in elements.map { Self.place(of: $0, in: parent, is22: is22) } }
  }

  /// - Returns: `nil` if the child may not stand in the parent.
  @inline(__always) subscript(child: XLIFF2Element, in parent: XLIFF2Element) -> Place? {
    places[Int(parent.rawValue) &* elementCount &+ Int(child.rawValue)]
  }

  private static func place(of child: XLIFF2Element, in parent: XLIFF2Element, is22: Bool) -> Place? {
    switch parent {
    case .xliff: return placeInRoot(child, is22: is22)
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

  private static func placeInRoot(_ child: XLIFF2Element, is22: Bool) -> Place? {
    switch child {
    case .file: Place(stage: 1)
    case .notes, .metadata: is22 ? Place(stage: 0) : nil
    default: nil
    }
  }

  private static func placeInContainer(_ child: XLIFF2Element, _ parent: XLIFF2Element) -> Place? {
    switch child {
    case .skeleton: parent == .file ? Place(stage: 1, isRepeatable: false) : nil
    case .foreign, .its, .metadata, .changeTrack, .sizeData, .validation, .resourceData: Place(stage: 2)
    case .profiles: parent == .file ? Place(stage: 2) : nil
    case .matches, .glossary: parent == .unit ? Place(stage: 2) : nil
    case .notes: Place(stage: notesStage, isRepeatable: false)
    case .originalData: parent == .unit ? Place(stage: 4, isRepeatable: false) : nil
    case .segment, .ignorable: parent == .unit ? Place(stage: firstTextStage) : nil
    case .group, .unit: parent == .unit ? nil : Place(stage: firstTextStage)
    default: nil
    }
  }

  private static func placeInModule(_ child: XLIFF2Element, _ parent: XLIFF2Element) -> Place? {
    switch parent {
    case .matches: return child == .match ? Place(stage: 0, isNeeded: true) : nil
    case .match:
      switch child {
      case .source: return Place(stage: 2, isRepeatable: false)
      case .target: return Place(stage: 3, isRepeatable: false)
      case .originalData: return Place(stage: 1, isRepeatable: false)
      case .metadata, .foreign, .its: return Place(stage: anyStage)
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
}
