#if canImport(CryptoKit)
  internal import CryptoKit

  /// Ed25519 (RFC 8032) from the platform's library; keys and signatures as plain bytes.
  enum Ed25519 {
    /// - Returns: `nil` if the library refuses the seed.
    static func publicKey(seed: [UInt8]) -> [UInt8]? {
      (try? Curve25519.Signing.PrivateKey(rawRepresentation: seed)).map {
        Array($0.publicKey.rawRepresentation)
      }
    }

    static func sign(_ message: [UInt8], seed: [UInt8]) -> [UInt8]? {
      guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed) else { return nil }
      return (try? key.signature(for: message)).map { Array($0) }
    }

    static func isValid(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
      guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey) else { return false }
      return key.isValidSignature(signature, for: message)
    }

    /// Overwrites a secret so that no later dump of the memory holds it.
    static func erase(_ secret: inout [UInt8]) {
      for index in secret.indices { secret[index] = 0 }
    }
  }
#else
  internal import CCrypto

  /// Ed25519 (RFC 8032) from the platform's library; keys and signatures as plain bytes.
  enum Ed25519 {
    /// - Returns: `nil` if the library refuses the seed.
    static func publicKey(seed: [UInt8]) -> [UInt8]? {
      guard let key = Key(secret: seed) else { return nil }
      var bytes = [UInt8](repeating: 0, count: 32)
      var count = bytes.count
      guard unsafe crypto_EVP_PKEY_get_raw_public_key(key.handle, &bytes, &count) == 1, count == 32 else {
        return nil
      }
      return bytes
    }

    static func sign(_ message: [UInt8], seed: [UInt8]) -> [UInt8]? {
      guard let key = Key(secret: seed), let context = Context() else { return nil }
      var bytes = [UInt8](repeating: 0, count: 64)
      var count = bytes.count
      let code = unsafe crypto_Ed25519_sign(
        context.handle, key.handle, &bytes, &count, message, message.count)
      guard code == 1, count == 64 else { return nil }
      return bytes
    }

    static func isValid(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
      guard let key = Key(public: publicKey), let context = Context() else { return false }
      return unsafe crypto_Ed25519_verify(
        context.handle, key.handle, signature, signature.count, message, message.count) == 1
    }

    /// Overwrites a secret so that no later dump of the memory holds it.
    static func erase(_ secret: inout [UInt8]) {
      unsafe secret.withUnsafeMutableBytes { unsafe crypto_OPENSSL_cleanse($0.baseAddress, $0.count) }
    }

    @safe private final class Key {
      let handle: OpaquePointer

      init?(secret: [UInt8]) {
        guard let key = unsafe crypto_Ed25519_private_key(secret, secret.count) else { return nil }
        unsafe handle = key
      }

      init?(public bytes: [UInt8]) {
        guard let key = unsafe crypto_Ed25519_public_key(bytes, bytes.count) else { return nil }
        unsafe handle = key
      }

      deinit { unsafe crypto_EVP_PKEY_free(handle) }
    }

    @safe private final class Context {
      let handle: OpaquePointer

      init?() {
        guard let context = unsafe crypto_EVP_MD_CTX_new() else { return nil }
        unsafe handle = context
      }

      deinit { unsafe crypto_EVP_MD_CTX_free(handle) }
    }
  }
#endif
