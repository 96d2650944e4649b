internal import Bundles
internal import Diagnostics
internal import Publishing

/// What came out of comparing the working files with a published state.
struct RollbackComparison {
  /// The rules about the chain, already judged.
  var chain: [Diagnostic] = []
  /// The rules about what the files say.
  var found: [RollbackFinding] = []
  /// What the files would publish; `nil` if it was not looked at.
  var made: ProjectCandidate?
  /// Whether the value rules could not run for want of history.
  var isUnknown = false
  /// The name given with `--against`, for the commands that findings print.
  var name: String?
  /// Whether the local store has the revision that was compared with.
  var isInStore = true

  /// All findings that nobody accepted, with their places.
  func diagnostics(_ accepted: AcceptedRollbacks) -> [Diagnostic] {
    guard let made else { return chain }
    return chain
      + accepted.split(found).open.map { finding in
        var diagnostic = made.diagnostic(finding)
        diagnostic.help = diagnostic.help.map(printable)
        return diagnostic
      }
  }

  /// The ways out as they are to be typed here: against the same reference, from where the texts are.
  private func printable(_ help: String) -> String {
    guard let name else { return help }
    let accept = help.replacing("--reason …", with: "--against \(ShellWord.path(name)) --reason …")
    return isInStore
      ? accept : accept.replacing("`assets restore", with: "merge \(name), then `assets restore")
  }
}
