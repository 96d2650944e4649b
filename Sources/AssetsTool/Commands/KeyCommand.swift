internal import ArgumentParsing
internal import Bundles

struct KeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key", abstract: "Make and show the keys that sign revisions.",
    discussion: """
      A head is signed with Ed25519 when `assets publish` gets a signing key. Readers that are \
      told which public keys to trust refuse a head that none of them signed.

      Example:
        assets key generate ~/.config/harbor.key
      """,
    subcommands: [KeyGenerateCommand.self, KeyShowCommand.self])
}

struct KeyGenerateCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "generate", abstract: "Make a signing key and print its public half.",
    discussion: """
      The file must not exist; only its owner may read it. Keep it out of the repository.

      Example:
        assets key generate ~/.config/harbor.key
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: ArgumentHelp("Where the key is written.", valueName: "file"))
  var file: String

  func execute(_ console: Console) async throws -> ExitStatus {
    var random = SystemRandomNumberGenerator()
    guard let key = SigningKey(using: &random) else {
      throw ToolError(.internalError, "the cryptographic library made no key")
    }
    do { try SecretFile.create(file, key.fileBytes) } catch {
      guard !error.exists else {
        throw ToolError(
          .usage, "\(file) is there already", help: "choose another name; a key is never overwritten")
      }
      throw ToolError(.inputOutput, error.description)
    }
    console.print("\(key.publicKey)")
    console.note("To trust it:  publish: { trustedKeys: [\"\(key.publicKey)\"] } in assets.yml")
    return .done
  }
}

struct KeyShowCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print the public half of a signing key.",
    discussion: """
      Example:
        assets key show ~/.config/harbor.key
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: ArgumentHelp("The file with the key.", valueName: "file"))
  var file: String

  func execute(_ console: Console) async throws -> ExitStatus {
    console.print("\(try KeyFile.read(file).publicKey)")
    return .done
  }
}
