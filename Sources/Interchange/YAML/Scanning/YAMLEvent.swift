/// A place as libyaml counts it: lines and columns from 0, and the characters before it.
struct YAMLPlace {
  var line = 0
  var column = 0
  var index = 0
}

/// One event of a document, whoever read it.
@safe  // The text is only reached through `YAMLEventReader.withText`.
struct YAMLEvent {
  var kind: YAMLEventReader.Event
  var style: YAMLEventReader.Style
  /// Whether a collection is written with brackets or braces.
  var isFlow: Bool
  /// Whether a text is written without quotes and without a tag.
  var isUntaggedPlain: Bool
  var hasProperties = false
  /// The bytes of a scalar's text, and how many.
  @unsafe var text: UnsafePointer<UInt8>?
  var count = 0
  var start = YAMLPlace()
  var end = YAMLPlace()
  /// The place in the document of its first byte; -1 where only libyaml knows it.
  var place = -1

  init(
    kind: YAMLEventReader.Event = .end, style: YAMLEventReader.Style = .plain, isFlow: Bool = false,
    isUntaggedPlain: Bool = false
  ) {
    self.kind = kind
    self.style = style
    self.isFlow = isFlow
    self.isUntaggedPlain = isUntaggedPlain
    unsafe text = nil
  }
}

/// The events of one line, from the first to the last.
@safe  // The memory is allocated in `init`, freed in `free`, and places in it are checked.
struct YAMLEventQueue {
  private var memory: UnsafeMutablePointer<YAMLEvent>
  private var capacity = 32
  private(set) var count = 0
  private var head = 0

  init() {
    unsafe memory = .allocate(capacity: capacity)
    unsafe memory.initialize(repeating: YAMLEvent(), count: capacity)
  }

  func free() { unsafe memory.deallocate() }

  var isEmpty: Bool { head == count }

  mutating func removeAll() {
    head = 0
    count = 0
  }

  /// The first event, which is then no longer there; its memory lasts until the next one is appended.
  @inline(__always) @unsafe
  mutating func takeFirst() -> UnsafeMutablePointer<YAMLEvent> {
    head += 1
    return unsafe memory + (head - 1)
  }

  @inline(__always)
  mutating func append(_ event: YAMLEvent) {
    if count == capacity { grow() }
    unsafe (memory + count).pointee = event
    count += 1
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<YAMLEvent>.allocate(capacity: 2 * capacity)
    unsafe larger.initialize(repeating: YAMLEvent(), count: 2 * capacity)
    unsafe larger.update(from: memory, count: count)
    unsafe memory.deallocate()
    unsafe memory = larger
    capacity *= 2
  }
}

/// The texts of one line that are not in the document as they are: with escapes, or of several lines.
@safe  // The memory is allocated when it is reserved, freed in `free`, and places in it are checked.
struct YAMLTextBuffer {
  private var memory: UnsafeMutablePointer<UInt8>?
  private var capacity = 0
  private(set) var count = 0

  func free() { unsafe memory?.deallocate() }

  /// Empties it and makes room, so that nothing moves before it is emptied again.
  mutating func reserve(_ bytes: Int) {
    count = 0
    guard bytes > capacity else { return }
    unsafe memory?.deallocate()
    capacity = max(bytes, 1024)
    unsafe memory = .allocate(capacity: capacity)
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    precondition(count < capacity)
    unsafe memory?[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func append(_ bytes: YAMLBytes, from start: Int, to end: Int) {
    precondition(end - start <= capacity - count)
    unsafe memory?.advanced(by: count).update(from: bytes.pointer(start), count: end - start)
    count += end - start
  }

  func pointer(_ place: Int) -> UnsafePointer<UInt8>? {
    unsafe memory.map { unsafe UnsafePointer($0 + place) }
  }
}
