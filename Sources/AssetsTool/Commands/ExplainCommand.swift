internal import ArgumentParsing
internal import Bundles
internal import Diagnostics

struct ExplainCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Say what a rule means, with a bad and a good example.",
    discussion: """
      Without a rule, lists all of them.

      Example:
        assets explain RB-VALUE
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: ArgumentHelp("The rule's id.", valueName: "rule"))
  var rule: String?

  @Option(help: "How to print the rule.")
  var format: TextOrJSON = .text

  func execute(_ console: Console) async throws -> ExitStatus {
    guard let rule else {
      let rules = RuleRegistry.all
      if format == .json {
        let json: CanonicalJSON = ["schema": "assets.rules/1", "rules": .array(rules.map(\.json))]
        console.write(json.bytes + [0x0A])
      } else {
        var table = TextTable()
        for rule in rules { table.append([rule.id, rule.severity.rawValue, rule.summary]) }
        console.print(table)
      }
      return .done
    }
    guard let found = RuleRegistry.rule(rule.uppercased()) else {
      let nearest = RuleRegistry.all.map(\.id).min { $0.distance(to: rule) < $1.distance(to: rule) }
      throw ToolError(
        .nothingMatched, "there is no rule '\(rule)'", help: nearest.map { "did you mean \($0)?" })
    }
    if format == .json {
      let json: CanonicalJSON = ["schema": "assets.rules/1", "rules": [found.json]]
      console.write(json.bytes + [0x0A])
    } else {
      print(found, to: console)
    }
    return .done
  }

  private func print(_ rule: Rule, to console: Console) {
    console.print("\(console.style.bold(rule.id))  \(rule.severity.rawValue)")
    console.print("\(rule.summary.sentence)")
    console.print()
    console.print("Why   \(rule.cause.sentence)")
    console.print("Bad   \(rule.bad)")
    console.print("Good  \(rule.good)")
    console.print()
    if rule.isAboutHistory {
      console.print("Findings about history cannot be switched off or suppressed, only accepted.")
    } else {
      console.print("Set the level in assets.yml:  checks: { rules: { \(rule.id): warning } }")
    }
  }
}

extension Rule {
  fileprivate var json: CanonicalJSON {
    [
      "id": .string(id), "severity": .string(severity.rawValue), "summary": .string(summary),
      "cause": .string(cause), "bad": .string(bad), "good": .string(good),
    ]
  }
}

extension String {
  /// The text with a capital letter first and a full stop at the end.
  var sentence: String { prefix(1).uppercased() + dropFirst() + "." }

  /// How many insertions, deletions and replacements lead from one name to another, in any case (Levenshtein).
  func distance(to other: String) -> Int {
    let (a, b) = (Array(uppercased().utf8), Array(other.uppercased().utf8))
    var row = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, y) in b.enumerated() {
        let cost = diagonal + (x == y ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = Swift.min(cost, row[j] + 1, diagonal + 1)
      }
    }
    return row[b.count]
  }
}
