internal import Bundles
internal import Interchange

/// Files that a command reads, none of which an output may replace by mistake.
struct ReadFiles {
  /// Absolute, with and without links.
  private var files: Set<String> = []
  /// Folders all of which is read.
  private var folders: [String] = []

  /// - Parameter paths: absolute, or relative to the current directory.
  init(_ paths: [String]) { for path in paths { files.insert(Platform.realPath(path) ?? path) } }

  /// Everything that a project keeps: configuration, content, catalogs with their side files, keywords, lock, store.
  /// - Parameter others: files named on the command line.
  init(_ access: StoreAccess, and others: [String] = []) {
    self.init(others)
    let (location, configuration) = (access.location, access.configuration)
    var paths = [location.configuration, StoreAccess.lockFile, AcceptedRollbacks.file]
    paths += [configuration.checks.baseline].compactMap { $0 }
    if let content = configuration.content {
      paths += (try? PathPattern(content).matches(in: location.root)) ?? []
    }
    for locale in configuration.locales {
      if let keywords = configuration.keywords {
        paths.append(configuration.path(keywords.path, for: locale))
      }
      for catalog in configuration.catalogs {
        guard let path = configuration.path(of: catalog, in: locale) else { continue }
        paths += [path, StateFile.path(beside: path, locale: locale)]
      }
    }
    for path in paths {
      let absolute = location.absolute(path)
      files.insert(absolute)
      if let real = Platform.realPath(absolute) { files.insert(real) }
    }
    folders = [access.root, Platform.realPath(access.root)].compactMap { $0 }
  }

  /// Refuses an output that would take the place of one of them.
  func refuse(_ output: OutputFile) throws(ToolError) {
    guard let file = output.file else { return }
    guard files.contains(file) || folders.contains(where: { file.hasPrefix($0 + "/") }) else { return }
    throw ToolError(
      .usage, "\(output.path) is a file of the project, which this would overwrite",
      help: "name another file for what the command writes")
  }
}
