internal import ArgumentParsing
internal import Bundles

struct DoctorCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Find out what is wrong with this project.",
    discussion: """
      Looks at the configuration, the locales, every file, the store, assets.lock and the git \
      repository, and says of each whether it is well and what to do if not. Reads only. Exits \
      with what the worst of them would make another command answer.

      Example:
        assets doctor
      """)

  @OptionGroup var global: GlobalOptions

  @Option(help: "How to print the report.")
  var format: TextOrJSON = .text

  func execute(_ console: Console) async throws -> ExitStatus {
    var examination = HealthExamination(global)
    await examination.run()
    let report = examination.report
    switch format {
    case .json: console.write(report.json.bytes + [0x0A])
    case .text:
      for line in report.lines { print(line, console) }
      let (failures, warnings) = (report.count(.failure), report.count(.warning))
      console.note("\(counted(failures, "problem")), \(counted(warnings, "warning"))")
    }
    return report.status
  }

  private func print(_ line: HealthReport.Line, _ console: Console) {
    let style = console.style
    let level =
      switch line.level {
      case .ok: style.green("ok  ")
      case .warning: style.yellow("warn")
      case .failure: style.red("fail")
      }
    console.print(" \(level)  \(line.topic.padded(to: 8))  \(line.text.displayed)")
    if let fix = line.fix { console.print("                 fix: \(fix.displayed)") }
  }
}
