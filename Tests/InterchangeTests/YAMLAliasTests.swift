import Diagnostics
import Testing
import Translations

@testable import Interchange

@Suite struct YAMLAliasTests {
  @Test func aliasesAreTheTextsTheyName() throws {
    let document = try readYAML(
      """
      a: &text hello
      b: *text
      list: &list [x, ~, { y: z }]
      copy: *list
      &key k: v
      from key: *key
      *key : w
      """)
    #expect(
      document.onlyTexts == [
        "a=hello", "b=hello", "copy.0=x", "copy.1=nothing at all", "copy.2.y=z", "from key=k", "k=v",
        "list.0=x", "list.1=nothing at all", "list.2.y=z",
      ])
    #expect(document.findings == ["YM-DUPLICATE-KEY 7:8"])
  }

  @Test func theLatestAnchorBeforeAnAliasCounts() throws {
    #expect(
      try readYAML("a: &x one\nb: *x\nc: &x two\nd: *x\n").onlyTexts == ["a=one", "b=one", "c=two", "d=two"])
  }

  @Test func inheritedTextsHaveThePlaceOfTheirAnchor() throws {
    let rows = try readYAML("base: &b\n  x: 1\n  y: 2\nother: *b\n").catalogs[0].plainRows
    #expect(rows.map(\.line) == [2, 3, 2, 3])
  }

  @Test func ownKeysWinOverMergedOnesWhereverTheyStand() throws {
    let document = try readYAML(
      """
      base: &base { a: base, b: base, deep: { x: base, y: base } }
      first:
        <<: *base
        b: own
      last:
        deep: { x: own }
        <<: *base
      null:
        a:
        <<: *base
      """)
    #expect(
      document.catalogs[0].texts.filter { !$0.hasPrefix("base") } == [
        "first.a=base", "first.b=own", "first.deep.x=base", "first.deep.y=base",
        "last.a=base", "last.b=base", "last.deep.x=own",
        "null.a=nothing at all", "null.b=base", "null.deep.x=base", "null.deep.y=base",
      ])
    #expect(document.diagnostics.isEmpty)
  }

  @Test func ofSeveralMergedMapsTheEarlierWins() throws {
    let document = try readYAML(
      """
      one: &one { a: 1, b: 1 }
      two: &two { b: 2, c: 2 }
      both:
        <<: [*one, *two, { c: 3, d: 3 }]
        e: own
      again:
        <<: [*two, *one]
      """)
    #expect(
      document.catalogs[0].texts.filter { $0.hasPrefix("both") || $0.hasPrefix("again") } == [
        "again.a=1", "again.b=2", "again.c=2", "both.a=1", "both.b=1", "both.c=2", "both.d=3", "both.e=own",
      ])
  }

  @Test func mergesNest() throws {
    let document = try readYAML(
      """
      a: &a { x: a, y: a, z: a }
      b: &b
        <<: *a
        y: b
      c: &c
        <<: *b
        z: c
      d: *c
      e:
        <<: { <<: *c, w: e }
        x: own
      """)
    #expect(
      document.catalogs[0].texts.filter { $0.hasPrefix("d") || $0.hasPrefix("e") } == [
        "d.x=a", "d.y=b", "d.z=c", "e.w=e", "e.x=own", "e.y=b", "e.z=c",
      ])
  }

  @Test func whatAMergeHidesIsWholeUnderItsOwnAnchor() throws {
    let document = try readYAML(
      """
      m:
        <<: &base { a: 1, b: { c: 2 } }
        a: own
      copy: *base
      """)
    #expect(document.onlyTexts == ["copy.a=1", "copy.b.c=2", "m.a=own", "m.b.c=2"])
  }

  @Test func localesThatInheritAreCatalogs() throws {
    let document = try readYAML("en: &en\n  a: x\n  b: y\nen-GB:\n  <<: *en\n  b: z\nen-AU: *en\n")
    #expect(document.catalogs.map { $0.locale?.description } == ["en", "en-AU", "en-GB"])
    #expect(document.catalogs.map(\.texts) == [["a=x", "b=y"], ["a=x", "b=y"], ["a=x", "b=z"]])
  }

  @Test func aMergeAtTheRootIsNoLocale() throws {
    let document = try readYAML("de: &x\n  fr: { a: y }\n<<: *x\n")
    #expect(document.onlyTexts == ["de.fr.a=y", "fr.a=y"])
  }

  @Test func aQuotedMergeKeyIsAnOrdinaryKey() throws {
    #expect(try readYAML("a:\n  \"<<\": x\n  b: y\n").onlyTexts == ["a.<<=x", "a.b=y"])
  }

  @Test(arguments: [
    ("a: *none\n", "YM-ALIAS 1:4"),
    ("a: *later\nb: &later x\n", "YM-ALIAS 1:4"),
    ("a: &a\n  b: *a\n", "YM-ALIAS 2:6"),
    ("a: &a [x, { y: *a }]\n", "YM-ALIAS 1:16"),
    ("a: &a { x: 1 }\n*a : x\n", "YM-KEY 2:1"),
    ("a:\n  <<: text\n", "YM-MERGE 2:3"),
    ("a:\n  <<:\n", "YM-MERGE 2:3"),
    ("a:\n  <<: [{ x: 1 }, text]\n", "YM-MERGE 2:3"),
    ("x: &x text\na:\n  <<: *x\n", "YM-MERGE 3:3"),
    ("a:\n  <<: { x: 1 }\n  <<: { y: 2 }\n", "YM-DUPLICATE-KEY 3:3"),
    ("a:\n  <<: &l [{ x: 1 }]\nb: *l\n", "YM-ALIAS 3:4"),
  ])
  func aliasesThatAreRefused(_ text: String, _ finding: String) throws {
    let document = try readYAML(text)
    #expect(!document.isReadable)
    #expect(document.findings == [finding])
  }

  @Test(arguments: ["x", "[]", "{}"])
  func bombsAreStoppedWhileTheyExpand(_ seed: String) throws {
    var text = "a0: &a0 [\(Array(repeating: seed, count: 9).joined(separator: ", "))]\n"
    for level in 1...9 {
      text +=
        "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", "))]\n"
    }
    let clock = ContinuousClock()
    let duration = try clock.measure {
      let document = try readYAML(text)
      #expect(document.findings.count == 1)
      #expect(document.findings[0].hasPrefix("SE-ALIAS-EXPANSION"))
    }
    #expect(duration < .seconds(5))
  }

  @Test func mergesCountAsExpansion() throws {
    var limits = ReadingLimits.standard
    limits.leavesFromAliases = 5
    let text = "a: &a { x: 1, y: 2, z: 3 }\nb: { <<: *a }\nc: { <<: *a }\n"
    #expect(try readYAML(text, limits: limits).findings == ["SE-ALIAS-EXPANSION 3:10"])
  }
}
