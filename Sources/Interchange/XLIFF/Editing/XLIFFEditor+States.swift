internal import Translations

extension XLIFFEditor {
  /// What a file is to say about a text.
  private struct Words {
    var state: String?
    var approval: String?
  }

  /// Changes as few attributes as give a state.
  mutating func setState(
    _ state: TranslationState, of edit: WantedEdits.Edit, in slots: [Slot], unit: XLIFFOutline.Unit
  ) throws(Refusal) {
    if edit.old == edit.new, edit.row.state == state { return }
    guard state != .absent, let word = word(for: state) else {
      throw Refusal(
        message: "a text that is there cannot be \(state.name)", help: "remove the text or name another state"
      )
    }
    if isVersion2 { return setState(state, word: word, of: edit, in: slots) }
    guard let slot = slots.first else { return }
    let dropsQualifier = self.dropsQualifier(of: slot, for: edit, state: state)
    guard
      let words = words(for: state, word: word, of: edit, slot: slot, keepsQualifier: !dropsQualifier)
    else {
      throw Refusal(
        message: "the unit cannot say that its text is \(state.name)",
        help: "change its `state` and `approved` by hand")
    }
    if let approval = words.approval { setAttribute("approved", to: approval, of: unit.element) }
    // The start tag of a new target is written with its content.
    guard let target = slot.target else { return }
    if let word = words.state { setAttribute("state", to: word, of: target) }
    if dropsQualifier { removeAttribute("state-qualifier", of: target) }
  }

  private mutating func setState(
    _ state: TranslationState, word: String, of edit: WantedEdits.Edit, in slots: [Slot]
  ) {
    for slot in slots where !slot.isIgnorable {
      let current = evidence(of: slot, edit: edit, isAlone: slots.count == 1, keepsQualifier: true)
      let isTold = edit.old == edit.new || current.qualifier == .none
      if slot.target != nil, isTold, current.judge().state == state { continue }
      setAttribute("state", to: word, of: slot.element)
      // The old one said more about the old state.
      let meaning: XLIFFState =
        switch state {
        case .needsTranslation: .needsTranslation
        case .needsReview: .needsReview
        default: .none
        }
      if let subState = XLIFFSubState(state: meaning, qualifier: .none).value {
        setAttribute("subState", to: subState, of: slot.element)
      } else {
        removeAttribute("subState", of: slot.element)
      }
    }
  }

  /// The `state` of a target that is not there yet; `nil` if it needs none.
  func newTargetState(_ state: TranslationState, of edit: WantedEdits.Edit, slot: Slot) -> String? {
    guard let word = word(for: state) else { return nil }
    return words(for: state, word: word, of: edit, slot: slot, keepsQualifier: false)?.state
  }

  /// The fewest changes after which a reader finds a state in a 1.x unit.
  private func words(
    for state: TranslationState, word: String, of edit: WantedEdits.Edit, slot: Slot, keepsQualifier: Bool
  ) -> Words? {
    let approval = slot.element.attribute("approved") == nil ? nil : state.isApproved ? "yes" : "no"
    let candidates = [
      Words(), Words(approval: approval), Words(state: word), Words(state: word, approval: approval),
    ]
    return candidates.first { words in
      var evidence = evidence(of: slot, edit: edit, isAlone: true, keepsQualifier: keepsQualifier)
      if let approval = words.approval { evidence.isApproved = approval == "yes" }
      if let word = words.state { evidence.state = parse(word) }
      let verdict = evidence.judge()
      return verdict.state == state && !verdict.contradictsApproval
    }
  }

  /// A qualifier tells where a text came from, or why it was refused; it does not go with another text.
  private func dropsQualifier(of slot: Slot, for edit: WantedEdits.Edit, state: TranslationState) -> Bool {
    guard let qualifier = slot.target.flatMap({ value("state-qualifier", of: $0) }) else { return false }
    return edit.old != edit.new || state >= .translated && qualifier.hasPrefix("rejected-")
  }

  /// What a reader will judge by.
  private func evidence(
    of slot: Slot, edit: WantedEdits.Edit, isAlone: Bool, keepsQualifier: Bool
  ) -> XLIFFEvidence {
    let place = isVersion2 ? slot.element : slot.target
    let text = edit.new?.bytes ?? []
    let source = edit.source?.bytes ?? []
    let qualifier = keepsQualifier ? slot.target.flatMap { value("state-qualifier", of: $0) } : nil
    let isBlank = text.allSatisfy(MarkupElement.isSpace) && !source.allSatisfy(MarkupElement.isSpace)
    let subState = isVersion2 ? value("subState", of: slot.element).flatMap { XLIFFSubState($0) } : nil
    let state = place.flatMap { value("state", of: $0) }.map(parse) ?? .none
    return XLIFFEvidence(
      state: subState.flatMap { $0.state == .none ? nil : $0.state } ?? state,
      qualifier: subState?.qualifier ?? qualifier.map { word in
        var word = word
        return word.withUTF8 { unsafe XLIFFQualifier($0) }
      } ?? .none,
      isApproved: !isVersion2 && value("approved", of: slot.element) == "yes",
      isEmpty: isAlone && text.isEmpty, isBlank: isAlone && !text.isEmpty && isBlank,
      equalsSource: isAlone && text == source)
  }

  private func parse(_ word: String) -> XLIFFState {
    var word = word
    return word.withUTF8 { unsafe XLIFFState.parse($0, isVersion2: isVersion2).state }
  }

  /// The word of the standard.
  private func word(for state: TranslationState) -> String? {
    switch state {
    case .absent: nil
    case .untranslated: isVersion2 ? "initial" : "new"
    case .needsTranslation: isVersion2 ? "initial" : "needs-translation"
    case .needsReview: isVersion2 ? "initial" : "needs-review-translation"
    case .translated: "translated"
    case .reviewed: isVersion2 ? "reviewed" : "signed-off"
    case .final: "final"
    }
  }
}
