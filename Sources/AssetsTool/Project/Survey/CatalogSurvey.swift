internal import Bundles
internal import Interchange
internal import Translations

/// Recognises the catalogs in a folder that was there before the project: which files belong together, and where their
/// names say the locale.
struct CatalogSurvey {
  /// Files of one set of keys.
  struct Group {
    var name: String
    /// The path with `{locale}` where the files differ.
    var target: String
    /// The source locale's file, if it has one.
    var source: String?
    var format: DocumentFormat
    /// How units are named, for XLIFF.
    var options = XLIFFReader.Options(key: .id, scope: .file)
    /// The locales with the spelling of the file names.
    var members: [Member]

    struct Member {
      var locale: LanguageTag
      var spelling: String
      var path: String
    }
  }

  private(set) var sourceLocale: LanguageTag?
  /// By target path.
  private(set) var groups: [Group] = []
  /// Files that are no part of a catalog, with the reason.
  private(set) var leftOut: [(path: String, reason: String)] = []

  private let files: [SurveyFile]

  /// - Parameters:
  ///   - files: sorted by path.
  ///   - wanted: the source locale, if it is known.
  init(_ files: [SurveyFile], source wanted: LanguageTag?) {
    self.files = files
    group()
    sourceLocale = wanted ?? likelySource()
    guard let sourceLocale else { return }
    leaveOutOthers(than: sourceLocale)
    groups = groups.map { group in
      var group = group
      findSource(of: &group, sourceLocale)
      return group
    }
    for group in groups where group.source == nil && group.format == .yaml {
      for member in group.members {
        leftOut.append((member.path, "the catalog has no file for '\(sourceLocale)'"))
      }
    }
    groups.removeAll { $0.source == nil && $0.format == .yaml }
    nameGroups()
    groups = groups.map { group in
      var group = group
      if group.format == .xliff { group.options = bestOptions(of: group) }
      return group
    }
    leftOut.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Every locale, the source locale first, in the spelling that most files have; and the files of other spellings.
  var locales: [(locale: LanguageTag, spelling: String)] {
    var votes: [LanguageTag: [String: Int]] = [:]
    for member in groups.flatMap(\.members) {
      votes[member.locale, default: [:]][member.spelling, default: 0] += 1
    }
    if let sourceLocale, votes[sourceLocale] == nil { votes[sourceLocale] = [sourceLocale.description: 1] }
    return votes.map { locale, spellings in
      (locale, spellings.max { ($0.value, $1.key) < ($1.value, $0.key) }!.key)
    }.sorted { a, b in
      a.locale == sourceLocale || b.locale != sourceLocale && a.locale < b.locale
    }
  }

  // MARK: - Groups

  private mutating func group() {
    var byTemplate: [ExactString: [Int: SurveyFile.Place]] = [:]
    for (index, file) in files.enumerated() {
      for place in file.places { byTemplate[ExactString(place.template), default: [:]][index] = place }
    }
    func locales(_ place: SurveyFile.Place) -> Int {
      Set(byTemplate[ExactString(place.template)]!.values.map(\.locale)).count
    }
    var chosen: [ExactString: [Group.Member]] = [:]
    for file in files {
      // Of two equally good places the later one counts: files are named after locales more often than folders are.
      let best = file.places.enumerated().max {
        (locales($0.element), $0.offset) < (locales($1.element), $1.offset)
      }
      guard let place = best?.element,
        locales(place) > 1 || file.document.catalogs.contains(where: { $0.locale == place.locale })
      else { continue }
      chosen[ExactString(place.template), default: []].append(
        .init(locale: place.locale, spelling: place.spelling, path: file.path))
    }
    for (template, members) in chosen.sorted(by: { $0.key < $1.key }) {
      var seen: Set<LanguageTag> = []
      var group = Group(name: "", target: template.string, format: .yaml, members: [])
      for member in members {
        if seen.insert(member.locale).inserted {
          group.members.append(member)
        } else {
          leftOut.append((member.path, "another file is for '\(member.locale)' too"))
        }
      }
      group.format = file(members[0].path).document.format
      groups.append(group)
    }
    let used = Set(groups.flatMap(\.members).map { ExactString($0.path) })
    for file in files where !used.contains(ExactString(file.path)) {
      let reason =
        file.places.last.map {
          "neither the file nor another one named like it says that '\($0.spelling)' is its locale"
        } ?? "its name says no locale"
      leftOut.append((file.path, reason))
    }
  }

  private func file(_ path: String) -> SurveyFile { files.first { $0.path.utf8.elementsEqual(path.utf8) }! }

  // MARK: - The source locale

  private func likelySource() -> LanguageTag? {
    var votes: [LanguageTag: Int] = [:]
    for group in groups {
      let named = group.members.compactMap { file($0.path).document.sourceLocale }
      if let first = named.first {
        votes[first, default: 0] += 2
      } else if let english = group.members.map(\.locale).filter({ $0.language == "en" }).min() {
        votes[english, default: 0] += 1
      }
    }
    if let best = votes.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) { return best.key }
    // Without a hint, the file that says most is what the others were made from.
    return groups.flatMap(\.members).max {
      file($0.path).document.unitCount < file($1.path).document.unitCount
    }?.locale
  }

  /// Files that say they are translated from another language belong to another project.
  private mutating func leaveOutOthers(than locale: LanguageTag) {
    for index in groups.indices {
      var kept: [Group.Member] = []
      for member in groups[index].members {
        if let said = file(member.path).document.sourceLocale, said.language != locale.language {
          leftOut.append((member.path, "it is translated from '\(said)', not from '\(locale)'"))
        } else {
          kept.append(member)
        }
      }
      groups[index].members = kept
    }
    groups.removeAll { $0.members.isEmpty }
  }

  private mutating func findSource(of group: inout Group, _ locale: LanguageTag) {
    if let member = group.members.first(where: { $0.locale == locale }) {
      group.source = member.path
      return
    }
    // `locallang.xlf` beside `de.locallang.xlf`: the source's name has no locale in it.
    for part in ["{locale}.", ".{locale}", "_{locale}", "-{locale}", "{locale}/", "{locale}_"] {
      guard let range = group.target.firstRange(of: part) else { continue }
      let path = group.target.replacingCharacters(of: range)
      if let place = leftOut.firstIndex(where: { $0.path.utf8.elementsEqual(path.utf8) }) {
        leftOut.remove(at: place)
        group.source = path
        return
      }
    }
  }

  // MARK: - Names

  private mutating func nameGroups() {
    var used: Set<ExactString> = []
    for index in groups.indices {
      var name = Self.name(of: groups[index].target)
      let stem = name
      var number = 2
      while !used.insert(ExactString(name)).inserted {
        name = "\(stem)-\(number)"
        number += 1
      }
      groups[index].name = name
    }
  }

  /// What the path says beside the locale, as the name of a catalog may be.
  private static func name(of target: String) -> String {
    var parts = target.split(separator: "/").map(String.init)
    let generic: Set<String> = [
      "locale", "locales", "localized-contents", "i18n", "lang", "config", "translations", "app",
    ]
    func plain(_ text: String) -> String {
      let word = text.replacing("{locale}", with: "").utf8.map { byte -> UInt8 in
        let isPlain =
          (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F || byte >= 0x80
        return isPlain ? byte : 0x2D
      }
      return String(decoding: word, as: UTF8.self).split(separator: "-").joined(separator: "-")
    }
    if let last = parts.popLast() {
      let name = plain(String(last[..<(last.lastIndex(of: ".") ?? last.endIndex)]))
      if !name.isEmpty { return String(name.prefix(48)) }
    }
    while let last = parts.popLast() {
      let name = plain(last)
      if !name.isEmpty, name != "xcloc", !generic.contains(name.lowercased()) {
        return String(name.prefix(48))
      }
    }
    return "app"
  }

  // MARK: - How XLIFF names its units

  /// The first way in which every file can be read and the files share most of their keys.
  private func bestOptions(of group: Group) -> XLIFFReader.Options {
    var best: (options: XLIFFReader.Options, score: Double)?
    let ways: [XLIFFReader.Options] = [
      .init(key: .id, scope: .file), .init(key: .id, scope: .document), .init(key: .source, scope: .document),
      .init(key: .resname, scope: .document),
    ]
    for options in ways {
      let score = self.score(group, options)
      if score > (best?.score ?? -1) + 0.05 { best = (options, score) }
    }
    return best?.options ?? ways[0]
  }

  /// The share of keys that the files have in common; negative if one cannot be read so.
  private func score(_ group: Group, _ options: XLIFFReader.Options) -> Double {
    var paths = group.members.prefix(4).map(\.path)
    if let source = group.source, !paths.contains(source) { paths.append(source) }
    var tables: [Set<[UInt8]>] = []
    for path in paths {
      let file = file(path)
      guard file.document.isReadable else { continue }
      guard let document = file.read(options), document.isReadable else { return -1 }
      tables.append(Set(document.catalogs.flatMap { table in table.rows.map { table.pathBytes($0) } }))
    }
    guard let first = tables.first, tables.count > 1 else { return 0 }
    let shares = tables.dropFirst().map { table in
      Double(first.intersection(table).count) / Double(max(1, min(first.count, table.count)))
    }
    return shares.reduce(0, +) / Double(shares.count)
  }
}

extension String {
  fileprivate func replacingCharacters(of range: Range<String.Index>) -> String {
    String(self[..<range.lowerBound]) + self[range.upperBound...]
  }
}
