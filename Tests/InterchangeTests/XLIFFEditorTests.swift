import Diagnostics
import Testing
import Translations

@testable import Interchange

private let german = LanguageTag("de")!

/// A path below the catalog from its printed form, which here holds no escapes but `a\.strings`.
private func path(_ segments: String...) -> [ExactString] { segments.map { ExactString($0) } }

private func edited(
  _ bytes: [UInt8], _ edits: [CatalogEdit], options: XLIFFReader.Options = .init(),
  locale: LanguageTag = german
) throws -> Parsed<[UInt8]?> {
  try XLIFFEditor.applying(
    edits, to: bytes, path: "test.xliff", locale: locale, options: options, limits: .standard)
}

private func edited(
  _ text: String, _ edits: CatalogEdit..., options: XLIFFReader.Options = .init()
) throws -> String {
  let result = try edited(Array(text.utf8), edits, options: options)
  guard let bytes = result.value else {
    return result.diagnostics.map { "\($0.concise) \($0.message)" }.joined(separator: "\n")
  }
  return String(decoding: bytes, as: UTF8.self)
}

private func code(_ kind: String, _ id: String, _ equivalent: String = "") -> String {
  "\u{1}\(kind)\u{1F}\(id)\u{1F}\(equivalent)\u{2}"
}

private func message(_ text: String) -> Message {
  Message(bytes: Array(text.utf8), hasCodes: text.utf8.contains(Message.codeStart))
}

private func set(_ text: String, _ state: TranslationState? = nil) -> CatalogEdit {
  CatalogEdit(path: path("a.strings", "k"), message: message(text), state: state)
}

private func set2(_ text: String, _ state: TranslationState? = nil) -> CatalogEdit {
  CatalogEdit(path: path("f", "k"), message: message(text), state: state)
}

private let remove = CatalogEdit(path: path("a.strings", "k"), message: nil)
private let remove2 = CatalogEdit(path: path("f", "k"), message: nil)

/// One unit of 1.2 before and after an edit.
private struct Case: CustomTestStringConvertible {
  var before: String
  var edit: CatalogEdit
  var after: String

  init(_ before: String, _ edit: CatalogEdit, _ after: String) {
    self.before = before
    self.edit = edit
    self.after = after
  }

  var testDescription: String { before }
}

@Suite struct XLIFFEditorTests {
  @Test(arguments: [
    // What two texts have in common stays as it is spelled.
    Case("<source>A</source><target>Alt</target>", set("Neu"), "<source>A</source><target>Neu</target>"),
    Case(
      "<source>A</source><target>&quot;Ja&quot; &gt; &#233;</target>", set("\"Nein\" > é"),
      "<source>A</source><target>&quot;Nein&quot; &gt; &#233;</target>"),
    Case(
      "<source>A</source><target a:b='1>2' xmlns:a='x'>Alt</target>", set("Neu & < > ]]> \" '"),
      "<source>A</source><target a:b='1>2' xmlns:a='x'>Neu &amp; &lt; > ]]&gt; \" '</target>"),
    Case("<source>A</source><target>]]</target>", set("]]>"), "<source>A</source><target>]]&gt;</target>"),
    Case(
      "<source>A</source><target>]&gt;</target>", set("]]>"), "<source>A</source><target>]]&gt;</target>"),
    Case("<source>A</source><target>a></target>", set("]]>"), "<source>A</source><target>]]&gt;</target>"),
    // An empty tag is opened.
    Case("<source>A</source><target/>", set("Neu"), "<source>A</source><target>Neu</target>"),
    Case(
      "<source>A</source><target state='new' />", set("Neu"),
      "<source>A</source><target state='new'>Neu</target>"),
    Case(
      "<source>A</source><target state='translated'>Alt</target>", set(""),
      "<source>A</source><target state='translated'></target>"),
    // CDATA sections stay.
    Case(
      "<source>A</source><target><![CDATA[<b>alt</b>]]></target>", set("<i>neu</i> & ]]>"),
      "<source>A</source><target><![CDATA[<i>neu</i> & ]]]]>&gt;<![CDATA[]]></target>"),
    Case(
      "<source>A</source><target>x<![CDATA[<]]>y</target>", set("neu"),
      "<source>A</source><target>neu</target>"),
    Case(
      "<source>A</source><target><![CDATA[]]></target>", set("<p>"),
      "<source>A</source><target><![CDATA[<p>]]></target>"),
    // Comments stay where they can.
    Case(
      "<source>A</source><target>eins <!--c-->zwei</target>", set("eins drei"),
      "<source>A</source><target>eins <!--c-->drei</target>"),
    Case(
      "<source>A</source><target>a\nb</target>", set("a\nc\td\r"),
      "<source>A</source><target>a\nc\td&#xD;</target>"),
  ]) private func changesTexts(_ example: Case) throws {
    #expect(try edited(unit(example.before), example.edit) == unit(example.after))
  }

  private func unit(_ content: String, _ attributes: String = "") -> String {
    xliff12("<trans-unit id=\"k\"\(attributes)>\(content)</trans-unit>")
  }

  @Test(arguments: [
    // The layout of the source is the layout of the target.
    Case("\n  <source>A</source>\n", set("Neu"), "\n  <source>A</source>\n  <target>Neu</target>\n"),
    Case("<source>A</source>", set("Neu"), "<source>A</source><target>Neu</target>"),
    Case(" <source>A</source> ", set("Neu"), " <source>A</source> <target>Neu</target> "),
    Case(
      "\n\n\t<source>A</source>\n\t<note>n</note>\n", set("Neu", .needsReview),
      "\n\n\t<source>A</source>\n\t<target state=\"needs-review-translation\">Neu</target>\n\t<note>n</note>\n"
    ),
    Case(
      "<source>A</source><alt-trans><target>B</target></alt-trans>", set("Neu"),
      "<source>A</source><target>Neu</target><alt-trans><target>B</target></alt-trans>"),
    // The line goes with the target, and the rest of a shared line stays.
    Case("\n  <source>A</source>\n  <target>B</target>\n", remove, "\n  <source>A</source>\n"),
    Case("\n  <source>A</source><target>B</target>\n", remove, "\n  <source>A</source>\n"),
    Case("\n<source>A</source>\n<target>B</target><note/>\n", remove, "\n<source>A</source>\n<note/>\n"),
    Case(
      "\n<source>A</source>\n<target/>  \n<note/>\n", remove, "\n<source>A</source>\n<note/>\n"),
  ]) private func insertsAndRemovesTargets(_ example: Case) throws {
    for lineEnd in ["\n", "\r\n"] {
      let before = unit(example.before).replacing("\n", with: lineEnd)
      #expect(try edited(before, example.edit) == unit(example.after).replacing("\n", with: lineEnd))
    }
  }

  @Test(arguments: [
    // Codes are spelled as the target, or else the source, spells them.
    Case(
      "<source>A <x id='1' ctype='lb'/> B</source><target>C</target>", set("D \(code("x", "1")) E"),
      "<source>A <x id='1' ctype='lb'/> B</source><target>D <x id='1' ctype='lb'/> E</target>"),
    Case(
      "<source><ph id='1'>%d</ph> <g id='2' a:c='x' xmlns:a='u'>B</g></source>",
      set("\(code("g", "2"))C\(code("/g", "2")) \(code("ph", "1"))"),
      "<source><ph id='1'>%d</ph> <g id='2' a:c='x' xmlns:a='u'>B</g></source>"
        + "<target><g id='2' a:c='x' xmlns:a='u'>C</g> <ph id='1'>%d</ph></target>"),
    Case(
      "<source><x id='1' equiv-text='{{n}}'/> <g id='2'/></source>",
      set("\(code("g", "2"))C\(code("/g", "2"))\(code("x", "1", "{{n}}"))"),
      "<source><x id='1' equiv-text='{{n}}'/> <g id='2'/></source>"
        + "<target><g id='2'>C</g><x id='1' equiv-text='{{n}}'/></target>"),
    // A code of which the token says everything can be made.
    Case(
      "<source>A</source><target>B</target>", set("\(code("x", "7", "a<\"b\""))"),
      "<source>A</source><target><x id=\"7\" equiv-text=\"a&lt;&quot;b&quot;\"/></target>"),
    // The marker of a segment stays around its text.
    Case(
      "<source>A</source><seg-source><mrk mtype='seg' mid='1'>A</mrk></seg-source>", set("B"),
      "<source>A</source><seg-source><mrk mtype='seg' mid='1'>A</mrk></seg-source>"
        + "<target><mrk mtype='seg' mid='1'>B</mrk></target>"),
    Case(
      "<source>A</source><target><mrk mtype='seg' mid='1'>B.</mrk> <mrk mtype='seg' mid='2'>C</mrk></target>",
      set("B. Dx"),
      "<source>A</source><target><mrk mtype='seg' mid='1'>B.</mrk> <mrk mtype='seg' mid='2'>Dx</mrk></target>"
    ),
    Case(
      "<source>A</source><target><mrk mtype='seg' mid='1'>B.</mrk></target>", set("B. Noch."),
      "<source>A</source><target><mrk mtype='seg' mid='1'>B. Noch.</mrk></target>"),
    Case(
      "<source>A. B.</source><seg-source><mrk mtype='seg' mid='1'>A.</mrk> <mrk mtype='seg' mid='2'>B.</mrk>"
        + "</seg-source><target><mrk mtype='seg' mid='1'>C.</mrk> <mrk mtype='seg' mid='2'/></target>",
      set("C. D."),
      "<source>A. B.</source><seg-source><mrk mtype='seg' mid='1'>A.</mrk> <mrk mtype='seg' mid='2'>B.</mrk>"
        + "</seg-source><target><mrk mtype='seg' mid='1'>C.</mrk> <mrk mtype='seg' mid='2'>D.</mrk></target>"
    ),
    // Other markers go with the text that they mark.
    Case(
      "<source>A</source><target>B <mrk mtype='term'>C</mrk></target>", set("B D"),
      "<source>A</source><target>B <mrk mtype='term'>D</mrk></target>"),
    Case(
      "<source>A</source><target>B <mrk mtype='term'>C</mrk></target>", set("D"),
      "<source>A</source><target>D</target>"),
  ]) private func writesCodes(_ example: Case) throws {
    #expect(try edited(unit(example.before), example.edit) == unit(example.after))
  }

  @Test func refusesWhatItCannotWrite() throws {
    let two = "<mrk mtype='seg' mid='1'>B.</mrk> <mrk mtype='seg' mid='2'>C.</mrk>"
    let cause = "the unit has several segments, and which of them gets which part of the text is not known"
    #expect(
      try edited(unit("<source>A</source><target>\(two)</target>"), set("D E"))
        == "XL-NOT-EDITABLE 3:38 \(cause)")
    #expect(
      try edited(unit("<source>A</source><seg-source>\(two)</seg-source>"), set("D E"))
        == "XL-NOT-EDITABLE 3:1 \(cause)")
    #expect(
      try edited(unit("<source>A</source>"), set("\(code("ph", "3"))"))
        == "XL-NOT-EDITABLE 3:1 the new text has a code `<ph id=\"3\"/>` that neither the source nor the old target has"
    )
    #expect(
      try edited(unit("<source>A</source>"), set("\u{1A}"))
        == "XL-NOT-EDITABLE 3:1 XLIFF 1.x cannot hold the character U+1A")
    #expect(
      try edited(unit("<source>A</source>"), CatalogEdit(path: path("a.strings", "l"), message: message("B")))
        == "XL-NO-UNIT the file has no unit for `a\\.strings.l`")
    // The model cannot say that a marker ends outside of its pair.
    #expect(
      try edited(unit("<source><g id='1'>A</g></source>"), set("\(code("/g", "1"))B\(code("g", "1"))"))
        == "XL-NOT-EDITABLE 3:1 the file cannot be edited without changing what else it says")
    // Two units that agree would not agree any more.
    let twice = "<trans-unit id=\"k\"><source>A</source><target>B</target></trans-unit>"
    let result = try edited(Array(xliff12(twice + twice).utf8), [set("C")])
    #expect(result.value == nil)
    #expect(result.diagnostics.map(\.key) == ["a\\.strings.k"])
    #expect(result.diagnostics.first?.notes.first?.message.hasPrefix("XL-DUPLICATE-ID") == true)
    // Another file.
    #expect(
      try edited(Array(unit("<source>A</source>").utf8), [set("B")], locale: LanguageTag("fr")!)
        .diagnostics.map(\.message) == ["the file is for de, not for fr"])
    #expect(try edited("<xliff>", set("B")) == "XL-VERSION 1:1 the root element has no version")
    let invalid = CatalogEdit(path: path("a.strings", "k"), message: Message(bytes: [0xC3]))
    #expect(
      try edited(unit("<source>A</source>"), invalid)
        == "XL-NOT-EDITABLE 3:1 the text is not valid UTF-8")
  }

  // MARK: States

  /// The attributes of the unit and of the target, before and after.
  @Test(arguments: [
    ("", "", TranslationState.translated, "", ""),
    ("", "", .final, "", " state=\"final\""),
    ("", "", .reviewed, "", " state=\"signed-off\""),
    ("", " state='new'", .translated, "", " state='translated'"),
    ("", " a='1' state=\"final\"", .untranslated, "", " a='1' state=\"new\""),
    (" approved='no'", "", .reviewed, " approved='yes'", ""),
    (" approved='yes'", "", .translated, " approved='no'", ""),
    (" approved='yes'", "", .final, " approved='yes'", " state=\"final\""),
    (
      " approved='yes'", " state='final'", .needsReview, " approved='no'", " state='needs-review-translation'"
    ),
    ("", " state='x-mine'", .needsReview, "", " state='x-mine'"),
    ("", " state-qualifier='rejected-length' state='new'", .translated, "", " state='translated'"),
    ("", " state='needs-l10n'", .needsTranslation, "", " state='needs-l10n'"),
  ]) func changesStates(
    unit attributes: String, target: String, state: TranslationState, newUnit: String, newTarget: String
  ) throws {
    let before = unit("<source>A</source><target\(target)>B</target>", attributes)
    let after = unit("<source>A</source><target\(newTarget)>B</target>", newUnit)
    #expect(try edited(before, set("B", state)) == after)
    // With a new text too; a qualifier told about the old one.
    let changed = try edited(before, set("C", state))
    #expect(changed == after.replacing(">B<", with: ">C<"))
  }

  @Test func aQualifierGoesWithItsText() throws {
    let before = unit("<source>A</source><target state-qualifier='leveraged-mt'>B</target>")
    #expect(try edited(before, set("C")) == before.replacing(">B<", with: ">C<"))
    #expect(
      try edited(before, set("C", .translated)) == unit("<source>A</source><target>C</target>"))
  }

  @Test func anApprovalGoesWithItsText() throws {
    #expect(
      try edited(unit("<source>A</source><target>B</target>", " approved=\"yes\""), remove)
        == unit("<source>A</source>", " approved=\"no\""))
  }

  @Test func refusesAStateThatHasNoWord() throws {
    #expect(
      try edited(unit("<source>A</source><target>B</target>"), set("A", .needsTranslation))
        == "XL-NOT-EDITABLE 3:38 the unit cannot say that its text is needs-translation")
    #expect(
      try edited(unit("<source>A</source>"), set("B", .absent))
        == "XL-NOT-EDITABLE 3:1 a text that is there cannot be absent")
  }

  /// 2.x has fewer words; what they lack stands in a sub-state of our own.
  @Test func writesSubStates() throws {
    func document(_ attributes: String, _ target: String = "B") -> String {
      xliff20(
        "<unit id='k'><segment\(attributes)><source>A</source><target>\(target)</target></segment></unit>")
    }
    let review = " state=\"initial\" subState=\"assets:needs-review\""
    #expect(try edited(document(""), set2("B", .needsReview)) == document(review))
    #expect(try edited(document(review), set2("C", .needsReview)) == document(review, "C"))
    #expect(try edited(document(review), set2("B", .final)) == document(" state=\"final\""))
    let machine = " state=\"translated\" subState=\"assets:machine\""
    #expect(try edited(document(machine), set2("C", .translated)) == document(" state=\"translated\"", "C"))
    #expect(try edited(document(machine), set2("B", .translated)) == document(machine))
  }

  // MARK: 2.x

  @Test(arguments: ["2.0", "2.1", "2.2"]) func editsVersion2(_ version: String) throws {
    func document(_ segments: String) -> String {
      xliff20("<unit id=\"k\">\n\(segments)\n</unit>", version: version)
    }
    let open = "<segment id=\"s\">\n  <source>A <ph id=\"1\" dataRef=\"d\"/></source>\n</segment>"
    let data = "<originalData><data id=\"d\">%d</data></originalData>"
    let done =
      "<segment id=\"s\" state=\"reviewed\">\n  <source>A <ph id=\"1\" dataRef=\"d\"/></source>\n"
      + "  <target>B <ph id=\"1\" dataRef=\"d\"/></target>\n</segment>"
    let text = "B \(code("ph", "1"))"
    #expect(try edited(document(data + open), set2(text, .reviewed)) == document(data + done))
    #expect(try edited(document(data + done), remove2) == document(data + open))
    #expect(
      try edited(document("<segment><source>A</source></segment>"), set2("\u{1A}\u{8}"))
        == document(
          "<segment><source>A</source><target><cp hex=\"001A\"/><cp hex=\"0008\"/></target></segment>"))
    #expect(
      try edited(
        document(
          "<segment state=\"translated\" subState=\"a:b\"><source>A</source><target>B</target></segment>"),
        set2("B", .final))
        == document("<segment state=\"final\"><source>A</source><target>B</target></segment>"))
  }

  @Test func editsOneOfSeveralSegments() throws {
    func document(_ second: String, _ state: String = "") -> String {
      xliff20(
        """
        <unit id="k"><segment\(state)><source>One.</source><target>Eins.</target></segment>
        <ignorable><source> </source></ignorable>
        <segment\(state)><source>Two.</source>\(second)</segment></unit>
        """)
    }
    let before = document("<target>Zwei.</target>")
    #expect(try edited(before, set2("Eins. Drei!")) == document("<target>Drei!</target>"))
    #expect(try edited(document(""), set2("Eins. Drei!")) == document("<target>Drei!</target>"))
    #expect(
      try edited(before, set2("Eins. Zwei.", .final))
        == document("<target>Zwei.</target>", " state=\"final\""))
    #expect(try edited(before, set2("Nichts davon")).hasPrefix("XL-NOT-EDITABLE 4:44 the unit has several"))
    #expect(try edited(before, set2("Eins.  Zwei.")).hasPrefix("XL-NOT-EDITABLE") == false)
  }

  @Test func editsInTheOrderOfTargets() throws {
    func document(_ first: String) -> String {
      xliff20(
        """
        <unit id="k"><segment><source>One</source><target order="2">\(first)</target></segment>
        <segment><source>Two</source><target order="1">Zwei</target></segment></unit>
        """)
    }
    #expect(try edited(document("Eins"), set2("ZweiDrei")) == document("Drei"))
  }

  @Test func editsOneVariant() throws {
    func document(_ other: String) -> String {
      xliff20(
        """
        <unit id="k" pgs:switch="plural:n">
        <segment pgs:case="one"><source>A day</source><target>Ein Tag</target></segment>
        <segment pgs:case="other"><source>Days</source>\(other)</segment>
        </unit>
        """, version: "2.2")
    }
    let edit = CatalogEdit(path: path("f", "k", "plural", "other"), message: message("Tage"))
    #expect(try edited(document(""), edit) == document("<target>Tage</target>"))
    #expect(try edited(document("<target>Tag</target>"), edit) == document("<target>Tage</target>"))
  }

  // MARK: The document

  @Test func keepsPrefixesAndWritesThem() throws {
    func document(_ target: String) -> String {
      """
      <x:xliff version="1.2" xmlns:x="urn:oasis:names:tc:xliff:document:1.2" xmlns="urn:other">
      <x:file original="a.strings" source-language="en" target-language="de" datatype="plaintext"><x:body>
      <x:trans-unit id="k"><target>not this</target><x:source>A</x:source>\(target)</x:trans-unit>
      </x:body></x:file></x:xliff>
      """
    }
    #expect(
      try edited(document(""), set("B \(code("x", "1"))", .final))
        == document("<x:target state=\"final\">B <x:x id=\"1\"/></x:target>"))
  }

  @Test func namesTheLanguageOfAFileThatHasNone() throws {
    let content = "<trans-unit id=\"k\"><source>A</source></trans-unit>"
    let after = "<trans-unit id=\"k\"><source>A</source><target>B</target></trans-unit>"
    #expect(try edited(xliff12(content, target: nil), set("B")) == xliff12(after))
    let unit = "<unit id=\"k\"><segment><source>A</source></segment></unit>"
    #expect(
      try edited(xliff20(unit, target: nil), set2("B"))
        == xliff20("<unit id=\"k\"><segment><source>A</source><target>B</target></segment></unit>"))
  }

  @Test func keepsTheEncoding() throws {
    let before = unit("\n<source>A</source>\n<target>Größe 🎉</target>\n")
    let after = unit("\n<source>A</source>\n<target>Grüße 🎊</target>\n")
    for bigEndian in [true, false] {
      let result = try edited(utf16(before, bigEndian: bigEndian), [set("Grüße 🎊")])
      #expect(result.value == utf16(after, bigEndian: bigEndian))
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    #expect(try edited(mark + Array(before.utf8), [set("Grüße 🎊")]).value == mark + Array(after.utf8))
    for (name, euro) in [("ISO-8859-1", Array("&#x20AC;".utf8)), ("windows-1252", [0x80])] {
      let head = Array("<?xml version='1.0' encoding='\(name)'?>".utf8)
      let front =
        head + Array(xliff12("<trans-unit id=\"k\"><source>A</source><target>@").utf8.prefix { $0 != 0x40 })
      let back = Array("</target></trans-unit></body></file></xliff>".utf8)
      let result = try edited(front + [0x67, 0xFC] + back, [set("gü€")])
      #expect(result.value == front + [0x67, 0xFC] + euro + back)
    }
  }

  @Test func keyPoliciesAndScopes() throws {
    let before = xliff12("<trans-unit id='1' resname='k'><source>A</source></trans-unit>")
    let after = xliff12("<trans-unit id='1' resname='k'><source>A</source><target>B</target></trans-unit>")
    for key in [XLIFFReader.Options.KeyPolicy.resname, .source] {
      let edit = CatalogEdit(path: path("k"), message: message("B"))
      #expect(try edited(before, edit, options: .init(key: key, scope: .document)) == after)
    }
  }

  @Test func variationsWithoutASource() throws {
    let units = { (target: String) in
      xliff12(
        "<trans-unit id=\"k|==|plural.one\"><source>A</source></trans-unit>\n"
          + "<trans-unit id=\"k|==|plural.few\">\(target)<note/></trans-unit>")
    }
    let edit = CatalogEdit(path: path("a.strings", "k", "plural", "few"), message: message("B"))
    #expect(try edited(units(""), edit) == units("<target>B</target>"))
    #expect(try edited(units("\n "), edit) == units("\n <target>B</target>\n "))
  }

  @Test func wantingWhatIsThereChangesNothing() throws {
    let before = unit("<source>A</source><target state='final'>B &quot;</target>")
    #expect(try edited(before, set("B \"")) == before)
    #expect(try edited(before, set("B \"", .final)) == before)
    let empty = unit("<source>A</source>")
    #expect(try edited(empty, remove) == empty)
    #expect(try edited(before, set("C"), set("B \"")) == before)
  }
}
