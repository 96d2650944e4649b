import Testing
import Translations

@testable import Interchange

@Suite struct XLIFFNotesTests {
  private func notes(_ text: String) throws -> [String: [String]] {
    let found = try XLIFFNotes.notes(in: Array(text.utf8), path: "f.xlf", options: .init())
    return Dictionary(
      uniqueKeysWithValues: found.map { path, notes in
        (path.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/"), notes)
      })
  }

  @Test func notesOfVersion1() throws {
    let found = try notes(
      """
      <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:x="urn:x">
      <file original="f" source-language="en" target-language="de" datatype="x"><body>
      <trans-unit id="a"><source>A</source><note>One &amp; only
        line</note><note from="developer"><![CDATA[<b>]]></note></trans-unit>
      <trans-unit id="b"><source>B</source><target>Bé</target><note/><note>  </note><x:note>no</x:note></trans-unit>
      <group id="g"><note>of the group</note><trans-unit id="c"><source>C</source><note>c</note></trans-unit></group>
      </body></file></xliff>
      """)
    #expect(found == ["f/a": ["One & only line", "<b>"], "f/c": ["c"]])
  }

  @Test func notesOfVersion2() throws {
    let found = try notes(
      """
      <xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de"><file id="f">
      <unit id="a"><notes><note category="location">app.html:3</note><note id="n" priority="2">Polite</note></notes>
      <segment><source>A</source><target>Ä</target></segment></unit>
      <unit id="b"><segment><source>B</source></segment></unit>
      </file></xliff>
      """)
    #expect(found == ["f/a": ["Polite"]])
  }

  @Test func unitsInOneLineAreEachFound() throws {
    let units = (0..<3000).map {
      "<trans-unit id=\"\($0)\"><source>é都</source><note>n\($0)</note></trans-unit>"
    }
    let found = try notes(
      "<xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\"><file original=\"f\" "
        + "source-language=\"en\" target-language=\"de\" datatype=\"x\"><body>\(units.joined())</body></file></xliff>"
    )
    #expect(found.count == 3000)
    #expect(found.allSatisfy { $1 == ["n\($0.dropFirst(2))"] })
  }

  @Test func aFileThatCannotBeReadHasNone() throws { #expect(try notes("<xliff").isEmpty) }
}
