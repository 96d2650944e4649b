internal import Bundles

/// A path relative to a folder in which `*` stands for any run of characters inside one name.
struct PathPattern {
  private let parts: [Substring]

  init(_ pattern: String) { parts = pattern.split(separator: "/").filter { $0 != "." } }

  /// The files that match, sorted as bytes; without a `*`, the path itself if there is such a file.
  func matches(in root: String) throws -> [String] {
    let files = LocalFileSystem()
    var paths = [""]
    for part in parts {
      var next: [String] = []
      for path in paths {
        let prefix = path.isEmpty ? "" : path + "/"
        if part.contains("*") {
          for name in (try? files.list("\(root)/\(path)")) ?? [] where Self.matches(name[...], part) {
            next.append(prefix + name)
          }
        } else if (try? files.status("\(root)/\(prefix)\(part)")) != nil {
          next.append(prefix + part)
        }
      }
      paths = next
    }
    return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func matches(_ name: Substring, _ pattern: Substring) -> Bool {
    guard let first = pattern.first else { return name.isEmpty }
    if first == "*" {
      let rest = pattern.dropFirst()
      return name.indices.contains { matches(name[$0...], rest) } || matches(name[name.endIndex...], rest)
    }
    return name.first == first && matches(name.dropFirst(), pattern.dropFirst())
  }
}
