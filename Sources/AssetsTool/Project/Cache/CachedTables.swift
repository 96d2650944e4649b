internal import Bundles
internal import Translations

/// The tables of the catalogs as the last publish read them, a file each, beside the list that names their digests.
struct CachedTables {
  private let location: ProjectLocation

  static let folder = ".assets/tables"

  init(_ location: ProjectLocation) { self.location = location }

  private var folder: String { location.absolute(Self.folder) }

  private static func name(_ catalog: String, _ locale: LanguageTag) -> String {
    var builder = FingerprintBuilder(domain: "assets/table/v1")
    builder.add(catalog)
    builder.add(locale.description)
    return builder.finish().hex
  }

  /// Keeps a table.
  /// - Returns: the digest to ask for it with.
  func keep(_ table: Catalog, of catalog: String, in locale: LanguageTag) throws -> Digest {
    var file = try CacheFile(folder: folder, name: Self.name(catalog, locale))
    do {
      try unsafe CatalogRecord.write(table) { try unsafe file.write($0) }
    } catch {
      file.discard()
      throw error
    }
    return try file.finish()
  }

  /// The table that was kept under a digest; `nil` if it is not there any more.
  func table(of catalog: String, in locale: LanguageTag, _ digest: Digest) -> Catalog? {
    let path = "\(folder)/\(Self.name(catalog, locale))"
    guard let size = try? LocalFileSystem().status(path).size else { return nil }
    var found = DigestBuilder()
    var end = 0
    // The pieces are asked for one behind the other, so their digest is that of the file.
    let table = CatalogRecord.read { offset, count in
      guard offset == end, count <= size - offset else { return nil }
      guard let bytes = try? LocalFileSystem().read(path, at: offset, count: count) else { return nil }
      unsafe bytes.withUnsafeBytes { unsafe found.add($0) }
      end += count
      return bytes
    }
    return found.finish() == digest ? table : nil
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
