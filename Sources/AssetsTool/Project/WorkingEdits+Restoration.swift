internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

extension WorkingEdits {
  init(_ restoration: Restoration, _ project: LoadedProject, reviewer: String) {
    self.init(project, reviewer: reviewer)
    values = restoration.values.map { value in
      Value(
        locale: value.locale, key: value.key, message: value.after?.message,
        // The state of a text in the source locale is not a translator's.
        state: value.locale == project.configuration.sourceLocale ? nil : value.after?.state,
        sourceDigest: value.after?.sourceDigest,
        stays: value.after?.message.plainText == value.before?.message.plainText)
    }
    keywords = restoration.keywords.map { Keywords(locale: $0.locale, key: $0.key, terms: $0.after) }
    declarations = restoration.declarations?.after
    for record in restoration.records { records.updateValue(record.after, forKey: record.contentID) }
  }

  /// Values whose working text is neither what was published nor what shall be there: edits that would be lost.
  static func unpublished(_ restoration: Restoration, _ project: LoadedProject) -> [Diagnostic] {
    unpublishedRecords(restoration, project) + unpublishedKeywords(restoration, project)
      + unpublishedDeclarations(restoration, project)
      + restoration.values.compactMap { value in
        let now = project.message(value.key, in: value.locale)
        guard now != value.before?.message, now != value.after?.message else { return nil }
        return Diagnostic(
          WorkingFileRules.unpublished,
          "'\(value.key)' in '\(value.locale)' was edited since it was published",
          at: project.location(of: value.key, in: value.locale), locale: value.locale.description,
          key: value.key.description,
          help: "publish or revert the edit first, or leave the working files alone with --store-only")
      }
  }

  private static func unpublishedRecords(
    _ restoration: Restoration, _ project: LoadedProject
  ) -> [Diagnostic] {
    restoration.records.compactMap { record in
      let now = project.records.first { $0.contentID == record.contentID }
      guard now?.entry != record.before?.entry, now?.entry != record.after?.entry else { return nil }
      return Diagnostic(
        WorkingFileRules.unpublished, "the record of '\(record.contentID)' was edited since it was published",
        at: now?.location, contentIDs: [record.contentID.description],
        help: "publish or revert the edit first, or leave the working files alone with --store-only")
    }
  }

  private static func unpublishedKeywords(
    _ restoration: Restoration, _ project: LoadedProject
  ) -> [Diagnostic] {
    restoration.keywords.compactMap { change in
      guard let set = project.keywords[change.locale]?.first(where: { $0.key == change.key }) else {
        return nil
      }
      let now = set.terms.map { PublishedTerm($0) }
      guard set.state == .approved || set.state == .proposed, now != change.before ?? [],
        now != change.after ?? []
      else { return nil }
      return Diagnostic(
        WorkingFileRules.unpublished,
        "keywords of '\(change.key)' in '\(change.locale)' were edited since they were published",
        at: set.location, locale: change.locale.description, key: change.key.string,
        help: "publish or revert the edit first, or leave the working files alone with --store-only")
    }
  }

  private static func unpublishedDeclarations(
    _ restoration: Restoration, _ project: LoadedProject
  ) -> [Diagnostic] {
    guard let (before, after) = restoration.declarations else { return [] }
    let now = StateDeclarations(CandidateInput(project))
    if now == before || now == after { return [] }
    let names = before.differences(to: now).joined(separator: "; ")
    return [
      Diagnostic(
        WorkingFileRules.unpublished, "the configuration was edited since it was published: \(names)",
        at: project.configuration.location,
        help: "publish or revert the edit first, or leave the working files alone with --store-only")
    ]
  }

  /// Prints why nothing was written.
  static func refuse(_ prepared: Prepared, _ project: LoadedProject, _ console: Console) -> ExitStatus {
    var judgement = Judgement(failOn: .error)
    judgement.diagnostics = prepared.refusals
    FindingsPrinter(console, project.location, most: 20).print(judgement, verb: "written")
    return .findings
  }
}

extension LoadedProject {
  /// The text of a message in the working files; an empty one that nobody marked as finished is none.
  func message(_ key: MessageKey, in locale: LanguageTag) -> Message? {
    guard let set = catalogs.first(where: { ExactString($0.entry.name) == ExactString(key.catalog) }),
      let table = locale == configuration.sourceLocale ? set.source : set.targets[locale],
      let row = table.row(path: key.pathBytes), let message = table.target(row)
    else { return nil }
    return message.bytes.isEmpty && !row.flags.contains(.explicitlyEmpty) ? nil : message
  }
}

extension Restoration {
  /// One line for each value, keyword set and record, of which only the first are shown.
  func print(dryRun: Bool, _ console: Console) {
    func verb(_ isThere: Bool) -> String {
      dryRun ? (isThere ? "would restore" : "would remove") : (isThere ? "restored" : "removed")
    }
    let declared = declarations.map { $0.before.differences(to: $0.after) } ?? []
    let lines =
      declared.map { "\(verb(true))  \($0)" }
      + values.map { "\(verb($0.after != nil))  \($0.locale)  \($0.key)" }
      + keywords.map { "\(verb($0.after != nil))  \($0.locale)  \($0.key)" }
      + records.map { "\(verb($0.after != nil))  \($0.contentID)" }
    for line in lines.prefix(20) { console.print(line.displayed) }
    if lines.count > 20 { console.print("… and \(lines.count - 20) more") }
  }
}

/// Whether a key that was asked for exists at all.
struct RestoredKeys {
  private let project: LoadedProject
  private let scope: RestoreScope

  init(_ project: LoadedProject, _ scope: RestoreScope) {
    self.project = project
    self.scope = scope
  }

  /// - Throws: `ToolError` with the nearest name, if nothing in the project is called so.
  func requireMatch() throws(ToolError) {
    guard let key = scope.key else { return }
    var names: [String] = project.keywords.values.flatMap { $0.map(\.key.string) }
    names += project.records.map(\.contentID.description)
    for catalog in project.catalogs {
      for row in catalog.source.rows {
        let path = catalog.source.unit(row).path
        names.append(MessageKey(catalog: catalog.entry.name, path: path).description)
      }
    }
    let isKnown = names.contains { name in
      ExactString(name) == key || name.hasPrefix(key.string + ".") || name.hasPrefix(key.string + "/")
    }
    if isKnown { return }
    let nearest = names.min { $0.distance(to: key.string) < $1.distance(to: key.string) }
    throw ToolError(
      .nothingMatched, "there is no key \(ShellWord.quoted(key.string))",
      help: nearest.map { "did you mean \(ShellWord.quoted($0))?" })
  }
}
