import Diagnostics
import TestSupport
import Testing
import Translations

@testable import Interchange

/// What an edit does to the bytes of a file that somebody keeps by hand.
@Suite struct YAMLCatalogEditorTests {
  // MARK: Values in place

  @Test func onlyTheValueChanges() throws {
    let text = "# about the file\nde:\n  title: Hallo   # shown at the top\n\n  body: \"Text\"\n"
    #expect(
      try edited(text, set("title", "Guten Tag"))
        == "# about the file\nde:\n  title: Guten Tag   # shown at the top\n\n  body: \"Text\"\n")
  }

  @Test func whatIsThereAlreadyGivesTheSameBytes() throws {
    let text = "de:\n  a: 'x'\n  b: >-\n    y\n    z\n  c: [ 1, 2 ]\n  d:\n"
    #expect(
      try edited(text, set("a", "x"), set("b", "y z"), set("c.0", "1"), remove("d"), remove("e")) == text)
  }

  @Test(arguments: [
    ("a: x", "u", "a: u"), ("a: x", "y", "a: \"y\""), ("a: x", "no", "a: \"no\""),
    ("a: x", "Off", "a: \"Off\""),
    ("a: x", "null", "a: \"null\""), ("a: x", "~", "a: \"~\""), ("a: x", "", "a: \"\""),
    ("a: x", "12", "a: \"12\""), ("a: x", "1.10", "a: \"1.10\""), ("a: x", "2024-01-01", "a: \"2024-01-01\""),
    ("a: x", "12:30", "a: \"12:30\""), ("a: x", ":year", "a: \":year\""), ("a: x", "<<", "a: \"<<\""),
    ("a: 3", "2", "a: 2"), ("a: true", "false", "a: false"), ("a: yes", "no", "a: \"no\""),
    ("a: :day", ":year", "a: :year"),
    ("a: x", "%{n} y", "a: \"%{n} y\""), ("a: x", "@name", "a: \"@name\""), ("a: x", "`c`", "a: \"`c`\""),
    ("a: x", "{{n}}", "a: \"{{n}}\""), ("a: x", "Note: y", "a: \"Note: y\""), ("a: x", "y:", "a: \"y:\""),
    ("a: x", "issue #5", "a: \"issue #5\""), ("a: x", "a#b", "a: a#b"), ("a: x", " y", "a: \" y\""),
    ("a: x", "y ", "a: \"y \""), ("a: x", "- y", "a: \"- y\""), ("a: x", "-y", "a: -y"),
    ("a: x", "? y", "a: \"? y\""), ("a: x", "* y", "a: \"* y\""), ("a: x", "& y", "a: \"& y\""),
    ("a: x", "---", "a: \"---\""), ("a: x", "it's", "a: it's"), ("a: x", "'it'", "a: \"'it'\""),
    ("a: x", "<a href=\"x\">", "a: <a href=\"x\">"), ("a: x", "\"x\"", "a: '\"x\"'"),
    ("a: x", "\u{A0}y", "a: \"\u{A0}y\""), ("a: x", "a\u{2028}b", "a: \"a\\Lb\""),
    ("a: x", "a\tb", "a: \"a\\tb\""), ("a: x", "a\u{1}b", "a: \"a\\x01b\""), ("a: x", "a\0b", "a: \"a\\0b\""),
    ("a: x", "😀", "a: 😀"), ("a: x", "a\u{FEFF}b", "a: \"a\\uFEFFb\""), ("a: x", "a\r\nb", "a: \"a\\r\\nb\""),
    ("a: 'x'", "it's", "a: 'it''s'"), ("a: 'x'", "a\nb", "a: \"a\\nb\""), ("a: 'x'", "", "a: ''"),
    ("a: \"x\"", "y", "a: \"y\""), ("a: \"x\"", "\\ and \"", "a: \"\\\\ and \\\"\""),
    ("a: \"x\"", "a\nb", "a: \"a\\nb\""), ("a: \"\\u00e9\"", "è", "a: \"è\""),
    ("a:", "x", "a: x"), ("a: ~", "x", "a: x"), ("a: null # c", "x", "a: x # c"), ("a: # c", "x", "a: x # c"),
    ("a: !!null", "x", "a: x"), ("a: !!str no", "yes", "a: !!str \"yes\""), ("a: &n x", "u", "a: &n u"),
    ("a: x\n  y # c", "z", "a: z # c"), ("a: \"x\n  y\"", "z", "a: \"z\""), ("a:\n  x", "z", "a:\n  z"),
  ])
  func theStyleIsKeptOrTheQuotesAreSafe(_ text: String, _ value: String, _ result: String) throws {
    #expect(try edited(text + "\n", set("a", value), path: "plain.yml") == result + "\n")
  }

  @Test(arguments: [
    ("a: |\n  x\n  y\n", "z\n", "a: |\n  z\n"),
    ("a: |\n  x\n  y\n", "z", "a: |-\n  z\n"),
    ("a: |-\n   x\n\n\nb: z\n", "y\n\nw", "a: |-\n   y\n\n   w\n\n\nb: z\n"),
    ("a: |+\n  x\n\nb: z\n", "y\n\n\n", "a: |+\n  y\n\n\nb: z\n"),
    ("a: |+\n  x\n\nb: z\n", "u", "a: |-\n  u\nb: z\n"),
    ("a: |+\n  x\n\nb: z\n", "", "a: \"\"\nb: z\n"),
    ("a: | # c\n  x\n", "y\n", "a: | # c\n  y\n"),
    ("a: | # c\n  x\n", "", "a: \"\" # c\n"),
    ("a: |\n  x\n", "  y\n", "a: |2\n    y\n"),
    ("a: |\n  x\n", "\ty\n", "a: \"\\ty\\n\"\n"),
    ("a: |\n  x\n\n", "y\n\n", "a: \"y\\n\\n\"\n\n"),
    ("a: >-\n  x\n  y\n", "z w", "a: >-\n  z w\n"),
    ("a: >\n  x\n", "z\nw\n", "a: >\n  z\n\n  w\n"),
    ("a: >-\n  x\n", "z\n\nw", "a: >-\n  z\n\n\n  w\n"),
    ("a: >-\n  x\n", "z\n  w", "a: |-\n  z\n    w\n"),
    ("a: x # c\n", "y\nz", "a: |- # c\n  y\n  z\n"),
    ("a: x\r\nb: z\r\n", "y\nz\n", "a: |\r\n  y\r\n  z\r\nb: z\r\n"),
    ("a: |\n  x", "y\n", "a: |\n  y\n"),
    ("- id: a\n  translation: x\n", "y\nz", "- id: a\n  translation: |-\n    y\n    z\n"),
  ])
  func blockTextsKeepTheirForm(_ text: String, _ value: String, _ result: String) throws {
    #expect(try edited(text, set("a", value), path: "plain.yml") == result)
  }

  @Test(
    arguments: [
      ("{a: x, b: y}\n", "z, w", "{a: \"z, w\", b: y}\n"), ("{a: x, b: y}\n", "z", "{a: z, b: y}\n"),
      ("{a: , b: y}\n", "z", "{a: z, b: y}\n"), ("{a, b: y}\n", "z", nil),
      ("{a: x}\n", "z\nw", "{a: \"z\\nw\"}\n"),
      ("{\"a\":\"x\"}\n", "z", "{\"a\":\"z\"}\n"), ("{a: x}\n", "http://z", "{a: \"http://z\"}\n"),
    ] as [(String, String, String?)])
  func flowMapsStayOnTheirLine(_ text: String, _ value: String, _ result: String?) throws {
    #expect(try edited(text, set("a", value), path: "plain.yml", mayFail: result == nil) == result)
  }

  // MARK: New keys

  @Test func aNewKeyStandsInTheOrderOfItsNeighbours() throws {
    let text = "de:\n    a: x\n    # about c\n    c: y\n\n    other:\n        b: z\n"
    #expect(
      try edited(text, set("b", "1 2"), set("other.c", "w"), set("z.u", "new"))
        == "de:\n    a: x\n    b: \"1 2\"\n    # about c\n    c: y\n\n    other:\n        b: z\n        c: w\n"
        + "    z:\n        u: new\n")
    #expect(
      try edited("de:\n  # about b\n  b: x\n  c: y\n", set("a", "z"))
        == "de:\n  a: z\n  # about b\n  b: x\n  c: y\n")
  }

  @Test func withoutOrderANewKeyStandsAtTheEnd() throws {
    #expect(
      try edited("de:\n  b: x\n  a: y # c\n\n# end\n", set("aa", "z"))
        == "de:\n  b: x\n  a: y # c\n  aa: z\n\n# end\n")
    #expect(try edited("de:\n  b: x", set("a", "z")) == "de:\n  b: x\n  a: z")
    #expect(try edited("de:\r\n  b: x\r\n", set("a.b", "z")) == "de:\r\n  b: x\r\n  a:\r\n    b: z\r\n")
  }

  @Test func theQuotesOfTheNeighboursAreFollowed() throws {
    #expect(
      try edited("\"b\": \"x\"\n\"a\": \"u\"\n", set("c", "z"), path: "plain.yml")
        == "\"b\": \"x\"\n\"a\": \"u\"\n\"c\": \"z\"\n")
    #expect(
      try edited("b: x\na: 'it''s'\nno: \"no\"\n", set("yes", "on"), path: "plain.yml")
        == "b: x\na: 'it''s'\nno: \"no\"\n\"yes\": \"on\"\n")
  }

  @Test(
    arguments: [
      ("de:\n", "de:\n  a:\n    b: x\n"), ("de: ~\n", "de:\n  a:\n    b: x\n"),
      ("de: {}\n", "de:\n  a:\n    b: x\n"),
      ("de: # c\n", "de: # c\n  a:\n    b: x\n"), ("de: {} # c\n", "de: # c\n  a:\n    b: x\n"),
      ("", "de:\n  a:\n    b: x\n"), ("# only this\n", "# only this\nde:\n  a:\n    b: x\n"),
      ("---\n", "---\nde:\n  a:\n    b: x\n"), ("de:\n  a:\n", "de:\n  a:\n    b: x\n"),
      ("de: {c: y}\n", "de: {c: y, a: {b: x}}\n"),
      ("de: { c: y, d: z }\n", "de: { a: {b: x}, c: y, d: z }\n"),
      (
        "de:\n  {\n    c: y, # c\n    b: z # d\n  }\n",
        "de:\n  {\n    c: y, # c\n    b: z, # d\n    a: {b: x}\n  }\n"
      ),
      ("{}\n", "de:\n  a:\n    b: x\n"), ("{de: {}}\n", "{de: {a: {b: x}}}\n"),
      ("en:\n  a: y\n", nil), ("de:\n  a: y\n", nil), ("de:\n  a:\n  - y\n", nil),
      ("de:\n  <<: {a: {c: y}}\n", nil), ("de:\n  c: {a: &a {b: y}}\n  a: *a\n", nil),
    ] as [(String, String?)])
  func whereNothingWas(_ text: String, _ result: String?) throws {
    #expect(try edited(text, set("a.b", "x"), mayFail: result == nil) == result)
  }

  @Test func aNewFileHasTheLayoutOfTheProject() throws {
    let edits = [set("b", "x"), set("a.one", "u"), set("m.0", "p"), set("m.1", "q")]
    let expected: [(CatalogLayout, String)] = [
      (.localeRoot, "de:\n  a:\n    one: u\n  b: x\n  m:\n  - p\n  - q\n"),
      (.plain, "a:\n  one: u\nb: x\nm:\n- p\n- q\n"),
      (
        .messageList,
        "- id: a\n  translation:\n    one: u\n- id: b\n  translation: x\n- id: m\n  translation:\n  - p\n  - q\n"
      ),
    ]
    for (layout, text) in expected {
      let parsed = try YAMLCatalogEditor.applying(
        edits, to: nil, path: "de.yml", locale: LanguageTag("de")!, layout: layout)
      #expect(parsed.value.map { String(decoding: $0, as: UTF8.self) } == text)
    }
    let leaves = try YAMLCatalogEditor.applying(
      [set("b", "x")], to: nil, path: "app.yml", locale: LanguageTag("de")!, layout: .localeLeaves)
    #expect(leaves.value.map { String(decoding: $0, as: UTF8.self) } == "_version: 2\nb:\n  de: x\n")
  }

  @Test func listsGrowAtTheirEnd() throws {
    #expect(
      try edited("de:\n  a:\n  - x\n", set("a.1", "u"), set("a.2", "no"))
        == "de:\n  a:\n  - x\n  - u\n  - \"no\"\n")
    #expect(try edited("de:\n  a: [x]\n", set("a.1", "u")) == "de:\n  a: [x, u]\n")
    #expect(try edited("de:\n  a: []\n", set("a.0", "u")) == "de:\n  a: [u]\n")
    #expect(try edited("de:\n  a: [~, x]\n", set("a.0", "u")) == "de:\n  a: [u, x]\n")
    #expect(try edited("de:\n  a: [x]\n", set("a.2", "y"), mayFail: true) == nil)
    let months = (1...12).map { set("m.\($0)", "M\($0)") }
    let result = try editedAll("de:\n  x: y\n", months)
    #expect(result?.hasPrefix("de:\n  x: y\n  m:\n  - ~\n  - M1\n") == true)
  }

  // MARK: Keys that go

  @Test(
    arguments: [
      ("de:\n  a: x # c\n  b: y\n", "de:\n  b: y\n"),
      ("de:\n  # about a\n  a: x\n  b: y\n", "de:\n  # about a\n  b: y\n"),
      ("de:\n  b: y\n  a: x", "de:\n  b: y\n"),
      ("de:\n  a: |\n    x\n\n  b: y\n", "de:\n\n  b: y\n"),
      ("de:\n  a: |+\n    x\n\n  b: y\n", "de:\n  b: y\n"),
      ("de:\n  a: \"x\n    y\"\n  b: y\n", "de:\n  b: y\n"),
      ("de:\n  a: x\n", "de: {}\n"), ("de: # c\n  a: x\n", "de: {} # c\n"),
      ("de: {a: x, b: y}\n", "de: {b: y}\n"), ("de: {b: y, a: x}\n", "de: {b: y}\n"),
      ("de: {a: x}\n", "de: {}\n"),
      ("de: {b: y, a: x, c: z}\n", "de: {b: y, c: z}\n"),
      ("de: {\n  a: x, # c\n  b: y\n}\n", "de: {\n   # c\n  b: y\n}\n"),
      ("de:\n  ? a\n  : x\n  b: y\n", nil), ("de:\n  <<: {a: x}\n  b: y\n", nil),
    ] as [(String, String?)])
  func aKeyGoesWithItsLines(_ text: String, _ result: String?) throws {
    #expect(try edited(text, remove("a"), mayFail: result == nil) == result)
  }

  @Test(arguments: [
    ("de:\n  c: y\n  a:\n    b: x\n", "de:\n  c: y\n"),
    ("de:\n  c: y\n  a: # about a\n    b: x\n", "de:\n  c: y\n  a: {} # about a\n"),
    ("de:\n  a:\n    # about b\n    b: x\n  c: y\n", "de:\n  a: {}\n    # about b\n  c: y\n"),
    ("de:\n  a: {b: x}\n  c: y\n", "de:\n  c: y\n"),
    ("de:\n  a: &a\n    b: x\n  c: y\n", "de:\n  a: &a {}\n  c: y\n"),
    ("de:\n  a:\n    b: x\n", "de: {}\n"),
  ])
  func anEmptyGroupGoesUnlessItHasToStay(_ text: String, _ result: String) throws {
    #expect(try edited(text, remove("a.b")) == result)
  }

  @Test func anItemOfAListKeepsItsPlace() throws {
    #expect(try edited("de:\n  a:\n  - x\n  - y\n", remove("a.0")) == "de:\n  a:\n  - ~\n  - y\n")
    #expect(try edited("de:\n  a: [x, y]\n", remove("a.1")) == "de:\n  a: [x, ~]\n")
    #expect(
      try edited("de:\n  a:\n  - b: x\n    c: y\n  - d: z\n", remove("a.0.b"))
        == "de:\n  a:\n  - c: y\n  - d: z\n")
    #expect(try edited("de:\n  a:\n  - b: x\n  - d: z\n", remove("a.0.b")) == "de:\n  a:\n  - {}\n  - d: z\n")
  }

  @Test func aMessageOfAListGoesWhole() throws {
    let text = "- id: a\n  translation: x\n\n- id: b\n  translation: y\n"
    #expect(try edited(text, remove("a"), path: "de.yml") == "\n- id: b\n  translation: y\n")
    #expect(
      try edited(text, set("c", "z"), remove("b"), path: "de.yml")
        == "- id: a\n  translation: x\n\n- id: c\n  translation: z\n")
  }

  @Test func aMessageMayTakeAnotherShape() throws {
    #expect(
      try edited("de:\n  a: x\n  b: y\n", remove("a"), set("a.one", "1 x"), set("a.other", "many"))
        == "de:\n  a:\n    one: \"1 x\"\n    other: many\n  b: y\n")
    #expect(
      try edited(
        "de:\n  a:\n    one: x\n    other: y\n  b: y\n", set("a", "z"), remove("a.one"), remove("a.other"))
        == "de:\n  a: z\n  b: y\n")
  }

  // MARK: Anchors, aliases, merge keys

  @Test func anAliasIsReplacedWhereItStands() throws {
    #expect(try edited("de:\n  a: &a x\n  b: *a\n", set("b", "u")) == "de:\n  a: &a x\n  b: u\n")
    #expect(try edited("de:\n  a: &a x\n  b: *a\n", remove("b")) == "de:\n  a: &a x\n")
  }

  @Test func aMergedKeyIsOverridden() throws {
    #expect(
      try edited("de:\n  base: &b\n    x: y\n  a:\n    <<: *b\n    z: w\n", set("a.x", "m"))
        == "de:\n  base: &b\n    x: y\n  a:\n    <<: *b\n    z: w\n    x: m\n")
  }

  @Test func whatOthersShareIsRefused() throws {
    let text = "de:\n  a: &shared x\n  b: *shared\n"
    let parsed = try apply(text, [set("a", "y")])
    #expect(parsed.value == nil)
    #expect(parsed.diagnostics.findings == ["YM-NOT-EDITABLE 2:6"])
    #expect(
      parsed.diagnostics.first?.message == "other keys share the value through the anchor `&shared`")
    #expect(parsed.diagnostics.first?.help == "edit the key by hand")
  }

  @Test func aKeyThatStandsTwiceIsRefused() throws {
    #expect(
      try apply("de:\n  a: x\n  a: y\n", [set("a", "z")]).diagnostics.findings == ["YM-NOT-EDITABLE 3:3"])
    #expect(try edited("de:\n  a: x\n  a: y\n  b: y\n", set("b", "z")) == "de:\n  a: x\n  a: y\n  b: z\n")
  }

  // MARK: Several locales

  @Test func otherLocalesOfTheFileStay() throws {
    let roots = "en:\n  a: x\nde:\n  a: y\nja:\n  a: z\n"
    #expect(try edited(roots, set("a", "w"), path: "all.yml") == "en:\n  a: x\nde:\n  a: w\nja:\n  a: z\n")
    let leaves = "_version: 2\na:\n  en: x\n  ja: z\nb: {de: y, en: w}\n"
    #expect(
      try edited(leaves, set("a", "v"), remove("b"), path: "all.yml")
        == "_version: 2\na:\n  de: v\n  en: x\n  ja: z\nb: {en: w}\n")
  }

  // MARK: Refusals

  @Test func aFileThatIsNotReadableIsRefusedForItsOwnReason() throws {
    #expect(try apply("de:\n\ta: x\n", [set("a", "y")]).diagnostics.findings == ["YM-TAB 2:1"])
    #expect(try apply("en:\n  a: x\n", [set("a", "y")]).diagnostics.findings == ["YM-LOCALE-MISMATCH 1:1"])
    let wide = Array("\u{FEFF}de: {a: x}".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let parsed = try YAMLCatalogEditor.applying(
      [set("a", "y")], to: wide, path: "de.yml", locale: LanguageTag("de")!, layout: nil)
    #expect(parsed.diagnostics.findings == ["YM-NOT-EDITABLE"])
  }

  @Test func whatWouldLookLikeAnotherLayoutIsRefused() throws {
    // Of `a` and a language's name only the name is left, which looks like a locale.
    let text = "a: x\nno:\n"
    let refused = try apply(text, [remove("a")])
    #expect(
      refused.diagnostics.map(\.message) == ["the edited file would be taken for one of another layout"])
    #expect(refused.diagnostics.first?.help == "write `layout: plain` to the catalog in assets.yml")
    let said = try YAMLCatalogEditor.applying(
      [remove("a")], to: Array(text.utf8), path: "de.yml", locale: LanguageTag("de")!, layout: .plain)
    #expect(said.value.map { String(decoding: $0, as: UTF8.self) } == "no:\n")
  }

  @Test func anInlineCodeWithoutTextIsRefused() throws {
    let code = Message(bytes: Array("x\u{1}x\u{1F}1\u{1F}\u{2}".utf8), hasCodes: true)
    let named = Message(bytes: Array("x \u{1}x\u{1F}1\u{1F}%d\u{2}".utf8), hasCodes: true)
    let edit = { (message: Message) in CatalogEdit(path: ["a"], message: message) }
    #expect(try apply("de:\n  a: x\n", [edit(code)]).diagnostics.findings == ["YM-NOT-EDITABLE"])
    #expect(try editedAll("de:\n  a: x\n", [edit(named)]) == "de:\n  a: x %d\n")
  }

  // MARK: Names

  @Test func aKeyIsRenamedWhereItStands() throws {
    let rename = { (text: String, path: String, name: String) -> Parsed<[UInt8]?> in
      try YAMLCatalogEditor.renaming(
        [.init(path: key(path), name: ExactString(name))], in: Array(text.utf8), path: "de.yml",
        locale: LanguageTag("de")!, layout: nil)
    }
    let string = { (parsed: Parsed<[UInt8]?>) in parsed.value.map { String(decoding: $0, as: UTF8.self) } }
    #expect(string(try rename("de:\n  a: x # c\n  b: y\n", "a", "no")) == "de:\n  \"no\": x # c\n  b: y\n")
    #expect(string(try rename("de:\n  'a': {b: x}\n", "a", "it's")) == "de:\n  'it''s': {b: x}\n")
    #expect(string(try rename("de:\n  a: {b: ~}\n", "a.b", "c")) == "de:\n  a: {c: ~}\n")
    #expect(string(try rename("- id: a\n  translation: x\n", "a", "b")) == "- id: b\n  translation: x\n")
    #expect(try rename("de:\n  a: x\n  b: y\n", "a", "b").diagnostics.findings == ["YM-NOT-EDITABLE"])
    #expect(try rename("de:\n  a: x\n", "b", "c").diagnostics.findings == ["YM-NOT-EDITABLE"])
    #expect(try rename("de:\n  a: [x]\n", "a.0", "c").diagnostics.findings == ["YM-NOT-EDITABLE 2:7"])
    let long = String(repeating: "k", count: 1100)
    #expect(try rename("de:\n  a: x\n", "a", long).value == nil)
  }

  // MARK: Help

  private func key(_ path: String) -> [ExactString] {
    path.split(separator: ".").map { ExactString(String($0)) }
  }

  private func set(_ path: String, _ text: String) -> CatalogEdit {
    CatalogEdit(path: key(path), message: Message(text))
  }

  private func remove(_ path: String) -> CatalogEdit { CatalogEdit(path: key(path), message: nil) }

  private func apply(_ text: String, _ edits: [CatalogEdit], path: String = "de.yml") throws -> Parsed<
    [UInt8]?
  > {
    try YAMLCatalogEditor.applying(
      edits, to: Array(text.utf8), path: path, locale: LanguageTag("de")!, layout: nil)
  }

  private func edited(
    _ text: String, _ edits: CatalogEdit..., path: String = "de.yml", mayFail: Bool = false
  ) throws -> String? {
    try editedAll(text, edits, path: path, mayFail: mayFail)
  }

  private func editedAll(
    _ text: String, _ edits: [CatalogEdit], path: String = "de.yml", mayFail: Bool = false
  ) throws -> String? {
    let parsed = try apply(text, edits, path: path)
    if !mayFail { #expect(parsed.diagnostics.isEmpty) }
    return parsed.value.map { String(decoding: $0, as: UTF8.self) }
  }
}
