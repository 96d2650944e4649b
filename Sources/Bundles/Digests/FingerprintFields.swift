/// The fields of one fingerprint after the other, in one buffer that is hashed at once.
///
/// Gives what `FingerprintBuilder` gives; for many fingerprints of many small fields.
struct FingerprintFields {
  private var preimage: [UInt8] = []

  /// Forgets all fields and begins another fingerprint.
  mutating func begin(_ domain: StaticString) {
    preimage.removeAll(keepingCapacity: true)
    unsafe add(UnsafeBufferPointer(start: domain.utf8Start, count: domain.utf8CodeUnitCount))
  }

  /// Adds one field with exactly these bytes.
  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    let count = UInt32(bytes.count).bigEndian
    unsafe withUnsafeBytes(of: count) { unsafe preimage.append(contentsOf: $0) }
    unsafe preimage.append(contentsOf: bytes)
  }

  /// Adds one field with exactly these bytes.
  mutating func add(_ bytes: [UInt8]) { unsafe bytes.withUnsafeBufferPointer { unsafe add($0) } }

  /// Adds one field with the UTF-8 of a text.
  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { unsafe add($0) }
  }

  /// Adds one field with the decimal digits of a number.
  mutating func add(_ number: Int) { add(String(number)) }

  /// The fingerprint of all fields since it was begun.
  func finish() -> Fingerprint { Digest(of: preimage).fingerprint }
}
