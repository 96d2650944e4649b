/// A usage error: the message, the usage of the command, exit code 64.
public struct ValidationError: Error, Hashable, CustomStringConvertible {
  /// What is wrong with the command line, in one sentence; `Error: ` is put before it.
  public let message: String

  public init(_ message: String) { self.message = message }

  /// The message alone.
  public var description: String { message }
}
