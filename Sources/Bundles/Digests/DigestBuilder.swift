/// Collects bytes that come piece by piece into their digest.
package struct DigestBuilder {
  private var hasher = SHA256Hasher()

  package init() {}

  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    if bytes.count > 0 { unsafe hasher.update(bytes) }
  }

  package consuming func finish() -> Digest { hasher.finish() }
}
