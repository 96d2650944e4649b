/// An error that prints nothing and only sets the exit code.
public struct ExitCode: Error, Hashable, Sendable, RawRepresentable {
  public let rawValue: Int32

  public init(_ code: Int32) { rawValue = code }
  public init(rawValue: Int32) { self.rawValue = rawValue }

  public static let success = ExitCode(0)
  public static let failure = ExitCode(1)
  /// The command line could not be understood: `EX_USAGE`.
  public static let validationFailure = ExitCode(64)

  public var isSuccess: Bool { self == .success }
}
