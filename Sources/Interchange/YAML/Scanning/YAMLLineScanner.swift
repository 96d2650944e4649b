/// Reads the plain part of a document line by line, without libyaml.
///
/// What it takes are lines whose reading is beyond doubt: maps and lists by indentation, texts of one line, blocks of
/// even indentation, brackets and braces of one line, comments. Before it says anything of a line it has looked at all
/// that libyaml looks at before it says the same, so that each finding still comes after the same events. At the first
/// other line it stops, at the line's start; what is open there is in `depth`, `frames` and `pending`.
struct YAMLLineScanner {
  enum Kind {
    case map
    case list
    /// A list whose dashes stand below the key that it is the value of.
    case evenList
  }

  /// A collection that is open.
  struct Frame {
    var kind = Kind.map
    var column = 0
    /// Where it begins.
    var start = YAMLPlace()
  }

  /// A line with a node in it, or the end of the document.
  struct Line {
    /// The places of its first byte, of the first behind its spaces, and of its line end.
    var start = 0
    var content = 0
    var end = 0
    var number = 0
    /// The characters before it.
    var index = 0
    var isEnd = false

    var column: Int { content - start }
  }

  enum Outcome {
    case events
    /// The rest is for libyaml.
    case handOver
  }

  private let input: YAMLInput
  private(set) var bytes: YAMLBytes
  /// The place behind the last byte that may be looked at.
  private(set) var loaded = 0
  private var isAtEnd = false
  /// The line that comes next, and the one after it.
  private(set) var line = Line()
  private(set) var following = Line()
  private var hasStarted = false

  /// Whether everything up to the end of the document may be looked at.
  var hasEnded: Bool { isAtEnd }

  var events = YAMLEventQueue()
  var texts = YAMLTextBuffer()
  private(set) var frames: [Frame] = []
  /// The place behind the colon of a key whose value has not come yet.
  private(set) var pending: YAMLPlace?
  /// How far places were counted in the line.
  var cursor = 0
  var place = YAMLPlace()

  static let mostFrames = 64
  static let longestKey = 900
  private static let lookahead = 48 << 10

  init(_ input: YAMLInput) {
    self.input = input
    bytes = input.bytes
    frames.reserveCapacity(Self.mostFrames)
  }

  func free() {
    events.free()
    texts.free()
  }

  /// Whether nothing was taken, so that libyaml begins at the beginning.
  var isUnused: Bool { !hasStarted }

  /// Reads one line more.
  mutating func readLine() -> Outcome {
    events.removeAll()
    if !hasStarted {
      guard start() else { return .handOver }
    }
    if line.isEnd {
      finish()
      return .events
    }
    guard let depth = depthForLine() else { return .handOver }
    var entry = Entry()
    guard parse(&entry), lookBehind(&entry) else { return .handOver }
    texts.reserve(2 * (entry.nodeEnd - line.start) + 16)
    begin(depth)
    deliver(entry)
    hasStarted = true
    line = following
    return .events
  }

  // MARK: Lines

  private mutating func start() -> Bool {
    guard load() else { return false }
    let first = bytes.startsWithMark(upTo: loaded) ? 3 : 0
    guard var found = contentLine(from: first, number: 0, index: 0), !found.isEnd else { return false }
    if isDocumentStart(found) {
      guard found.end < loaded,
        let next = contentLine(from: found.end + 1, number: found.number + 1, index: found.index + 4),
        !next.isEnd
      else { return false }
      found = next
    }
    line = found
    return true
  }

  private func isDocumentStart(_ line: Line) -> Bool {
    line.column == 0 && line.end - line.start == 3 && bytes[line.start] == 0x2D
      && bytes[line.start + 1] == 0x2D
      && bytes[line.start + 2] == 0x2D
  }

  /// Reads one piece more; `false` if there is none that may be looked at.
  mutating func load() -> Bool {
    if isAtEnd || loaded - line.start > Self.lookahead { return false }
    switch input.readAhead() {
    case .plain:
      bytes = input.bytes
      loaded = input.count
      return true
    case .other: return false
    case .end:
      isAtEnd = true
      return false
    }
  }

  /// The place of the next line end, or of the end of the document.
  mutating func lineEnd(from start: Int) -> Int? {
    var from = start
    while true {
      if let found = bytes.lineEnd(from: from, to: loaded) { return found }
      from = loaded
      if !load() { return isAtEnd ? loaded : nil }
    }
  }

  /// The next line with a node in it, from the start of a line on; `nil` where libyaml has to look.
  mutating func contentLine(from start: Int, number: Int, index: Int) -> Line? {
    var line = Line(start: start, number: number, index: index)
    while true {
      var place = line.start
      while true {
        if place == loaded, !load() {
          guard isAtEnd else { return nil }
          break
        }
        guard bytes[place] == 0x20 else { break }
        place += 1
      }
      line.content = place
      // Where a last line without a node has no line end, libyaml closes some collections in it and some behind it.
      if place == loaded { return place > line.start ? nil : lastLine(line) }
      let first = bytes[place]
      if first == 0x09 { return nil }
      guard let end = lineEnd(from: place) else { return nil }
      line.end = end
      if first != 0x0A, first != 0x23 { return hasMargin(line) ? line : nil }
      if end == loaded { return nil }
      line.index += bytes.characters(from: line.start, to: end) + 1
      line.start = end + 1
      line.number += 1
    }
  }

  /// libyaml puts the end of a document into a line of its own.
  func lastLine(_ line: Line) -> Line {
    var last = line
    last.index += bytes.characters(from: line.start, to: loaded)
    if line.start < loaded { last.number += 1 }
    last.start = loaded
    last.content = loaded
    last.end = loaded
    last.isEnd = true
    return last
  }

  /// libyaml looks at a few characters behind a line before it says what is in it.
  private mutating func hasMargin(_ line: Line) -> Bool {
    while line.end + 20 > loaded, !isAtEnd {
      if !load(), !isAtEnd { return false }
    }
    return true
  }

  mutating func setFollowing(_ line: Line) { following = line }

  // MARK: Indentation

  var isDash: Bool {
    bytes[line.content] == 0x2D && line.content + 1 < line.end && bytes[line.content + 1] == 0x20
  }

  /// How many collections stay open for the line; `nil` if it fits none.
  private func depthForLine() -> Int? {
    let column = line.column
    let isDash = isDash
    if frames.isEmpty { return hasStarted ? nil : 0 }
    if let top = frames.last, pending != nil, column > top.column || (isDash && column == top.column) {
      return frames.count < Self.mostFrames ? frames.count : nil
    }
    var depth = frames.count
    while depth > 0, frames[depth - 1].column > column { depth -= 1 }
    if !isDash, depth > 0, frames[depth - 1].column == column, frames[depth - 1].kind == .evenList {
      depth -= 1
    }
    guard depth > 0, frames[depth - 1].column == column, isDash == (frames[depth - 1].kind != .map) else {
      return nil
    }
    return depth
  }

  /// Ends what ends before the line, and begins what begins with it.
  private mutating func begin(_ depth: Int) {
    cursor = line.content
    place = YAMLPlace(line: line.number, column: line.column, index: line.index + line.column)
    if let top = frames.last, let pending {
      // Its value is in this line, or it has none.
      if depth < frames.count || (top.column == line.column && !isDash) {
        appendEmpty(at: pending)
        self.pending = nil
      }
    }
    close(to: depth)
    if let last = frames.last, pending == nil {
      if last.column == line.column { return }
    }
    open(isDash ? (frames.last?.column == line.column ? .evenList : .list) : .map)
    pending = nil
  }

  mutating func open(_ kind: Kind) {
    frames.append(Frame(kind: kind, column: place.column, start: place))
    var event = YAMLEvent(kind: kind == .map ? .mappingStart : .sequenceStart)
    event.start = place
    event.end = place
    if kind == .evenList {
      event.end.column += 1
      event.end.index += 1
    }
    event.place = cursor
    events.append(event)
  }

  private mutating func close(to depth: Int) {
    while frames.count > depth {
      var event = YAMLEvent(kind: frames[frames.count - 1].kind == .map ? .mappingEnd : .sequenceEnd)
      event.start = place
      event.end = place
      event.place = cursor
      events.append(event)
      frames.removeLast()
    }
  }

  mutating func appendEmpty(at empty: YAMLPlace) {
    var event = YAMLEvent(kind: .scalar, isUntaggedPlain: true)
    event.start = empty
    event.end = empty
    events.append(event)
  }

  mutating func setPending(_ place: YAMLPlace) { pending = place }

  private mutating func finish() {
    cursor = loaded
    place = YAMLPlace(line: line.number, column: 0, index: line.index)
    if let pending { appendEmpty(at: pending) }
    pending = nil
    close(to: 0)
    var event = YAMLEvent(kind: .end)
    event.start = place
    event.end = place
    events.append(event)
  }
}
