/// A table in the binary: lines of a key, a space and a value, sorted by key as bytes.
///
/// Nothing is unpacked; a look-up reads the text where the loader mapped it.
struct SortedLines {
  let text: StaticString

  init(_ text: StaticString) { self.text = text }

  /// - Complexity: O(log n) line comparisons.
  subscript(key: String) -> String? {
    text.withUTF8Buffer { buffer in
      let wanted = Array(key.utf8)
      var low = 0
      var high = buffer.count
      while low < high {
        var start = (low + high) / 2
        while unsafe start > low && buffer[start - 1] != 0x0A { start -= 1 }
        var end = start
        while unsafe end < buffer.count && buffer[end] != 0x0A { end += 1 }
        let line = unsafe buffer[start..<end]
        let found = unsafe line.prefix { $0 != 0x20 }
        if unsafe found.elementsEqual(wanted) {
          return unsafe String(decoding: line.dropFirst(found.count + 1), as: UTF8.self)
        }
        if unsafe found.lexicographicallyPrecedes(wanted) { low = end + 1 } else { high = start }
      }
      return nil
    }
  }
}
