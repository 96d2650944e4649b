/// An error that is none: text on standard output, exit code 0.
public enum CleanExit: Error, CustomStringConvertible {
  /// The help of a command, or of the one that threw.
  case helpRequest((any ParsableCommand.Type)? = nil)
  /// A text, to which a line end is added.
  case message(String)

  /// The help of a command.
  public static func helpRequest(_ command: any ParsableCommand) -> CleanExit {
    .helpRequest(type(of: command))
  }

  /// The text of a message; `--help` for a request of help.
  public var description: String {
    switch self {
    case .helpRequest: "--help"
    case .message(let text): text
    }
  }
}
