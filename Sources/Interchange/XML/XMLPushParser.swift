internal import CLibXML2
internal import Diagnostics

/// Reads a document piece by piece and hands each tag and text to a handler; the only user of libxml2.
///
/// No entity is expanded, no DTD is looked at, no file or address is opened. Nothing but the piece being read
/// is kept, so memory does not grow with the document. It is safe outside because its pointers are its own
/// and never leave it but inside an event.
@safe struct XMLPushParser<Handler: XMLHandler & ~Copyable>: ~Copyable {
  let context: xmlParserCtxtPtr
  let handler: UnsafeMutablePointer<Handler>
  private var isHandlerHere = true
  private let path: String
  private let byteLimit: Int
  /// How many bytes libxml2 gets at once.
  private let feedSize: Int
  /// Whether plain elements pass libxml2 by; the result does not depend on it.
  let passesPlainElements: Bool
  /// How many did.
  var passedElements = 0
  var scanner: XMLPlainScanner

  /// The piece of the document, in UTF-8, that libxml2 has not consumed, and room for more.
  private(set) var window: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// How far `window` is filled, and how much of that libxml2 has been given or has passed it by.
  private(set) var count = 0
  var fed = 0
  /// The offset of `window[0]` in the document.
  private(set) var start = 0
  private var bytesRead = 0
  private var decoder: XMLDecoder?
  private(set) var warnings: [Diagnostic] = []

  /// - Parameter makeHandler: makes the handler from the cursor that it will keep.
  init(
    path: String, byteLimit: Int, feedSize: Int = 1 << 16, passesPlainElements: Bool = true,
    makeHandler: (XMLCursor) -> Handler
  ) {
    _ = xmlInitialization
    self.path = path
    self.byteLimit = byteLimit
    self.feedSize = feedSize
    self.passesPlainElements = passesPlainElements
    capacity = 1 << 16
    unsafe window = .allocate(capacity: capacity)
    unsafe handler = .allocate(capacity: 1)

    let callbacks = Handler.callbacks
    var sax = unsafe xmlSAXHandler()
    unsafe sax.initialized = UInt32(XML_SAX2_MAGIC)
    unsafe sax.startElementNs = callbacks.start
    unsafe sax.endElementNs = callbacks.end
    unsafe sax.characters = callbacks.text
    // The same function twice tells libxml2 not to look for ignorable white space.
    unsafe sax.ignorableWhitespace = callbacks.text
    unsafe sax.cdataBlock = callbacks.cdata
    unsafe sax.internalSubset = callbacks.doctype
    unsafe sax.reference = callbacks.entity
    unsafe sax.serror = callbacks.problem
    unsafe sax.resolveEntity = { _, _, _ in nil }
    guard let context = unsafe xmlCreatePushParserCtxt(&sax, handler, nil, 0, nil) else {
      fatalError("libxml2 could not allocate a parser")
    }
    unsafe self.context = context
    unsafe scanner = XMLPlainScanner(XMLSpellings(context))
    // The declared encoding is ours to judge: libxml2 always gets UTF-8.
    unsafe xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue))
    unsafe handler.initialize(
      to: makeHandler(XMLCursor(context: context, window: window, path: path)))
  }

  deinit {
    unsafe xmlFreeParserCtxt(context)
    if isHandlerHere { unsafe handler.deinitialize(count: 1) }
    unsafe handler.deallocate()
    unsafe window.deallocate()
  }

  /// Reads the document to its end or to the first error that stops it.
  /// - Returns: the handler; its cursor's `failure` says why reading stopped early.
  /// - Throws: what the source throws.
  mutating func parse(_ source: inout some ByteSource) throws -> Handler {
    precondition(isHandlerHere, "a parser reads one document")
    var isOpen = try begin(&source)
    while unsafe handler.pointee.cursor.failure == nil {
      feed(everything: !isOpen)
      if !isOpen { break }
      isOpen = try fill(&source)
    }
    if unsafe handler.pointee.cursor.failure == nil { finishDecoding() }
    if unsafe handler.pointee.cursor.failure == nil {
      unsafe handler.pointee.cursor.documentHasEnded()
      unsafe xmlParseChunk(context, nil, 0, 1)
    }
    if let decoder, decoder.looksLikeUTF8 {
      warn(
        XLIFFRules.mojibake, "the declaration names a one-byte encoding, but the bytes are UTF-8",
        help: "declare encoding=\"UTF-8\"")
    }
    isHandlerHere = false
    return unsafe handler.move()
  }

  // MARK: Reading

  /// Reads the front of the document and settles its encoding.
  private mutating func begin(_ source: inout some ByteSource) throws -> Bool {
    var isOpen = true
    while isOpen, count < capacity {
      isOpen = try read(&source, atMost: capacity - count)
    }
    let head = unsafe Array(UnsafeBufferPointer(start: window, count: min(count, 1024)))
    switch XMLPrologue.examine(head) {
    case .refuse(let message, let help):
      stop(XLIFFRules.encoding, message, help: help)
      return false
    case .decode(let encoding, let skip, let label):
      guard count > skip else {
        stop(XLIFFRules.malformed, "the file is empty", help: "export the file again")
        return false
      }
      if let label {
        warn(
          XLIFFRules.encodingLabel, "the declared encoding \(label) is not the one of the byte order mark",
          help: "correct the declaration")
      }
      let bytes = unsafe Array(UnsafeBufferPointer(start: window + skip, count: count - skip))
      if encoding != .utf8 { decoder = XMLDecoder(encoding) }
      if encoding != .utf8 || skip > 0 {
        count = 0
        append(decoded(bytes))
      }
    }
    return isOpen
  }

  /// Reads what fits into the window.
  /// - Returns: false at the end of the document.
  private mutating func fill(_ source: inout some ByteSource) throws -> Bool {
    guard decoder != nil else {
      // No more than the next piece: what stays behind it would have to be moved.
      return try read(&source, atMost: min(capacity - count, feedSize - (count - fed)))
    }
    // Whole pieces here too, so that it does not show in what pieces the source gave them.
    var raw = [UInt8](repeating: 0, count: 1 << 14)
    var filled = 0
    var isOpen = true
    while isOpen, filled < raw.count {
      let read = try unsafe raw.withUnsafeMutableBytes { buffer in
        try unsafe source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      }
      guard accept(read) else { return false }
      filled += read
      isOpen = read > 0
    }
    append(decoded(Array(raw[..<filled])))
    return isOpen
  }

  private mutating func read(_ source: inout some ByteSource, atMost size: Int) throws -> Bool {
    let read = try unsafe source.read(
      into: UnsafeMutableRawBufferPointer(start: window + count, count: size))
    guard accept(read) else { return false }
    count += read
    return read > 0
  }

  private mutating func accept(_ read: Int) -> Bool {
    bytesRead += read
    guard bytesRead > byteLimit else { return true }
    unsafe handler.pointee.cursor.stop(
      Diagnostic(
        LimitRules.fileSize, "the file is larger than \(byteLimit) bytes", at: SourceLocation(path: path)))
    return false
  }

  private mutating func decoded(_ bytes: [UInt8]) -> [UInt8] {
    guard decoder != nil else { return bytes }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count * 2)
    do {
      try decoder?.decode(bytes, into: &output)
    } catch {
      refuse(error, after: output)
      return []
    }
    return output
  }

  private mutating func finishDecoding() {
    do {
      try decoder?.finish()
    } catch {
      refuse(error, after: [])
    }
  }

  /// Parses what was decoded before the bad bytes, so that their place is known.
  private mutating func refuse(_ problem: XMLDecoder.Problem, after output: [UInt8]) {
    append(output)
    feed(everything: true)
    guard unsafe handler.pointee.cursor.failure == nil else { return }
    let position = unsafe handler.pointee.cursor.endPosition()
    unsafe handler.pointee.cursor.stop(
      XLIFFRules.encoding, problem.message, at: position, help: "save the file as UTF-8")
  }

  private mutating func append(_ bytes: [UInt8]) {
    reserve(bytes.count)
    unsafe bytes.withUnsafeBufferPointer { bytes in
      if let first = bytes.baseAddress { unsafe (window + count).update(from: first, count: bytes.count) }
    }
    count += bytes.count
    unsafe handler.pointee.cursor.moveWindow(to: window, start: start, count: count)
  }

  private mutating func reserve(_ size: Int) {
    guard capacity - count < size else { return }
    capacity = max(capacity * 2, count + size)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    unsafe larger.update(from: window, count: count)
    unsafe window.deallocate()
    unsafe window = larger
    unsafe handler.pointee.cursor.moveWindow(to: window, start: start, count: count)
  }

  // MARK: Parsing

  /// Parses what is new in the window, then drops what is done with.
  ///
  /// The pieces have one size, whatever the source gives: which of several errors libxml2 names depends on how much it
  /// has seen.
  private mutating func feed(everything: Bool) {
    unsafe handler.pointee.cursor.moveWindow(to: window, start: start, count: count)
    while everything ? fed < count : count - fed >= feedSize,
      unsafe handler.pointee.cursor.failure == nil
    {
      parsePiece(to: fed + min(feedSize, count - fed))
    }
    guard unsafe handler.pointee.cursor.failure == nil else { return }
    let consumed = unsafe handler.pointee.cursor.leaveWindow()
    // One byte before it stays: a line feed is dropped after a carriage return.
    let dropped = max(0, consumed - start - 1)
    unsafe window.update(from: window + dropped, count: count - dropped)
    start += dropped
    count -= dropped
    fed -= dropped
    if count > capacity / 2 { reserve(capacity) }
    unsafe handler.pointee.cursor.moveWindow(to: window, start: start, count: count)
  }

  private mutating func stop(_ rule: Rule, _ message: String, help: String) {
    unsafe handler.pointee.cursor.stop(rule, message, at: XMLPosition.start, help: help)
  }

  private mutating func warn(_ rule: Rule, _ message: String, help: String) {
    let location = SourceLocation(path: path, line: 1, column: 1)
    warnings.append(Diagnostic(rule, message, at: location, help: help))
  }
}

/// libxml2's global set-up, which must have ended before two threads parse.
private let xmlInitialization: Void = xmlInitParser()
