/// The signatures of one head: a file beside the head's, so that what is signed is exactly the head's bytes.
///
/// Canonical JSON and a line feed: `{"schema":"assets.signatures/1","signatures":[{"key":…,"signature":…}…]}`, sorted
/// by key. The keys in it say who claims to have signed; who is believed is the reader's list.
public struct HeadSignatures: Hashable, Sendable {
  /// The signature that stands for each key; reading a file verifies none of them.
  public private(set) var byKey: [PublicKey: Signature] = [:]

  /// More signatures than this are refused.
  public static let most = 64
  /// A signature file above this size is refused before it is parsed.
  public static let largestSize = 1 << 15

  private static let schema = "assets.signatures/1"
  /// How every signature file begins.
  static let start = Array("{\"schema\":\"\(schema)\"".utf8)

  /// No signatures. A file without any is refused by the reader, so one must be added before this is written.
  public init() {}

  /// Reads a signature file; the signatures are not verified.
  /// - Throws: `BundleError` with `.damaged` for another spelling than `bytes`, none or more than `most`
  ///   signatures, or a
  ///   key anybody could sign for; with `.unsupported` for another schema.
  public init(_ bytes: [UInt8]) throws(BundleError) {
    guard bytes.count <= Self.largestSize else { throw Self.damaged("is larger than 32 KiB") }
    guard bytes.last == 0x0A, let json = try? CanonicalJSON(canonical: Array(bytes.dropLast())) else {
      throw Self.damaged("is not canonical JSON with a line feed")
    }
    guard json["schema"]?.string == Self.schema else {
      throw BundleError(.unsupported, "expected the schema \(Self.schema)")
    }
    for entry in json["signatures"]?.array ?? [] {
      guard let key = entry["key"]?.string.flatMap({ PublicKey($0) }) else {
        throw Self.damaged("names a key that is none, or one that anybody can sign for")
      }
      guard let signature = entry["signature"]?.string.flatMap({ Signature(hex: $0) }) else {
        throw Self.damaged("has a signature in another form")
      }
      byKey[key] = signature
    }
    guard !byKey.isEmpty, byKey.count <= Self.most, self.bytes == bytes else {
      throw Self.damaged("is not in the form that assets writes")
    }
  }

  /// The bytes of the file.
  public var bytes: [UInt8] {
    let entries = byKey.sorted { $0.key < $1.key }.map { entry -> CanonicalJSON in
      ["key": .string(entry.key.description), "signature": .string(entry.value.hex)]
    }
    let json: CanonicalJSON = ["schema": .string(Self.schema), "signatures": .array(entries)]
    return json.bytes + [0x0A]
  }

  /// Adds a signature of a head's bytes.
  public mutating func sign(_ head: [UInt8], with key: SigningKey) throws(BundleError) {
    byKey[key.publicKey] = try key.sign(head, for: .head)
  }

  /// The keys whose signature of these bytes is good.
  public func signers(of head: [UInt8]) -> Set<PublicKey> {
    Set(byKey.filter { $0.key.isValid($0.value, of: head, for: .head) }.keys)
  }

  /// What is wrong with the signatures themselves, whoever is trusted: a signature that is not by its key.
  public func problem(of head: [UInt8]) -> String? {
    let bad = Set(byKey.keys).subtracting(signers(of: head)).sorted()
    return bad.first.map { "signature of \($0) is not one of this head" }
  }

  private static func damaged(_ reason: String) -> BundleError {
    BundleError(.damaged, "signature file \(reason)")
  }
}

/// What a required signature was found to be.
public enum SignatureVerdict: Hashable, Sendable {
  /// One of the trusted keys signed these bytes.
  case signed(by: PublicKey)
  /// There is no signature.
  case missing
  /// Nobody who is trusted signed.
  case untrusted
  /// A trusted key is named, and its signature is not one of these bytes.
  case bad(PublicKey)

  /// Judges the signatures of a head.
  /// - Parameter signatures: `nil` if there is no signature file.
  public init(_ signatures: HeadSignatures?, of head: [UInt8], trusted: [PublicKey]) {
    guard let signatures else {
      self = .missing
      return
    }
    let good = signatures.signers(of: head)
    if let key = trusted.first(where: good.contains) {
      self = .signed(by: key)
    } else if let key = trusted.first(where: { signatures.byKey[$0] != nil }) {
      self = .bad(key)
    } else {
      self = .untrusted
    }
  }
}
