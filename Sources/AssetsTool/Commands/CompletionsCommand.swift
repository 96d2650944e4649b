internal import ArgumentParsing

struct CompletionsCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "completions", abstract: "Print the completion script for a shell.",
    discussion: """
      Made from the same declarations as the help.

      Examples:
        source <(assets completions bash)                    # in ~/.bashrc
        assets completions zsh > "${fpath[1]}/_assets"
        assets completions fish > ~/.config/fish/completions/assets.fish
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: ArgumentHelp("The shell.", valueName: "shell"))
  var shell: CompletionShell

  func execute(_ console: Console) async throws -> ExitStatus {
    console.write(Array(Assets.completionScript(for: shell).utf8))
    return .done
  }
}
