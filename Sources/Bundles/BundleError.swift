/// Bytes of a store or a bundle that are missing, damaged, or of a kind this version does not read.
public struct BundleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of trouble; a closed set behind static members, so that adding one breaks nobody.
  public struct Code: Hashable, Sendable {
    let name: String

    /// Something a digest names is not there.
    public static let missing = Code(name: "missing")
    /// The bytes are there and are not what their digest or their form says.
    public static let damaged = Code(name: "damaged")
    /// A newer form, or a critical extension, that this version must not guess at.
    public static let unsupported = Code(name: "unsupported")
    /// The operating system refused.
    public static let inputOutput = Code(name: "input-output")
    /// No such revision, locale or key.
    public static let unknownSelector = Code(name: "unknown-selector")
  }

  /// For decisions in code; `reason` is for people.
  public let code: Code
  /// Lower case, without text of catalogs.
  public let reason: String

  public init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The reason alone; the code is not named.
  public var description: String { reason }
}
