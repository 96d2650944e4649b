internal import CLibYAML
internal import Diagnostics

/// Reads the events of one YAML document: the plain lines in front itself, everything else out of libyaml, which
/// nothing else in the package calls.
///
/// What libyaml leaves to its user is done here: limits, the refusal of a second document, the place and cause of
/// an error. Text, anchor and tag of an event live until the next call of `next()`.
@safe  // The pointers are allocated in `init`, freed in `deinit` and never handed out.
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

  /// What changes while events are read; behind a pointer, so that no access to it has to be checked.
  @safe
  struct State {
    var scanner: YAMLLineScanner
    /// Whether the line scanner reads, and libyaml does not yet.
    var isScanning: Bool
    @unsafe var current: UnsafeMutablePointer<YAMLEvent>
    var depth = 0
    /// Whether the last scalar so far was a block text.
    var endsInBlock = false
    var documents = 0
    /// The events that did not come from libyaml.
    var scanned = 0
  }

  let path: String
  let limits: ReadingLimits
  let input: YAMLInput
  let parser: UnsafeMutablePointer<yaml_parser_t>
  /// libyaml's event, and what is said of it.
  let event: UnsafeMutablePointer<yaml_event_t>
  private let image: UnsafeMutablePointer<YAMLEvent>
  let state: UnsafeMutablePointer<State>

  /// - Parameters:
  ///   - path: the file's name as diagnostics show it; nothing is opened.
  ///   - scansLines: whether plain lines are read without libyaml, which must make no difference but in time.
  init(_ source: any ByteSource, path: String, limits: ReadingLimits, scansLines: Bool = true) throws {
    self.path = path
    self.limits = limits
    input = YAMLInput(source, limit: limits.yamlFileBytes)
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    unsafe event = .allocate(capacity: 1)
    unsafe event.initialize(to: yaml_event_t())
    unsafe image = .allocate(capacity: 1)
    unsafe image.initialize(to: YAMLEvent())
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(
      to: State(scanner: YAMLLineScanner(input), isScanning: scansLines, current: image))
    if !scansLines { try startParser() }
  }

  deinit {
    unsafe yaml_event_delete(event)
    unsafe yaml_parser_delete(parser)
    unsafe event.deallocate()
    unsafe parser.deallocate()
    unsafe image.deallocate()
    unsafe state.pointee.scanner.free()
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  func startParser() throws {
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      unsafe parser.initialize(to: yaml_parser_t())
      throw YAMLMemoryError()
    }
    unsafe yaml_parser_set_input(parser, readInput, Unmanaged.passUnretained(input).toOpaque())
  }

  /// Moves to the next event.
  /// - Throws: `YAMLRefusal` for the first thing that is wrong with the document, the source's own error if the
  ///   source failed.
  func next() throws -> Event {
    while unsafe state.pointee.isScanning {
      if unsafe state.pointee.scanner.events.isEmpty {
        guard unsafe state.pointee.scanner.readLine() == .events else {
          try handOver()
          break
        }
      }
      unsafe state.pointee.current = state.pointee.scanner.events.takeFirst()
      unsafe state.pointee.scanned += 1
      return try took()
    }
    unsafe state.pointee.current = image
    while true {
      unsafe yaml_event_delete(event)
      guard unsafe yaml_parser_parse(parser, event) == 1 else { throw problem() }
      if unsafe event.pointee.type == YAML_DOCUMENT_START_EVENT {
        unsafe image.pointee = YAMLEvent(event.pointee)
        try startDocument()
      } else if let kind = unsafe Event(event.pointee.type) {
        unsafe image.pointee = YAMLEvent(event.pointee)
        unsafe image.pointee.kind = kind
        if kind == .scalar, unsafe event.pointee.data.scalar.anchor != nil { try checkLengthAndAnchor() }
        return try took()
      }
    }
  }

  private func checkLengthAndAnchor() throws {
    if unsafe image.pointee.count > limits.textBytes { throw tooLong() }
    try checkAnchor()
  }

  /// Counts the current event and holds it against the limits.
  @inline(__always)
  private func took() throws -> Event {
    let kind = unsafe state.pointee.current.pointee.kind
    switch kind {
    case .scalar:
      if unsafe state.pointee.current.pointee.count > limits.textBytes { throw tooLong() }
      unsafe state.pointee.endsInBlock = style == .literal || style == .folded
    case .sequenceStart, .mappingStart:
      unsafe state.pointee.depth += 1
      if unsafe state.pointee.depth > limits.yamlDepth { throw tooDeep() }
    case .sequenceEnd, .mappingEnd: unsafe state.pointee.depth -= 1
    case .end:
      if unsafe state.pointee.endsInBlock { try checkEnd() }
    case .alias: break
    }
    return kind
  }

  /// Where the event begins.
  var start: YAMLMark { unsafe mark(state.pointee.current.pointee.start) }

  /// Where the event ends: the place after its last character.
  var end: YAMLMark { unsafe mark(state.pointee.current.pointee.end) }

  /// How many characters stand before the event, a byte-order mark not counted.
  var startIndex: Int { unsafe state.pointee.current.pointee.start.index }

  /// How many characters stand before the place after its last character.
  var endIndex: Int { unsafe state.pointee.current.pointee.end.index }

  /// Whether the event's text goes over more than one line of the file.
  var spansLines: Bool {
    unsafe state.pointee.current.pointee.start.line != state.pointee.current.pointee.end.line
  }

  /// How many events so far did not come from libyaml.
  var scannedEvents: Int { unsafe state.pointee.scanned }

  // MARK: The scalar of a `.scalar` event

  var style: Style { unsafe state.pointee.current.pointee.style }

  /// Whether the text is written without quotes and without a tag.
  var isUntaggedPlain: Bool { unsafe state.pointee.current.pointee.isUntaggedPlain }

  /// The bytes of the text as YAML defines it, which may hold U+0000.
  @inline(__always)
  func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    unsafe try body(
      UnsafeBufferPointer(
        start: state.pointee.current.pointee.text, count: state.pointee.current.pointee.count))
  }

  var text: [UInt8] { unsafe withText { unsafe Array($0) } }

  // MARK: The properties of any event

  /// Whether the node has an anchor or a tag, which few have.
  var hasProperties: Bool { unsafe state.pointee.current.pointee.hasProperties }

  /// The anchor a node sets or an alias names.
  var anchor: [UInt8]? {
    guard hasProperties else { return nil }
    return switch unsafe event.pointee.type {
    case YAML_SCALAR_EVENT: unsafe bytes(event.pointee.data.scalar.anchor)
    case YAML_SEQUENCE_START_EVENT: unsafe bytes(event.pointee.data.sequence_start.anchor)
    case YAML_MAPPING_START_EVENT: unsafe bytes(event.pointee.data.mapping_start.anchor)
    case YAML_ALIAS_EVENT: unsafe bytes(event.pointee.data.alias.anchor)
    default: nil
    }
  }

  /// The tag as written, its handle expanded: `tag:yaml.org,2002:str`, `!ruby/object`.
  var tag: String? {
    guard hasProperties else { return nil }
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
  var isMapping: Bool { unsafe state.pointee.current.pointee.kind == .mappingStart }

  /// Whether a collection is written with brackets or braces.
  var isFlow: Bool { unsafe state.pointee.current.pointee.isFlow }

  // MARK: Inside

  /// Where the event begins in the document; `nil` for other encodings than UTF-8, and for a text of nothing that
  /// libyaml did not see.
  ///
  /// The parser is a few tokens ahead, so it is found by going back from there.
  var place: Int? {
    if unsafe state.pointee.isScanning {
      let place = unsafe state.pointee.current.pointee.place
      return place < 0 ? nil : place
    }
    guard unsafe parser.pointee.encoding == YAML_UTF8_ENCODING else { return nil }
    let unread = unsafe parser.pointee.buffer.last - parser.pointee.buffer.pointer
    // At the end of the document libyaml puts a zero behind it.
    let isAtEnd = unsafe unread > 0 && parser.pointee.buffer.last[-1] == 0
    var place = unsafe Int(parser.pointee.offset) - unread + (isAtEnd ? 1 : 0)
    let bytes = input.bytes
    let first = input.windowStart
    let distance = unsafe Int(parser.pointee.mark.index) - Int(event.pointee.start_mark.index)
    for _ in 0..<max(distance, 0) where place > first {
      repeat { place -= 1 } while place > first && (place >= input.count || bytes[place] & 0xC0 == 0x80)
    }
    return place >= first && place <= input.count ? place : nil
  }

  func mark(_ place: YAMLPlace) -> YAMLMark {
    // No line that was scanned has a line end of YAML 1.1 before it.
    let line = unsafe state.pointee.isScanning ? place.line : input.lineBreaks.line(place.line)
    return YAMLMark(line: line + 1, column: place.column + 1)
  }

  private func bytes(_ text: UnsafeMutablePointer<yaml_char_t>?) -> [UInt8]? {
    guard let text = unsafe text else { return nil }
    var count = 0
    while unsafe text[count] != 0 { count += 1 }
    return unsafe Array(UnsafeBufferPointer(start: text, count: count))
  }
}

extension YAMLPlace {
  init(_ mark: yaml_mark_t) {
    self.init(line: Int(mark.line), column: Int(mark.column), index: Int(mark.index))
  }
}

extension YAMLEventReader.Event {
  /// `nil` for an event that says nothing about nodes.
  fileprivate init?(_ type: yaml_event_type_t) {
    switch type {
    case YAML_SCALAR_EVENT: self = .scalar
    case YAML_ALIAS_EVENT: self = .alias
    case YAML_SEQUENCE_START_EVENT: self = .sequenceStart
    case YAML_SEQUENCE_END_EVENT: self = .sequenceEnd
    case YAML_MAPPING_START_EVENT: self = .mappingStart
    case YAML_MAPPING_END_EVENT: self = .mappingEnd
    case YAML_STREAM_END_EVENT: self = .end
    default: return nil
    }
  }
}

extension YAMLEvent {
  /// What libyaml's event says, but its kind.
  @unsafe fileprivate init(_ event: yaml_event_t) {
    self.init()
    start = unsafe YAMLPlace(event.start_mark)
    end = unsafe YAMLPlace(event.end_mark)
    switch unsafe event.type {
    case YAML_SCALAR_EVENT:
      unsafe text = UnsafePointer(event.data.scalar.value)
      count = unsafe event.data.scalar.length
      isUntaggedPlain = unsafe event.data.scalar.plain_implicit == 1
      hasProperties = unsafe event.data.scalar.anchor != nil || event.data.scalar.tag != nil
      switch unsafe event.data.scalar.style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: style = .singleQuoted
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: style = .doubleQuoted
      case YAML_LITERAL_SCALAR_STYLE: style = .literal
      case YAML_FOLDED_SCALAR_STYLE: style = .folded
      default: style = .plain
      }
    case YAML_SEQUENCE_START_EVENT:
      isFlow = unsafe event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
      hasProperties = unsafe event.data.sequence_start.anchor != nil || event.data.sequence_start.tag != nil
    case YAML_MAPPING_START_EVENT:
      isFlow = unsafe event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
      hasProperties = unsafe event.data.mapping_start.anchor != nil || event.data.mapping_start.tag != nil
    case YAML_ALIAS_EVENT: hasProperties = true
    default: break
    }
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
