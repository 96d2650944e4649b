/// Computes the digest of an index from its documents and its postings.
///
/// The preimage is `assets/index/v1`; each document in the order of (account, content ID): account, content ID,
/// domain, fingerprint, analysed title, keywords and description, displayed title; then each term in byte order with
/// its number of occurrences and for each, in order, the number of its document (from 0, in the order above), the
/// column (0 title, 1 keywords, 2 description) and the offset in tokens. Texts are preceded by their length, lengths
/// and numbers are four bytes, most significant first. Whenever a document or term ends at or beyond 1 MiB, what
/// was collected is replaced by the hexadecimal digits of its SHA-256, so that an index of any size needs little memory.
struct IndexDigestBuilder {
  private static let foldSize = 1 << 20
  private var buffer = Array("assets/index/v1".utf8)

  /// Where a term occurs.
  struct Posting: Comparable {
    var document: UInt32
    var column: UInt32
    var offset: UInt32

    static func < (a: Posting, b: Posting) -> Bool {
      (a.document, a.column, a.offset) < (b.document, b.column, b.offset)
    }
  }

  /// Adds one field of a document.
  mutating func add(_ bytes: some Collection<UInt8>) {
    add(UInt32(bytes.count))
    buffer.append(contentsOf: bytes)
  }

  /// Ends a document or a term.
  mutating func endRecord() {
    guard buffer.count >= Self.foldSize else { return }
    let folded = Digest(of: buffer).hex
    buffer.removeAll(keepingCapacity: true)
    buffer.append(contentsOf: folded.utf8)
  }

  mutating func add(term: [UInt8], _ postings: [Posting]) {
    add(term)
    add(UInt32(postings.count))
    for posting in postings {
      add(posting.document)
      add(posting.column)
      add(posting.offset)
    }
    endRecord()
  }

  consuming func finish() -> Digest { Digest(of: buffer) }

  private mutating func add(_ number: UInt32) {
    buffer.append(UInt8(truncatingIfNeeded: number >> 24))
    buffer.append(UInt8(truncatingIfNeeded: number >> 16))
    buffer.append(UInt8(truncatingIfNeeded: number >> 8))
    buffer.append(UInt8(truncatingIfNeeded: number))
  }
}
