import Diagnostics
import Testing
import Translations

@testable import Interchange

@Suite struct ContentMapReaderTests {
  private func read(_ files: String...) throws -> Parsed<[ContentRecord]> {
    var reader = ContentMapReader()
    for (index, file) in files.enumerated() {
      try reader.read(BytesSource(file), path: "content\(index).yml")
    }
    return reader.finish()
  }

  private func record(_ fields: String) -> String { "content:\n- { \(fields) }\n" }

  private static let least = "contentID: a, domain: d, route: \"x://a\", titleKey: app/a.title"

  @Test func aRecordSaysWhatItSays() throws {
    let parsed = try read(
      """
      content:
        - contentID: article:focus-timer
          domain: articles
          route: harbor://articles/focus-timer
          titleKey: articles/focus-timer.title
          descriptionKey: articles/focus\\.timer.description
          keywordKeys: [articles/focus-timer, shared]
          isSearchable: false
          access: account
          formerIDs: [article:pomodoro]
        - { contentID: b, domain: d, route: r, titleKey: app/b }
      """)
    #expect(parsed.diagnostics.isEmpty)
    let record = parsed.value[0]
    #expect(record.contentID.description == "article:focus-timer")
    #expect(record.domain == "articles")
    #expect(record.route == "harbor://articles/focus-timer")
    #expect(record.titleKey.segments == ["articles", "focus-timer", "title"])
    #expect(record.descriptionKey?.segments == ["articles", "focus.timer", "description"])
    #expect(record.keywordKeys == ["articles/focus-timer", "shared"])
    #expect(!record.isSearchable)
    #expect(record.access == .account)
    #expect(record.formerIDs.map(\.description) == ["article:pomodoro"])
    #expect(record.location == SourceLocation(path: "content0.yml", line: 2, column: 5))
    let least = parsed.value[1]
    #expect(least.isSearchable && least.access == .public && least.formerIDs.isEmpty)
    #expect(least.descriptionKey == nil && least.keywordKeys.isEmpty)
  }

  @Test(arguments: [
    ("contentID: a, domain: d, route: r", "MF-MISSING-FIELD 2:3"),
    (least + ", searchable: true", "MF-UNKNOWN-FIELD 2:69"),
    (least + ", access: secret", "MF-VALUE 2:77"),
    (least + ", isSearchable: maybe", "MF-TYPE 2:83"),
    (least + ", isSearchable: no", "MF-TYPE 2:83"),
    (least + ", keywordKeys: k", "MF-TYPE 2:82"),
    (least + ", keywordKeys: [~]", "MF-TYPE 2:83"),
    (least + ", descriptionKey: ~", "MF-TYPE 2:85"),
    (least + ", descriptionKey: title", "MF-KEY 2:85"),
    (least + ", descriptionKey: app/", "MF-KEY 2:85"),
    (least + ", descriptionKey: /title", "MF-KEY 2:85"),
    (least + ", descriptionKey: \"app/a\\\\\"", "MF-KEY 2:85"),
    ("contentID: \"\", domain: d, route: r, titleKey: a/b", "ID-INVALID 2:16"),
    ("contentID: \"a\\tb\", domain: d, route: r, titleKey: a/b", "ID-INVALID 2:16"),
    ("contentID: \"a\\u202Eb\", domain: d, route: r, titleKey: a/b", "ID-INVALID 2:16"),
    ("contentID: [x], domain: d, route: r, titleKey: a/b", "MF-TYPE 2:16"),
    ("contentID: a, domain: \"\", route: r, titleKey: a/b", "MF-VALUE 2:27"),
    ("contentID: a, domain: d, route: \"r\\n\", titleKey: a/b", "MF-VALUE 2:37"),
    (least + ", formerIDs: [\"\"]", "ID-INVALID 2:81"),
  ])
  func whatIsWrongIsReportedWithItsPlace(_ fields: String, _ finding: String) throws {
    #expect(try read(record(fields)).diagnostics.findings == [finding])
  }

  @Test func idsHaveAtMost256Bytes() throws {
    let long = String(repeating: "x", count: 257)
    #expect(try read(record("contentID: \(long), domain: d, route: r, titleKey: a/b")).value.isEmpty)
    #expect(
      try read(record("contentID: \(long.dropLast()), domain: d, route: r, titleKey: a/b")).value.count == 1)
  }

  @Test func oneIdIsOneRecordAcrossFiles() throws {
    let parsed = try read(record(Self.least), record(Self.least))
    #expect(parsed.value.count == 1)
    #expect(parsed.value[0].location?.path == "content0.yml")
    #expect(parsed.diagnostics.findings == ["ID-DUPLICATE 2:3"])
    #expect(parsed.diagnostics[0].location?.path == "content1.yml")
    #expect(parsed.diagnostics[0].contentIDs == ["a"])
    #expect(parsed.diagnostics[0].notes.first?.location?.path == "content0.yml")
  }

  @Test func canonicallyEquivalentIdsAreTwo() throws {
    let text =
      "content:\n- { contentID: \u{e9}, domain: d, route: r, titleKey: a/b }\n"
      + "- { contentID: e\u{301}, domain: d, route: r, titleKey: a/b }\n"
    let parsed = try read(text)
    #expect(parsed.diagnostics.isEmpty)
    #expect(parsed.value.count == 2)
  }

  @Test(arguments: [
    ("[b]", "the ID of another record", ["a", "b"]), ("[a]", "its own ID", ["a"]),
    ("[c, c]", "listed twice", ["a"]), ("[old]", "a former ID of another record too", ["a", "b"]),
  ])
  func formerIDsAreOfOneRecordAndGone(_ formers: String, _ what: String, _ ids: [String]) throws {
    let text = """
      content:
      - { contentID: b, domain: d, route: r, titleKey: x/b, formerIDs: [old] }
      - { contentID: a, domain: d, route: r, titleKey: x/a, formerIDs: \(formers) }
      """
    let parsed = try read(text)
    #expect(parsed.diagnostics.findings == ["ID-FORMER 3:3"])
    #expect(parsed.diagnostics[0].message.hasSuffix(what))
    #expect(parsed.diagnostics[0].contentIDs == ids)
  }

  @Test(arguments: [
    ("", "MF-MISSING-FIELD 1:1"), ("contents: []\n", "MF-UNKNOWN-FIELD 1:1"), ("- a\n", "MF-TYPE 1:1"),
    ("content: {}\n", "MF-TYPE 1:10"), ("content:\n", "MF-TYPE 1:9"), ("content: [a]\n", "MF-TYPE 1:11"),
    ("content: [", "YM-SYNTAX 1:11"),
  ])
  func filesThatAreNoContentMap(_ text: String, _ finding: String) throws {
    #expect(try read(text).diagnostics.findings.first == finding)
  }

  @Test func anEmptyListIsAContentMap() throws {
    let parsed = try read("content: []\n")
    #expect(parsed.value.isEmpty && parsed.diagnostics.isEmpty)
  }

  @Test func aliasesStandForTheirNodes() throws {
    let parsed = try read(
      """
      content:
      - { contentID: a, domain: &d articles, route: r, titleKey: x/a, keywordKeys: &k [one, two] }
      - { contentID: b, domain: *d, route: r, titleKey: x/b, keywordKeys: *k }
      """)
    #expect(parsed.diagnostics.isEmpty)
    #expect(parsed.value[1].domain == "articles")
    #expect(parsed.value[1].keywordKeys == ["one", "two"])
  }

  @Test func aliasBombsAreStopped() throws {
    var text = "x: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      text +=
        "x\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", "))]\n"
    }
    #expect(try read(text).diagnostics.findings.first?.hasPrefix("SE-ALIAS-EXPANSION") == true)
    #expect(try read("content: &a [*a]\n").diagnostics.findings.first == "YM-ALIAS 1:14")
    #expect(try read("content: *a\n").diagnostics.findings.first == "YM-ALIAS 1:10")
  }
}
