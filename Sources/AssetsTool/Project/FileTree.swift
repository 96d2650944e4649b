internal import Bundles

/// Files named on the command line.
enum FileTree {
  /// Each file named, and every catalog below each folder named; sorted within a folder.
  /// - Parameter endings: further endings of names that count.
  static func catalogs(in paths: [String], also endings: [String] = []) -> [String] {
    var result: [String] = []
    for path in paths {
      let files = LocalFileSystem()
      // A path that is not there is a file like any other, which cannot be read.
      if (try? files.status(path))?.kind != .directory {
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
          case .file where isCatalog(name, also: endings): result.append(child)
          default: continue
          }
        }
        open += folders.reversed()
      }
    }
    return result
  }

  private static func isCatalog(_ name: String, also endings: [String]) -> Bool {
    (["xliff", "xlf", "xlf2", "sdlxliff", "yml", "yaml"] + endings).contains(
      name.split(separator: ".").last.map { $0.lowercased() } ?? "")
  }
}
