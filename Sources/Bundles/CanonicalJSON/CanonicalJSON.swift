/// A value of the JSON that bundles are made of.
///
/// RFC 8785 restricted to integers from 0 to 2^53 − 1 and to ASCII member names, so that the order by UTF-16 code
/// units is the order of bytes and there is exactly one spelling of each value.
public enum CanonicalJSON: Sendable {
  case null
  case boolean(Bool)
  /// From 0 to `largestInteger`; writing any other number traps.
  case integer(Int)
  case string(String)
  case array([CanonicalJSON])
  /// Members in any order; they are sorted when written.
  case object([Member])

  /// One name of an object with its value.
  public struct Member: Sendable {
    /// ASCII. A reader refuses any other name; the writer does not look.
    public var name: String
    /// Any value, in canonical form.
    public var value: CanonicalJSON

    public init(_ name: String, _ value: CanonicalJSON) {
      self.name = name
      self.value = value
    }
  }

  /// 2^53 − 1, the greatest integer that every JSON reader keeps exactly (RFC 8785 section 3.2.2.3).
  public static let largestInteger = 1 << 53 - 1
}

extension CanonicalJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(arrayLiteral elements: CanonicalJSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, CanonicalJSON)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  public init(nilLiteral: ()) { self = .null }

  /// A string, or null for `nil`.
  public init(_ value: String?) { self = value.map(CanonicalJSON.string) ?? .null }
  /// An integer from 0 to `largestInteger`, or null for `nil`.
  public init(_ value: Int?) { self = value.map(CanonicalJSON.integer) ?? .null }
  /// The 64 hexadecimal digits as a string.
  public init(_ value: Digest) { self = .string(value.hex) }
  /// The 32 hexadecimal digits as a string, or null for `nil`.
  public init(_ value: Fingerprint?) { self = (value?.hex).map(CanonicalJSON.string) ?? .null }
}

extension CanonicalJSON {
  /// The text; `nil` if this is no string.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The number; `nil` if this is no integer.
  public var integer: Int? { if case .integer(let value) = self { value } else { nil } }
  /// The truth value; `nil` if this is neither true nor false.
  public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
  /// The elements; `nil` if this is no array.
  public var array: [CanonicalJSON]? { if case .array(let value) = self { value } else { nil } }
  /// The members in the order they were given or read; `nil` if this is no object.
  public var members: [Member]? { if case .object(let value) = self { value } else { nil } }
  /// Whether this is the literal `null`.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The value of a member; `nil` if this is no object or has no such member.
  public subscript(name: String) -> CanonicalJSON? { members?.first { $0.name == name }?.value }
}
