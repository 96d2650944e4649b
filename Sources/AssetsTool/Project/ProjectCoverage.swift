internal import Bundles
internal import Interchange
internal import Publishing
internal import Translations

/// How far a project's locales have come, in messages: a plural counts once, whatever forms a language has.
struct ProjectCoverage {
  /// One locale's share.
  struct Locale {
    var locale: LanguageTag
    /// Messages that have a text which a projection may use.
    var translated = 0
    /// Texts that wait for a reviewer.
    var inReview = 0
    /// Texts made for another source text than today's.
    var stale = 0
    /// Keyword sets that are in force, and those somebody has to look at.
    var keywords = 0
    var keywordsToReview = 0
  }

  /// Messages of the source locale.
  private(set) var messages = 0
  /// The other locales, in the order of the configuration.
  private(set) var locales: [Locale] = []

  private let project: LoadedProject
  private let candidate: Candidate

  init(_ project: LoadedProject, _ candidate: Candidate) throws(BundleError) {
    self.project = project
    self.candidate = candidate
    let configuration = project.configuration
    locales = configuration.locales.filter { $0 != configuration.sourceLocale }.map { Locale(locale: $0) }
    for catalog in project.catalogs {
      let messages = Self.messages(of: catalog.source)
      self.messages += messages.count
      for index in locales.indices {
        if let table = catalog.targets[locales[index].locale] {
          count(messages, in: table, of: catalog, &locales[index])
        }
        try countStale(catalog, &locales[index])
      }
    }
    for index in locales.indices {
      for set in project.keywords[locales[index].locale] ?? [] {
        switch KeywordTree.standing(set) {
        case .inForce: locales[index].keywords += 1
        case .unreviewed:
          locales[index].keywords += 1
          locales[index].keywordsToReview += 1
        case .pending: locales[index].keywordsToReview += 1
        case .withdrawn: continue
        }
      }
    }
  }

  // MARK: - Messages

  /// A message of the source: its path, or that of one of its plural forms.
  private struct Form {
    var path: [UInt8]
    /// How many bytes of the path name the message; all of them if it is no plural.
    var stem: Int
  }

  private static let categories = PluralCategory.allCases.map { Array($0.rawValue.utf8) }

  /// One form of each message, in key order.
  private static func messages(of source: Catalog) -> [Form] {
    var result: [Form] = []
    for row in source.rows where !row.target.isAbsent {
      let path = source.pathBytes(row)
      let stem = self.stem(path)
      // The forms of a plural stand side by side.
      if stem < path.count, let last = result.last, last.stem == stem, last.path[..<stem] == path[..<stem] {
        continue
      }
      result.append(Form(path: path, stem: stem))
    }
    return result
  }

  private static func stem(_ path: [UInt8]) -> Int {
    guard let border = path.lastIndex(of: 0), categories.contains(where: { path[(border + 1)...] == $0[...] })
    else {
      return path.count
    }
    return border
  }

  private func count(_ messages: [Form], in table: Catalog, of catalog: LoadedCatalog, _ locale: inout Locale)
  {
    let minimum = project.configuration.publishing.minimumState
    for row in table.rows where row.isText && row.state == .needsReview { locale.inReview += 1 }
    for message in messages {
      let isTranslated =
        message.stem == message.path.count
        ? isUsable(message.path, in: table, minimum)
        : Self.categories.contains { isUsable(message.path[..<message.stem] + [0] + $0, in: table, minimum) }
      if isTranslated { locale.translated += 1 }
    }
  }

  private func isUsable(_ path: [UInt8], in table: Catalog, _ minimum: TranslationState) -> Bool {
    table.row(path: path[...]).map { $0.isText && $0.state >= minimum } ?? false
  }

  /// Counts values by what they say, or the head says, they were made against.
  private func countStale(_ catalog: LoadedCatalog, _ locale: inout Locale) throws(BundleError) {
    guard let root = candidate.content[locale.locale]?.catalog(catalog.entry.name), root.count > 0 else {
      return
    }
    var stale = 0
    try MerkleTree.forEach(in: root.address, from: candidate.nodes) { (entry) throws(BundleError) in
      guard let digest = try PublishedValue(entry).sourceDigest,
        let row = catalog.source.row(path: entry.key[...]),
        let today = catalog.source.target(row)
      else { return }
      if Fingerprint.value(today) != digest { stale += 1 }
    }
    locale.stale += stale
  }
}

extension Catalog.Row {
  /// Whether there is a text that somebody wrote.
  fileprivate var isText: Bool {
    !target.isAbsent && state > .untranslated && (target.count > 0 || flags.contains(.explicitlyEmpty))
  }
}
