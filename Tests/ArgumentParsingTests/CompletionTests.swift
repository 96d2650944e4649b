import ArgumentParsing
import Foundation
import Testing

@Suite("Completion scripts")
struct CompletionTests {
  @Test(
    "every visible name of the tree is in every script, and no hidden one",
    arguments: CompletionShell.allCases)
  func complete(shell: CompletionShell) {
    let script = Tool.completionScript(for: shell)
    let commands = CommandDescription(root: Tool.self).tree
    for command in commands {
      #expect(script.contains(command.name) == command.isDisplayed, "\(command.path)")
      for argument in command.arguments where command.isDisplayed {
        for name in argument.names + argument.inverseNames {
          let spelled: String
          switch (shell, name) {
          case (.fish, .long(let word)): spelled = "-l '\(word)'"
          case (.fish, .short(let character)): spelled = "-s '\(character)'"
          default: spelled = name.description
          }
          #expect(script.contains(spelled) == (argument.visibility == .default), "\(command.path) \(name)")
        }
      }
    }
  }

  @Test("the shells accept their script", arguments: CompletionShell.allCases)
  func syntax(shell: CompletionShell) throws {
    let result = try run(shell.rawValue, ["-n", try write(Tool.completionScript(for: shell))])
    guard let result else { return Self.skip(shell) }
    #expect(result.code == 0, "\(result.output)")
  }

  @Test(
    "bash completes",
    arguments: [
      (["tool", ""], ["publish", "check", "index", "help"]),
      (["tool", "pu"], ["publish"]),
      (["tool", "-C", "index", ""], ["publish", "check", "index", "help"]),
      (["tool", "-C", "=", "index", "chec"], ["check"]),
      (["tool", "index", ""], ["apply", "route"]),
      (["tool", "help", "in"], ["index"]),
      (["tool", "release", "--d"], ["--dry-run", "--directory"]),
      (["tool", "publish", "--format", ""], ["text", "json", "jsonl"]),
      (["tool", "publish", "--format", "=", "js"], ["json", "jsonl"]),
      (["tool", "publish", "--format", "="], ["text", "json", "jsonl"]),
      (["tool", "publish", "--no"], ["--no-color"]),
      (["tool", "check", "--se"], ["--select"]),
      (["tool", "publish", "-m", ""], []),
    ] as [([String], [String])])
  func bash(words: [String], expected: [String]) throws {
    let script = """
      source \(try write(Tool.completionScript(for: .bash)))
      COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " ")))
      COMP_CWORD=\(words.count - 1)
      _tool
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    guard let result = try run("bash", ["-c", script]) else { return Self.skip(.bash) }
    #expect(result.output.split(separator: "\n").map(String.init) == expected)
  }

  @Test("bash offers directories and files of a kind")
  func bashPaths() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "completion-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "a folder"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["plan.json", "plan.txt"] { try Data().write(to: folder.appending(path: name)) }
    func offers(_ words: String) throws -> [String]? {
      let script = """
        source \(try write(Tool.completionScript(for: .bash))); cd '\(folder.path)'
        COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _tool; printf '%s\\n' "${COMPREPLY[@]}"
        """
      return try run("bash", ["-c", script])?.output.split(separator: "\n").map(String.init).sorted()
    }
    guard let directories = try offers("tool publish -C ''") else { return Self.skip(.bash) }
    #expect(directories == ["a folder"])
    #expect(try offers("tool publish ''") == ["a folder", "plan.json"])
  }

  @Test(
    "fish completes",
    arguments: [
      ("tool p", ["publish"]), ("tool -C index c", ["check"]), ("tool index ", ["apply", "route"]),
      ("tool publish --format js", ["json", "jsonl"]), ("tool release --dr", ["--dry-run"]),
      ("tool help in", ["index"]),
    ])
  func fish(line: String, expected: [String]) throws {
    let path = try write(Tool.completionScript(for: .fish))
    guard let result = try run("fish", ["--no-config", "-c", "source \(path); complete -C '\(line)'"]) else {
      return Self.skip(.fish)
    }
    let words = result.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    #expect(words.map(String.init).sorted() == expected.sorted())
  }

  @Test("zsh takes a list of extensions for a pattern, not for a qualifier")
  func zshPattern() {
    #expect(Tool.completionScript(for: .zsh).contains("_files -g \"*.(json)(-.)\""))
  }

  @Test("text with quotation marks stays one word")
  func quoting() throws {
    struct Odd: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "odd", abstract: "It's [odd]: \\.")
      @Option(help: "Don't; $HOME `x` [y]: \\z.", completion: .list(["a", "b"]))
      var value: String?
      @Option(help: "One of the users.", completion: .shellCommand("printf '%s\\n' anna berta"))
      var user: String?
    }
    for shell in CompletionShell.allCases {
      let path = try write(Odd.completionScript(for: shell))
      guard let result = try run(shell.rawValue, ["-n", path]) else {
        Self.skip(shell)
        continue
      }
      #expect(result.code == 0, "\(result.output)")
    }
    let script = """
      source \(try write(Odd.completionScript(for: .bash)))
      COMP_WORDS=(odd --user b); COMP_CWORD=2; _odd; printf '%s\\n' "${COMPREPLY[@]}"
      """
    #expect(try run("bash", ["-c", script])?.output == "berta\n")
  }

  /// Says which shell was not there, so that a green run does not hide it.
  private static func skip(_ shell: CompletionShell) { print("not tested: \(shell) is not installed") }

  private func write(_ script: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "completion-\(UUID().uuidString)")
    try Data(script.utf8).write(to: file)
    return file.path
  }

  /// The output and the code of a program, or nothing if it is not installed.
  private func run(_ program: String, _ arguments: [String]) throws -> (output: String, code: Int32)? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    guard let path = folders.map({ "\($0)/\(program)" }).first(where: FileManager.default.isExecutableFile)
    else {
      return nil
    }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: output, as: UTF8.self), process.terminationStatus)
  }
}
