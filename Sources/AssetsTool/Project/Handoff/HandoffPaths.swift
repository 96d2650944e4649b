internal import Bundles

/// The files that a hand-off consists of.
struct HandoffPaths {
  /// What stands for standard input on the command line.
  static let input = "-"
  private static let localized = "Localized Contents"

  /// The files to read, as they are shown; standard input is `-`.
  private(set) var files: [String] = []

  /// Each file named, and every catalog below each folder named. Of an Xcode bundle (`.xcloc`), only what was
  /// localized counts: its source contents are the app's own.
  init(_ paths: [String]) {
    for path in paths {
      for file in path == Self.input
        ? [path] : FileTree.catalogs(in: [path], also: ["csv", "mqxliff", "mxliff"])
      where Self.isLocalized(file) && !files.contains(file) {
        files.append(file)
      }
    }
  }

  private static func isLocalized(_ file: String) -> Bool {
    let parts = file.split(separator: "/")
    guard let bundle = parts.lastIndex(where: { $0.lowercased().hasSuffix(".xcloc") }) else { return true }
    return bundle == parts.count - 1 || parts[bundle + 1] == localized
  }
}

/// What the path of a returned file says about its locale.
struct HandoffPathLocale {
  /// Spellings of locales, each with the locale it stands for.
  private let spellings: [(spelling: String, index: Int)]

  /// - Parameter spellings: for each locale of the project, how it may be written in a path.
  init(_ spellings: [[String]]) {
    self.spellings = spellings.enumerated().flatMap { index, names in names.map { ($0.lowercased(), index) } }
  }

  /// The number of the locale in the name of the file or of one of the two folders around it.
  func index(in path: String) -> Int? {
    for part in path.split(separator: "/").suffix(4).reversed() {
      var candidates = [part.lowercased()]
      candidates += part.split(separator: ".").map { $0.lowercased() }
      if let stem = part.split(separator: ".").first {
        for separator in ["_", "-"] as [Character] {
          // `app_pt-BR.xliff`, `messages-de.yml`: what follows the first separator.
          var rest = stem[...]
          while let place = rest.firstIndex(of: separator) {
            rest = rest[rest.index(after: place)...]
            candidates.append(rest.lowercased())
          }
        }
      }
      for candidate in candidates {
        if let found = spellings.first(where: { $0.spelling == candidate }) { return found.index }
      }
    }
    return nil
  }
}
