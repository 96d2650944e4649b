/// The fields of one fingerprint after the other, in one buffer that is hashed at once.
///
/// Gives what `FingerprintBuilder` gives; for many fingerprints of many small fields.
package struct FingerprintFields {
  private var preimage: [UInt8] = []
  private var domainEnd = 0

  package init() {}

  /// Forgets all fields and begins another fingerprint.
  mutating func begin(_ domain: StaticString) {
    preimage.removeAll(keepingCapacity: true)
    add(domain)
    domainEnd = preimage.count
  }

  /// Adds one field with exactly these bytes.
  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    let count = UInt32(bytes.count).bigEndian
    unsafe withUnsafeBytes(of: count) { unsafe preimage.append(contentsOf: $0) }
    unsafe preimage.append(contentsOf: bytes)
  }

  /// Adds one field with exactly these bytes.
  mutating func add(_ bytes: [UInt8]) { unsafe bytes.withUnsafeBufferPointer { unsafe add($0) } }

  /// Adds one field with the UTF-8 of a name that is known.
  mutating func add(_ name: StaticString) {
    unsafe add(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
  }

  /// Adds one field with the hexadecimal digits of a fingerprint.
  mutating func add(hexOf fingerprint: Fingerprint) {
    preimage += [0, 0, 0, 32]
    fingerprint.appendHex(to: &preimage)
  }

  /// Adds the fields that another fingerprint has behind its domain.
  mutating func add(fieldsOf other: FingerprintFields) { preimage += other.preimage[other.domainEnd...] }

  /// Adds one field with the UTF-8 of a text.
  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { unsafe add($0) }
  }

  /// Adds one field with the decimal digits of a number.
  mutating func add(_ number: Int) { add(String(number)) }

  /// The bytes of all fields since the fingerprint was begun.
  var count: Int { preimage.count }

  /// Forgets the fields behind so many bytes.
  mutating func shorten(to count: Int) { preimage.removeLast(preimage.count - count) }

  /// The digest of all fields since the fingerprint was begun.
  var digest: Digest { Digest(of: preimage) }

  /// The fingerprint of all fields since it was begun.
  func finish() -> Fingerprint { digest.fingerprint }
}
