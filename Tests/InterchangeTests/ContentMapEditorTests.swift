import Diagnostics
import Testing
import Translations

@testable import Interchange

@Suite struct ContentMapEditorTests {
  private let text = """
    # the map
    content:
      - contentID: a   # first
        domain: d
        route: app://a
        titleKey: m/a.title
        keywordKeys:
          - k1   # one
          - k2
      # about b
      - contentID: "b"
        domain: d
        route: app://b
        titleKey: m/b.title
        descriptionKey: m/b.description
        isSearchable: false
    """

  private func record(_ id: String, _ change: (inout ContentRecord) -> Void = { _ in }) -> ContentRecord {
    var record = ContentRecord(
      contentID: ContentID(id)!, domain: "d", route: "app://\(id)", titleKey: MessageKey("m/\(id).title")!)
    change(&record)
    return record
  }

  private func edited(_ changes: [String: ContentRecord?], in text: String? = nil) throws -> Parsed<String?> {
    let parsed = try ContentMapEditor.editing(
      Dictionary(uniqueKeysWithValues: changes.map { (ContentID($0.key)!, $0.value) }),
      in: Array((text ?? self.text).utf8), path: "content.yml")
    return Parsed(parsed.value.map { String(decoding: $0, as: UTF8.self) }, diagnostics: parsed.diagnostics)
  }

  @Test func fieldsChangeInPlace() throws {
    let a = record("a") {
      $0.route = "app://x y"
      $0.keywordKeys = ["k3"]
      $0.access = .account
    }
    #expect(
      try edited(["a": a, "b": record("b")]).value == """
        # the map
        content:
          - contentID: a   # first
            domain: d
            route: app://x y
            titleKey: m/a.title
            keywordKeys:
              - k3   # one
            access: account
          # about b
          - contentID: "b"
            domain: d
            route: app://b
            titleKey: m/b.title
            isSearchable: true
        """)
  }

  @Test func nothingButTheDifferenceChanges() throws {
    let text = """
      content:
        - contentID: a
          domain: d
          route: 'app://a'   # way
          titleKey: m/a.title   # shown in the list
          keywordKeys: [k1, "k 2",  k3]   # why
          isSearchable: true   # keep
          access: public
          formerIDs: []

      """
    let a = record("a") {
      $0.route = "app://it's"
      $0.titleKey = MessageKey("m/a.text")!
      $0.keywordKeys = ["k1", "k3", "m/k 4"]
    }
    #expect(
      try edited(["a": a], in: text).value
        == text.replacing("'app://a'", with: "'app://it''s'").replacing("a.title", with: "a.text")
        .replacing("[k1, \"k 2\",  k3]", with: "[k1, k3, m/k 4]"))
  }

  @Test func recordsComeAndGo() throws {
    let c = record("c") { $0.formerIDs = [ContentID("old")!] }
    #expect(
      try edited(["a": nil, "c": c]).value == """
        # the map
        content:
          # about b
          - contentID: "b"
            domain: d
            route: app://b
            titleKey: m/b.title
            descriptionKey: m/b.description
            isSearchable: false
          - contentID: c
            domain: d
            route: "app://c"
            titleKey: "m/c.title"
            formerIDs: [old]
        """)
  }

  @Test func whatIsThereAlreadyChangesNothing() throws {
    let a = record("a") { $0.keywordKeys = ["k1", "k2"] }
    #expect(try edited(["a": a]).value == text)
  }

  @Test(arguments: [
    ("content: [{ contentID: a, domain: d, route: r, titleKey: m/a }]\n", false),
    ("content:\n  - &x\n    contentID: a\n    domain: d\n    route: r\n    titleKey: m/a\n", true),
    ("content:\n  - contentID: a\n    domain: &d e\n    route: r\n    titleKey: m/a\n", true),
    ("content: []\n", false),
  ]) func whatCannotBeEditedIsSaid(text: String, changes: Bool) throws {
    let parsed = try edited(changes ? ["a": record("a")] : ["c": record("c")], in: text)
    #expect(parsed.value == nil && parsed.diagnostics.map(\.rule.id) == ["MF-NOT-EDITABLE"])
  }
}
