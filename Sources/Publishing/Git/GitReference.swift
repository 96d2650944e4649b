/// A commit that a project is compared with, and where this branch left its history.
package struct GitReference: Sendable {
  /// The name as it was given.
  package let name: String
  /// The commit it names.
  package let commit: String
  /// The best common ancestor of it and of what is checked out.
  package let mergeBase: String
  /// The project's folder from the top of the repository, with a slash at its end; empty at the top.
  package let prefix: String

  /// Asks the repository that `git` runs in.
  /// - Throws: `GitError`, with the command that mends it where there is one.
  package init(_ name: String, in git: some GitRunner) throws(GitError) {
    guard Self.isValid(name) else {
      throw GitError(
        .unknownReference, "'\(name)' is not a revision of the store, a path or a git reference",
        help: "write for example origin/main, a tag, or a commit")
    }
    self.name = name
    prefix = try Self.prefix(git)
    guard let head = try Self.commit("HEAD", git) else {
      throw GitError(
        .noCommit, "the repository has no commit yet, so nothing can be compared with '\(name)'",
        help: "commit first, or compare with a revision: `--against head`")
    }
    let isShallow = try git.run(["rev-parse", "--is-shallow-repository"]).line == "true"
    guard let commit = try Self.commit(name, git) else { throw Self.unknown(name, isShallow: isShallow) }
    self.commit = commit
    let answer = try git.run(["merge-base", head, commit])
    guard answer.status == 0, Self.isObjectName(answer.line) else {
      throw GitError(
        .noMergeBase,
        isShallow
          ? "this clone is shallow and does not reach the commit at which it parted from '\(name)'"
          : "HEAD and '\(name)' have no common ancestor",
        help: isShallow
          ? "deepen it with `git fetch --unshallow`; in GitHub Actions, give actions/checkout fetch-depth: 0"
          : nil)
    }
    mergeBase = answer.line
  }

  /// Whether a name can be handed to git: it is no option, no path inside a commit and no range.
  package static func isValid(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 1024 && !name.hasPrefix("-") && !name.contains("..")
      && name.utf8.allSatisfy { byte in
        byte > 0x20 && byte != 0x7F && !#":?*[\"'`$;|&<>()"#.utf8.contains(byte)
      }
  }

  /// The command that git itself prints for the folder at hand, which it quotes for the shell.
  private static func trust(_ words: String) -> String {
    let command = words.split(separator: "\n").lazy.map { $0.drop { $0 == "\t" || $0 == " " } }.first {
      $0.hasPrefix("git config --global --add safe.directory ")
    }
    return command.map { "`\($0)`" } ?? "see `git help config` about safe.directory"
  }

  private static func prefix(_ git: some GitRunner) throws(GitError) -> String {
    let answer = try git.run(["rev-parse", "--is-inside-work-tree", "--show-prefix"])
    guard answer.status == 0 else {
      // git's own words say more, for example about the owner of the folder.
      let isForeign = answer.error.contains("dubious ownership")
      throw GitError(
        .notARepository,
        isForeign
          ? "git does not trust this repository, because it belongs to another user"
          : "the project is not in a git repository",
        help: isForeign
          ? trust(answer.error)
          : "compare with a revision, a folder or a lock instead: `--against head`")
    }
    let lines = answer.line.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first == "true" else {
      throw GitError(
        .noCommit, "the git repository is bare: it has no working files to compare", help: "use a clone of it"
      )
    }
    return lines.count > 1 ? String(lines[1]) : ""
  }

  /// The commit that a name stands for, or `nil`.
  private static func commit(_ name: String, _ git: some GitRunner) throws(GitError) -> String? {
    let answer = try git.run(["rev-parse", "--verify", "--quiet", "\(name)^{commit}"])
    guard answer.status == 0, isObjectName(answer.line) else { return nil }
    return answer.line
  }

  private static func unknown(_ name: String, isShallow: Bool) -> GitError {
    let parts = name.split(separator: "/", maxSplits: 1)
    let fetch =
      parts.count == 2
      ? "git fetch \(parts[0]) \(parts[1]):refs/remotes/\(name)" : "git fetch --tags origin \(name)"
    return GitError(
      .unknownReference, "git knows no '\(name)' here",
      help: "fetch it with `\(fetch)`"
        + (isShallow ? "; in GitHub Actions, give actions/checkout fetch-depth: 0" : ""))
  }

  /// Whether a line of git is the name of an object: SHA-1 or SHA-256 in lower-case hexadecimal digits.
  static func isObjectName(_ text: String) -> Bool {
    [40, 64].contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
