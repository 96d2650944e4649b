/// Two catalogs that say different things about the source text of one key.
public struct SourceDisagreement: Sendable {
  /// The row whose text was kept, and its catalog's path.
  public var first: Catalog.Row
  /// The path of the first row's catalog, as it is shown to the user.
  public var firstPath: String
  /// The row whose text was dropped.
  public var second: Catalog.Row
  /// The path of the second row's catalog, as it is shown to the user.
  public var secondPath: String
  /// The key's path in byte form.
  public var key: [UInt8]
}

extension Catalog {
  /// The source locale's catalog as the `<source>` texts of its translations say it.
  ///
  /// Keys are those of any of the catalogs, but for plural forms that only a translation needs: `few` of an Arabic
  /// file was never a message of an English app. Where two disagree about a text, the first catalog's is kept and the
  /// pair is handed to `onDisagreement`.
  /// - Complexity: O(n) rows read.
  public static func mergedSources(
    of catalogs: [Catalog], locale: LanguageTag, path: String,
    onDisagreement: (SourceDisagreement) -> Void
  ) -> Catalog {
    var builder = CatalogBuilder(reservingBytes: catalogs.first?.arena.count ?? 0)
    let sourceCategories = categories(of: locale)
    var positions = [Int](repeating: 0, count: catalogs.count)
    var keys: [[UInt8]?] = catalogs.map { $0.rows.first.map($0.pathBytes) }
    while let least = keys.compactMap({ $0 }).min(by: { $0.lexicographicallyPrecedes($1) }) {
      var kept: (row: Row, catalog: Int)?
      let category = Self.pluralCategory(ofPath: least)
      // A form that the source language does not have is one of the source only if a translation into a language
      // that does not have it either shows it, as an explicit `zero`.
      var isOfSource = category.map { sourceCategories.contains($0) } ?? true
      for (index, catalog) in catalogs.enumerated() where keys[index] == least {
        let row = catalog.rows[positions[index]]
        positions[index] += 1
        keys[index] =
          positions[index] < catalog.count ? catalog.pathBytes(catalog.rows[positions[index]]) : nil
        guard !row.source.isAbsent else { continue }
        if !isOfSource, let category { isOfSource = !Self.categories(of: catalog.locale).contains(category) }
        if let kept {
          let first = catalogs[kept.catalog]
          if !first.saysSame(kept.row, as: row, in: catalog) {
            onDisagreement(
              SourceDisagreement(
                first: kept.row, firstPath: first.path, second: row, secondPath: catalog.path, key: least))
          }
        } else {
          kept = (row, index)
        }
      }
      if let kept, isOfSource { builder.appendSource(of: kept.row, in: catalogs[kept.catalog]) }
    }
    return builder.finish(locale: locale, sourceLocale: locale, path: path) { _, _ in }
  }
}

extension Catalog {
  /// Whether the source texts of two rows read the same and have the same codes in the same places; what stands for a
  /// code, such as the expression of a program, may be written in another way.
  fileprivate func saysSame(_ row: Row, as other: Row, in catalog: Catalog) -> Bool {
    let (here, there) = (source(row), catalog.source(other))
    return here == there || (here?.hasCodes == true && here?.description == there?.description)
  }

  /// The forms that a language counts with; all of them for one that CLDR does not know.
  private static func categories(of locale: LanguageTag?) -> [PluralCategory] {
    guard let requirements = locale.flatMap(PluralRequirements.init) else { return PluralCategory.allCases }
    return requirements.required + requirements.optional + [.other]
  }

  /// The category of a path that names itself a form of a plural: `plural` and the category as last segments, or the
  /// last part of a stringsdict path.
  private static func pluralCategory(ofPath path: [UInt8]) -> PluralCategory? {
    let dictionary = Array(":dict/:string".utf8)
    if path.suffix(dictionary.count).elementsEqual(dictionary) {
      let rest = path.dropLast(dictionary.count)
      guard let slash = rest.lastIndex(of: UInt8(ascii: "/")) else { return nil }
      return PluralCategory(rawValue: String(decoding: rest[(slash + 1)...], as: UTF8.self))
    }
    guard let border = path.lastIndex(of: 0),
      path[..<border].suffix(7).elementsEqual([0] + Array("plural".utf8))
    else { return nil }
    return PluralCategory(rawValue: String(decoding: path[(border + 1)...], as: UTF8.self))
  }
}

extension CatalogBuilder {
  /// Appends a row whose target is the source text of another catalog's row.
  fileprivate mutating func appendSource(of row: Catalog.Row, in catalog: Catalog) {
    var copy = row
    copy.prefix = UInt16(prefix(catalog.prefixes[Int(row.prefix)]))
    copy.key = store(catalog.arena[row.key.range])
    copy.target = store(catalog.arena[row.source.range])
    copy.source = .absent
    copy.state = .final
    copy.flags = row.flags.contains(.sourceHasCodes) ? [.targetHasCodes] : []
    if copy.target.count == 0 { copy.flags.insert(.explicitlyEmpty) }
    append(copy)
  }
}

extension Catalog {
  /// The catalog of a source-locale file: where a row has no text of its own, its source is the text.
  public func readAsSource(locale: LanguageTag) -> Catalog {
    var rows = rows
    for index in rows.indices {
      rows[index].state = .final
      guard rows[index].target.isAbsent, !rows[index].source.isAbsent else { continue }
      rows[index].target = rows[index].source
      if rows[index].flags.contains(.sourceHasCodes) { rows[index].flags.insert(.targetHasCodes) }
      if rows[index].target.count == 0 { rows[index].flags.insert(.explicitlyEmpty) }
    }
    return Catalog(
      arena: arena, prefixes: prefixes, rows: rows, locale: locale, sourceLocale: locale, path: path)
  }
}
