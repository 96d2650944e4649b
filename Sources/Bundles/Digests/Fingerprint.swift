/// The digest of a piece of content: the first 128 bits of a SHA-256 over length-prefixed fields.
///
/// The preimage is the domain tag and then each field, every one preceded by its length in bytes as four
/// big-endian bytes. Text goes in exactly as it is: no normalisation, so the same letters in another Unicode form
/// are another content.
public struct Fingerprint: Hashable, Sendable {
  private let a: UInt64
  private let b: UInt64

  init(_ a: UInt64, _ b: UInt64) {
    self.a = a
    self.b = b
  }

  /// Reads 32 lower-case hexadecimal digits; `nil` for anything else.
  public init?(hex: some StringProtocol) { self.init(digits: hex.utf8) }

  init?(digits: some Sequence<UInt8>) {
    guard let words = Hexadecimal.words(digits, count: 2) else { return nil }
    (a, b) = (words.0, words.1)
  }

  /// 32 lower-case hexadecimal digits.
  public var hex: String {
    unsafe String(unsafeUninitializedCapacity: 32) { buffer in
      unsafe Hexadecimal.write(a, to: buffer, at: 0)
      unsafe Hexadecimal.write(b, to: buffer, at: 16)
      return 32
    }
  }

  /// Appends the digits of `hex`.
  func appendHex(to bytes: inout [UInt8]) {
    let digits = (Hexadecimal.digits(a), Hexadecimal.digits(b))
    unsafe withUnsafeBytes(of: digits) { unsafe bytes.append(contentsOf: $0) }
  }

  /// Sixteen bytes, most significant first.
  public var bytes: [UInt8] {
    unsafe withUnsafeBytes(of: (a.bigEndian, b.bigEndian)) { unsafe Array($0) }
  }
}

extension Fingerprint: CustomStringConvertible {
  public var description: String { hex }
}

/// Collects the fields of a fingerprint.
public struct FingerprintBuilder {
  private var hasher = SHA256Hasher()

  /// Begins a fingerprint.
  /// - Parameter domain: the first field, such as `assets/value/v1`; it keeps the same fields in another role
  ///   from having
  ///   the same fingerprint.
  public init(domain: StaticString) {
    unsafe field(UnsafeRawBufferPointer(start: domain.utf8Start, count: domain.utf8CodeUnitCount))
  }

  /// Adds one field with exactly these bytes.
  public mutating func add(_ bytes: some Collection<UInt8>) {
    if bytes.withContiguousStorageIfAvailable({ unsafe field(UnsafeRawBufferPointer($0)) }) == nil {
      unsafe Array(bytes).withUnsafeBytes { unsafe field($0) }
    }
  }

  /// Adds one field with the UTF-8 of a text.
  public mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { unsafe field(UnsafeRawBufferPointer($0)) }
  }

  /// Adds one field with the decimal digits of a number.
  public mutating func add(_ number: Int) { add(String(number)) }

  /// The first 16 bytes of the SHA-256 over all fields.
  public consuming func finish() -> Fingerprint { hasher.finish().fingerprint }

  private mutating func field(_ bytes: UnsafeRawBufferPointer) {
    let count = UInt32(bytes.count).bigEndian
    unsafe withUnsafeBytes(of: count) { unsafe hasher.update($0) }
    unsafe hasher.update(bytes)
  }
}
