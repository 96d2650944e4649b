/// Paths named on the command line that lie in a project, as the project names its files.
struct PathSelection {
  private let paths: [String]

  /// - Returns: `nil` if one of the paths lies outside of the project or does not exist.
  init?(_ paths: [String], in location: ProjectLocation) {
    var relative: [String] = []
    for path in paths {
      guard let real = Platform.realPath(path) else { return nil }
      if real == location.root {
        relative.append("")
      } else if real.hasPrefix(location.root + "/") {
        relative.append(String(real.dropFirst(location.root.count + 1)))
      } else {
        return nil
      }
    }
    self.paths = relative
  }

  /// Whether a file is one of the paths or lies below one.
  func contains(_ file: String) -> Bool {
    paths.contains { $0.isEmpty || file == $0 || file.hasPrefix($0 + "/") }
  }
}
