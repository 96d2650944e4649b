import Diagnostics
import Testing
import Translations

@testable import Interchange

/// What documents say about their languages, and what is made of it.
@Suite struct XLIFFLanguageTests {
  private static func units(_ count: Int, _ target: String) -> String {
    (0..<count).map { "<trans-unit id='k\($0)'><source>S</source>\(target)</trans-unit>" }.joined(
      separator: "\n")
  }

  private static func units2(_ count: Int, _ target: String) -> String {
    (0..<count).map { "<unit id='u\($0)'><segment><source>S</source>\(target)</segment></unit>" }.joined(
      separator: "\n")
  }

  // MARK: One finding for one fault

  @Test func targetsInAnotherLanguageAreOneFinding() throws {
    let document = try readXLIFF(xliff12(Self.units(500, "<target xml:lang='fr'>T</target>")))
    #expect(document.concise == ["XL-LANGUAGE-MISMATCH 3:39"])
    #expect(document.diagnostics.first?.key == "a\\.strings.k0")
    #expect(document.diagnostics.first?.help == "the same at 499 more places of the file")
    #expect(!document.isReadable)
  }

  @Test func eachOtherLanguageIsAFinding() throws {
    let texts = ["fr", "it", "fr", "fr"].enumerated().map { index, language in
      "<trans-unit id='k\(index)'><source>S</source><target xml:lang='\(language)'>T</target></trans-unit>"
    }
    let document = try readXLIFF(xliff12(texts.joined(separator: "\n")))
    #expect(document.concise == ["XL-LANGUAGE-MISMATCH 3:39", "XL-LANGUAGE-MISMATCH 4:39"])
    #expect(document.diagnostics.map(\.help) == ["the same at 2 more places of the file", nil])
  }

  @Test func targetsWithoutALanguageOfTheDocumentAreOneFinding() throws {
    let document = try readXLIFF(xliff20(Self.units2(3, "<target>T</target>"), target: nil))
    #expect(document.concise == ["XL-LANGUAGE 4:42"])
    #expect(document.diagnostics.first?.help == "add trgLang to xliff; the same at 2 more places of the file")
    let single = try readXLIFF(xliff20(Self.units2(1, "<target>T</target>"), target: nil))
    // What a baseline knows a finding by does not depend on how many there are.
    #expect(single.diagnostics.first?.message == document.diagnostics.first?.message)
    #expect(single.diagnostics.first?.key == document.diagnostics.first?.key)
    #expect(single.diagnostics.first?.help == "add trgLang to xliff")
  }

  @Test func targetsOf2InAnotherLanguageAreOneFinding() throws {
    let document = try readXLIFF(xliff20(Self.units2(40, "<target xml:lang='fr'>T</target>")))
    #expect(document.concise == ["XL-LANGUAGE-MISMATCH 4:42"])
    #expect(document.diagnostics.first?.help?.hasSuffix("; the same at 39 more places of the file") == true)
  }

  // MARK: Sources

  @Test(arguments: ["en", "EN", "en-US"]) func sourcesMaySayTheLanguageOfTheirFile(language: String) throws {
    let document = try readXLIFF(
      xliff12(Self.units(2, "").replacing("<source>", with: "<source xml:lang='\(language)'>")))
    #expect(document.diagnostics.isEmpty)
  }

  @Test func sourcesInAnotherLanguageAreAWarning() throws {
    let document = try readXLIFF(
      xliff12(Self.units(2, "").replacing("<source>", with: "<source xml:lang='ru-RU'>")))
    #expect(document.isReadable)
    #expect(document.concise == ["XL-LANGUAGE-MISMATCH 3:21"])
    #expect(document.diagnostics.first?.severity == .warning)
    #expect(
      document.diagnostics.first?.message == "the source's xml:lang is ru-RU, the file's source language en")
  }

  // MARK: What targets say where the file says nothing

  @Test func targetsNameTheLanguageThatTheFileDoesNot() throws {
    let document = try readXLIFF(
      xliff12(Self.units(2, "<target xml:lang='pt-br'>T</target>") + Self.units(0, ""), target: nil))
    #expect(document.catalogs.map(\.locale) == [LanguageTag("pt-BR")])
    #expect(document.catalogs.first?.count == 2)
    #expect(document.concise == ["XL-LANGUAGE 2:1"])
    #expect(document.diagnostics.first?.severity == .note)
    #expect(document.diagnostics.first?.help == "add target-language=\"pt-BR\"")
  }

  @Test(arguments: [
    "<target>T</target>", "<target xml:lang='fr'>T</target>", "<target xml:lang='?'>T</target>",
  ])
  func targetsThatDisagreeNameNone(second: String) throws {
    let units = "<trans-unit id='a'><source>S</source><target xml:lang='de'>T</target></trans-unit>"
    let other = "<trans-unit id='b'><source>S</source>\(second)</trans-unit>"
    for text in [units + other, other + units] {
      let document = try readXLIFF(xliff12(text, target: nil))
      #expect(document.catalogs.map(\.locale) == [nil])
      #expect(document.diagnostics.isEmpty)
    }
  }

  @Test func emptyTargetsHaveNoSay() throws {
    let units = "<trans-unit id='a'><source>S</source><target xml:lang='de'>T</target></trans-unit>"
    let open = "<trans-unit id='b'><source>S</source><target/></trans-unit>"
    let document = try readXLIFF(xliff12(open + units + open.replacing("'b'", with: "'c'"), target: nil))
    #expect(document.catalogs.map(\.locale) == [LanguageTag("de")])
  }

  /// The texts of two catalogs in one language are not mixed.
  @Test func aLanguageThatAnotherFileElementHasIsNotTaken() throws {
    let first = xliff12(Self.units(1, "<target>T</target>"))
    let second = xliff12(Self.units(1, "<target xml:lang='de'>T</target>"), target: nil, original: "b")
    let start = try #require(second.firstRange(of: "<file"))
    let text = first.replacing("</xliff>", with: second[start.lowerBound...])
    let document = try readXLIFF(text)
    #expect(document.catalogs.map(\.locale) == [nil, LanguageTag("de")])
  }
}
