/// Text that is compared, ordered and hashed as its UTF-8 bytes.
///
/// Swift's `String` merges canonically equivalent spellings (`é` composed and decomposed); names in catalogs
/// are what their bytes are, so they are never keyed by `String`.
public struct ExactString: Sendable {
  /// The text; comparing it as a `String` loses what this type is for.
  public let string: String

  public init(_ string: String) { self.string = string }

  /// The bytes that are compared.
  public var utf8: String.UTF8View { string.utf8 }
}

extension ExactString: Hashable, Comparable {
  /// Whether the UTF-8 bytes are the same.
  public static func == (a: ExactString, b: ExactString) -> Bool {
    let isEqual = unsafe a.string.utf8.withContiguousStorageIfAvailable { x in
      unsafe b.string.utf8.withContiguousStorageIfAvailable { y in
        unsafe UnsafeRawBufferPointer(x).isSame(as: UnsafeRawBufferPointer(y))
      }
    }
    // A string bridged from another language may lie in pieces.
    return isEqual.flatMap { $0 } ?? a.string.utf8.elementsEqual(b.string.utf8)
  }

  /// The order of the UTF-8 bytes, which is that of the Unicode scalars.
  public static func < (a: ExactString, b: ExactString) -> Bool {
    let order = unsafe a.string.utf8.withContiguousStorageIfAvailable { x in
      unsafe b.string.utf8.withContiguousStorageIfAvailable { y in
        unsafe UnsafeRawBufferPointer(x).compare(UnsafeRawBufferPointer(y))
      }
    }
    return order.flatMap { $0.map { $0 < 0 } } ?? a.string.utf8.lexicographicallyPrecedes(b.string.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    var copy = string
    copy.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}

extension ExactString: ExpressibleByStringLiteral, CustomStringConvertible {
  public init(stringLiteral value: String) { self.init(value) }
  public var description: String { string }
}
