import ArgumentParsing
import Testing

@Suite("Checks of declarations")
struct DeclarationProblemTests {
  private typealias Kind = DeclarationProblem.Kind

  private func kinds(_ command: any ParsableCommand.Type) -> Set<Kind> {
    Set(command.declarationProblems().map(\.kind)).subtracting([.missingAbstract, .missingExample])
  }

  @Test("the sample tree has none but the example of the hidden command")
  func sample() {
    #expect(Tool.declarationProblems().map(\.description) == [])
  }

  @Test("names")
  func names() {
    struct Bad: ParsableCommand {
      static let configuration = CommandConfiguration(version: "1")
      @Flag(name: .shortAndLong) var verbose = false
      @Option(name: .customShort("v")) var value: String?
      @Flag(name: .customLong("help")) var explain = false
      @Flag(name: .long) var version = false
      @Flag(name: .customShort("1")) var first = false
      @Flag(name: .customLong("a b")) var spaced = false
      @Flag(name: []) var nameless = false
    }
    #expect(kinds(Bad.self) == [.duplicateName, .reservedName, .unusableName, .missingName])
    let reserved = Bad.declarationProblems().filter { $0.kind == .reservedName }.map(\.subject)
    #expect(reserved == ["--help", "--version"])
    #expect(
      Bad.declarationProblems().contains(
        DeclarationProblem(kind: .duplicateName, command: "bad", subject: "-v")))
  }

  @Test("operands")
  func operands() {
    struct Bad: ParsableCommand {
      static let configuration = CommandConfiguration(subcommands: [Secret.self])
      @Argument() var first: String?
      @Argument() var second: String
      @Argument() var rest: [String]
      @Argument() var last: String?
    }
    #expect(kinds(Bad.self) == [.requiredAfterOptional, .operandAfterRest, .operandBesideSubcommands])
  }

  @Test("flags that change nothing")
  func flags() {
    struct Bad: ParsableCommand {
      @Flag var always = true
      @Flag(inversion: .prefixedNo) var color = true
    }
    #expect(
      Bad.declarationProblems().filter { $0.kind == .flagWithoutEffect }.map(\.subject) == ["--always"])
  }

  @Test("subcommands")
  func subcommands() {
    struct Bad: ParsableCommand {
      static let configuration = CommandConfiguration(
        subcommands: [One.self, Two.self, Bad.self], defaultSubcommand: Three.self)
      @Flag(name: .shortAndLong) var verbose = false
      struct One: ParsableCommand {
        static let configuration = CommandConfiguration(aliases: ["two"])
        @Option(name: .customShort("v")) var value: String?
      }
      struct Two: ParsableCommand {}
      struct Three: ParsableCommand {}
    }
    #expect(
      kinds(Bad.self) == [.duplicateSubcommand, .recursion, .unlistedDefault, .conflictWithParent])
  }

  @Test("the root may bring its own help, but not two")
  func ownHelp() {
    struct Root: ParsableCommand {
      static let configuration = CommandConfiguration(subcommands: [Help.self])
      struct Help: ParsableCommand {
        @Argument var topics: [String] = []
        mutating func run() throws {}
      }
    }
    #expect(kinds(Root.self) == [])
    #expect((try? parsed(Root.Help.self, "help", "exit-codes", root: Root.self).topics) == ["exit-codes"])
  }

  @Test("help texts")
  func helpTexts() {
    struct Bad: ParsableCommand {
      static let configuration = CommandConfiguration(
        discussion: "Examples:\n  bad " + String(repeating: "x", count: 80))
      @Option() var value: String?
    }
    let problems = Bad.declarationProblems()
    #expect(problems.map(\.kind) == [.missingAbstract, .missingAbstract, .wideHelp])
    #expect(problems[1].description == "bad: missingAbstract: --value <value>")
    struct Bare: ParsableCommand {}
    #expect(Bare.declarationProblems().map(\.kind) == [.missingAbstract, .missingExample])
  }
}
