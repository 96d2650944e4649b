internal import Bundles
internal import Translations

/// The tables of the catalogs and keywords as the last publish read them, a file each, beside the list that names their digests.
struct CachedTables {
  private let location: ProjectLocation

  static let folder = ".assets/tables"

  init(_ location: ProjectLocation) { self.location = location }

  private var folder: String { location.absolute(Self.folder) }

  private static func name(_ catalog: String?, _ locale: LanguageTag) -> String {
    var builder = FingerprintBuilder(domain: catalog == nil ? "assets/keyword-table/v1" : "assets/table/v1")
    builder.add(catalog ?? "")
    builder.add(locale.description)
    return builder.finish().hex
  }

  /// Which table a file has: where its index lies, and the digest of that.
  ///
  /// The index has a checksum of each part of the table, and a part is asked for it when its texts are used. That is
  /// against damage; whoever could write another table here could write what names it as well.
  struct Index: Hashable {
    var digest: Digest
    var offset: Int
    var count: Int

    /// Where nothing was kept yet.
    static let none = Index(digest: TreeRoot.empty.address, offset: 0, count: 0)
  }

  /// Keeps a table.
  /// - Parameters:
  ///   - parts: how it is put together, where a part of it was kept as `known` before. The bytes of that table stay as
  ///     they are, so that whoever knows it by its index still finds it.
  /// - Returns: what to ask for it with.
  func keep(
    _ table: Catalog, _ parts: [KeptCatalog.Part], over known: Index, of catalog: String?,
    in locale: LanguageTag
  ) throws -> Index {
    let name = Self.name(catalog, locale)
    let end = known.offset + known.count
    // A file grows until most of it is not of use any more.
    let live = parts.reduce(0) { $0 + $1.keptByteCount }
    if live * 2 > end, let file = CacheFile(folder: folder, name: name, behind: end) {
      return try keep(table, parts, at: end, in: file)
    }
    return try keep(table, [.rows(0..<table.count)], at: 0, in: CacheFile(folder: folder, name: name))
  }

  private func keep(
    _ table: Catalog, _ parts: [KeptCatalog.Part], at start: Int, in file: CacheFile
  ) throws -> Index {
    var file = file
    let index: [UInt8]
    let offset: Int
    do {
      let kept = try unsafe KeptCatalog(table, parts, at: start) { try unsafe file.write($0) }
      index = kept.bytes
      offset = file.size
      try unsafe index.withUnsafeBytes { try unsafe file.write($0) }
    } catch {
      file.discard()
      throw error
    }
    try file.finish()
    return Index(digest: Digest(of: index), offset: offset, count: index.count)
  }

  /// The table that was kept; `nil` if it is not there any more.
  func table(of catalog: String?, in locale: LanguageTag, _ index: Index) -> CachedTable? {
    CachedTable(at: "\(folder)/\(Self.name(catalog, locale))", index)
  }

  /// Removes the tables of catalogs and locales that are no more.
  func removeAll(but tables: [ParseCache.Table]) {
    CacheFile.removeAll(in: folder, but: Set(tables.map { Self.name($0.catalog, $0.locale) })) {
      Fingerprint(hex: $0) != nil
    }
  }

  func makeFolder() throws {
    try ProjectFiles(location).makeIgnoredFolder(".assets")
    try LocalFileSystem().createDirectory(folder)
  }
}
