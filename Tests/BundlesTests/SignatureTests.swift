import Bundles
import TestSupport
import Testing

@Suite struct SignatureTests {
  let key = SigningKey(seed: Array(1...32))!
  let other = SigningKey(seed: Array(2...33))!
  let head = Array("{\"schema\":\"assets.head/1\"}\n".utf8)

  /// RFC 8032, section 7.1, tests 1 to 3: the public keys of three seeds.
  @Test(arguments: [
    (
      "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    ),
    (
      "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
    ),
    (
      "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
      "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"
    ),
  ])
  func publicKeysAreThoseOfTheStandard(seed: String, publicKey: String) throws {
    let file = Array("assets-signing-key-ed25519:\(seed)\n".utf8)
    let key = try #require(SigningKey(file: file))
    #expect(key.publicKey.description == "ed25519:\(publicKey)")
    #expect(key.fileBytes == file)
  }

  @Test func aSignatureIsOfTheseBytesByThisKey() throws {
    var signatures = HeadSignatures()
    try signatures.sign(head, with: key)
    let read = try HeadSignatures(signatures.bytes)
    #expect(read == signatures && read.signers(of: head) == [key.publicKey])
    #expect(read.problem(of: head) == nil)
    for index in head.indices {
      var changed = head
      changed[index] ^= 1
      #expect(read.signers(of: changed).isEmpty && read.problem(of: changed) != nil)
    }
    let (trusted, stranger) = ([key.publicKey], [other.publicKey])
    #expect(SignatureVerdict(read, of: head, trusted: trusted) == .signed(by: key.publicKey))
    #expect(SignatureVerdict(read, of: head, trusted: stranger) == .untrusted)
    #expect(SignatureVerdict(read, of: head + [0], trusted: trusted) == .bad(key.publicKey))
    #expect(SignatureVerdict(nil, of: head, trusted: trusted) == .missing)
    try signatures.sign(head, with: other)
    #expect(try HeadSignatures(signatures.bytes).signers(of: head) == [key.publicKey, other.publicKey])
  }

  /// Every bit of a signature file matters.
  @Test func everyBitOfTheFileCounts() throws {
    var signatures = HeadSignatures()
    try signatures.sign(head, with: key)
    let bytes = signatures.bytes
    for bit in 0..<bytes.count * 8 {
      var damaged = bytes
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      let read = try? HeadSignatures(damaged)
      #expect(read?.problem(of: head) != nil || read == nil, "bit \(bit)")
    }
  }

  /// A scalar is accepted in one spelling only, or whoever sees a signature could make a second one.
  @Test func aScalarThatIsNotReducedIsRefused() throws {
    let order: [UInt8] =
      [
        0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7, 0xA2, 0xDE, 0xF9, 0xDE, 0x14,
      ] + [UInt8](repeating: 0, count: 15) + [0x10]
    let hex = try key.sign(head, for: .head).hex
    var scalar = stride(from: 64, to: 128, by: 2).map { start in
      UInt8(hex.dropFirst(start).prefix(2), radix: 16)!
    }
    var carry = 0
    for index in 0..<32 {
      let sum = Int(scalar[index]) + Int(order[index]) + carry
      scalar[index] = UInt8(sum & 0xFF)
      carry = sum >> 8
    }
    let twin =
      String(hex.prefix(64))
      + scalar.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    func file(_ signature: String) -> [UInt8] {
      Array(
        #"{"schema":"assets.signatures/1","signatures":[{"key":"\#(key.publicKey)","signature":"\#(signature)"}]}"#
          .utf8) + [0x0A]
    }
    #expect(try HeadSignatures(file(hex)).signers(of: head) == [key.publicKey])
    #expect(try HeadSignatures(file(twin)).signers(of: head) == [])
  }

  /// With these keys, signatures can be made without a secret; those above 2^255 - 19 are second spellings.
  @Test(arguments: [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000080",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  ])
  func weakKeysAreNone(hex: String) { #expect(PublicKey("ed25519:\(hex)") == nil) }

  @Test(arguments: [
    "", "{}\n", "{\"schema\":\"assets.signatures/2\",\"signatures\":[]}\n",
    "{\"schema\":\"assets.signatures/1\",\"signatures\":[]}\n",
    "{\"schema\":\"assets.signatures/1\",\"signatures\":[{\"alg\":\"none\"}]}\n",
    "{\"signatures\":[],\"schema\":\"assets.signatures/1\"}\n",
  ])
  func whatIsNoSignatureFileIsRefused(text: String) {
    #expect(throws: BundleError.self) { try HeadSignatures(Array(text.utf8)) }
  }

  @Test(arguments: ["", "assets-signing-key-ed25519:", "ed25519:00", "assets-signing-key-ed25519:zz"])
  func whatIsNoKeyIsRefused(text: String) { #expect(SigningKey(file: Array(text.utf8)) == nil) }
}
