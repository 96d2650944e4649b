internal import ArgumentParsing

/// When to colour.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto
  case always
  case never

  /// `auto`: on a terminal that is not dumb, unless `NO_COLOR` is set (no-color.org); `CLICOLOR_FORCE` forces it.
  func isOn(for stream: Platform.Stream) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if let value = Platform.environment("NO_COLOR"), !value.isEmpty { return false }
      if let value = Platform.environment("CLICOLOR_FORCE"), value != "0", !value.isEmpty { return true }
      return Platform.isTerminal(stream) && Platform.environment("TERM") != "dumb"
    }
  }
}

/// Colours and weights of a terminal (ECMA-48), or nothing.
struct Style {
  let isColored: Bool

  func bold(_ text: String) -> String { wrap(text, "1") }
  func red(_ text: String) -> String { wrap(text, "31") }
  func yellow(_ text: String) -> String { wrap(text, "33") }
  func green(_ text: String) -> String { wrap(text, "32") }
  func blue(_ text: String) -> String { wrap(text, "34") }
  func cyan(_ text: String) -> String { wrap(text, "36") }
  func dim(_ text: String) -> String { wrap(text, "2") }

  private func wrap(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
