internal import CLibYAML
internal import Diagnostics

/// Pulls the events of one YAML document out of libyaml, which nothing else in the package calls.
///
/// What libyaml leaves to its user is done here: limits, the refusal of a second document, the place and cause of
/// an error. Text, anchor and tag of an event live until the next call of `next()`.
@safe  // The two pointers are allocated in `init`, freed in `deinit` and never handed out.
final class YAMLEventReader {
  enum Event {
    case scalar
    case alias
    case sequenceStart
    case sequenceEnd
    case mappingStart
    case mappingEnd
    case end
  }

  enum Style {
    case plain
    case singleQuoted
    case doubleQuoted
    case literal
    case folded
  }

  let path: String
  let limits: ReadingLimits
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>
  let input: YAMLInput
  private var depth = 0
  /// Whether the last scalar so far was a block text.
  private var endsInBlock = false
  private var documents = 0

  /// - Parameter path: the file's name as diagnostics show it; nothing is opened.
  init(_ source: any ByteSource, path: String, limits: ReadingLimits) throws {
    self.path = path
    self.limits = limits
    input = YAMLInput(source, limit: limits.yamlFileBytes)
    unsafe parser = .allocate(capacity: 1)
    unsafe event = .allocate(capacity: 1)
    unsafe event.initialize(to: yaml_event_t())
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      unsafe parser.initialize(to: yaml_parser_t())
      throw YAMLMemoryError()
    }
    unsafe yaml_parser_set_input(parser, readInput, Unmanaged.passUnretained(input).toOpaque())
  }

  deinit {
    unsafe yaml_event_delete(event)
    unsafe yaml_parser_delete(parser)
    unsafe event.deallocate()
    unsafe parser.deallocate()
  }

  /// Moves to the next event.
  /// - Throws: `YAMLRefusal` for the first thing that is wrong with the document, the source's own error if the
  ///   source failed.
  func next() throws -> Event {
    while true {
      unsafe yaml_event_delete(event)
      guard unsafe yaml_parser_parse(parser, event) == 1 else { throw problem() }
      switch unsafe event.pointee.type {
      case YAML_SCALAR_EVENT:
        if unsafe event.pointee.data.scalar.length > limits.textBytes { throw tooLong() }
        if unsafe event.pointee.data.scalar.anchor != nil { try checkAnchor() }
        endsInBlock = unsafe event.pointee.data.scalar.style.rawValue >= YAML_LITERAL_SCALAR_STYLE.rawValue
        return .scalar
      case YAML_ALIAS_EVENT: return .alias
      case YAML_SEQUENCE_START_EVENT:
        try enter()
        return .sequenceStart
      case YAML_MAPPING_START_EVENT:
        try enter()
        return .mappingStart
      case YAML_SEQUENCE_END_EVENT:
        depth -= 1
        return .sequenceEnd
      case YAML_MAPPING_END_EVENT:
        depth -= 1
        return .mappingEnd
      case YAML_DOCUMENT_START_EVENT: try startDocument()
      case YAML_STREAM_END_EVENT:
        if endsInBlock { try checkEnd() }
        return .end
      default: break
      }
    }
  }

  /// Where the event begins.
  var start: YAMLMark { unsafe mark(event.pointee.start_mark) }

  /// Where the event ends: the place after its last character.
  var end: YAMLMark { unsafe mark(event.pointee.end_mark) }

  /// How many characters stand before the event, a byte-order mark not counted.
  var startIndex: Int { Int(unsafe event.pointee.start_mark.index) }

  /// How many characters stand before the place after its last character.
  var endIndex: Int { Int(unsafe event.pointee.end_mark.index) }

  /// Whether the event's text goes over more than one line of the file.
  var spansLines: Bool { unsafe event.pointee.start_mark.line != event.pointee.end_mark.line }

  // MARK: The scalar of a `.scalar` event

  var style: Style {
    switch unsafe event.pointee.data.scalar.style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }

  /// Whether the text is written without quotes and without a tag.
  var isUntaggedPlain: Bool { unsafe event.pointee.data.scalar.plain_implicit == 1 }

  /// The bytes of the text as YAML defines it, which may hold U+0000.
  @inline(__always)
  func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    unsafe try body(
      UnsafeBufferPointer(start: event.pointee.data.scalar.value, count: event.pointee.data.scalar.length))
  }

  var text: [UInt8] { unsafe withText { unsafe Array($0) } }

  // MARK: The properties of any event

  /// Whether the node has an anchor or a tag, which few have.
  var hasProperties: Bool {
    switch unsafe event.pointee.type {
    case YAML_SCALAR_EVENT:
      unsafe event.pointee.data.scalar.anchor != nil || event.pointee.data.scalar.tag != nil
    case YAML_SEQUENCE_START_EVENT:
      unsafe event.pointee.data.sequence_start.anchor != nil || event.pointee.data.sequence_start.tag != nil
    case YAML_MAPPING_START_EVENT:
      unsafe event.pointee.data.mapping_start.anchor != nil || event.pointee.data.mapping_start.tag != nil
    default: true
    }
  }

  /// The anchor a node sets or an alias names.
  var anchor: [UInt8]? {
    switch unsafe event.pointee.type {
    case YAML_SCALAR_EVENT: unsafe bytes(event.pointee.data.scalar.anchor)
    case YAML_SEQUENCE_START_EVENT: unsafe bytes(event.pointee.data.sequence_start.anchor)
    case YAML_MAPPING_START_EVENT: unsafe bytes(event.pointee.data.mapping_start.anchor)
    case YAML_ALIAS_EVENT: unsafe bytes(event.pointee.data.alias.anchor)
    default: nil
    }
  }

  /// The tag as written, its handle expanded: `tag:yaml.org,2002:str`, `!ruby/object`.
  var tag: String? {
    let tag: [UInt8]? =
      switch unsafe event.pointee.type {
      case YAML_SCALAR_EVENT: unsafe bytes(event.pointee.data.scalar.tag)
      case YAML_SEQUENCE_START_EVENT: unsafe bytes(event.pointee.data.sequence_start.tag)
      case YAML_MAPPING_START_EVENT: unsafe bytes(event.pointee.data.mapping_start.tag)
      default: nil
      }
    return tag.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the event starts a map.
  var isMapping: Bool { unsafe event.pointee.type == YAML_MAPPING_START_EVENT }

  /// Whether a collection is written with brackets or braces.
  var isFlow: Bool {
    switch unsafe event.pointee.type {
    case YAML_SEQUENCE_START_EVENT:
      unsafe event.pointee.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
    case YAML_MAPPING_START_EVENT:
      unsafe event.pointee.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
    default: false
    }
  }

  // MARK: Inside

  /// Where the event begins in the input's window; `nil` for other encodings than UTF-8.
  ///
  /// The parser is a few tokens ahead, so it is found by going back from there.
  var placeInWindow: Int? {
    guard unsafe parser.pointee.encoding == YAML_UTF8_ENCODING else { return nil }
    let unread = unsafe parser.pointee.buffer.last - parser.pointee.buffer.pointer
    // At the end of the document libyaml puts a zero behind it.
    let isAtEnd = unsafe unread > 0 && parser.pointee.buffer.last[-1] == 0
    var place = unsafe Int(parser.pointee.offset) - unread + (isAtEnd ? 1 : 0) - input.windowStart
    let window = input.window
    let distance = unsafe Int(parser.pointee.mark.index) - Int(event.pointee.start_mark.index)
    for _ in 0..<max(distance, 0) where place > 0 {
      repeat { place -= 1 } while place > 0 && window[place] & 0xC0 == 0x80
    }
    return place >= 0 && place <= window.count ? place : nil
  }

  private func mark(_ mark: yaml_mark_t) -> YAMLMark {
    YAMLMark(line: input.lineBreaks.line(mark.line) + 1, column: mark.column + 1)
  }

  private func bytes(_ text: UnsafeMutablePointer<yaml_char_t>?) -> [UInt8]? {
    guard let text = unsafe text else { return nil }
    var count = 0
    while unsafe text[count] != 0 { count += 1 }
    return unsafe Array(UnsafeBufferPointer(start: text, count: count))
  }

  private func enter() throws {
    depth += 1
    guard depth > limits.yamlDepth else { return }
    throw YAMLRefusal(
      Diagnostic(
        LimitRules.depth, "collections nest deeper than \(limits.yamlDepth) levels",
        at: start.location(in: path)))
  }

  private func startDocument() throws {
    documents += 1
    guard documents > 1 else { return }
    throw YAMLRefusal(
      Diagnostic(
        YAMLRules.secondDocument, "a second document starts here; a file holds one",
        at: start.location(in: path), help: "move its entries into the first, or into a file of their own"))
  }

  private func tooLong() -> YAMLRefusal {
    YAMLRefusal(
      Diagnostic(
        LimitRules.textSize, "one text is longer than \(limits.textBytes) bytes", at: start.location(in: path)
      )
    )
  }

  /// What made libyaml stop, in our words.
  private func problem() -> any Error {
    if let failure = input.failure { return failure }
    if input.isTooLarge {
      return YAMLRefusal(
        Diagnostic(
          LimitRules.fileSize, "the file is larger than \(limits.yamlFileBytes) bytes",
          at: SourceLocation(path: path)))
    }
    let error = unsafe parser.pointee.error
    if error == YAML_MEMORY_ERROR { return YAMLMemoryError() }
    let text = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? ""
    let decoded = unsafe UnsafeBufferPointer(
      start: parser.pointee.buffer.pointer,
      count: parser.pointee.buffer.last - parser.pointee.buffer.pointer)
    // At the end of the document libyaml puts a zero behind it.
    let unread = unsafe UnsafeBufferPointer(
      rebasing: decoded[..<(decoded.firstIndex(of: 0) ?? decoded.count)])
    if error == YAML_READER_ERROR {
      // A reader error has no mark: it lies behind all that was decoded and not yet scanned.
      let mark = unsafe Self.advance(parser.pointee.mark, over: unread)
      let value = unsafe parser.pointee.problem_value
      let problem = YAMLProblem(text: text, mark: self.mark(mark), path: path)
      return YAMLRefusal(
        unsafe problem.readerDiagnostic(
          value: Int(value), offset: Int(parser.pointee.problem_offset), window: input.window))
    }
    var problem = unsafe YAMLProblem(text: text, mark: mark(parser.pointee.problem_mark), path: path)
    if let context = unsafe parser.pointee.context {
      problem.context = unsafe String(cString: context)
      problem.contextMark = unsafe mark(parser.pointee.context_mark)
    }
    if unsafe parser.pointee.encoding == YAML_UTF8_ENCODING {
      let position = unsafe parser.pointee.offset - unread.count - input.windowStart
      let distance = unsafe parser.pointee.mark.index - Int(parser.pointee.problem_mark.index)
      problem.source = YAMLProblem.Source(
        window: input.window, position: position, charactersBack: Int(distance))
    }
    return YAMLRefusal(problem.diagnostic)
  }

  /// The mark after some decoded text, counted as libyaml does.
  private static func advance(_ mark: yaml_mark_t, over text: UnsafeBufferPointer<UInt8>) -> yaml_mark_t {
    var mark = mark
    var index = text.startIndex
    while index < text.endIndex {
      let byte = unsafe text[index]
      let width = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      let next = unsafe index + 1 < text.count ? text[index + 1] : 0
      let last = unsafe index + 2 < text.count ? text[index + 2] : 0
      let isBreak =
        byte == 0x0A || (byte == 0x0D && next != 0x0A) || (byte == 0xC2 && next == 0x85)
        || (byte == 0xE2 && next == 0x80 && (last == 0xA8 || last == 0xA9))
      if isBreak {
        mark.line += 1
        mark.column = 0
      } else if byte != 0x0D {
        mark.column += 1
      }
      mark.index += 1
      index += width
    }
    return mark
  }
}

/// libyaml's read handler: `data` is the `YAMLInput` that the reader keeps alive.
private func readInput(
  _ data: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ size: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> Int32 {
  guard let data = unsafe data, let buffer = unsafe buffer, let count = unsafe count else { return 0 }
  let input = unsafe Unmanaged<YAMLInput>.fromOpaque(data).takeUnretainedValue()
  guard
    let read = unsafe input.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
  else { return 0 }
  unsafe count.pointee = read
  return 1
}
