/// The way through units in which there is nothing to judge: notes, then a segment with a source and a target, in that
/// order and without attributes that need a look. In the texts, placeholders and pairs may stand that nothing refers to
/// and that ask for nothing.
///
/// Nearly every unit is of this kind. It is followed by one state instead of frames; the moment anything else comes, the
/// frames are made that would have been there, and the rules take over.
extension XLIFF2Validator {
  enum PlainState: UInt8 {
    /// Something else; the frames say what.
    case none
    /// Among the units of a file or group, whose frame is the innermost one.
    case units
    /// In the unit, whose frame is the innermost one, before its segments.
    case unit
    case notes
    case note
    /// In notes, after the first note.
    case noted
    case segment
    /// In the source, or in pairs in it, which are counted in `unit.pairs`.
    case source
    /// In the segment, after its source.
    case sourced
    /// In the target, or in pairs in it.
    case target
    /// In a placeholder of the source or target.
    case code
    /// In the segment, after its target.
    case targeted
    /// In the unit, after its segment; the unit's frame is the innermost one.
    case segmented
  }

  /// Sets the state for the innermost frame.
  @inline(__always) mutating func resumePlain() {
    plain = .none
    guard let frame = frames.last, frame.language == 0, revision.open.isEmpty else { return }
    switch frame.element {
    case .file, .group: if frame.stage == PlaceTable.firstTextStage { plain = .units }
    case .unit: if unit.segments.isEmpty, unit.codes.isEmpty, !unit.isVariable { plain = .unit }
    default: break
    }
  }

  /// - Returns: false if the start tag is for the rules to judge, by the frames that are now there.
  @inline(__always) mutating func startPlain(
    _ element: XLIFF2Element, _ attributes: XMLAttributes, _ cursor: inout XMLCursor
  ) -> Bool {
    let isBare = attributes.count == 0
    switch plain {
    case .units where element == .unit:
      guard let id = plainID(attributes) else {
        plain = .none
        return false
      }
      beginPlainUnit(id)
    case .unit where element == .segment && isPlainSegment(attributes):
      plain = .segment
      watchesText = true
    case .unit
    where element == .notes && isBare && frames[frames.count - 1].stage < PlaceTable.notesStage:
      plain = .notes
      cursor.markTag(.notes)
      watchesText = true
    case .segment where element == .source && isBare:
      plain = .source
      unit.isTarget = false
      watchesText = false
    case .sourced where element == .target && isBare && hasTargetLanguage:
      plain = .target
      unit.isTarget = true
      watchesText = false
    case .source where element == .ph || element == .pc, .target where element == .ph || element == .pc:
      guard isPlainCode(element, attributes) else {
        leavePlain(&cursor)
        return false
      }
      beginPlainCode(element, attributes, &cursor)
    case .notes where element == .note && isBare, .noted where element == .note && isBare:
      plain = .note
      watchesText = false
      scopes[scopeCount - 1].isUsed = true
      scopes[scopeCount - 1].noteCount += 1
    default:
      leavePlain(&cursor)
      return false
    }
    return true
  }

  /// The id of a unit that has nothing but that and perhaps a name.
  @inline(__always) private func plainID(_ attributes: XMLAttributes) -> XMLValue? {
    var id: XMLValue?
    for index in 0..<attributes.count {
      guard attributes.namespace(index).isNone else { return nil }
      let name = attributes.name(index)
      if name == plainNames.id {
        id = attributes.value(index)
      } else if name != plainNames.name {
        return nil
      }
    }
    guard let id, id.isNameToken else { return nil }
    return id
  }

  @inline(__always) private mutating func beginPlainUnit(_ id: XMLValue) {
    var frame = Frame(element: .unit, preservesSpace: frames[frames.count - 1].preservesSpace)
    frame.hasScope = true
    frames.append(frame)
    openScope()
    unit.begin()
    unitIDs.append(Self.hash(id))
    plain = .unit
    watchesText = true
  }

  /// Whether nothing but a state is said, which the reader looks at.
  @inline(__always) private func isPlainSegment(_ attributes: XMLAttributes) -> Bool {
    attributes.count == 0
      || attributes.count == 1 && attributes.namespace(0).isNone
        && attributes.name(0) == plainNames.state
  }

  /// - Returns: false if the end tag is for the rules to judge, by the frames that are now there.
  @inline(__always) mutating func endPlain(_ cursor: inout XMLCursor) -> Bool {
    switch plain {
    case .source, .target:
      if !unit.pairs.isEmpty {
        closePair()
        return true
      }
      plain = unit.isTarget ? .targeted : .sourced
    case .code:
      plain = unit.isTarget ? .target : .source
      watchesText = false
      return true
    case .note: plain = .noted
    case .noted:
      frames[frames.count - 1].stage = PlaceTable.notesStage
      plain = .unit
    case .sourced, .targeted:
      unit.segments.append(plainSegment(plain))
      frames[frames.count - 1].stage = PlaceTable.firstTextStage
      plain = .segmented
    case .segmented where unit.references.isEmpty:
      _ = frames.removeLast()
      closeScope()
      resumePlain()
    case .none, .units, .unit, .segmented, .notes, .segment:
      leavePlain(&cursor)
      return false
    }
    watchesText = true
    return true
  }

  // MARK: Codes

  private static let placeholderAttributes: XLIFF2AttributeSet = [.id, .equiv, .disp, .type, .subType]
  private static let pairAttributes: XLIFF2AttributeSet = [
    .id, .equivStart, .equivEnd, .dispStart, .dispEnd, .type, .subType,
  ]

  /// Whether a code has nothing but an id, valid types and what is shown for it.
  private mutating func isPlainCode(_ element: XLIFF2Element, _ attributes: XMLAttributes) -> Bool {
    tag.read(attributes, attributeNames)
    let plain = element == .ph ? Self.placeholderAttributes : Self.pairAttributes
    guard !tag.hasNamespaced, tag.names.isSubset(of: plain) else { return false }
    for attribute in [XLIFF2Attribute.type, .subType] {
      if let value = value(attribute, attributes), !Self.isAllowed(value, of: attribute, on: element) {
        return false
      }
    }
    return true
  }

  /// The place is only of interest in a target, where a sequence of another segment can end up.
  private mutating func beginPlainCode(
    _ element: XLIFF2Element, _ attributes: XMLAttributes, _ cursor: inout XMLCursor
  ) {
    elementInHand = element
    if has(.subType) { checkSubType(attributes, &cursor) }
    var code = CodeFacts(
      element: element, isTarget: unit.isTarget, segment: 0,
      position: unit.isTarget ? cursor.tagPosition() : .start)
    if element == .ph { code.hints = .overlap }
    claimID(attributes, &code, &cursor)
    if element == .pc {
      unit.pairs.append(unit.codes.count)
    } else {
      plain = .code
      watchesText = true
    }
    unit.codes.append(code)
  }

  @inline(__always) private func plainSegment(_ state: PlainState) -> SegmentFacts {
    var segment = SegmentFacts()
    if state == .segment { return segment }
    segment.hasSource = true
    segment.hasTarget = Self.isInTarget(state, unit.isTarget)
    segment.sourcePreserves = frames[frames.count - 1].preservesSpace
    return segment
  }

  /// - Parameter isTarget: whether the last text that began was a target.
  @inline(__always) private static func isInTarget(_ state: PlainState, _ isTarget: Bool) -> Bool {
    state == .target || state == .targeted || state == .code && isTarget
  }

  /// Makes the frames that lead from the unit to where the state says.
  mutating func leavePlain(_ cursor: inout XMLCursor) {
    let state = plain
    plain = .none
    if state == .none || state == .units || state == .unit || state == .segmented { return }
    let last = frames.count - 1
    let isInNotes = state == .notes || state == .note || state == .noted
    let inherited = frames[last]
    func frame(_ element: XLIFF2Element) -> Frame {
      Frame(element: element, preservesSpace: inherited.preservesSpace)
    }
    if isInNotes {
      frames[last].stage = PlaceTable.notesStage
      var notes = frame(.notes)
      notes.position = cursor.markedPosition(.notes)
      notes.children = state == .notes ? 0 : 1
      frames.append(notes)
      if state == .note { frames.append(frame(.note)) }
    } else {
      unit.segments.append(plainSegment(state))
      unit.isTarget = Self.isInTarget(state, unit.isTarget)
      frames[last].stage = PlaceTable.firstTextStage
      var segment = frame(.segment)
      segment.stage = state == .segment ? 0 : unit.isTarget ? 2 : 1
      frames.append(segment)
      guard state == .source || state == .target || state == .code else { return }
      frames.append(frame(unit.isTarget ? .target : .source))
      for _ in unit.pairs { frames.append(frame(.pc)) }
      if state == .code { frames.append(frame(.ph)) }
    }
  }
}
