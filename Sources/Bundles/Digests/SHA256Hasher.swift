#if canImport(CryptoKit)
  internal import CryptoKit

  /// Incremental SHA-256 (FIPS 180-4), from the platform's library.
  struct SHA256Hasher {
    private var state = SHA256()

    /// That of bytes which are all there.
    static func digest(of bytes: UnsafeRawBufferPointer) -> Digest {
      var hasher = SHA256Hasher()
      unsafe hasher.update(bytes)
      return hasher.finish()
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) { unsafe state.update(bufferPointer: bytes) }

    consuming func finish() -> Digest {
      unsafe state.finalize().withUnsafeBytes { unsafe Digest(raw: $0) }
    }
  }
#else
  internal import CCrypto

  /// Incremental SHA-256 (FIPS 180-4), from the platform's library.
  struct SHA256Hasher {
    private var state = SHA256_CTX()

    /// That of bytes which are all there.
    static func digest(of bytes: UnsafeRawBufferPointer) -> Digest {
      var digest: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
      return unsafe withUnsafeMutableBytes(of: &digest) { digest in
        unsafe crypto_SHA256(
          bytes.baseAddress, bytes.count, digest.baseAddress!.assumingMemoryBound(to: UInt8.self))
        return unsafe Digest(raw: UnsafeRawBufferPointer(digest))
      }
    }

    init() { _ = unsafe crypto_SHA256_Init(&state) }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
      guard let base = bytes.baseAddress else { return }
      _ = unsafe crypto_SHA256_Update(&state, base, bytes.count)
    }

    consuming func finish() -> Digest {
      unsafe withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { buffer in
        _ = unsafe crypto_SHA256_Final(buffer.baseAddress!.assumingMemoryBound(to: UInt8.self), &state)
        return unsafe Digest(raw: UnsafeRawBufferPointer(buffer))
      }
    }
  }
#endif
