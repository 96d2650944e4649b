/// A shell for which a completion script can be made.
public enum CompletionShell: String, Hashable, Sendable, CaseIterable, ExpressibleByArgument {
  case bash
  case zsh
  case fish
}

extension ParsableCommand {
  /// The completion script for the tree of which this is the root.
  public static func completionScript(for shell: CompletionShell) -> String {
    let places = CompletionPlace.all(in: CommandDescription(root: Self.self))
    switch shell {
    case .bash: return BashCompletion(places: places).script
    case .zsh: return ZshCompletion(places: places).script
    case .fish: return FishCompletion(places: places).script
    }
  }
}
