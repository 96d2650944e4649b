import Diagnostics
import Testing

@testable import Interchange

/// Attributes that XLIFF 1 does not know.
@Suite struct XLIFFAttributeTests {
  private static func unit(_ attributes: String, target: String = "", source: String = "") -> String {
    "<trans-unit id='k'\(attributes)><source\(source)>S</source><target\(target)>T</target></trans-unit>"
  }

  /// All that the specification of 1.2 lists for the elements, section 2.
  @Test func theStandardsOwnAreKnown() throws {
    let shown = " restype='x-r' resname='r' coord='0;0;1;1' font='f' css-style='s' style='s' exstyle='s'"
    let common =
      " datatype='plaintext' ts='t' extradata='e' extype='e' help-id='1' menu='m' menu-option='o' menu-name='n'"
      + " translate='yes' reformat='yes' maxbytes='9' minbytes='0' size-unit='char' maxheight='9' minheight='0'"
      + " maxwidth='99' minwidth='0' charclass='c' xml:space='preserve'"
    let text =
      "a<g id='1' ctype='bold' ts='t' clone='yes' xid='x' equiv-text='e'>b</g>"
      + "<x id='2' ctype='lb' ts='t' clone='yes' xid='x' equiv-text='e'/>"
      + "<bx id='3' rid='1' ctype='bold' ts='t' clone='yes' xid='x' equiv-text='e'/>"
      + "<ex id='3' rid='1' ts='t' xid='x' equiv-text='e'/>"
      + "<bpt id='4' rid='2' ctype='bold' ts='t' crc='1' xid='x' equiv-text='e'/>"
      + "<ept id='4' rid='2' ts='t' crc='1' xid='x' equiv-text='e'/>"
      + "<ph id='5' ctype='x' ts='t' crc='1' assoc='both' xid='x' equiv-text='e'/>"
      + "<it id='6' pos='open' rid='3' ctype='bold' ts='t' crc='1' xid='x' equiv-text='e'/>"
      + "<mrk mtype='term' mid='1' ts='t' comment='c'>d</mrk>"
    let unit =
      "<trans-unit id='k' approved='no' phase-name='p'\(common)\(shown)><source ts='t' xml:lang='en'>\(text)</source>"
      + "<seg-source ts='t'>\(text)</seg-source><target state='new' state-qualifier='exact-match'"
      + " phase-name='p' ts='t' equiv-trans='yes' xml:lang='de'\(shown)>\(text)</target></trans-unit>"
    let document = try readXLIFF(
      xliff12("<group id='g' merged-trans='yes'\(common)\(shown)>\(unit)</group>").replacing(
        " datatype=\"plaintext\"><body>",
        with:
          " datatype='plaintext' tool='t' tool-id='i' date='d' ts='t' category='c' product-name='n'"
          + " product-version='1' build-num='2' xml:space='default'><body>"))
    #expect(document.diagnostics.isEmpty, "\(document.diagnostics.map(\.message))")
  }

  @Test(arguments: ["1.0", "1.1", "1.2"]) func dataOfAToolIsANote(version: String) throws {
    let other = Self.unit(" project-id='8'").replacing("'k'", with: "'l'")
    let text = xliff12(Self.unit(" project-id='7'") + "\n" + other)
    let document = try readXLIFF(
      version == "1.0"
        ? text.replacing(" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\"", with: "").replacing(
          "1.2", with: "1.0")
        : text.replacing("1.2", with: version))
    // Once for a name, at the first.
    #expect(document.concise == ["XL-ATTRIBUTE 3:1"])
    #expect(document.diagnostics.first?.severity == .note)
    #expect(document.diagnostics.first?.message == "the element trans-unit has no attribute project-id")
    #expect(document.isReadable)
  }

  @Test(arguments: [
    ("file", "targe-language", "target-language"), ("trans-unit", "aproved", "approved"),
    ("trans-unit", "resnam", "resname"), ("target", "status", "state"),
    ("target", "state-qualifer", "state-qualifier"), ("source", "lang", nil), ("body", "state", nil),
    ("trans-unit", "state", nil),
  ])
  func aSlipIsAWarning(element: String, attribute: String, meant: String?) throws {
    let document = try readXLIFF(
      xliff12(Self.unit("")).replacing("<\(element)", with: "<\(element) \(attribute)='x'"))
    let found = document.diagnostics.filter { $0.rule == XLIFFRules.attribute }
    #expect(found.map(\.severity) == [meant == nil ? .note : .warning])
    #expect(found.first?.message == "the element \(element) has no attribute \(attribute)")
    if let meant { #expect(found.first?.help == "write \(meant)") }
    #expect(document.isReadable)
  }

  @Test func attributesOfNamespacesAndOfSkippedElementsAreNotJudged() throws {
    let document = try readXLIFF(
      xliff12(
        Self.unit(" xml:odd='x'").replacing(
          "</trans-unit>",
          with: "<alt-trans odd='1'><target odd='2'>U</target></alt-trans><note odd='3'/></trans-unit>")))
    #expect(document.diagnostics.isEmpty)
  }
}
