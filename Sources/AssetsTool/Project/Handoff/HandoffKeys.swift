internal import Interchange
internal import Translations

extension Catalog {
  /// The file's units under the names that a YAML catalog has for them: an id is a printed path, and the file element
  /// it stands in says nothing.
  func withPrintedPaths() -> Catalog {
    var builder = CatalogBuilder(reservingBytes: arena.count)
    builder.arena = arena
    for row in rows {
      var copy = row
      copy.prefix = 0
      copy.key = builder.store(Self.path(printed: bytes(row.key)))
      builder.append(copy)
    }
    return builder.finish(locale: locale, sourceLocale: sourceLocale, path: path) { _, _ in }
  }

  /// Segments joined by 0 for a path printed with dots, backslashes before those that belong to a segment.
  static func path(printed bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isEscaped = false
    for byte in bytes {
      switch byte {
      case _ where isEscaped:
        result.append(byte)
        isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = true
      case UInt8(ascii: "."): result.append(0)
      default: result.append(byte)
      }
    }
    return result
  }
}
