internal import CLibYAML
internal import Diagnostics

/// Where libyaml takes a text for another one than the specification does: refused, since nobody would notice.
extension YAMLEventReader {
  /// Refuses a key in braces that begins with a question mark, which libyaml drops: `{?key: text}`.
  func checkKeyInBraces() throws {
    guard let place, input.byte(at: place - 1) == 0x3F else { return }
    throw YAMLRefusal(
      Diagnostic(
        YAMLRules.unquoted, "a plain text in braces or brackets cannot start with `?`",
        at: YAMLMark(line: start.line, column: start.column - 1).location(in: path), help: "put it in quotes")
    )
  }

  /// Refuses an anchor with a colon in its name, of which libyaml makes a short anchor and a text: `&a:b text`.
  func checkAnchor() throws {
    guard var place else { return }
    while let byte = input.byte(at: place), byte != 0x26 { place += 1 }
    repeat { place += 1 } while (input.byte(at: place) ?? 0) > 0x20 && input.byte(at: place) != 0x3A
    guard input.byte(at: place) == 0x3A else { return }
    throw YAMLRefusal(
      Diagnostic(
        YAMLRules.syntax, "an anchor with a colon in its name", at: start.location(in: path),
        help: "name the anchor with letters, digits, - and _"))
  }

  /// Refuses a block text whose last line holds only spaces and has no line end, of which libyaml loses a part.
  func checkEnd() throws {
    let rest = input.window.reversed().prefix { $0 == 0x20 }
    guard !rest.isEmpty, rest.count < input.window.count else { return }
    let before = input.window[input.window.count - rest.count - 1]
    guard before == 0x0A || before == 0x0D else { return }
    // The parser puts the end of a document into a line of its own.
    let mark = YAMLMark(line: max(start.line - 1, 1), column: 1)
    throw YAMLRefusal(
      Diagnostic(
        YAMLRules.syntax, "the file ends in a block text with a line of spaces", at: mark.location(in: path),
        help: "remove the spaces behind the last line end"))
  }
}
