internal import Bundles
internal import Translations

/// A table that was kept; what is asked for is read from its file then.
struct CachedTable {
  private let kept: KeptCatalog
  private let file: any FileParts

  /// - Returns: `nil` if the file is not the one that the index is of.
  init?(at path: String, _ index: CachedTables.Index) {
    guard index.count > 0, let file = try? LocalFileSystem().open(path),
      let bytes = try? file.read(at: index.offset, count: index.count), Digest(of: bytes) == index.digest,
      let kept = KeptCatalog(bytes)
    else { return nil }
    self.kept = kept
    self.file = file
  }

  /// The rows whose paths begin with one of `stems`, and maybe others; all if there are no stems.
  /// - Returns: `nil` if the file is damaged there.
  func rows(below stems: [[UInt8]]?) -> Catalog? {
    kept.table(below: stems) { try? file.read(at: $0, count: $1) }
  }

  /// What `new` changed; its arena gets the texts that are not there any more.
  /// - Returns: `nil` if that cannot be told.
  func compare(with new: inout Catalog) -> KeptCatalog.Comparison? {
    kept.compare(with: &new) { try? file.read(at: $0, count: $1) }
  }
}
