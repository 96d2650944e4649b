/// The side of a document that libyaml reads from: a byte source, the last bytes it gave, and what went wrong.
///
/// libyaml works at most two of its buffers behind what it has read, so the window always holds the line that an
/// error is about.
final class YAMLInput {
  private var source: any ByteSource
  private let limit: Int
  /// The last bytes that were read.
  private(set) var window: [UInt8] = []
  /// How many bytes were read before those of the window.
  private(set) var windowStart = 0
  /// What the source threw; libyaml only sees that there was an error.
  private(set) var failure: (any Error)?
  private(set) var isTooLarge = false
  private(set) var lineBreaks = YAMLLineBreaks()

  private static let windowSize = 128 << 10

  init(_ source: any ByteSource, limit: Int) {
    self.source = source
    self.limit = limit
  }

  var count: Int { windowStart + window.count }

  /// Fills `buffer`, or as much of it as is left of the document; `nil` when reading cannot go on.
  ///
  /// The whole buffer, since libyaml decodes ahead as far as it has bytes: which of two errors it meets first must
  /// not depend on the pieces a source gives.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    do {
      var count = 0
      while count < buffer.count {
        let more = unsafe try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
        if more == 0 { break }
        count += more
      }
      if window.count + count > 2 * Self.windowSize {
        let excess = window.count - Self.windowSize
        window.removeFirst(excess)
        windowStart += excess
      }
      unsafe window.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      // Taken out and put back, so that reading it for every mark needs no check of exclusive access.
      var breaks = lineBreaks
      breaks.scan(window, from: windowStart)
      lineBreaks = breaks
      isTooLarge = self.count > limit
      return isTooLarge ? nil : count
    } catch {
      failure = error
      return nil
    }
  }
}
