/// An error that prints nothing and only sets the exit code.
public struct ExitCode: Error, Hashable, Sendable, RawRepresentable {
  /// What the process returns. A shell sees the low eight bits.
  public let rawValue: Int32

  public init(_ code: Int32) { rawValue = code }
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// 0: the work is done.
  public static let success = ExitCode(0)
  /// 1: any error that names no code of its own.
  public static let failure = ExitCode(1)
  /// The command line could not be understood: `EX_USAGE`.
  public static let validationFailure = ExitCode(64)

  /// Whether the code is 0.
  public var isSuccess: Bool { self == .success }
}
