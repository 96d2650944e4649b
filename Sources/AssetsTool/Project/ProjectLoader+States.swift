internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

extension ProjectLoader {
  /// Reads the side files of the YAML catalogs and lets their entries count.
  func loadStates(into project: inout LoadedProject) throws {
    var files: [String: StateFile?] = [:]
    for index in project.catalogs.indices where project.catalogs[index].entry.format == .yaml {
      let entry = project.catalogs[index].entry
      for locale in project.catalogs[index].targets.keys.sorted() {
        let path = StateFile.path(
          beside: project.configuration.path(entry.target, for: locale), locale: locale)
        if files[path] == nil { files[path] = .some(try read(path, locale, into: &project)) }
        if let file = files[path] ?? nil { project.catalogs[index].apply(file, in: locale) }
      }
    }
  }

  private func read(
    _ path: String, _ locale: LanguageTag, into project: inout LoadedProject
  ) throws -> StateFile? {
    do {
      let parsed = try StateFile.read(open(path), path: path, expected: locale)
      project.diagnostics += parsed.diagnostics
      guard parsed.value == nil else { return parsed.value }
      project.files.append(
        FileSummary(
          path: path, format: "states", units: 0, diagnostics: parsed.diagnostics, isReadable: false))
      return nil
    } catch let error as FileSystemError {
      if error.isMissing { return nil }
      project.refuse(path, "states", error.reason, project.configuration.location)
      return nil
    }
  }
}

extension LoadedCatalog {
  /// Gives the texts of a locale the states and source digests of a side file, if they are still those texts.
  mutating func apply(_ file: StateFile, in locale: LanguageTag) {
    guard let catalog = targets[locale] else { return }
    var rows = catalog.rows
    var digests: [CandidateInput.SourceDigest] = []
    for index in rows.indices where !rows[index].target.isAbsent {
      let path = catalog.pathBytes(rows[index])
      guard let state = file.entries[MessageKey(bytes: Array(entry.name.utf8) + [0] + path)],
        let message = catalog.target(rows[index]), Fingerprint.value(message).hex == state.value
      else { continue }
      rows[index].state = state.state
      if let source = state.source.flatMap({ Fingerprint(hex: $0) }) {
        digests.append(.init(path: path, digest: source))
      }
    }
    targets[locale] = Catalog(
      arena: catalog.arena, prefixes: catalog.prefixes, rows: rows, locale: catalog.locale,
      sourceLocale: catalog.sourceLocale, path: catalog.path)
    if !digests.isEmpty { sourceDigests[locale] = digests }
  }
}
