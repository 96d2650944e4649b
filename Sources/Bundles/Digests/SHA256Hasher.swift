#if canImport(CryptoKit)
  internal import CryptoKit

  /// Incremental SHA-256 (FIPS 180-4), from the platform's library.
  struct SHA256Hasher {
    private var state = SHA256()

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
