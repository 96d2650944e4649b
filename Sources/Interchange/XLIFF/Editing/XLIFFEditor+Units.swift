internal import Translations

extension XLIFFEditor {
  /// A place for one text: a `trans-unit`, a `segment` or an `ignorable`.
  struct Slot {
    var element: MarkupElement
    var isIgnorable = false

    var source: MarkupElement? { child("source") }
    var target: MarkupElement? { child("target") }

    func child(_ name: String) -> MarkupElement? {
      element.children.first { $0.localName.utf8.elementsEqual(name.utf8) }
    }
  }

  mutating func apply(_ edit: WantedEdits.Edit, to unit: XLIFFOutline.Unit) throws(Refusal) {
    let slots = try slots(of: unit, for: edit)
    guard let new = edit.new else { return remove(from: slots, of: unit) }
    if let state = edit.state { try setState(state, of: edit, in: slots, unit: unit) }
    guard edit.old != new else { return }
    let writer = try writer(for: edit, slots: slots, in: unit)
    let atoms = MessageAtoms(new).atoms
    if slots.count == 1 {
      try write(atoms, over: edit.old.map { MessageAtoms($0).atoms }, into: slots[0], of: edit, with: writer)
    } else {
      try write(atoms, over: slots, of: edit, with: writer)
    }
  }

  /// The places whose texts together are the text of a row.
  private func slots(of unit: XLIFFOutline.Unit, for edit: WantedEdits.Edit) throws(Refusal) -> [Slot] {
    guard isVersion2 else { return [Slot(element: unit.element)] }
    let slots = unit.element.children.compactMap { child -> Slot? in
      switch child.localName {
      case "segment": Slot(element: child)
      case "ignorable": Slot(element: child, isIgnorable: true)
      default: nil
      }
    }
    guard let kinds = plural("switch", of: unit.element, in: unit) else { return slots }
    // The segments are variants; the end of the path names one.
    let names = kinds.split(separator: " ").map { $0.prefix { $0 != ":" } }
    let tail = edit.segments.suffix(2 * names.count).map { String(decoding: $0, as: UTF8.self) }
    let variant = slots.first { slot in
      guard !slot.isIgnorable, let cases = plural("case", of: slot.element, in: unit) else { return false }
      let path = zip(names, cases.split(separator: " ")).flatMap { [String($0), String($1)] }
      return path.elementsEqual(tail)
    }
    guard let variant else { throw Refusal(message: "the unit has no segment for this plural case") }
    return [variant]
  }

  /// The value of an attribute of the plural module.
  private func plural(_ name: String, of element: MarkupElement, in unit: XLIFFOutline.Unit) -> String? {
    let found = element.attributes.first { attribute in
      attribute.name.utf8.elementsEqual(name.utf8) == false && attribute.name.hasSuffix(":\(name)")
        && unit.scope.namespace(ofAttribute: attribute.name).elementsEqual(XLIFFModule.plural.utf8)
    }
    return found.flatMap { value($0.name, of: element) }
  }

  // MARK: Codes

  /// A writer that knows how the unit spells its codes.
  private func writer(
    for edit: WantedEdits.Edit, slots: [Slot], in unit: XLIFFOutline.Unit
  ) throws(Refusal) -> InlineWriter {
    var writer = InlineWriter(
      document: document, isVersion2: isVersion2, prefix: unit.element.prefix, lineEnd: lineEnd)
    let targets = ordered(slots).compactMap { $0.target ?? ($0.isIgnorable ? $0.source : nil) }
    learn(targets.flatMap { content($0).codes }, of: edit.old, in: &writer)
    // The source is right where the two differ.
    let sources = slots.compactMap(\.source).flatMap { content($0).codes }
    learn(sources, of: edit.source, in: &writer)
    return writer
  }

  /// The codes of a text stand in the same order in the file and in the model.
  private func learn(_ spellings: [[UInt8]], of message: Message?, in writer: inout InlineWriter) {
    guard let message else { return }
    let tokens = MessageAtoms(message).codes
    guard tokens.count == spellings.count else { return }
    for (token, spelling) in zip(tokens, spellings) { writer.spellings[token] = spelling }
  }

  /// The bytes of a text.
  private func spell(
    _ atoms: some Sequence<MessageAtoms.Atom>, with writer: InlineWriter,
    after before: ArraySlice<UInt8> = [],
    inCDATA: Bool = false
  ) throws(Refusal) -> [UInt8] {
    do throws(InlineWriter.Problem) {
      return try writer.content(of: atoms, after: before, inCDATA: inCDATA)
    } catch {
      switch error {
      case .code(let code):
        throw Refusal(
          message: "the new text has a code `\(code)` that neither the source nor the old target has",
          help: "use the codes of the source")
      case .character:
        throw Refusal(
          message: error.message(isVersion2: isVersion2), help: "remove the control character from the text")
      case .bytes: throw Refusal(message: error.message(isVersion2: isVersion2))
      }
    }
  }

  func content(_ element: MarkupElement) -> InlineContent {
    InlineContent(of: element, in: document.text, isVersion2: isVersion2)
  }

  // MARK: One text

  /// Writes a text into the one place it has.
  mutating func write(
    _ new: [MessageAtoms.Atom], over old: [MessageAtoms.Atom]?, into slot: Slot, of edit: WantedEdits.Edit,
    with writer: InlineWriter
  ) throws(Refusal) {
    guard let target = slot.target else {
      return try insert(new, into: slot, of: edit, with: writer)
    }
    let content = content(target)
    if !target.isEmptyTag, let old = old ?? content.literalAtoms, content.agrees(with: old) {
      let change = Change(from: old, to: new, in: content, of: document.text)
      if let place = content.place(ofVisible: change.replaced) {
        return try write(new[change.inserted], at: place, with: writer)
      }
    }
    guard !content.hasSegments else { throw Refusal.segments }
    try replaceContent(of: target, with: spell(new, with: writer))
  }

  private mutating func write(
    _ atoms: ArraySlice<MessageAtoms.Atom>, at place: InlineContent.Place, with writer: InlineWriter
  ) throws(Refusal) {
    let before = document.text[max(0, place.raw.lowerBound - 2)..<place.raw.lowerBound]
    guard let opened = place.opens else {
      let text = try spell(atoms, with: writer, after: before, inCDATA: place.isInCDATA)
      return edits.replace(place.raw, with: text)
    }
    let text = try spell(atoms, with: writer)
    edits.replace(place.raw, with: Array(">".utf8) + text + Array("</\(opened.name)>".utf8))
  }

  private mutating func replaceContent(of element: MarkupElement, with content: [UInt8]) {
    guard element.isEmptyTag else { return edits.replace(element.content, with: content) }
    // The slash goes, and white space in front of it.
    let start = element.attributes.last?.range.upperBound ?? endOfName(element)
    edits.replace(
      start..<element.range.upperBound,
      with: Array(">".utf8) + content + Array("</\(element.name)>".utf8))
  }

  // MARK: A new target

  private mutating func insert(
    _ new: [MessageAtoms.Atom], into slot: Slot, of edit: WantedEdits.Edit, with writer: InlineWriter
  ) throws(Refusal) {
    let name = "\(writer.prefix)target"
    let state = edit.state.flatMap { isVersion2 ? nil : newTargetState($0, of: edit, slot: slot) }
    var element = Array("<\(name)".utf8) + Array((state.map { " state=\"\($0)\"" } ?? "").utf8)
    element.append(UInt8(ascii: ">"))
    let text = try spell(new, with: writer)
    element += try wrapped(text, like: slot.child("seg-source")) + Array("</\(name)>".utf8)
    insert(element, behind: slot.child("seg-source") ?? slot.source, in: slot.element)
  }

  /// A text as the only segment of a unit that marks its segments.
  private func wrapped(_ text: [UInt8], like source: MarkupElement?) throws(Refusal) -> [UInt8] {
    guard let source else { return text }
    let markers = source.children.filter { $0.localName == "mrk" && value("mtype", of: $0) == "seg" }
    guard markers.count < 2 else { throw Refusal.segments }
    guard let marker = markers.first else { return text }
    return document.text[marker.startTag] + text + Array("</\(marker.name)>".utf8)
  }

  /// Puts an element into another one with the white space that its neighbour has.
  private mutating func insert(_ element: [UInt8], behind neighbour: MarkupElement?, in parent: MarkupElement)
  {
    if let neighbour {
      let space = spaceBefore(neighbour.range.lowerBound, from: parent.content.lowerBound)
      let lineStart = space.lastIndex(where: { $0 == 0x0A || $0 == 0x0D }).map { index in
        index > space.startIndex && space[index] == 0x0A && space[index - 1] == 0x0D ? index - 1 : index
      }
      edits.insert(space[(lineStart ?? space.startIndex)...] + element, at: neighbour.range.upperBound)
    } else if parent.isEmptyTag {
      replaceContent(of: parent, with: element)
    } else {
      let space = document.text[parent.content].prefix { MarkupElement.isSpace($0) }
      edits.insert(space + element, at: parent.content.lowerBound)
    }
  }

  /// The white space in front of a place.
  private func spaceBefore(_ offset: Int, from start: Int) -> ArraySlice<UInt8> {
    var first = offset
    while first > start, MarkupElement.isSpace(document.text[first - 1]) { first -= 1 }
    return document.text[first..<offset]
  }

  // MARK: No target

  private mutating func remove(from slots: [Slot], of unit: XLIFFOutline.Unit) {
    for slot in slots where !slot.isIgnorable {
      guard let target = slot.target else { continue }
      edits.remove(rangeWithLine(of: target, in: slot.element))
      // What is said of a text goes with it.
      guard isVersion2 else { continue }
      removeAttribute("state", of: slot.element)
      removeAttribute("subState", of: slot.element)
    }
    if !isVersion2, value("approved", of: unit.element) == "yes" {
      setAttribute("approved", to: "no", of: unit.element)
    }
  }

  /// An element that stands alone in its line, with the line; else only the element.
  private func rangeWithLine(of element: MarkupElement, in parent: MarkupElement) -> Range<Int> {
    let text = document.text
    let space = spaceBefore(element.range.lowerBound, from: parent.content.lowerBound)
    guard var start = space.lastIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return element.range }
    if start > space.startIndex, text[start] == 0x0A, text[start - 1] == 0x0D { start -= 1 }
    var next = element.range.upperBound
    while text[next] == 0x20 || text[next] == 0x09 { next += 1 }
    let endsLine = text[next] == 0x0A || text[next] == 0x0D
    return endsLine ? start..<next : element.range
  }
}

extension XLIFFEditor.Refusal {
  static var segments: XLIFFEditor.Refusal {
    XLIFFEditor.Refusal(
      message: "the unit has several segments, and which of them gets which part of the text is not known",
      help: "change the text of one segment at a time, or in the tool that segmented it")
  }
}
