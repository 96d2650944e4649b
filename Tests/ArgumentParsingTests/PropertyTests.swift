import Testing

@testable import ArgumentParsing

@Suite("Property wrappers")
struct PropertyTests {
  struct Everything: ParsableCommand {
    struct Point: Decodable, Equatable, Sendable {
      var x: Int
      var y: Int

      init(_ text: String) throws {
        let parts = text.split(separator: ",").compactMap { Int($0) }
        guard parts.count == 2 else { throw ValidationError("expected two numbers around a comma") }
        (x, y) = (parts[0], parts[1])
      }
    }

    enum Mode: String, EnumerableFlag {
      case fastMode
      case slow
      static func name(for value: Mode) -> NameSpecification {
        value == .slow ? [.long, .customShort("s")] : .long
      }
    }

    enum Part: EnumerableFlag {
      case title
      case keywords
    }

    @Argument() var first: Int
    @Argument(transform: { try Point($0) }) var second: Point?
    @Argument var rest: [Double] = [1.5]

    @Option(name: .customLong("at"), transform: { try Point($0) }) var point: Point?
    @Option(transform: { try Point($0) }) var points: [Point] = []
    @Option() var needed: UInt
    @Option(parsing: .unconditional) var raw: String = "none"
    @Option(parsing: .unconditionalSingleValue) var raws: [String] = []
    @Option var isOn: Bool = false

    @Flag(inversion: .prefixedNo) var color = true
    @Flag(inversion: .prefixedEnableDisable) var cache: Bool
    @Flag(exclusivity: .chooseFirst) var mode: Mode?
    @Flag var parts: [Part] = [.title]

    var plain = 7
    var absent: String?

    mutating func run() throws {}
  }

  private func parse(_ arguments: String...) throws -> Everything {
    try Everything.parse(["1", "--needed", "2", "--enable-cache"] + arguments)
  }

  @Test("take their defaults")
  func defaults() throws {
    let command = try parse()
    #expect(command.first == 1)
    #expect(command.second == nil)
    #expect(command.rest == [1.5])
    #expect(command.point == nil)
    #expect(command.points.isEmpty)
    #expect(command.needed == 2)
    #expect(command.raw == "none")
    #expect(command.color)
    #expect(command.cache)
    #expect(command.mode == nil)
    #expect(command.parts == [.title])
    #expect(command.plain == 7)
    #expect(command.absent == nil)
  }

  @Test("operands are taken in the order of declaration, the rest by the array")
  func operands() throws {
    let command = try parse("3,4", "-2.5", "1e3")
    #expect(command.second?.y == 4)
    #expect(command.rest == [-2.5, 1000])
  }

  @Test("a closure makes values of any type")
  func transforms() throws {
    let command = try parse("--at", "1,2", "--points=3,4", "--points", "5,6")
    #expect(command.point?.x == 1)
    #expect(command.points.map(\.y) == [4, 6])
  }

  @Test("unconditional options take what looks like an option, even the terminator")
  func unconditional() throws {
    #expect(try parse("--raw", "--needed").raw == "--needed")
    #expect(try parse("--raw", "--").raw == "--")
    #expect(try parse("--raws", "-x", "--raws", "y").raws == ["-x", "y"])
  }

  @Test("Booleans are turned on and off; the last flag counts")
  func inversions() throws {
    #expect(try !parse("--no-color").color)
    #expect(try parse("--no-color", "--color").color)
    #expect(try !parse("--disable-cache").cache)
    #expect(try parse("--is-on", "true").isOn)
  }

  @Test("enumerable flags choose")
  func enumerables() throws {
    #expect(try parse("--fast-mode").mode == .fastMode)
    #expect(try parse("-s", "--fast-mode").mode == .slow)
    #expect(try parse("--keywords", "--title").parts == [.keywords, .title])
  }

  @Test("a parsed property can be changed, and only in this copy")
  func mutation() throws {
    var command = try parse("--raw", "x")
    let copy = command
    command.raw = "y"
    command.parts = []
    #expect(copy.raw == "x")
    #expect(command.raw == "y")
    #expect(command.parts.isEmpty)
  }

  @Test("missing required values are named")
  func missing() {
    func message(_ arguments: String...) -> String {
      ArgumentParsingTests.message(arguments, root: Everything.self)
    }
    #expect(message("--needed", "2", "--enable-cache") == "Missing expected argument '<first>'")
    #expect(message("1", "--enable-cache") == "Missing expected option '--needed <needed>'")
    #expect(message("1", "--needed", "2") == "Missing one of '--enable-cache', '--disable-cache'")
  }

  @Test("reading before parsing is a mistake of the program")
  func unparsed() async {
    await #expect(processExitsWith: .failure) { print(Everything().first) }
  }

  @Test(
    "property names become kebab case",
    arguments: [
      ("dryRun", "dry-run"), ("sourceURLPath", "source-url-path"), ("URL", "url"), ("toURL", "to-url"),
      ("max2Items", "max2-items"), ("snake_case", "snake-case"), ("x", "x"), ("ID", "id"),
    ])
  func kebabCase(property: String, expected: String) {
    #expect(property.kebabCased == expected)
  }
}
