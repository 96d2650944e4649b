internal import CLibXML2
internal import Diagnostics

/// What a handler may ask its parser while an event is delivered: where it is, and to stop.
///
/// Places come from the parser's byte offset walked back to the tag's `<` in the parser's own window. libxml2
/// counts the lines up to that offset, and does so rightly, and the scanner counts those of what passes libxml2 by;
/// libxml2's columns are not used, nor the places of its errors.
///
/// It is safe outside because the parser that owns the context and the window outlives every event.
@safe struct XMLCursor {
  private let context: xmlParserCtxtPtr
  let path: String

  /// The bytes from the first one that libxml2 has not consumed, or earlier, to the last one fed.
  private var window: UnsafePointer<UInt8>
  private var windowStart = 0
  private var windowCount = 0

  /// The last place that was asked for, and the place where the window was last moved to: when a line is
  /// longer than the window, columns are counted from there.
  private var anchor = Anchor()
  private var floor = Anchor()
  private var marks = (unit: Mark.none, notes: Mark.none)

  private struct Anchor {
    var offset = 0
    var column = 1
  }

  /// How much of the document has passed libxml2 by, and where the element stands that is doing so.
  private var passed = Distance()
  private var standing: Distance?

  /// Bytes, and the line ends among them.
  private struct Distance {
    var bytes = 0
    var lines = 0
  }

  /// What a marked tag opens.
  enum Marked {
    case unit, notes
  }

  private enum Mark {
    case none
    /// Where the marked tag ends.
    case end(offset: Int, line: Int)
    case start(XMLPosition)
  }

  /// Why the parser was stopped.
  private(set) var failure: Diagnostic?
  /// Whether something has stopped the parser; no event counts any more.
  private(set) var isStopping = false

  @unsafe init(context: xmlParserCtxtPtr, window: UnsafePointer<UInt8>, path: String) {
    unsafe self.context = context
    unsafe self.window = window
    self.path = path
  }

  func intern(_ name: StaticString) -> XMLName {
    unsafe XMLName(xmlDictLookup(context.pointee.dict, name.utf8Start, Int32(name.utf8CodeUnitCount)))
  }

  // MARK: Places

  /// The offset that the document has reached, in bytes of UTF-8 after a byte order mark.
  ///
  /// What `xmlByteConsumed` gives where libxml2 decodes nothing itself and gets everything.
  @inline(__always) private var consumedOffset: Int {
    if let standing { return standing.bytes }
    let input = unsafe context.pointee.input.unsafelyUnwrapped
    return unsafe Int(input.pointee.consumed) + (input.pointee.cur - input.pointee.base) + passed.bytes
  }

  /// The line of that offset.
  private var consumedLine: Int {
    if let standing { return standing.lines }
    return unsafe Int(context.pointee.input.pointee.line) + passed.lines
  }

  /// The start of the tag that is being reported.
  mutating func tagPosition() -> XMLPosition { tagPosition(end: consumedOffset, line: consumedLine) }

  /// The start of the tag before a text that is being reported.
  @unsafe mutating func tagPosition(before text: UnsafeBufferPointer<UInt8>) -> XMLPosition {
    // libxml2 has counted the lines of a text that it hands on from its own buffer, but may still stand before it.
    let isBefore = unsafe standing == nil && context.pointee.input.pointee.cur == text.baseAddress
    let newlines = isBefore ? unsafe text.count { $0 == 0x0A } : 0
    return tagPosition(end: consumedOffset, line: consumedLine - newlines)
  }

  /// The place that libxml2 has reached.
  mutating func currentPosition() -> XMLPosition {
    let offset = consumedOffset
    return XMLPosition(line: consumedLine, column: column(at: offset))
  }

  /// Remembers the tag that is being reported; its place is only worked out if it is asked for.
  @inline(__always) mutating func markTag(_ marked: Marked) {
    self[marked] = .end(offset: consumedOffset, line: consumedLine)
  }

  /// The start of the tag that was last marked so.
  mutating func markedPosition(_ marked: Marked) -> XMLPosition {
    switch self[marked] {
    case .none: return XMLPosition.start
    case .start(let position): return position
    case .end(let offset, let line):
      let position = tagPosition(end: offset, line: line)
      self[marked] = .start(position)
      return position
    }
  }

  private subscript(marked: Marked) -> Mark {
    @inline(__always) get { marked == .unit ? marks.unit : marks.notes }
    @inline(__always) set { if marked == .unit { marks.unit = newValue } else { marks.notes = newValue } }
  }

  /// The last `<` before an offset; within a tag there is no other.
  private mutating func tagPosition(end: Int, line: Int) -> XMLPosition {
    let last = min(end - windowStart, windowCount)
    let (first, newlines) = unsafe window.lastIndex(of: UInt8(ascii: "<"), before: last, counting: 0x0A)
    return XMLPosition(line: line - newlines, column: column(at: windowStart + (first ?? 0)))
  }

  /// The column of an offset of the window.
  @inline(__always) private mutating func column(at offset: Int) -> Int {
    let base = offset >= anchor.offset ? anchor : floor
    let first = max(base.offset &- windowStart, 0)
    let end = min(offset &- windowStart, windowCount)
    let line = unsafe (window + first).scalarsOfLastLine(in: max(end &- first, 0))
    let column = (line.hasStart ? 1 : base.column) &+ line.scalars
    if offset >= anchor.offset { anchor = Anchor(offset: offset, column: column) }
    return column
  }

  /// The place of the end of the window, beyond what libxml2 has reached.
  mutating func endPosition() -> XMLPosition {
    let offset = consumedOffset
    let index = max(offset - windowStart, 0)
    let newlines = unsafe (window + index).occurrences(of: 0x0A, in: windowCount - index)
    return XMLPosition(line: consumedLine + newlines, column: column(at: windowStart + windowCount))
  }

  // MARK: What is there

  /// The byte at an offset of the window.
  private func byte(at offset: Int) -> UInt8? {
    let index = offset - windowStart
    return unsafe index >= 0 && index < windowCount ? window[index] : nil
  }

  /// Whether libxml2 stands at bytes that are no character of UTF-8.
  var isAtBrokenSequence: Bool {
    let index = consumedOffset - windowStart
    guard index >= 0, index < windowCount else { return false }
    let size =
      switch unsafe window[index] {
      case 0..<0x80: 1
      case 0xC0..<0xE0: 2
      case 0xE0..<0xF0: 3
      default: 4
      }
    let bytes = unsafe UnsafeBufferPointer(start: window + index, count: min(size, windowCount - index))
    return unsafe String(validating: bytes, as: UTF8.self) == nil
  }

  /// Whether the byte before the one libxml2 stands at is a carriage return.
  var isAfterReturn: Bool { byte(at: consumedOffset - 1) == 0x0D }

  /// The place of the reference that libxml2 is in or has just read.
  mutating func referencePosition() -> XMLPosition {
    let end = min(consumedOffset + 1 - windowStart, windowCount)
    let index = unsafe window.lastIndex(of: UInt8(ascii: "&"), before: max(end, 0)) ?? max(end - 1, 0)
    let newlines = unsafe (window + index).occurrences(of: 0x0A, in: max(end - 1 - index, 0))
    return XMLPosition(line: consumedLine - newlines, column: column(at: windowStart + index))
  }

  /// Whether libxml2 stands right behind a reference, at a character that is allowed.
  var isAfterReference: Bool {
    guard byte(at: consumedOffset - 1) == UInt8(ascii: ";"), let next = byte(at: consumedOffset) else {
      return false
    }
    return 0x20..<0x80 ~= next || next == 0x09 || next == 0x0A || next == 0x0D
  }

  /// Whether that reference has no name.
  var isAfterAmpersand: Bool { byte(at: consumedOffset - 1) == UInt8(ascii: "&") }

  /// The innermost element that is open.
  var openElementName: String? {
    unsafe context.pointee.name.map { unsafe String(cString: $0) }
  }

  var isAfterRoot: Bool { unsafe context.pointee.instate == XML_PARSER_EPILOG }

  /// Where the document is cut off, once it has ended.
  private(set) var cut: Cut?

  struct Cut {
    var position: XMLPosition
    /// Whether the place is the start of a tag, comment or section that does not end.
    var isInMarkup: Bool
  }

  /// Says that no more bytes come, so that whatever libxml2 complains about now is that the document ends too
  /// early.
  ///
  /// An ampersand is an exception: libxml2 looks for its semicolon as far as the end.
  mutating func documentHasEnded() {
    let next = byte(at: consumedOffset)
    if next == UInt8(ascii: "&") { return }
    let isInMarkup = next == UInt8(ascii: "<")
    cut = Cut(position: isInMarkup ? currentPosition() : endPosition(), isInMarkup: isInMarkup)
  }

  // MARK: Stopping

  /// Ends parsing at the end of the event; the first reason stays.
  mutating func stop(_ failure: Diagnostic) {
    if self.failure == nil { self.failure = failure }
    isStopping = true
  }

  /// To be called at the end of each event.
  ///
  /// Stopping frees what libxml2 is reading, attributes included, so nothing of the event may be used after
  /// it. A complaint is no event: libxml2 goes on reading after it, and is stopped by the next event or
  /// piece.
  func endEvent() {
    if isStopping { unsafe xmlStopParser(context) }
  }

  mutating func stop(_ rule: Rule, _ message: String, at position: XMLPosition, help: String? = nil) {
    stop(Diagnostic(rule, message, at: location(position), help: help))
  }

  func location(_ position: XMLPosition) -> SourceLocation {
    SourceLocation(path: path, line: position.line, column: position.column)
  }

  // MARK: The parser's side

  /// Whether everything before an offset has been taken, and a tag or text may come next.
  func isAtRest(_ offset: Int) -> Bool {
    unsafe consumedOffset == offset && context.pointee.instate == XML_PARSER_CONTENT
      && context.pointee.wellFormed == 1
  }

  /// The line that the document has reached.
  var line: Int { consumedLine }

  /// The place in the window that the document has reached.
  var consumedIndex: Int { max(consumedOffset - windowStart, 0) }

  /// Tells where an event stands that does not come from libxml2.
  @inline(__always) mutating func stand(at offset: Int, line: Int) {
    standing = Distance(bytes: offset, lines: line)
  }

  /// Says that libxml2 goes on behind what has passed it by.
  mutating func pass(bytes: Int, lines: Int) {
    standing = nil
    passed.bytes += bytes
    passed.lines += lines
  }

  /// Says that the bytes before what libxml2 has consumed are about to leave the window.
  /// - Returns: the offset of the first byte that must stay.
  mutating func leaveWindow() -> Int {
    if case .end = marks.unit { _ = markedPosition(.unit) }
    if case .end = marks.notes { _ = markedPosition(.notes) }
    let offset = consumedOffset
    _ = column(at: offset)
    floor = anchor
    return offset
  }

  /// Tells where the window is now.
  @unsafe mutating func moveWindow(to window: UnsafePointer<UInt8>, start: Int, count: Int) {
    unsafe self.window = window
    windowStart = start
    windowCount = count
  }
}
