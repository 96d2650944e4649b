/// The native code in the inline codes of one 1.2 unit, to compare that of the target with that of the source.
///
/// Clearing keeps the memory, so that units cost no allocation.
struct NativeCodes: ~Copyable {
  private struct Code {
    var isTarget: Bool
    var position: XMLPosition
    /// The id and, after a 0, the element's name.
    var identity: Range<Int>
    var content: Range<Int>
  }

  private var codes: [Code] = []
  private var bytes = ByteBuffer()
  /// Identities in sources, numbered, and for each the first code that has it.
  private var identities = XLIFFNameSet()
  private var originals: [Int] = []

  var isEmpty: Bool { codes.isEmpty }

  /// Begins a code; the bytes that follow are its content.
  mutating func begin(_ id: XMLValue, _ name: XMLName, isTarget: Bool, at position: XMLPosition) {
    let start = bytes.count
    bytes.append(contentsOf: id)
    bytes.append(0)
    name.append(to: &bytes)
    codes.append(
      Code(
        isTarget: isTarget, position: position, identity: start..<bytes.count,
        content: bytes.count..<bytes.count))
  }

  /// How many bytes the content of the last code has.
  var contentCount: Int { codes.last?.content.count ?? 0 }

  /// - Precondition: a code has begun.
  @unsafe mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress else { return }
    unsafe bytes.append(start, count: text.count)
    codes[codes.count - 1].content = codes[codes.count - 1].content.lowerBound..<bytes.count
  }

  /// Forgets all codes.
  /// - Returns: the places of codes in targets that hold something else than the first of that identity in the source.
  mutating func takeChanged() -> [XMLPosition] {
    var changed: [XMLPosition] = []
    identities.removeAll()
    originals.removeAll(keepingCapacity: true)
    for (index, code) in codes.enumerated() where !code.isTarget {
      if unsafe identities.insert(bytes.bytes(in: code.identity)).isNew { originals.append(index) }
    }
    for code in codes where code.isTarget && !code.content.isEmpty {
      guard let number = unsafe identities.find(bytes.bytes(in: code.identity)) else { continue }
      let original = codes[originals[number]].content
      if !original.isEmpty, !bytes.isEqual(original, code.content) { changed.append(code.position) }
    }
    codes.removeAll(keepingCapacity: true)
    bytes.truncate(to: 0)
    return changed
  }
}
