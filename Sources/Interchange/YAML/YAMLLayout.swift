internal import Diagnostics
internal import Translations

/// What the first keys of a YAML catalog mean, and the catalogs that follow from it.
struct YAMLLayout {
  /// The locale the project expects the file to be in.
  let expected: LanguageTag?
  /// The layout the project says; `nil` to look.
  let wanted: CatalogLayout?
  private(set) var table: YAMLTable
  private(set) var catalogs: [Catalog] = []
  /// The layout the file turned out to have; `nil` for one that holds nothing.
  private(set) var found: CatalogLayout?

  init(_ table: consuming YAMLTable, expected: LanguageTag?, wanted: CatalogLayout?) {
    self.table = table
    self.expected = expected
    self.wanted = wanted
  }

  private var path: String { table.path }

  /// The locale of a file whose content names none.
  private var localeByName: LanguageTag? {
    expected ?? LocaleName.named(inFile: path)?.tag ?? LocaleName.named(inFolder: path)?.tag
  }

  /// Makes the catalogs.
  mutating func resolve() throws {
    switch table.root {
    case .nothing: add(sorted: [], locale: localeByName)
    case .text(let mark, let hasForeignColon): throw textAtRoot(mark, hasForeignColon)
    case .sequence, .mapping:
      let layout = try layout()
      // An empty map or list tells nothing.
      found = wanted ?? (table.rows.isEmpty && table.groups.count < 2 ? nil : layout)
      switch layout {
      case .messageList: try resolveMessageList()
      case .localeRoot: addLocaleRoots(wanted == nil ? localeRoots : rootsSpeltAsLocales ?? [])
      case .localeLeaves: try resolveLocalesAsLeaves()
      case .plain: add(sorted: table.takeSortedRows(of: 0, droppingFirst: 0), locale: localeByName)
      }
    }
    if catalogs.allSatisfy({ $0.rows.isEmpty }) {
      table.diagnostics.append(
        Diagnostic(
          YAMLRules.empty, "the file holds no text", at: SourceLocation(path: path),
          locale: catalogs.first?.locale?.description))
    }
  }

  /// The layout the project says, if the file can have it, or the one that the file shows.
  private func layout() throws -> CatalogLayout {
    guard let wanted else {
      if case .sequence = table.root { return .messageList }
      if !localeRoots.isEmpty { return .localeRoot }
      return hasLocalesAsLeaves ? .localeLeaves : .plain
    }
    let isSequence = if case .sequence = table.root { true } else { false }
    guard isSequence == (wanted == .messageList) else {
      throw misfit(wanted, isSequence ? "a list" : "a map")
    }
    if wanted == .localeRoot, table.rootHasText || rootsSpeltAsLocales == nil {
      throw misfit(wanted, "other keys than locales")
    }
    return wanted
  }

  private func misfit(_ wanted: CatalogLayout, _ found: String) -> YAMLRefusal {
    table.refusal(
      YAMLRules.layout, "the project says layout `\(wanted.rawValue)` and the file has \(found) at its root",
      at: YAMLMark(line: 1, column: 1), help: "correct `layout` in assets.yml, or the file")
  }

  private mutating func add(sorted rows: [Catalog.Row], locale: LanguageTag?) {
    catalogs.append(
      Catalog(
        arena: table.arena, prefixes: [[]], rows: rows, locale: locale, sourceLocale: nil, path: path))
  }

  private mutating func add(unsorted rows: [Catalog.Row], locale: LanguageTag?) {
    var builder = CatalogBuilder()
    builder.arena = table.arena
    for row in rows { builder.append(row) }
    var duplicates: [(Catalog.Row, Catalog.Row)] = []
    catalogs.append(
      builder.finish(locale: locale, sourceLocale: nil, path: path) { duplicates.append(($0, $1)) })
    for (first, second) in duplicates {
      table.report(
        duplicate: second.key, first: YAMLMark(line: Int(first.line), column: Int(first.column)),
        second: YAMLMark(line: Int(second.line), column: Int(second.column)))
    }
  }

  private func textAtRoot(_ mark: YAMLMark, _ hasForeignColon: Bool) -> YAMLRefusal {
    table.refusal(
      YAMLRules.root, "expected a map of keys to texts and found one text", at: mark,
      help: hasForeignColon
        ? "the file holds a full-width colon or a non-breaking space after a colon; type ordinary ones"
        : "write each text behind a key and `: `")
  }

  // MARK: Locales at the root

  private struct LocaleRoot {
    var name: LocaleName
    var mark: YAMLMark
    /// `nil` for a locale with nothing under it.
    var group: Int?
  }

  /// The keys of the root, if they are locales with maps under them; none if they are anything else.
  private var localeRoots: [LocaleRoot] {
    guard !table.rootHasText, let roots = rootsSpeltAsLocales else { return [] }
    // Names of languages that nobody has translated yet are no locales.
    guard roots.count == 1 || roots.contains(where: { $0.group != nil }) else { return [] }
    let known = roots.count { $0.name.isKnown }
    let areShortNames = roots.allSatisfy { $0.name.tag.language.utf8.count <= 3 }
    // Among several locales one may be misspelt, such as `gr` for Greek.
    if known > 0, known == roots.count || (areShortNames && known > roots.count / 2) { return roots }
    guard roots.count == 1, let hint = expected ?? fileLocale?.tag, roots[0].name.means(hint) else {
      return []
    }
    return roots
  }

  /// The keys of the root that hold a map or nothing; `nil` if one of them cannot be a locale.
  private var rootsSpeltAsLocales: [LocaleRoot]? {
    var roots: [LocaleRoot] = []
    for index in table.rootGroups {
      let group = table.groups[index]
      guard group.isMapping, let name = localeName(group.key) else { return nil }
      roots.append(LocaleRoot(name: name, mark: group.mark, group: index))
    }
    for index in table.rootNulls {
      let row = table.rows[index]
      guard let name = localeName(row.key) else { return nil }
      roots.append(
        LocaleRoot(
          name: name, mark: YAMLMark(line: Int(row.line), column: Int(row.column)), group: nil))
    }
    return roots
  }

  private func localeName(_ key: Catalog.Slice) -> LocaleName? {
    LocaleName(String(decoding: table.arena[key.range], as: UTF8.self))
  }

  /// The locale in the file's name, even if it is a made-up one such as `qps`, as long as it is written like one.
  private var fileLocale: LocaleName? {
    if let known = LocaleName.named(inFile: path) { return known }
    guard let file = path.split(separator: "/").last else { return nil }
    let parts = file.split(separator: ".")
    return parts.count > 1 ? LocaleName(parts[parts.count - 2]) : nil
  }

  private mutating func addLocaleRoots(_ roots: [LocaleRoot]) {
    let said = LocaleName.named(inFile: path)?.tag
    let holdsExpected =
      roots.count > 1 && roots.contains { root in expected.map { root.name.means($0) } ?? false }
    var firsts: [LanguageTag: YAMLMark] = [:]
    for root in roots {
      var locale = root.name.tag
      if let expected {
        if root.name.means(expected) {
          locale = expected
        } else if !holdsExpected {
          mismatch(root, expected, "the project expects")
        }
      } else if let said, !root.name.means(said) {
        mismatch(root, said, "the file's name says")
      }
      guard let group = root.group else {
        add(sorted: [], locale: locale)
        continue
      }
      let key = table.groups[group].key
      if let first = firsts.updateValue(root.mark, forKey: root.name.tag) {
        table.report(duplicate: key, first: first, second: root.mark)
        continue
      }
      let prefix = Int(key.count) + 1
      add(
        sorted: roots.count == 1
          ? table.takeSortedRows(of: group, droppingFirst: prefix)
          : table.sortedRows(of: group, droppingFirst: prefix),
        locale: locale)
    }
    catalogs.sort { ($0.locale?.description ?? "") < ($1.locale?.description ?? "") }
  }

  private mutating func mismatch(_ root: LocaleRoot, _ other: LanguageTag, _ whoSays: String) {
    table.diagnostics.append(
      Diagnostic(
        YAMLRules.localeMismatch, "the first key is locale `\(root.name.tag)`, \(whoSays) `\(other)`",
        at: root.mark.location(in: path), locale: root.name.tag.description,
        help: "rename the key or the file; nothing of it is used for another locale"))
  }

  // MARK: Locales as the last keys

  /// Whether the file begins with `_version: 2`: each message maps locales to texts.
  private var hasLocalesAsLeaves: Bool {
    guard let first = table.rows.first, !first.target.isAbsent else { return false }
    return table.arena[first.key.range].elementsEqual("_version".utf8)
      && table.arena[first.target.range].elementsEqual("2".utf8)
  }

  private mutating func resolveLocalesAsLeaves() throws {
    var rowsByLocale: [LanguageTag: [Catalog.Row]] = [:]
    let version = hasLocalesAsLeaves ? table.rows[0].key.offset : nil
    for var row in table.sortedRows(of: 0, droppingFirst: 0) where row.key.offset != version {
      let key = table.arena[row.key.range]
      let border = key.lastIndex(of: 0) ?? key.startIndex
      guard border > key.startIndex,
        let name = LocaleName(String(decoding: key[(border + 1)...], as: UTF8.self))
      else {
        throw table.refusal(
          YAMLRules.layout, "expected a locale as the last key of a message",
          at: YAMLMark(line: Int(row.line), column: Int(row.column)),
          help: "with _version: 2 each message maps locales to texts")
      }
      row.key.count = UInt32(border - key.startIndex)
      let locale = expected.flatMap { name.means($0) ? $0 : nil } ?? name.tag
      rowsByLocale[locale, default: []].append(row)
    }
    for locale in rowsByLocale.keys.sorted() {
      add(unsorted: rowsByLocale[locale] ?? [], locale: locale)
    }
    if catalogs.isEmpty { add(sorted: [], locale: localeByName) }
  }

  // MARK: A list of messages

  /// go-i18n and Hugo: a list of `id` and `translation`, which is a text or a map of plural forms.
  private mutating func resolveMessageList() throws {
    var rows: [Catalog.Row] = []
    for item in table.rootGroups {
      let group = table.groups[item]
      let base = Int(group.key.count) + 1
      var id: Catalog.Slice?
      var translations: [Catalog.Row] = []
      for index in group.rows where table.hiddenRows[index] == nil {
        var row = table.rows[index]
        let name = table.arena[row.key.range].dropFirst(base)
        if name.elementsEqual("id".utf8) {
          id = row.target
        } else if name.prefix(while: { $0 != 0 }).elementsEqual("translation".utf8) {
          row.key.offset += UInt32(base)
          row.key.count -= UInt32(base)
          translations.append(row)
        } else {
          throw notAMessage(YAMLMark(line: Int(row.line), column: Int(row.column)))
        }
      }
      guard group.isMapping, let id, !id.isAbsent, id.count > 0, !table.arena[id.range].contains(0) else {
        throw notAMessage(group.mark)
      }
      for var row in translations {
        let suffix = table.arena[row.key.range].dropFirst("translation".utf8.count)
        row.key = table.store(table.arena[id.range] + suffix)
        rows.append(row)
      }
    }
    if table.rows.count != table.rootGroups.reduce(0, { $0 + table.groups[$1].rows.count }) {
      let stray = table.rows.first { row in !table.arena[row.key.range].contains(0) }
      throw notAMessage(YAMLMark(line: Int(stray?.line ?? 1), column: Int(stray?.column ?? 1)))
    }
    add(unsorted: rows, locale: localeByName)
  }

  private func notAMessage(_ mark: YAMLMark) -> YAMLRefusal {
    table.refusal(
      YAMLRules.layout, "expected a map of `id` and `translation`", at: mark,
      help: "a catalog is a map of keys to texts, or a list of such messages")
  }
}
