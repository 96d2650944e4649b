/// Words of a command that people are told to type, spelled so that a shell takes each for exactly its text.
///
/// Keys, content IDs and paths are other people's text: in a command that is copied and run, none of it may end a
/// word, start another command, or stay behind because nobody sees it.
public enum ShellWord {
  /// The text alone, or in quotes if a shell would take any of it for its own.
  public static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
        || [0x2E, 0x2F, 0x2D, 0x5F].contains(byte)
    }
    return isPlain && !text.isEmpty ? text : quoted(text)
  }

  /// The text in quotes: single ones as POSIX has them, or `$'…'` with octal bytes for what cannot be seen.
  ///
  /// A back-tick is spelled out as well, because messages put commands between two of them. POSIX has `$'…'` since
  /// 2024; bash, zsh and ksh have had it for long.
  public static func quoted(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isSpelledOut) else {
      return "'\(text.replacing("'", with: "'\\''"))'"
    }
    var result = "$'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "'": result += "\\\(scalar)"
      case _ where scalar.isSpelledOut: result += String(scalar).utf8.map(octal).joined()
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "'"
  }

  /// An option with its value in quotes; a value that begins with a hyphen is tied to the name, so that it is not
  /// taken for another option.
  public static func option(_ name: String, _ value: String) -> String {
    name + (value.utf8.first == 0x2D ? "=" : " ") + quoted(value)
  }

  /// A path as an argument; one that begins with a hyphen gets `./` in front.
  public static func path(_ path: String) -> String {
    word(path.utf8.first == 0x2D && path.utf8.count > 1 ? "./" + path : path)
  }

  private static func octal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 8)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }
}

extension Unicode.Scalar {
  /// Whether it cannot be seen, or cannot be told from another one, or would end the command around it.
  fileprivate var isSpelledOut: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
    case .spaceSeparator: self != " "
    default: self == "`" || properties.isDefaultIgnorableCodePoint
    }
  }
}
