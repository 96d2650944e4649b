/// Values to be bound together; texts and blobs lie in one buffer that is used again for the next row.
struct SQLiteRow {
  enum Value {
    case null
    case integer(Int)
    case text(Range<Int>)
    case blob(Range<Int>)
  }

  private(set) var bytes: [UInt8] = []
  private(set) var values: [Value] = []

  init() {}

  /// A row of texts.
  init(_ texts: String...) {
    for text in texts { append(text) }
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }

  mutating func append(_ value: Int) { values.append(.integer(value)) }

  mutating func append(_ value: Int?) { values.append(value.map(Value.integer) ?? .null) }

  mutating func append(_ text: String) {
    let start = bytes.count
    var text = text
    text.withUTF8 { unsafe bytes.append(contentsOf: $0) }
    values.append(.text(start..<bytes.count))
  }

  mutating func append(text: some Collection<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: text)
    values.append(.text(start..<bytes.count))
  }

  mutating func append(blob: some Collection<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: blob)
    values.append(.blob(start..<bytes.count))
  }

  mutating func set(_ index: Int, _ value: Int) { values[index] = .integer(value) }
}
