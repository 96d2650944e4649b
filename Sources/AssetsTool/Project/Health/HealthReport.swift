internal import Bundles

/// What `doctor` found out about a project, line by line.
struct HealthReport {
  enum Level: String {
    case ok
    /// It works, and may surprise.
    case warning
    /// Some command will refuse or answer wrongly.
    case failure
  }

  /// One thing that was looked at.
  struct Line {
    var level: Level
    /// What it is about, one word.
    var topic: String
    var text: String
    /// What to do; nothing for what is well.
    var fix: String?
  }

  private(set) var lines: [Line] = []
  /// The strongest of all failures.
  private(set) var status = ExitStatus.done

  mutating func ok(_ topic: String, _ text: String) {
    lines.append(Line(level: .ok, topic: topic, text: text))
  }

  mutating func warn(_ topic: String, _ text: String, fix: String?) {
    lines.append(Line(level: .warning, topic: topic, text: text, fix: fix))
  }

  mutating func fail(_ topic: String, _ error: ToolError) {
    lines.append(Line(level: .failure, topic: topic, text: error.message, fix: error.help))
    status = status.combined(with: error.status)
  }

  func count(_ level: Level) -> Int { lines.count { $0.level == level } }

  /// `assets.doctor/1`.
  var json: CanonicalJSON {
    [
      "schema": "assets.doctor/1",
      "lines": .array(
        lines.map { line in
          [
            "level": .string(line.level.rawValue), "topic": .string(line.topic), "text": .string(line.text),
            "fix": line.fix.map { .string($0) } ?? nil,
          ]
        }),
      "summary": [
        "failures": .integer(count(.failure)), "warnings": .integer(count(.warning)),
        "exit": .integer(Int(status.rawValue)),
      ],
    ]
  }
}
