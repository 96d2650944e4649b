import Bundles
import Testing

@testable import Publishing

/// Answers from a table: the arguments joined by spaces.
private struct ScriptedGit: GitRunner {
  var answers: [String: GitAnswer] = [:]
  var blobs: [String: [UInt8]] = [:]

  mutating func answer(_ arguments: String, _ output: String, status: Int = 0, error: String = "") {
    answers[arguments] = GitAnswer(status: status, output: Array(output.utf8), error: error)
  }

  func run(_ arguments: [String]) throws(GitError) -> GitAnswer {
    answers[arguments.joined(separator: " ")] ?? GitAnswer(status: 128, output: [], error: "fatal: no answer")
  }

  func openObjects() throws(GitError) -> any GitObjects { Objects(blobs) }

  private final class Objects: GitObjects {
    private let blobs: [String: [UInt8]]

    init(_ blobs: [String: [UInt8]]) { self.blobs = blobs }

    func blob(_ name: String) throws(GitError) -> [UInt8] {
      guard let bytes = blobs[name] else { throw GitError(.missing, "no \(name)") }
      return bytes
    }
  }
}

@Suite struct GitReferenceTests {
  private static let head = String(repeating: "a", count: 40)
  private static let main = String(repeating: "b", count: 40)
  private static let base = String(repeating: "c", count: 40)

  private func repository(shallow: Bool = false) -> ScriptedGit {
    var git = ScriptedGit()
    git.answer("rev-parse --is-inside-work-tree --show-prefix", "true\ntexts/\n")
    git.answer("rev-parse --verify --quiet HEAD^{commit}", Self.head + "\n")
    git.answer("rev-parse --is-shallow-repository", "\(shallow)\n")
    git.answer("rev-parse --verify --quiet origin/main^{commit}", Self.main + "\n")
    git.answer("merge-base \(Self.head) \(Self.main)", Self.base + "\n")
    return git
  }

  @Test func aReferenceHasACommitAMergeBaseAndTheProjectsFolder() throws {
    let reference = try GitReference("origin/main", in: repository())
    #expect(reference.commit == Self.main && reference.mergeBase == Self.base && reference.prefix == "texts/")
  }

  @Test(arguments: [
    "", "-x", "--output=/etc/passwd", "a b", "a..b", "HEAD:texts", "a\nb", "a\u{0}b", "$(id)", "`id`", "a;b",
    "x*",
    "a?b", "[a]", "a\\b", "'", "a|b",
  ]) func whatCouldMeanAnythingElseToGitIsNoReference(name: String) throws {
    let error = #expect(throws: GitError.self) { try GitReference(name, in: repository()) }
    #expect(error?.code == .unknownReference)
  }

  @Test(arguments: ["main", "origin/main", "v1.0", "HEAD~3", "HEAD^2", "v1^{commit}", "main@{1}", "日本語"])
  func namesThatGitGivesAreReferences(name: String) { #expect(GitReference.isValid(name)) }

  @Test func eachThingThatCanBeMissingIsNamedWithAWayOut() throws {
    func code(_ change: (inout ScriptedGit) -> Void, shallow: Bool = false) -> GitError? {
      var git = repository(shallow: shallow)
      change(&git)
      do {
        _ = try GitReference("origin/main", in: git)
        return nil
      } catch { return error }
    }
    let top = "rev-parse --is-inside-work-tree --show-prefix"
    #expect(
      code { $0.answer(top, "", status: 128, error: "fatal: not a git repository") }?.code == .notARepository)
    let foreign = code {
      $0.answer(
        top, "", status: 128,
        error: """
          fatal: detected dubious ownership in repository at '/a b'
          To add an exception for this directory, call:

          \tgit config --global --add safe.directory '/a b'

          """)
    }
    #expect(foreign?.help == "`git config --global --add safe.directory '/a b'`")
    #expect(code { $0.answer(top, "false\n\n") }?.reason.contains("bare") == true)
    #expect(code { $0.answer("rev-parse --verify --quiet HEAD^{commit}", "", status: 1) }?.code == .noCommit)
    let unknown = code { $0.answer("rev-parse --verify --quiet origin/main^{commit}", "", status: 1) }
    #expect(unknown?.code == .unknownReference)
    #expect(unknown?.help == "fetch it with `git fetch origin main:refs/remotes/origin/main`")
    let parted = "merge-base \(Self.head) \(Self.main)"
    #expect(code { $0.answer(parted, "", status: 1) }?.help == nil)
    let shallow = code({ $0.answer(parted, "", status: 1) }, shallow: true)
    #expect(shallow?.code == .noMergeBase && shallow?.help?.contains("git fetch --unshallow") == true)
  }

  // MARK: - Files of a commit

  private func files() throws -> CommitFiles {
    var git = repository()
    func line(_ mode: String, _ type: String, _ digit: Character, _ name: String) -> String {
      "\(mode) \(type) \(String(repeating: digit, count: 40))\t\(name)\0"
    }
    git.answer(
      "ls-tree -r -z --full-tree \(Self.main):texts",
      line("100644", "blob", "1", "assets.yml") + line("100755", "blob", "2", "a/日 本.yml")
        + line("120000", "blob", "3", "a/link") + line("160000", "commit", "4", "module")
        + line("100644", "blob", "5", "packs/big"))
    git.blobs[String(repeating: "1", count: 40)] = Array("version: 1".utf8)
    git.blobs[String(repeating: "2", count: 40)] = Array("ja:".utf8)
    git.blobs[String(repeating: "5", count: 40)] = Array(
      "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n".utf8)
    return try CommitFiles(of: Self.main, folder: "texts/", in: git)
  }

  @Test func namesAreReadAsTheyAreAndLinksAreNotFollowed() throws {
    let files = try files()
    #expect(files.paths == ["a/日 本.yml", "assets.yml", "packs/big"])
    #expect(try files.read("a/日 本.yml", limit: 9) == Array("ja:".utf8))
    #expect(try files.read("assets.yml", at: 2, count: 3) == Array("rsi".utf8))
    #expect(try files.list("") == ["a", "assets.yml", "packs"] && files.list("a") == ["link", "日 本.yml"])
    #expect(try files.status("a").kind == .directory && files.status("a/link").kind == .link)
  }

  @Test func whatCannotBeReadIsSaid() throws {
    let files = try files()
    func reason(_ body: () throws -> Void) -> FileSystemError? {
      #expect(throws: FileSystemError.self) { try body() }
    }
    #expect(reason { _ = try files.read("none", limit: 9) }?.isMissing == true)
    #expect(reason { _ = try files.read("a/link", limit: 9) }?.isMissing == true)
    #expect(reason { _ = try files.status("module") }?.isMissing == true)
    #expect(reason { _ = try files.list("b") }?.isMissing == true)
    #expect(reason { _ = try files.read("assets.yml", limit: 2) }?.reason.contains("larger") == true)
    #expect(reason { _ = try files.read("assets.yml", at: 9, count: 2) }?.reason.contains("shorter") == true)
    #expect(reason { _ = try files.read("packs/big", limit: 999) }?.reason.contains("Git LFS") == true)
    #expect(reason { try files.write([], toNew: "x") }?.reason == "a commit never changes")
    // A commit from before the folder was made.
    #expect(try CommitFiles(of: Self.base, folder: "texts/", in: repository()).paths == [])
  }
}
