/// The two streams of the command: the product on standard output, the conversation on standard error.
final class Console {
  private var buffer: [UInt8] = []
  private var outputIsClosed = false
  /// The system's words when the product could not be written.
  private(set) var outputFailure: String?
  let style: Style
  let errorStyle: Style
  let isQuiet: Bool
  let verbosity: Int

  init(color: ColorChoice, isQuiet: Bool, verbosity: Int) {
    style = Style(isColored: color.isOn(for: .output))
    errorStyle = Style(isColored: color.isOn(for: .error))
    self.isQuiet = isQuiet
    self.verbosity = verbosity
  }

  /// Writes a line of the product.
  func print(_ line: String = "") {
    buffer += line.utf8
    buffer.append(0x0A)
    if buffer.count > 1 << 16 { flush() }
  }

  func print(_ table: TextTable) {
    for line in table.lines { print(line) }
  }

  /// Writes bytes of the product as they are.
  func write(_ bytes: [UInt8]) {
    buffer += bytes
    if buffer.count > 1 << 16 { flush() }
  }

  /// Says something about the work; silenced by `--quiet`.
  func note(_ line: String) {
    if !isQuiet { complain(line) }
  }

  /// Says why something was not done; not silenced.
  func complain(_ line: String) {
    flush()
    _ = Platform.write(Array((line + "\n").utf8), to: .error)
  }

  /// Says something that is worth knowing only with `-v`.
  func detail(_ line: @autoclosure () -> String) {
    if verbosity > 0 { note(line()) }
  }

  /// Says why the command failed; not silenced.
  func fail(_ error: ToolError) {
    flush()
    var text = "\(errorStyle.bold(errorStyle.red("error"))): \(error.message.displayed)\n"
    if let help = error.help { text += "  \(errorStyle.cyan("help")): \(help.displayed)\n" }
    _ = Platform.write(Array(text.utf8), to: .error)
  }

  func flush() {
    guard !buffer.isEmpty, !outputIsClosed, outputFailure == nil else {
      buffer.removeAll()
      return
    }
    switch Platform.write(buffer, to: .output) {
    case .done: break
    case .closed: outputIsClosed = true
    case .failed(let reason): outputFailure = reason
    }
    buffer.removeAll()
  }
}
