/// Why an index refused something.
public struct CSIndexError: Error, Hashable, Sendable {
  /// Apple's codes, with Apple's numbers.
  public enum Code: Int, Hashable, Sendable {
    case unknownError = -1
    case indexUnavailableError = -1000
    case invalidItemError = -1001
    case invalidClientStateError = -1002
    case remoteConnectionError = -1003
    case quotaExceeded = -1004
    case indexingUnsupported = -1005
    case mismatchedClientState = -1006
  }

  /// What kind of trouble.
  public let code: Code

  public init(_ code: Code) { self.code = code }
}
