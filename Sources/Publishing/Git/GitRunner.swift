/// Runs git; the seam between what is asked of a repository and the process that answers.
///
/// The command brings one that starts processes; tests bring one that answers from a table.
package protocol GitRunner: Sendable {
  /// Runs `git` with arguments in the project's folder, to its end.
  func run(_ arguments: [String]) throws(GitError) -> GitAnswer

  /// Starts a `git cat-file --batch` that lives as long as the result.
  func openObjects() throws(GitError) -> any GitObjects
}

/// What a run of git said.
package struct GitAnswer: Sendable {
  package var status: Int
  package var output: [UInt8]
  package var error: String

  package init(status: Int, output: [UInt8], error: String) {
    self.status = status
    self.output = output
    self.error = error
  }

  /// The output without the line feed at its end.
  package var line: String {
    var bytes = output[...]
    if bytes.last == 0x0A { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The objects of a repository, by name.
package protocol GitObjects: AnyObject {
  /// The bytes of a blob.
  /// - Throws: `GitError` with `.missing` if the repository does not have it.
  func blob(_ name: String) throws(GitError) -> [UInt8]
}

/// Why a repository could not answer.
package struct GitError: Error, Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    /// There is no git on this machine.
    case notInstalled
    case notARepository
    /// The reference is no name, or names nothing.
    case unknownReference
    /// No commit yet, or no working files.
    case noCommit
    /// The two commits have no common ancestor here.
    case noMergeBase
    /// An object is not there.
    case missing
    /// git failed in another way.
    case failed
  }

  package var code: Code
  package var reason: String
  package var help: String?

  package init(_ code: Code, _ reason: String, help: String? = nil) {
    self.code = code
    self.reason = reason
    self.help = help
  }
}
