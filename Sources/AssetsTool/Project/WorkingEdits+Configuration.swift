internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

extension WorkingEdits {
  /// Makes the configuration declare what a state was published with.
  func editConfiguration(_ prepared: inout Prepared) throws {
    guard let declarations else { return }
    let path = project.location.configuration
    guard declarations.sourceLocale == project.configuration.sourceLocale else {
      prepared.refusals.append(
        Diagnostic(
          ConfigurationRules.notEditable,
          "the source locale was another, which is not changed in place",
          at: project.configuration.location,
          help:
            "roll back a locale or a key, take the files from git, or use --store-only and edit them by hand")
      )
      return
    }
    guard let bytes = try ProjectFiles(project.location).read(path) else { return }
    let edited = try ConfigurationEditor.editing(
      declarations.spelled(project.configuration), in: bytes, path: path)
    guard let result = edited.value else {
      prepared.refusals += edited.diagnostics
      return
    }
    if result != bytes { prepared.files.append(File(path: path, bytes: result)) }
  }
}

extension StateDeclarations {
  /// How a configuration says this with the least change: a chain that comes about by itself is not written out, and
  /// the implicit end is another one only if that leaves more of the chains that are written out as they are.
  func spelled(_ configuration: ProjectConfiguration) -> ConfigurationEditor.Declarations {
    let kept = configuration.fallbackLocale.flatMap { locales.contains($0) ? $0 : nil }
    let ends = [kept, nil] + locales.map(Optional.some)
    let spellings = ends.map { spelled(configuration, end: $0) }
    // The first of those that change least: today's end, if it is no worse.
    return spellings.min { changes($0, configuration) < changes($1, configuration) } ?? spellings[0]
  }

  private func changes(
    _ spelling: ConfigurationEditor.Declarations, _ configuration: ProjectConfiguration
  ) -> Int {
    let tags = Set(spelling.fallbacks.keys).union(configuration.fallbacks.keys)
    return tags.count { spelling.fallbacks[$0] != configuration.fallbacks[$0] }
  }

  private func spelled(
    _ configuration: ProjectConfiguration, end: LanguageTag?
  ) -> ConfigurationEditor.Declarations {
    let declared = configuration.locales.filter(locales.contains)
    var result = ConfigurationEditor.Declarations(
      locales: declared + locales.filter { !declared.contains($0) }, fallbacks: [:], fallbackLocale: end,
      minimumState: minimumState)
    for chain in chains {
      let written = configuration.fallbacks[chain.locale]
      let makes = { (explicit: [LanguageTag]?) in
        localeChain(for: chain.locale, declared: result.locales, explicit: explicit, fallback: end)
          == chain.members
      }
      if let written, written.allSatisfy(locales.contains), makes(written) {
        result.fallbacks[chain.locale] = written
      } else if !makes(nil) {
        result.fallbacks[chain.locale] = Array(chain.members.dropFirst())
      }
    }
    return result
  }
}
