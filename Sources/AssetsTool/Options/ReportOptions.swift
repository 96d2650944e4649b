internal import ArgumentParsing

/// One more form of the findings, written into a file: `sarif:assets.sarif`.
struct ReportOutput: Hashable, ExpressibleByArgument {
  var format: CheckFormat
  var path: String

  init?(argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, let format = CheckFormat(rawValue: String(parts[0])) else {
      return nil
    }
    self.format = format
    path = String(parts[1])
  }
}

/// Where findings go beside the terminal, and how many of them.
struct ReportOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Also write the findings into a file, such as sarif:assets.sarif; may be repeated.",
      valueName: "format:file"))
  var outputs: [ReportOutput] = []

  @Option(help: ArgumentHelp("Show at most this many findings of one rule as text.", valueName: "number"))
  var maxDiagnostics: Int = 20

  mutating func validate() throws {
    for (index, output) in outputs.enumerated()
    where outputs[..<index].contains(where: { $0.path == output.path }) {
      throw ValidationError("'-o' names \(output.path) twice")
    }
    if outputs.contains(where: { $0.path == "-" }) {
      throw ValidationError(
        "'-o' writes into files; standard output has a form already (a file named - is ./-)")
    }
    if maxDiagnostics < 0 {
      throw ValidationError("'--max-diagnostics' needs a number of at least 0, not \(maxDiagnostics)")
    }
  }

  /// Writes the files, each whole or not at all.
  /// - Parameter read: what the command read, which stays; asked only if something is to be written.
  func write(
    _ printer: ReportPrinter, sparing read: @autoclosure () -> ReadFiles, _ console: Console
  ) throws(ToolError) {
    guard !outputs.isEmpty else { return }
    let read = read()
    let files = outputs.map { OutputFile($0.path) }
    for file in files { try read.refuse(file) }
    for (file, output) in zip(files, outputs) {
      try file.write(printer.bytes(output.format, style: Style(isColored: false)), console)
    }
  }
}
