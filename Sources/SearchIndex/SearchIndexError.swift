/// What an index could not do.
///
/// Names, numbers and codes only: never a title, a keyword or what somebody searched for.
public struct SearchIndexError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of trouble; a closed set behind static members, so that adding one breaks nobody.
  public struct Code: Hashable, Sendable {
    let name: String

    /// Nothing has been indexed yet.
    public static let noIndex = Code(name: "no-index")
    /// The index is there and is not what an index is; a rebuild replaces it.
    public static let damaged = Code(name: "damaged")
    /// A file of another program, or of a newer version; it is left alone.
    public static let unsupported = Code(name: "unsupported")
    /// Another process holds the index.
    public static let busy = Code(name: "busy")
    /// A newer plan took the index over; what this one had committed stays.
    public static let superseded = Code(name: "superseded")
    /// Something in a batch is not acceptable; the index may take the rest of it.
    public static let rejected = Code(name: "rejected")
    /// The index does not take a batch now, and may later.
    public static let unavailable = Code(name: "unavailable")
    /// The operating system refused.
    public static let inputOutput = Code(name: "input-output")
    /// The revision does not declare the locale.
    public static let unknownLocale = Code(name: "unknown-locale")
    /// The index holds another locale than the one that was asked for.
    public static let otherLocale = Code(name: "other-locale")
    /// There is nothing to index from: no revision, no record source.
    public static let noSource = Code(name: "no-source")
  }

  /// For decisions in code; `reason` is for people.
  public let code: Code
  /// Lower case, without text of catalogs.
  public let reason: String
  /// The result code of the index below: of SQLite, or of Core Spotlight.
  public let underlyingCode: Int?

  public init(_ code: Code, _ reason: String, underlyingCode: Int? = nil) {
    self.code = code
    self.reason = reason
    self.underlyingCode = underlyingCode
  }

  /// The reason alone; no code is named.
  public var description: String { reason }
}

extension SearchIndexError.Code: CustomStringConvertible {
  /// The code's name, as events and logs have it.
  public var description: String { name }
}
