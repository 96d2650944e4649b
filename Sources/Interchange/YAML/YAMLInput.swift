/// The side of a document that its readers take bytes from: a byte source, the last bytes it gave, and what went wrong.
///
/// The source is read in pieces of one size, whoever asks: which of two errors is met first must depend neither on the
/// pieces a source gives nor on who reads. The line scanner looks at pieces before libyaml is given them, and libyaml
/// works at most two of its buffers behind what it was given, so the window always holds the line that an error is
/// about.
@safe  // The memory is allocated in `init`, freed in `deinit`, and reached by checked places.
final class YAMLInput {
  /// What became of an attempt to read one more piece.
  enum Piece {
    /// Bytes that the line scanner can take as they are.
    case plain
    /// Bytes that libyaml has to judge, too many of them, or an error of the source.
    case other
    case end
  }

  private var source: any ByteSource
  private let limit: Int
  private let memory: UnsafeMutablePointer<UInt8>
  private let piece: UnsafeMutableRawBufferPointer
  /// How many bytes were read before those of the window.
  private(set) var windowStart = 0
  private var windowCount = 0
  /// What the source threw; libyaml only sees that there was an error.
  private(set) var failure: (any Error)?
  private(set) var isTooLarge = false
  private(set) var lineBreaks = YAMLLineBreaks()

  /// The places behind the pieces that were read and not yet given to libyaml.
  private var pieceEnds: [Int] = []
  /// The place of the next byte that libyaml is given.
  private var given = 0
  /// What libyaml reads before the document, and how much of it it has.
  private var introduction: [UInt8] = []
  private var introductionGiven = 0
  /// An error that came too early: libyaml is told of it when it has come that far.
  private var earlyFailure: (any Error)?
  private var isSoonTooLarge = false

  private static let windowSize = 128 << 10
  /// The size of libyaml's buffer.
  private static let pieceSize = 16 << 10
  /// Words may be loaded from the last byte on.
  private static let margin = 16

  init(_ source: any ByteSource, limit: Int) {
    self.source = source
    self.limit = limit
    let capacity = 2 * Self.windowSize + Self.margin
    unsafe memory = .allocate(capacity: capacity)
    unsafe piece = .allocate(byteCount: Self.pieceSize, alignment: 16)
  }

  deinit {
    unsafe memory.deallocate()
    unsafe piece.deallocate()
  }

  /// The place behind the last byte that was read.
  var count: Int { windowStart + windowCount }

  /// The last bytes that were read; a copy, for errors.
  var window: [UInt8] { unsafe Array(UnsafeBufferPointer(start: memory, count: windowCount)) }

  /// The bytes by their places in the document, until something more is read.
  var bytes: YAMLBytes { unsafe YAMLBytes(memory - windowStart) }

  /// A byte by its place in the document; `nil` if it is not in the window.
  func byte(at place: Int) -> UInt8? {
    place >= windowStart && place < count ? unsafe memory[place - windowStart] : nil
  }

  // MARK: For the line scanner

  /// Reads the piece that libyaml would read next.
  func readAhead() -> Piece {
    guard earlyFailure == nil, !isSoonTooLarge else { return .other }
    let start = count
    let size = Self.pieceSize - bytes.unfinishedCharacter(before: start, from: windowStart)
    do {
      let count = unsafe try fill(UnsafeMutableRawBufferPointer(rebasing: piece[..<size]))
      guard count > 0 else { return size == Self.pieceSize ? .end : .other }
      unsafe append(UnsafeRawBufferPointer(rebasing: piece[..<count]))
    } catch {
      earlyFailure = error
      return .other
    }
    pieceEnds.append(count)
    isSoonTooLarge = count > limit
    guard !isSoonTooLarge else { return .other }
    let first = start - bytes.unfinishedCharacter(before: start, from: windowStart)
    // The byte-order mark in front of a document is none of its characters.
    return bytes.arePlain(from: start == 0 && bytes.startsWithMark(upTo: count) ? 3 : first, to: count)
      ? .plain : .other
  }

  /// Lets libyaml read an introduction, and after that the document from a place on.
  func restart(at place: Int, after introduction: [UInt8]) {
    given = place
    self.introduction = introduction
    introductionGiven = 0
    pieceEnds.removeAll { $0 <= place }
  }

  // MARK: For libyaml

  /// Fills `buffer`, or as much of it as is left of the document; `nil` when reading cannot go on.
  ///
  /// The whole buffer, since libyaml decodes ahead as far as it has bytes.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    if introductionGiven < introduction.count {
      let count = min(buffer.count, introduction.count - introductionGiven)
      unsafe buffer.copyBytes(from: introduction[introductionGiven..<introductionGiven + count])
      introductionGiven += count
      return count
    }
    if let end = pieceEnds.first {
      if end > limit {
        isTooLarge = true
        return nil
      }
      let count = min(end - given, buffer.count)
      unsafe buffer.copyMemory(
        from: UnsafeRawBufferPointer(start: memory + (given - windowStart), count: count))
      given += count
      if given == end { pieceEnds.removeFirst() }
      return count
    }
    if let earlyFailure {
      failure = earlyFailure
      return nil
    }
    do {
      let count = unsafe try fill(buffer)
      unsafe append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      given = self.count
      isTooLarge = self.count > limit
      return isTooLarge ? nil : count
    } catch {
      failure = error
      return nil
    }
  }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    var count = 0
    while count < buffer.count {
      let more = unsafe try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      if more == 0 { break }
      count += more
    }
    return count
  }

  private func append(_ more: UnsafeRawBufferPointer) {
    if windowCount + more.count > 2 * Self.windowSize {
      let excess = windowCount - Self.windowSize
      unsafe memory.update(from: memory + excess, count: Self.windowSize)
      windowCount = Self.windowSize
      windowStart += excess
    }
    unsafe UnsafeMutableRawPointer(memory + windowCount).copyMemory(
      from: more.baseAddress ?? UnsafeRawPointer(memory), byteCount: more.count)
    windowCount += more.count
    unsafe (memory + windowCount).update(repeating: 0, count: Self.margin)
    // Taken out and put back, so that reading it for every mark needs no check of exclusive access.
    var breaks = lineBreaks
    unsafe breaks.scan(UnsafeRawBufferPointer(start: memory, count: windowCount), from: windowStart)
    lineBreaks = breaks
  }
}
