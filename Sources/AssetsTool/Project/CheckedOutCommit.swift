internal import Bundles
internal import Publishing

/// The catalogs, keywords and settings of a project at a commit, in a folder that goes away with this value.
///
/// They are loaded by the very code that loads working files, from real files, so that nothing there has to know
/// about git.
final class CheckedOutCommit {
  /// Where the project stands.
  let root: String
  private var folders: [String]
  private var files: [String] = []

  /// What a project may be made of; nothing else of a commit is read.
  private static let endings = [".yml", ".yaml", ".xliff", ".xlf", ".xlf2", ".sdlxliff", ".xml"]

  /// - Throws: `ToolError`, if the files cannot be read or written.
  init(_ commit: CommitFiles) throws(ToolError) {
    guard let root = Platform.makeTemporaryDirectory() else {
      throw ToolError(.inputOutput, "cannot make a temporary folder")
    }
    self.root = root
    folders = [root]
    for path in commit.paths where Self.endings.contains(where: { path.lowercased().hasSuffix($0) }) {
      do {
        try makeFolders(for: path)
        try LocalFileSystem().write(commit.read(path, limit: 1 << 32), toNew: "\(root)/\(path)")
        files.append("\(root)/\(path)")
      } catch {
        throw ToolError(.unreadable, "cannot read \(path) of the commit: \(error.reason)")
      }
    }
  }

  deinit {
    for file in files { try? LocalFileSystem().remove(file) }
    for folder in folders.reversed() { Platform.removeDirectory(folder) }
  }

  private func makeFolders(for path: String) throws(FileSystemError) {
    var folder = root
    for name in path.split(separator: "/").dropLast() {
      folder += "/\(name)"
      guard !folders.contains(folder) else { continue }
      try LocalFileSystem().createDirectory(folder)
      folders.append(folder)
    }
  }
}
