import Testing

@testable import ArgumentParsing

@Suite("Help")
struct HelpTextTests {
  @Test("a command with everything")
  func publish() {
    #expect(
      Tool.helpMessage(for: Publish.self) == """
        OVERVIEW: Append one revision, or say that there is nothing to publish.

        Reads every catalog, checks it, and writes the next revision with its change
        manifest in one step.

        USAGE: tool publish [--dry-run] [--message <message>] [--expect <revision>]
                            [<global options>] [<plan>]

        ARGUMENTS:
          <plan>                  The plan to apply.

        OPTIONS:
          --dry-run               Print what would be done, and write nothing.
          -m, --message <message>
                                  What the log says about the revision.
          --expect <revision>     The revision that must be the head.
          -h, --help              Show this help.

        GLOBAL OPTIONS:
          -C, --directory <dir>   Run as if started there.
          -o, --output <output> ...
                                  Write the product to a file.
          --format <format>       How the result is printed. (values: text, json, jsonl;
                                  default: text)
          -v, --verbose           Say more; twice for everything.
          -q, --quiet             Say less.
          --color / --no-color    Use color.

        EXAMPLES:
          tool publish --dry-run
          tool publish --expect r41 plan.json

        """)
  }

  @Test("a root")
  func root() {
    #expect(
      Tool.helpMessage() == """
        OVERVIEW: Publish translations.

        USAGE: tool [<global options>] <subcommand>

        OPTIONS:
          --version               Show the version.
          -h, --help              Show this help.

        GLOBAL OPTIONS:
          -C, --directory <dir>   Run as if started there.
          -o, --output <output> ...
                                  Write the product to a file.
          --format <format>       How the result is printed. (values: text, json, jsonl;
                                  default: text)
          -v, --verbose           Say more; twice for everything.
          -q, --quiet             Say less.
          --color / --no-color    Use color.

        SUBCOMMANDS:
          publish, release        Append one revision, or say that there is nothing to
                                  publish.
          check                   Check catalogs.
          index                   Work on the search index.

        See 'tool help <subcommand>' for the help of a subcommand.

        """)
  }

  @Test("groups of subcommands have their own headings")
  func groups() {
    let help = Tool.helpMessage(for: Index.self)
    #expect(help.contains("\nBUILD SUBCOMMANDS:\n  apply                   Bring the index up to date.\n"))
    #expect(help.contains("\nLOOK SUBCOMMANDS:\n  route                   Resolve identifiers.\n"))
    #expect(help.contains("\nSee 'tool help index <subcommand>' for"))
  }

  @Test("flags of one property stand on their own lines, the default marked")
  func enumerable() {
    let help = Tool.helpMessage(for: Check.self)
    #expect(help.contains("  --errors-only           Stop at errors. (default: --errors-only)\n"))
    #expect(help.contains("  --warnings-too          Stop at warnings.\n"))
    #expect(!help.contains("seed"))
    #expect(help.hasSuffix("\nEXAMPLE:\n  tool check Catalogs\n"))
  }

  @Test("every visible argument of the tree is in the help of its command, and no hidden one")
  func complete() {
    for command in CommandDescription(root: Tool.self).tree {
      let help = Tool.helpMessage(for: command.commandPath.leaf)
      for argument in command.arguments {
        for name in argument.names + argument.inverseNames {
          let isListed = help.split(separator: "\n").contains { line in
            line.hasPrefix("  -")
              && line.split { $0 == " " || $0 == "," }.contains { $0 == name.description }
          }
          #expect(isListed == (argument.visibility == .default), "\(command.path) \(name)")
        }
        if argument.kind == .operand { #expect(help.contains("\n  <\(argument.valueName)>")) }
      }
    }
  }

  @Test("help fits the columns it is given", arguments: [60, 80, 120])
  func width(columns: Int) {
    for command in CommandDescription(root: Tool.self).tree {
      let help = Tool.helpMessage(for: command.commandPath.leaf, columns: columns)
      for line in help.split(separator: "\n") { #expect(line.count <= columns) }
    }
  }

  @Test("a usage with too much in it names only what is required")
  func longUsage() {
    struct Wide: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "wide")
      @Option() var firstOfManyOptions: String?
      @Option() var secondOfManyOptions: String?
      @Option() var thirdOfManyOptions: String?
      @Option() var requiredOne: String
      @Argument() var path: [String]
    }
    #expect(Wide.usageString() == "Usage: wide --required-one <required-one> [<options>] <path> ...")
  }

  @Test("a configured usage stands as it is")
  func ownUsage() {
    struct Own: ParsableCommand {
      static let configuration = CommandConfiguration(usage: "own A\nown B\n")
    }
    #expect(Own.usageString() == "Usage: own A\nown B")
    #expect(Own.helpMessage().contains("\nUSAGE: own A\n       own B\n"))
  }

  @Test("an empty default is not worth a note")
  func emptyDefault() {
    struct Silent: ParsableCommand {
      @Option(help: "What to say.") var message = ""
    }
    #expect(Silent.helpMessage().contains("  --message <message>     What to say.\n"))
  }

  @Test("text is wrapped between words, examples are not")
  func wrapping() {
    #expect("one two three".wrapped(columns: 7) == ["one two", "three"])
    #expect("one two".wrapped(columns: 7, indentation: 2) == ["  one", "  two"])
    #expect("incomprehensible".wrapped(columns: 7) == ["incomprehensible"])
    #expect("  an example that is long\nx".wrapped(columns: 7) == ["  an example that is long", "x"])
    #expect("a\n\nb".wrapped(columns: 7) == ["a", "", "b"])
  }
}
