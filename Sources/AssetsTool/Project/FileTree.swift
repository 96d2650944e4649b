internal import Bundles

/// Files named on the command line.
enum FileTree {
  /// Each file named, and every catalog below each folder named; sorted within a folder.
  /// - Throws: `ToolError`, if a path does not exist.
  static func catalogs(in paths: [String]) throws(ToolError) -> [String] {
    var result: [String] = []
    for path in paths {
      let files = LocalFileSystem()
      let isDirectory: Bool
      do { isDirectory = try files.status(path).kind == .directory } catch {
        throw ToolError(.unreadable, "cannot read \(path): \(error.reason)")
      }
      if !isDirectory {
        result.append(path)
        continue
      }
      var open = [path]
      while let folder = open.popLast() {
        let names = (try? files.list(folder)) ?? []
        var folders: [String] = []
        for name in names where !name.hasPrefix(".") {
          let child = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
          switch try? files.status(child).kind {
          case .directory: folders.append(child)
          case .file where isCatalog(name): result.append(child)
          default: continue
          }
        }
        open += folders.reversed()
      }
    }
    return result
  }

  private static func isCatalog(_ name: String) -> Bool {
    ["xliff", "xlf", "xlf2", "sdlxliff", "yml", "yaml"].contains(
      name.split(separator: ".").last.map { $0.lowercased() } ?? "")
  }
}
