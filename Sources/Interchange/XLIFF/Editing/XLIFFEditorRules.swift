package import Diagnostics

/// Why an XLIFF file is not edited.
package enum XLIFFEditorRules {
  package static let notEditable = Rule(
    "XL-NOT-EDITABLE", .error, "a unit is written in a way that cannot be edited in place",
    cause:
      "the text is spread over several segments, a code has nothing to be copied from, or the unit stands twice",
    bad: "<segment>…</segment><segment>…</segment> and one new text for both",
    good: "the unit edited in the tool that segmented it")
  package static let noUnit = Rule(
    "XL-NO-UNIT", .error, "a key has no unit in the file",
    cause: "units are made by whoever extracts the texts; a file without the unit is older than its source",
    bad: "a new text for `app/a\\.strings.title` and no such trans-unit in the file",
    good: "the file exported again, then the text")

  package static let all = [notEditable, noUnit]
}
