internal import Diagnostics

/// An error of libyaml, and the finding it becomes.
///
/// libyaml says what it did not expect; people need the cause, which the characters at the place show.
struct YAMLProblem {
  /// The last bytes of the document, and where in them the problem lies.
  struct Source {
    private let window: [UInt8]
    private let position: Int

    /// - Parameter position: the byte up to which libyaml has scanned.
    /// - Parameter charactersBack: how many characters before it the problem lies.
    init(window: [UInt8], position: Int, charactersBack: Int) {
      self.window = window
      var position = min(max(position, 0), window.count)
      for _ in 0..<max(charactersBack, 0) where position > 0 {
        repeat { position -= 1 } while position > 0 && window[position] & 0xC0 == 0x80
      }
      self.position = position
    }

    /// The bytes of the line before the problem.
    var before: ArraySlice<UInt8> {
      window[..<position].suffix(while: { $0 != 0x0A && $0 != 0x0D })
    }

    /// The bytes of the line from the problem on.
    var after: ArraySlice<UInt8> {
      window[position...].prefix { $0 != 0x0A && $0 != 0x0D }
    }

    var line: [UInt8] { Array(before) + Array(after) }

    /// Whether the problem is that the document ends.
    var isAtEnd: Bool { position == window.count }

    /// The bytes of the line above.
    var lineAbove: ArraySlice<UInt8> {
      let rest = window[..<before.startIndex]
      let end = rest.last == 0x0A ? (rest.dropLast().last == 0x0D ? 2 : 1) : 1
      return rest.dropLast(end).suffix(while: { $0 != 0x0A && $0 != 0x0D })
    }
  }

  var text: String
  var mark: YAMLMark
  var path: String
  var context = ""
  var contextMark: YAMLMark?
  var source: Source? {
    didSet {
      // The parser puts the end of a document into a line of its own, even if the last one has no line end.
      guard let source, source.isAtEnd, mark.column == 1, mark.line > 1, !source.before.isEmpty else {
        return
      }
      if contextMark == mark { contextMark = nil }
      mark = YAMLMark(line: mark.line - 1, column: source.before.count { $0 & 0xC0 != 0x80 } + 1)
    }
  }

  init(text: String, mark: YAMLMark, path: String) {
    self.text = text
    self.mark = mark
    self.path = path
  }

  private var location: SourceLocation { mark.location(in: path) }

  var diagnostic: Diagnostic {
    if context == "while scanning a quoted scalar" { return unclosedQuote }
    switch text {
    case "found character that cannot start any token": return strayCharacter
    case "found a tab character that violates indentation",
      "found a tab character where an indentation space is expected",
      "found a tab character where an intendation space is expected":
      return tab
    case "found invalid Unicode character escape code": return surrogate
    case "did not find expected alphabetic or numeric character":
      return unquoted(context.hasSuffix("anchor") ? "&" : "*", at: contextMark ?? mark)
    case "did not find expected comment or line break": return textBehindBlock
    case "found undefined tag handle": return unquoted("!", at: mark)
    default: break
    }
    if let source, source.before.isIndentationWithTab { return tab }
    if source?.isAtEnd == true,
      context == "while parsing a flow sequence" || context == "while parsing a flow mapping"
    {
      return unclosedBracket
    }
    if text == "did not find expected key", source?.after.first == 0x3A {
      return Diagnostic(
        YAMLRules.key, "a key without a name", at: location, help: "quote an empty key, or remove the colon")
    }
    return syntax
  }

  // MARK: Causes that have a rule of their own

  private var tab: Diagnostic {
    Diagnostic(
      YAMLRules.tab, "tab used as indentation", at: location, help: "indent with spaces")
  }

  private var unclosedQuote: Diagnostic {
    guard let opening = contextMark else { return syntax }
    return Diagnostic(
      YAMLRules.unclosedQuote, "quote opened at line \(opening.line) is not closed",
      at: opening.location(in: path),
      help: "close it, and double an apostrophe inside single quotes",
      notes: [Diagnostic.Note("the parser gave up here", at: location)])
  }

  private var unclosedBracket: Diagnostic {
    guard let opening = contextMark else { return syntax }
    let bracket = context.hasSuffix("sequence") ? "bracket" : "brace"
    return Diagnostic(
      YAMLRules.syntax, "\(bracket) opened at line \(opening.line) is not closed",
      at: opening.location(in: path),
      help: "close it, or quote a text that begins with a \(bracket)",
      notes: [Diagnostic.Note("the parser gave up here", at: location)])
  }

  private var strayCharacter: Diagnostic {
    let names: [UInt8: String] = [0x25: "%", 0x40: "@", 0x60: "`"]
    guard let first = source?.after.first else { return syntax }
    if first == 0x09 { return tab }
    guard let name = names[first] else { return syntax }
    return unquoted(name, at: mark)
  }

  private func unquoted(_ name: String, at mark: YAMLMark) -> Diagnostic {
    Diagnostic(
      YAMLRules.unquoted, "a plain value cannot start with `\(name)`", at: mark.location(in: path),
      help: "put the whole value in double quotes")
  }

  private var textBehindBlock: Diagnostic {
    Diagnostic(
      YAMLRules.unquoted, "text in the line of a `|` or `>`, which begin a text of the lines below",
      at: location,
      help: "put the whole value in double quotes, or start the text in the next line")
  }

  private var surrogate: Diagnostic {
    // The parser stops behind the two characters that begin the escape.
    var start = mark
    start.column = max(1, start.column - 2)
    return Diagnostic(
      YAMLRules.surrogate, "a \\u escape that is no character: half of a surrogate pair, or out of range",
      at: start.location(in: path), help: "write the character itself, or one escape of the form \\U0001F600")
  }

  // MARK: Everything else

  private var syntax: Diagnostic {
    if let foreignColon { return foreignColon }
    if let byteOrderMark { return byteOrderMark }
    let (message, help) = explanation
    var notes: [Diagnostic.Note] = []
    if let contextMark, contextMark != mark, !context.isEmpty {
      notes.append(Diagnostic.Note(context, at: contextMark.location(in: path)))
    }
    return Diagnostic(YAMLRules.syntax, message, at: location, help: help, notes: notes)
  }

  /// A colon of another script swallows the line it is in; the parser notices one line later.
  private var foreignColon: Diagnostic? {
    guard let source else { return nil }
    let mark: YAMLMark
    if let column = source.line.columnOfForeignColon {
      mark = YAMLMark(line: self.mark.line, column: column)
    } else if let column = source.lineAbove.columnOfForeignColon, self.mark.line > 1 {
      mark = YAMLMark(line: self.mark.line - 1, column: column)
    } else {
      return nil
    }
    return Diagnostic(
      YAMLRules.syntax, "expected `: ` after a key and found a full-width colon or a non-breaking space",
      at: mark.location(in: path), help: "type an ordinary colon and an ordinary space")
  }

  private var byteOrderMark: Diagnostic? {
    guard let column = source?.line.column(of: [0xEF, 0xBB, 0xBF]) else { return nil }
    return Diagnostic(
      YAMLRules.syntax, "a byte-order mark in the middle of the file",
      at: YAMLMark(line: mark.line, column: column).location(in: path),
      help: "two files were joined; remove the mark")
  }

  private var explanation: (message: String, help: String?) {
    switch text {
    case "mapping values are not allowed in this context": return isBehindLongKey ? longKey : mappingValue
    case "did not find expected <document start>":
      return ("text after the end of the document", "indent it like the lines above, or remove it")
    case "did not find expected key": return missingKey
    case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
      let closer = text.hasSuffix("']'") ? "]" : "}"
      return (
        "expected `,` or `\(closer)` in a flow collection",
        closer == "}" ? "quote a value that begins with a brace" : "quote items that begin with a symbol"
      )
    case "could not find expected ':'":
      if isBehindLongKey { return longKey }
      return (
        "expected `:` after this key",
        "a key is one line of at most 1,024 characters; a continued value is indented more than its key"
      )
    case "did not find expected node content":
      return ("expected a value", "quote a value that begins with a symbol")
    case "found incompatible YAML document":
      return ("unsupported YAML version", "use %YAML 1.1 or 1.2, or leave the directive out")
    case "found unknown escape character":
      return (
        "unknown escape in double quotes", "double the backslash, or use single quotes"
      )
    case "did not find expected hexdecimal number":
      return ("an escape with too few digits", "\\x takes two digits, \\u four, \\U eight")
    case "found unknown directive name":
      return (
        "a line that begins with `%` and is no directive", "put a text that begins with % in double quotes"
      )
    case "block sequence entries are not allowed in this context":
      return (
        "an item of a list in the line of a key",
        "start the list in the next line, or put a text that begins with a dash in double quotes"
      )
    case "did not find expected '-' indicator":
      return ("expected another item of the list", "indent the line like what it belongs to")
    default: return (text.isEmpty ? "not well-formed YAML" : text, nil)
    }
  }

  /// A key longer than the parser takes for one is none to it when its colon comes.
  private var isBehindLongKey: Bool {
    (source?.before.count { $0 & 0xC0 != 0x80 } ?? 0) > 1024 && source?.after.first == 0x3A
  }

  private var longKey: (String, String?) {
    ("a key is longer than 1,024 characters", "use a shorter key")
  }

  private var mappingValue: (String, String?) {
    (
      "a second `: ` in one value, or a key indented more than the value above allows",
      "put the value in double quotes, or correct the indentation"
    )
  }

  private var missingKey: (String, String?) {
    if let before = source?.before.last(where: { $0 != 0x20 }), before == 0x27 || before == 0x22 {
      return (
        "text after a closing quote",
        before == 0x27
          ? "double an apostrophe inside single quotes, or use double quotes"
          : "put a backslash before a double quote inside double quotes"
      )
    }
    if let bracket = source?.before.last(where: { $0 != 0x20 }), bracket == 0x7D || bracket == 0x5D {
      let name = bracket == 0x7D ? "brace" : "bracket"
      return ("text after a closing \(name)", "put a text that begins with a \(name) in double quotes")
    }
    return (
      "expected a key at the indentation of its siblings", "correct the indentation, or quote the value"
    )
  }
}

extension YAMLProblem {
  /// The finding for bytes that are no text.
  /// - Parameter value: the byte or code point that libyaml stumbled over, -1 for none.
  /// - Parameter offset: where it lies in the document.
  func readerDiagnostic(value: Int, offset: Int, window: [UInt8]) -> Diagnostic {
    if text == "control characters are not allowed" {
      if value == 0, offset < 4 || window.prefix(64).filter({ $0 == 0 }).count > 8 {
        return Diagnostic(
          YAMLRules.encoding, "looks like UTF-16 without a byte-order mark", at: location,
          help: "save the file as UTF-8")
      }
      return Diagnostic(
        YAMLRules.control, "character \(Self.name(value)) is not allowed", at: location,
        help: "remove it, or write it as an escape in double quotes")
    }
    let byte = value >= 0 && value < 0x100 ? ", byte 0x\(Self.hexadecimal(value, width: 2))" : ""
    return Diagnostic(
      YAMLRules.encoding, "invalid text at byte \(offset)\(byte): \(text)", at: location,
      help: "save the file as UTF-8")
  }

  private static func name(_ value: Int) -> String { "U+\(hexadecimal(value, width: 4))" }

  private static func hexadecimal(_ value: Int, width: Int) -> String {
    let digits = String(max(value, 0), radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension RandomAccessCollection where Element == UInt8 {
  /// Whether the bytes are only blanks, a tab among them.
  fileprivate var isIndentationWithTab: Bool {
    contains(0x09) && allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x2D }
  }

  /// Whether a colon is full-width, or followed by a non-breaking or ideographic space.
  var containsForeignColon: Bool { columnOfForeignColon != nil }

  /// The column of the first colon that is full-width, or followed by a non-breaking or ideographic space.
  fileprivate var columnOfForeignColon: Int? {
    [[0xEF, 0xBC, 0x9A], [0x3A, 0xC2, 0xA0], [0x3A, 0xE3, 0x80, 0x80]].compactMap { column(of: $0) }.min()
  }

  /// The column, in scalars from 1, at which a few bytes stand together; lines may be long, and the general search of
  /// the library is slow.
  fileprivate func column(of bytes: [UInt8]) -> Int? {
    var rest = self[...]
    while let start = rest.firstIndex(of: bytes[0]) {
      if rest[start...].starts(with: bytes) { return self[..<start].count { $0 & 0xC0 != 0x80 } + 1 }
      rest = rest[index(after: start)...]
    }
    return nil
  }

  fileprivate func suffix(while predicate: (UInt8) -> Bool) -> SubSequence {
    var start = endIndex
    while start > startIndex, predicate(self[index(before: start)]) { formIndex(before: &start) }
    return self[start...]
  }
}
