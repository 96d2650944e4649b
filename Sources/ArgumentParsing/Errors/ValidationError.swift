/// A usage error: the message, the usage of the command, exit code 64.
public struct ValidationError: Error, Hashable, CustomStringConvertible {
  public let message: String

  public init(_ message: String) { self.message = message }

  public var description: String { message }
}
