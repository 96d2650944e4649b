import Testing

@testable import Translations

/// Syntax of MessageFormat; the verdicts are those of ICU 72's own parser (icu::MessagePattern) but for words that it
/// leaves for later: unknown kinds of arguments, plural forms that no language has, and repeated ones.
@Suite struct ICUMessageTests {
  private func parse(_ text: String) -> Result<ICUMessage, ICUMessage.Problem> {
    ICUMessage.parse(Array(text.utf8)[...], hasCodes: false)
  }

  private func message(_ text: String) throws -> ICUMessage { try parse(text).get() }

  private func names(_ text: String) throws -> [String] {
    let bytes = Array(text.utf8)
    return try message(text).allArguments.map { String(decoding: bytes[$0.name], as: UTF8.self) }
  }

  @Test(arguments: [
    ("", []), ("plain", []), ("{a}", ["a"]), ("{ a } {1}", ["a", "1"]), ("{n, number}", ["n"]),
    ("{d, date, yyyy-MM-dd}", ["d"]), ("{n,number,#,##0.0}", ["n"]), ("{d, date, ::yMMMd}", ["d"]),
    ("{n, plural, one {# file} other {# files}}", ["n"]),
    ("{n,plural,=0{none}other{{x} of {n}}}", ["n", "x", "n"]),
    ("{n, plural, offset:1 one {a} other {b}}", ["n"]), ("{n, selectordinal, two {#nd} other {#th}}", ["n"]),
    ("{g, select, male {his {thing}} other {their}}", ["g", "thing"]), ("a } b", []), ("it''s {a}", ["a"]),
    ("it's {a}", ["a"]), ("'{a}' {b}", ["b"]), ("'{' {b}", ["b"]), ("d'{a}", []),
    ("{n, plural, other {'#' '{x}' #}}", ["n"]), ("{größe}", ["größe"]),
    ("{g, select, my_key {a} other {b}}", ["g"]),
    ("{n, plural, other {{m, plural, other {#}}}}", ["n", "m"]),
  ])
  func messages(text: String, expected: [String]) throws {
    #expect(try names(text) == expected)
  }

  @Test(arguments: [
    ("{", ICUMessage.Problem.Reason.unclosed), ("{a", .unclosed), ("{}", .noName), ("{ }", .noName),
    ("{{a}}", .noName), ("{a b}", .noName), ("{a, plurial, other {x}}", .unknownKind),
    ("{a, plural}", .noOther),
    ("{a, plural, }", .noOther), ("{a, plural, one {x}}", .noOther),
    ("{a, plural, eins {x} other {y}}", .badKeyword),
    ("{a, plural, = {x} other {y}}", .badKeyword),
    ("{a, plural, one {x} one {y} other {z}}", .repeatedKeyword),
    ("{a, plural, one x other {y}}", .noBody), ("{a, plural, one {x} other {y}", .unclosed),
    ("{a, plural, one {x} other {y", .unclosed), ("{a, select, other {x} {y}}", .badKeyword),
    ("{a, number", .unclosed), ("{g, select, my-key {a} other {b}}", .noBody),
    ("{a, select, {x} other {y}}", .badKeyword),
    ("{a, plural, other {'}}", .unclosed),
  ])
  func problems(text: String, reason: ICUMessage.Problem.Reason) {
    switch parse(text) {
    case .success: Issue.record("\(text) was read")
    case .failure(let problem): #expect(problem.reason == reason, "\(text)")
    }
  }

  @Test func nestingHasALimit() {
    let deep = String(repeating: "{a, select, other {", count: 40) + String(repeating: "}}", count: 40)
    #expect(throws: ICUMessage.Problem.self) { try parse(deep).get() }
    let allowed = String(repeating: "{a, select, other {", count: 30) + String(repeating: "}}", count: 30)
    #expect(throws: Never.self) { try parse(allowed).get() }
  }

  @Test func whatATextShows() throws {
    #expect(try message("{n, plural, other {#}}").arguments[0].cases[0].body.showsNumber)
    #expect(try message("{n, plural, other {{g, select, other {#}}}}").arguments[0].cases[0].body.showsNumber)
    #expect(
      try !message("{n, plural, other {{m, plural, other {#}}}}").arguments[0].cases[0].body.showsNumber)
    #expect(try !message("# {a}").hasNumberSign)
    #expect(try message("{n, plural, offset:2 other {x}}").arguments[0].offset == 2)
    #expect(try message("it''s '{a}' l'eau }").strayBrackets == 1)
    #expect(try message("it''s l'eau").doubledApostrophes == 1)
    #expect(try message("it''s l'eau").loneApostrophes == 1)
    #expect(try message("'{a}'").quotations == [1..<4])
  }

  @Test func codesArePassedOver() throws {
    let text: [UInt8] =
      Array("{n, plural, other {".utf8) + [1] + Array("x\u{1F}{a}\u{1F}".utf8) + [2] + Array("}}".utf8)
    #expect(try ICUMessage.parse(text[...], hasCodes: true).get().allArguments.count == 1)
  }
}
