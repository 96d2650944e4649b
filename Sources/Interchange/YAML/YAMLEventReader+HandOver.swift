internal import CLibYAML

/// How libyaml goes on where the line scanner stopped.
///
/// It reads a few lines that open the same collections at the same columns, and then the rest of the document. The
/// events of those lines are for nobody; behind the last of them libyaml's counters are set to the place in the
/// document, so that from there on its marks are those it would have had.
extension YAMLEventReader {
  func handOver() throws {
    let scanner = unsafe state.pointee.scanner
    unsafe state.pointee.isScanning = false
    try startParser()
    guard !scanner.isUnused else { return input.restart(at: 0, after: []) }
    unsafe state.pointee.documents = 1
    let introduction = Self.introduction(to: scanner)
    input.restart(at: scanner.line.start, after: introduction)
    for _ in 0..<Self.eventCount(of: scanner) {
      unsafe yaml_event_delete(event)
      guard unsafe yaml_parser_parse(parser, event) == 1 else { throw problem() }
    }
    unsafe precondition(
      Int(parser.pointee.mark.index) == introduction.count - 1,
      "libyaml stands at the end of the lines that it was given")
    placeTokens(for: scanner)
    placeMarks(for: scanner)
    // What is left of the introduction is its last line end.
    unsafe parser.pointee.mark.index = scanner.line.index - 1
    unsafe parser.pointee.mark.line = scanner.line.number - 1
    unsafe parser.pointee.offset = parser.pointee.offset + scanner.line.start - introduction.count
  }

  /// Lines that open the scanner's collections.
  private static func introduction(to scanner: YAMLLineScanner) -> [UInt8] {
    var text: [UInt8] = []
    var column = 0
    for frame in scanner.frames {
      text += repeatElement(0x20, count: frame.column - column)
      if frame.kind == .map {
        text += Array("a:\n".utf8)
        column = 0
      } else {
        text.append(0x2D)
        column = frame.column + 1
      }
    }
    if scanner.frames.last?.kind != .map {
      text.append(0x0A)
    } else if scanner.pending == nil {
      // A quoted text is over with its quote: nothing behind it is looked at.
      text.removeLast()
      text += Array(" \"\"\n".utf8)
    }
    return text
  }

  /// The events of the introduction: the start of the stream and of the document, a key of each map, and perhaps the
  /// text behind the last.
  private static func eventCount(of scanner: YAMLLineScanner) -> Int {
    let hasText = scanner.frames.last?.kind == .map && scanner.pending == nil
    return scanner.frames.reduce(2 + (hasText ? 1 : 0)) { $0 + ($1.kind == .map ? 2 : 1) }
  }

  /// Sets right what libyaml has read and not delivered: the colon of a key without a value yet, or the dash of a
  /// list, of which it gets no item that is not in the document.
  private func placeTokens(for scanner: YAMLLineScanner) {
    let head = unsafe parser.pointee.tokens.head
    let count = unsafe head.map { unsafe parser.pointee.tokens.tail - $0 } ?? 0
    let expected: Int
    switch scanner.frames.last?.kind {
    case .map: expected = scanner.pending == nil ? 0 : 1
    case .list: expected = 2
    case .evenList: expected = 1
    case nil: expected = 0
    }
    precondition(count == expected, "libyaml has read what it was given")
    guard let head = unsafe head, let frame = scanner.frames.last else { return }
    switch frame.kind {
    case .map:
      guard let pending = scanner.pending else { return }
      var colon = pending
      colon.column -= 1
      colon.index -= 1
      unsafe head.pointee.start_mark = yaml_mark_t(colon)
      unsafe head.pointee.end_mark = yaml_mark_t(pending)
    case .list:
      unsafe head.pointee.start_mark = yaml_mark_t(frame.start)
      unsafe head.pointee.end_mark = yaml_mark_t(frame.start)
      unsafe parser.pointee.tokens.tail -= 1
    case .evenList:
      unsafe parser.pointee.tokens.tail -= 1
      unsafe parser.pointee.token_available = 0
    }
  }

  /// Sets where the open collections begin, which errors inside them tell.
  private func placeMarks(for scanner: YAMLLineScanner) {
    var frames = scanner.frames.filter { $0.kind != .evenList }
    // The mark of a list without an item is still in its token.
    if scanner.frames.last?.kind == .list { frames.removeLast() }
    let count = unsafe parser.pointee.marks.top - parser.pointee.marks.start
    precondition(count == frames.count, "libyaml has opened what it was given")
    for (place, frame) in frames.enumerated() {
      unsafe parser.pointee.marks.start[place] = yaml_mark_t(frame.start)
    }
  }
}

extension yaml_mark_t {
  fileprivate init(_ place: YAMLPlace) {
    self.init(index: place.index, line: place.line, column: place.column)
  }
}
