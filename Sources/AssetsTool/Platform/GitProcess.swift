internal import Bundles
internal import Publishing

/// Runs the machine's git in a folder: plumbing commands only, no shell, nothing that writes or asks.
struct GitProcess: GitRunner {
  private let directory: String

  init(in directory: String) { self.directory = directory }

  func run(_ arguments: [String]) throws(GitError) -> GitAnswer {
    let child = try start(arguments)
    child.closeInput()
    let (output, error) = child.readToEnd()
    return GitAnswer(status: child.wait(), output: output, error: String(decoding: error, as: UTF8.self))
  }

  func openObjects() throws(GitError) -> any GitObjects {
    Objects(try start(["cat-file", "--batch"]))
  }

  private func start(_ arguments: [String]) throws(GitError) -> ChildProcess {
    do {
      return try ChildProcess("git", ["-C", directory] + arguments, environment: Self.environment)
    } catch {
      throw GitError(
        error.isMissing ? .notInstalled : .failed,
        error.isMissing ? "there is no git on this machine's PATH" : "cannot start git: \(error.reason)",
        help: error.isMissing ? "install git, or compare with a revision: `--against head`" : nil)
    }
  }

  /// What git may know of this process: where its programs and settings are, and which repository it was given.
  private static var environment: [String] {
    var names = [
      "PATH", "HOME", "XDG_CONFIG_HOME", "TMPDIR", "USER", "LOGNAME", "LD_LIBRARY_PATH", "GIT_DIR",
      "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
      "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM",
      "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT", "GIT_EXEC_PATH",
    ]
    let count = Platform.environment("GIT_CONFIG_COUNT").flatMap { Int($0) } ?? 0
    for number in 0..<min(max(count, 0), 100) {
      names += ["GIT_CONFIG_KEY_\(number)", "GIT_CONFIG_VALUE_\(number)"]
    }
    let kept = names.compactMap { name in Platform.environment(name).map { "\(name)=\($0)" } }
    // Its words are compared; it neither writes an index, nor asks for a password, nor fetches what is missing.
    return kept + ["LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1"]
  }

  /// A `git cat-file --batch`: a name in, a header and the bytes out.
  private final class Objects: GitObjects {
    private let child: ChildProcess

    init(_ child: ChildProcess) { self.child = child }

    func blob(_ name: String) throws(GitError) -> [UInt8] {
      guard child.write(Array("\(name)\n".utf8)), let header = child.readLine() else {
        throw GitError(.failed, "git cat-file ended before it answered")
      }
      // `name type size`, or `name missing`.
      let fields = header.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      guard fields.count == 3, let size = Int(fields[2]) else {
        throw GitError(
          .missing, "the repository does not have the object \(name)",
          help: "fetch it: a partial or damaged clone cannot be compared")
      }
      guard let bytes = child.read(size), child.read(1) == [0x0A] else {
        throw GitError(.failed, "git cat-file ended inside the object \(name)")
      }
      return bytes
    }
  }
}
