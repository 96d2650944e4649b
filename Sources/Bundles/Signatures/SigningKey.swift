/// A secret with which heads are signed.
///
/// A file with a key is one line: `assets-signing-key-ed25519:` and the 64 hexadecimal digits of the seed.
public final class SigningKey: Sendable {
  /// What readers must trust to believe this key's signatures.
  public let publicKey: PublicKey
  private let seed: Seed

  /// The secret's bytes, erased with their owner.
  private final class Seed: Sendable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    deinit {
      var bytes = bytes
      Ed25519.erase(&bytes)
    }
  }

  /// Makes the key of a seed of 32 random bytes.
  public init?(seed: [UInt8]) {
    guard seed.count == 32, let bytes = Ed25519.publicKey(seed: seed), let key = PublicKey(bytes: bytes)
    else {
      return nil
    }
    publicKey = key
    self.seed = Seed(seed)
  }

  /// A new key; `random` must be a generator fit for secrets.
  public convenience init?(using random: inout some RandomNumberGenerator) {
    self.init(seed: (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) })
  }

  private static let prefix = "assets-signing-key-ed25519:"
  /// A file above this size holds no key.
  public static let largestFileSize = 1024

  /// Reads a key's file.
  public convenience init?(file: [UInt8]) {
    var text = file[...]
    while let last = text.last, last == 0x0A || last == 0x0D || last == 0x20 { text.removeLast() }
    guard text.starts(with: Self.prefix.utf8),
      let seed = Digest(digits: text.dropFirst(Self.prefix.utf8.count))
    else { return nil }
    self.init(seed: seed.bytes)
  }

  /// The bytes of the key's file; a secret.
  public var fileBytes: [UInt8] { Array("\(Self.prefix)\(Hexadecimal.text(seed.bytes))\n".utf8) }

  /// Signs `message` for `purpose`; the same message has the same signature.
  public func sign(_ message: [UInt8], for purpose: Signature.Purpose) throws(BundleError) -> Signature {
    guard let bytes = Ed25519.sign(purpose.preimage(message), seed: seed.bytes),
      let signature = Signature(bytes: bytes)
    else { throw BundleError(.unsupported, "the cryptographic library refused to sign") }
    return signature
  }
}
