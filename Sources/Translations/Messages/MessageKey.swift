/// The name of a message: a catalog and a path of segments, never text split at dots.
///
/// The bytes are the segments, catalog first, joined by U+0000, which no reader lets into a segment. So plain
/// byte order is the order of the product: segment by segment, prefix first.
public struct MessageKey: Hashable, Sendable {
  /// UTF-8; the segments, catalog first, joined by 0.
  public let bytes: [UInt8]

  /// - Precondition: `bytes` are UTF-8 segments joined by 0, the first the catalog's name.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// A key of a catalog's name and a path.
  /// - Precondition: no segment holds U+0000.
  public init(catalog: String, path: [String]) {
    var bytes = Array(catalog.utf8)
    for segment in path {
      bytes.append(0)
      bytes.append(contentsOf: segment.utf8)
    }
    self.bytes = bytes
  }

  /// The catalog's name, then the path.
  public var segments: [String] {
    bytes.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The first segment.
  public var catalog: String { String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }

  /// The path without the catalog, in the key's byte form.
  public var pathBytes: ArraySlice<UInt8> {
    guard let border = bytes.firstIndex(of: 0) else { return [] }
    return bytes[(border + 1)...]
  }

  /// The key with more segments at its end.
  public func appending(_ segments: String...) -> MessageKey {
    var result = bytes
    for segment in segments {
      result.append(0)
      result.append(contentsOf: segment.utf8)
    }
    return MessageKey(bytes: result)
  }
}

extension MessageKey: Comparable {
  /// Segment by segment as bytes, a prefix first.
  public static func < (a: MessageKey, b: MessageKey) -> Bool {
    a.bytes.lexicographicallyPrecedes(b.bytes)
  }
}

extension MessageKey: CustomStringConvertible {
  /// The printed form: `articles/focus-timer.title`, a backslash before each dot, slash or backslash that
  /// belongs to a segment.
  public var description: String {
    var segments = segments[...]
    var result = Self.escape(segments.removeFirst())
    for (index, segment) in segments.enumerated() {
      result += index == 0 ? "/" : "."
      result += Self.escape(segment)
    }
    return result
  }

  /// Reads a printed key; `nil` if it has no catalog or ends inside an escape.
  public init?(_ printed: String) {
    var result: [UInt8] = []
    var hasCatalog = false
    var escaped = false
    for byte in printed.utf8 {
      switch byte {
      case 0: return nil
      case _ where escaped:
        result.append(byte)
        escaped = false
      case UInt8(ascii: "\\"): escaped = true
      case UInt8(ascii: "/") where !hasCatalog:
        hasCatalog = true
        result.append(0)
      case UInt8(ascii: ".") where hasCatalog: result.append(0)
      default: result.append(byte)
      }
    }
    guard hasCatalog, !escaped, result.first != 0 else { return nil }
    self.init(bytes: result)
  }

  /// The printed form of a path without a catalog.
  public static func printed(path: some Sequence<String>) -> String {
    path.map(escape).joined(separator: ".")
  }

  private static func escape(_ segment: String) -> String {
    guard segment.utf8.contains(where: { $0 == 0x2E || $0 == 0x2F || $0 == 0x5C }) else { return segment }
    var bytes: [UInt8] = []
    for byte in segment.utf8 {
      if byte == 0x2E || byte == 0x2F || byte == 0x5C { bytes.append(0x5C) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
