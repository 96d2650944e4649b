internal import Diagnostics

/// Prints findings for people: severity, rule and message, the place, the line with a caret, what to do.
struct TextPrinter {
  private let style: Style
  private let write: (String) -> Void
  /// Gives a file's bytes for the excerpt.
  private let read: (String) -> [UInt8]?
  /// How many findings of one rule are shown in full.
  private let most: Int
  private var excerpts: [String: [ArraySlice<UInt8>]] = [:]

  init(
    style: Style, most: Int, read: @escaping (String) -> [UInt8]?, write: @escaping (String) -> Void
  ) {
    self.style = style
    self.write = write
    self.most = most
    self.read = read
  }

  mutating func print(_ diagnostics: [Diagnostic]) {
    var shown: [String: Int] = [:]
    for diagnostic in diagnostics {
      shown[diagnostic.rule.id, default: 0] += 1
      if shown[diagnostic.rule.id]! <= most { print(diagnostic) }
    }
    for (rule, count) in shown.sorted(by: { $0.key < $1.key }) where count > most {
      write("… \(count - most) more of \(rule); see all with --max-diagnostics \(count)")
      write("")
    }
  }

  private mutating func print(_ diagnostic: Diagnostic) {
    let head = "\(diagnostic.severity.rawValue)[\(diagnostic.rule.id)]"
    write("\(style.bold(paint(head, diagnostic.severity))): \(style.bold(diagnostic.message.displayed))")
    var gutter = 1
    if let location = diagnostic.location {
      gutter = String(location.line ?? 1).count
      write("\(space(gutter))\(style.blue("-->")) \(location.description.displayed)")
      excerpt(location, severity: diagnostic.severity, gutter: gutter)
    }
    for note in diagnostic.notes {
      let place = note.location.map { " (\($0))" } ?? ""
      write("\(space(gutter)) \(style.blue("=")) note: \((note.message + place).displayed)")
    }
    if let keys = diagnostic.affectedKeys {
      write("\(space(gutter)) \(style.blue("=")) keys: \(keys.displayed)")
    }
    if let affected = diagnostic.affected {
      write("\(space(gutter)) \(style.blue("=")) affects: \(affected.displayed)")
    }
    if let cause = diagnostic.likelyCause {
      write("\(space(gutter)) \(style.blue("=")) likely cause: \(cause.displayed)")
    }
    if let help = diagnostic.help {
      write("\(space(gutter)) \(style.blue("=")) \(style.cyan("help")): \(help.displayed)")
    }
    write("")
  }

  private func paint(_ text: String, _ severity: Severity) -> String {
    switch severity {
    case .error: style.red(text)
    case .warning: style.yellow(text)
    case .note: style.cyan(text)
    }
  }

  private func space(_ count: Int) -> String { String(repeating: " ", count: count) }

  // MARK: - Excerpt

  private static let widest = 100

  private mutating func excerpt(_ location: SourceLocation, severity: Severity, gutter: Int) {
    guard let line = location.line, let text = text(line, of: location.path) else { return }
    let bar = style.blue("|")
    write("\(space(gutter)) \(bar)")
    let scalars = Array(text.unicodeScalars)
    let column = min(max(location.column ?? 1, 1), scalars.count + 1) - 1
    // A long line is cut around the place.
    let start = column > Self.widest - 20 ? column - 30 : 0
    let end = min(scalars.count, start + Self.widest)
    func piece(_ range: Range<Int>) -> String {
      var piece = ""
      piece.unicodeScalars.append(contentsOf: scalars[range])
      return piece.displayed
    }
    let before = (start > 0 ? "…" : "") + piece(start..<column)
    let after = piece(column..<max(column, end)) + (end < scalars.count ? "…" : "")
    write("\(style.blue(String(line))) \(bar) \(before)\(after)")
    guard location.column != nil else { return }
    var width = 1
    if location.endLine ?? line == line, let endColumn = location.endColumn, endColumn - 1 > column {
      width = piece(column..<min(endColumn - 1, max(column, end))).displayWidth
    }
    let caret = paint(String(repeating: "^", count: max(1, width)), severity)
    write("\(space(gutter)) \(bar) \(space(before.displayWidth))\(caret)")
  }

  private mutating func text(_ line: Int, of path: String) -> String? {
    if excerpts[path] == nil {
      excerpts[path] = (read(path) ?? []).split(separator: 0x0A, omittingEmptySubsequences: false)
    }
    guard let lines = excerpts[path], lines.indices.contains(line - 1) else { return nil }
    var bytes = lines[line - 1]
    if bytes.last == 0x0D { bytes.removeLast() }
    if line == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    return String(validating: bytes, as: UTF8.self)
  }
}
