import Diagnostics
import Testing
import Translations

@testable import Interchange

/// From what a file says about a target to its state.
@Suite struct XLIFFStateTests {
  /// The state of a 1.2 unit with the source `S`.
  private func state(_ target: String, approved: String = "") throws -> String {
    let document = try readXLIFF(
      xliff12(
        "<trans-unit id='k'\(approved.isEmpty ? "" : " approved='\(approved)'")><source>S</source>\(target)</trans-unit>"
      ))
    let line = try #require(document.lines.first)
    return String(line.split(separator: " | ", omittingEmptySubsequences: false).last ?? "")
  }

  @Test(arguments: [
    ("", "absent"),
    ("<target>T</target>", "translated"),
    ("<target>S</target>", "translated"),
    ("<target/>", "untranslated"),
    ("<target></target>", "untranslated"),
    ("<target> \n\t</target>", "untranslated"),
    ("<target state='translated'> </target>", "untranslated"),
    ("<target>\u{A0}</target>", "translated"),
    ("<target><x id='1'/></target>", "translated"),
    ("<target state='new'/>", "untranslated"),
    ("<target state='new'>S</target>", "untranslated"),
    ("<target state='new'>T</target>", "untranslated"),
    ("<target state='needs-translation'>S</target>", "untranslated"),
    ("<target state='needs-translation'>T</target>", "needs-translation"),
    ("<target state='needs-translation'/>", "untranslated"),
    ("<target state='needs-l10n'>T</target>", "needs-translation"),
    ("<target state='needs-adaptation'>T</target>", "needs-translation"),
    ("<target state='needs-review-translation'>T</target>", "needs-review"),
    ("<target state='needs-review-translation'>S</target>", "needs-review"),
    ("<target state='needs-review-l10n'>T</target>", "needs-review"),
    ("<target state='needs-review-adaptation'>T</target>", "needs-review"),
    ("<target state='translated'>T</target>", "translated"),
    ("<target state='translated'/>", "translated explicitly-empty"),
    ("<target state='signed-off'>T</target>", "reviewed"),
    ("<target state='final'>T</target>", "final"),
    ("<target state='final'/>", "final explicitly-empty"),
    ("<target state='x-vendor'>T</target>", "needs-review"),
    ("<target state='bogus'>T</target>", "needs-review"),
    ("<target state='reviewed'>T</target>", "reviewed"),
    ("<target state-qualifier='leveraged-mt' state='translated'>T</target>", "translated machine"),
    ("<target state-qualifier='mt-suggestion'>T</target>", "translated machine"),
    ("<target state-qualifier='leveraged-mt' state='signed-off'>T</target>", "reviewed"),
    ("<target state-qualifier='fuzzy-match'>T</target>", "needs-review"),
    ("<target state-qualifier='tm-suggestion' state='translated'>T</target>", "translated"),
    ("<target state-qualifier='exact-match'>T</target>", "translated"),
    ("<target state-qualifier='rejected-grammar' state='translated'>T</target>", "translated rejected"),
  ])
  func statesOf12(target: String, expected: String) throws {
    #expect(try state(target) == expected)
  }

  @Test(arguments: [
    ("", "absent"),
    ("<target>T</target>", "reviewed"),
    ("<target/>", "reviewed explicitly-empty"),
    ("<target state='translated'>T</target>", "reviewed"),
    ("<target state='final'>T</target>", "final"),
    ("<target state='new'>T</target>", "untranslated"),
    ("<target state='needs-review-translation'>T</target>", "needs-review"),
    ("<target state-qualifier='fuzzy-match'>T</target>", "reviewed"),
    ("<target state-qualifier='leveraged-mt'>T</target>", "reviewed"),
  ])
  func approvalLiftsWhatIsFinished(target: String, expected: String) throws {
    #expect(try state(target, approved: "yes") == expected)
    if !expected.contains("reviewed") { #expect(try state(target, approved: "no") == expected) }
  }

  @Test(arguments: [
    ("", "<target>T</target>", "translated"),
    (" state='initial'", "<target>T</target>", "untranslated"),
    (" state='translated'", "<target>T</target>", "translated"),
    (" state='reviewed'", "<target>T</target>", "reviewed"),
    (" state='final'", "<target>T</target>", "final"),
    (" state='final'", "", "absent"),
  ])
  func statesOf2x(attribute: String, target: String, expected: String) throws {
    let document = try readXLIFF(
      xliff20("<unit id='u'><segment\(attribute)><source>S</source>\(target)</segment></unit>")
    )
    #expect(document.lines.first?.hasSuffix("| \(expected)") == true, "\(document.lines)")
  }

  @Test func wordsOfNoStandardAreReported() throws {
    func rules(_ state: String) throws -> [String] {
      try readXLIFF(
        xliff12("<trans-unit id='k'><source>S</source>\n <target state='\(state)'>T</target></trans-unit>")
      )
      .concise
    }
    #expect(try rules("finale") == ["XL-STATE 4:2"])
    #expect(try rules("initial") == ["XL-STATE 4:2"])
    #expect(try rules("") == ["XL-STATE 4:2"])
    #expect(try rules("x-mine").isEmpty)
    #expect(try rules("signed-off").isEmpty)
    let document = try readXLIFF(
      xliff20(
        "<unit id='u'>\n <segment state='signed-off'><source>S</source><target>T</target></segment></unit>"))
    #expect(document.concise == ["XL-STATE 5:2"])
  }

  @Test func aContradictionIsReported() throws {
    let document = try readXLIFF(
      xliff12(
        "<trans-unit id='k' approved='yes'><source>S</source>\n <target state='new'>T</target></trans-unit>"))
    #expect(document.concise == ["XL-APPROVED 4:2"])
    #expect(document.diagnostics.first?.key == #"a\.strings.k"#)
  }
}
