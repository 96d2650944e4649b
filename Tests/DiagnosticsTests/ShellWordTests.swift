import Diagnostics
import Foundation
import Testing

@Suite struct ShellWordTests {
  private static let texts = [
    "", "articles/a1.title", "two words", "it's", "'", "''", "x'; touch PWNED; echo '", "$(id)", "`id`",
    "$HOME",
    "\\", "a\\'b", "a\tb", "a\nb\r", "\u{1}7", "\u{202E}abc\u{2066}", "a\u{200B}b", "\u{A0}", "\u{3000}", "é",
    "e\u{301}",
    "集中", "\u{FEFF}", "-x", "--key", "*", "~", "#", "a b\\c'd\"e", "!!", "{a,b}",
    "\u{1F469}\u{200D}\u{1F4BB}", "\u{2028}",
  ]

  /// bash is the oracle: what it makes of each word, between NULs.
  @Test(arguments: [ShellWord.word, ShellWord.quoted]) func aShellGivesTheTextBack(
    spell: @Sendable (String) -> String
  ) throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    shell.arguments = ["-c", "printf '%s\\0' " + Self.texts.map(spell).joined(separator: " ")]
    let output = Pipe()
    shell.standardOutput = output
    try shell.run()
    let bytes = Array(output.fileHandleForReading.readDataToEndOfFile())
    shell.waitUntilExit()
    let words = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
    #expect(words.map { Array($0) } == Self.texts.map { Array($0.utf8) })
  }

  @Test func nothingInvisibleIsLeft() {
    for text in Self.texts {
      let spelled = ShellWord.quoted(text)
      #expect(
        !spelled.unicodeScalars.contains { $0.value < 0x20 || $0.properties.isDefaultIgnorableCodePoint },
        "\(spelled)")
      #expect(!spelled.contains("`"))
    }
  }

  @Test func plainTextStaysReadable() {
    #expect(ShellWord.word("articles/a1.title") == "articles/a1.title")
    #expect(ShellWord.word("集中") == "'集中'")
    #expect(ShellWord.quoted("a\u{202E}b") == "$'a\\342\\200\\256b'")
    #expect(ShellWord.option("--key", "a.b") == "--key 'a.b'")
    #expect(ShellWord.option("--key", "-x") == "--key='-x'")
    #expect(ShellWord.path("-in put") == "'./-in put'")
    #expect(ShellWord.path("-") == "-")
  }
}
