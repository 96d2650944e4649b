import Diagnostics
import Testing
import Translations

@testable import Interchange

/// Documents on which the reader or the editor once failed; the fuzzer found them.
@Suite struct YAMLFindingsTests {
  @Test func aVersionWithoutAValueIsNoVersion() throws {
    let document = try YAMLCatalogReader().read(BytesSource("_version:\na: b\n"), path: "de.yml")
    #expect(document.isReadable)
    #expect(
      document.catalogs.first.map { catalog in catalog.rows.map { catalog.unit($0).path } } == [
        ["_version"], ["a"],
      ])
  }

  @Test func removesBelowAnExplicitKey() throws {
    let text = "de:\n  ? sky\n  : blue: blau\n  a: b\n"
    let edit = CatalogEdit(path: ["sky", "blue"], message: nil)
    let result = try YAMLCatalogEditor.applying(
      [edit], to: Array(text.utf8), path: "de.yml", locale: LanguageTag("de")!, layout: nil)
    // Done or refused, but never a wrong file.
    guard let bytes = result.value else {
      #expect(result.diagnostics.map(\.rule.id) == ["YM-NOT-EDITABLE"])
      return
    }
    let document = try YAMLCatalogReader().read(BytesSource(bytes), path: "de.yml")
    #expect(document.catalogs.first.map { catalog in catalog.rows.map { catalog.unit($0).path } } == [["a"]])
  }
}
