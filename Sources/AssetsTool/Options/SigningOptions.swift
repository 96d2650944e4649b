internal import ArgumentParsing
internal import Bundles

/// Where the key comes from that signs a head.
struct SigningOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Sign with the key in this file; default: the file that ASSETS_SIGNING_KEY names.", valueName: "file"))
  var signingKey: String?

  @Option(
    name: .customLong("signing-key-fd"),
    help: ArgumentHelp("Sign with the key read from this open file descriptor.", valueName: "number"))
  var signingKeyDescriptor: Int?

  @Flag(help: "Publish without a signature although the project trusts keys.")
  var unsigned = false

  mutating func validate() throws {
    if signingKey != nil && signingKeyDescriptor != nil {
      throw ValidationError("'--signing-key' and '--signing-key-fd' name two keys")
    }
    if unsigned && (signingKey != nil || signingKeyDescriptor != nil) {
      throw ValidationError("'--unsigned' and a signing key contradict each other")
    }
    if let signingKeyDescriptor, !(0...1 << 20).contains(signingKeyDescriptor) {
      throw ValidationError("'--signing-key-fd' needs the number of an open file")
    }
  }

  /// The key to sign with, if there is one.
  /// - Throws: `ToolError`, if the project trusts keys and there is none.
  func key(trusted: [PublicKey]) throws(ToolError) -> SigningKey? {
    if unsigned { return nil }
    let file = signingKey ?? Platform.environment("ASSETS_SIGNING_KEY").flatMap { $0.isEmpty ? nil : $0 }
    let key: SigningKey
    if let signingKeyDescriptor {
      let name = "descriptor \(signingKeyDescriptor)"
      key = try KeyFile.key(named: name) { () throws(FileSystemError) in
        try SecretFile.read(
          descriptor: Int32(signingKeyDescriptor), named: name, limit: SigningKey.largestFileSize)
      }
    } else if let file {
      key = try KeyFile.read(file)
    } else if trusted.isEmpty {
      return nil
    } else {
      throw ToolError(
        .usage, "the project trusts signing keys, and there is none to sign with",
        help: "give one with --signing-key FILE, or publish with --unsigned")
    }
    guard trusted.isEmpty || trusted.contains(key.publicKey) else {
      throw ToolError(
        .usage, "the project does not trust \(key.publicKey)",
        help: "add it to `publish: { trustedKeys: […] }`, or sign with another key")
    }
    return key
  }
}

/// Whose signatures a reader asks for.
struct TrustOptions: ParsableArguments {
  @Flag(help: "Fail unless a trusted key signed the head.")
  var requireSignature = false

  @Option(
    name: .customLong("trusted-key"), parsing: .singleValue,
    help: ArgumentHelp("Trust this public key besides those of the project.", valueName: "key"))
  var keys: [TrustedKey] = []

  /// The keys that count, or `nil` if no signature is asked for.
  func required(_ configuration: [PublicKey]) throws(ToolError) -> [PublicKey]? {
    guard requireSignature else { return nil }
    let trusted = configuration + keys.map(\.key)
    guard !trusted.isEmpty else {
      throw ToolError(
        .usage, "'--require-signature' needs a key to trust",
        help: "name one with --trusted-key, or under `publish: { trustedKeys: […] }`")
    }
    return trusted
  }
}

/// A public key on the command line.
struct TrustedKey: Hashable, ExpressibleByArgument {
  let key: PublicKey

  init?(argument: String) {
    guard let key = PublicKey(argument) else { return nil }
    self.key = key
  }
}

/// Files with signing keys.
enum KeyFile {
  static func read(_ path: String) throws(ToolError) -> SigningKey {
    try key(named: path) { () throws(FileSystemError) in
      try SecretFile.read(path, limit: SigningKey.largestFileSize)
    }
  }

  fileprivate static func key(
    named name: String, _ bytes: () throws(FileSystemError) -> [UInt8]
  ) throws(ToolError) -> SigningKey {
    let file: [UInt8]
    do { file = try bytes() } catch {
      throw ToolError(.unreadable, "cannot read the signing key \(name): \(error.reason)")
    }
    guard let key = SigningKey(file: file) else {
      throw ToolError(
        .unreadable, "\(name) holds no signing key", help: "make one with `assets key generate FILE`")
    }
    return key
  }
}
