package import Diagnostics

/// Ids, references to them, and what may stand where.
extension XLIFFRules {
  static let identityRules = [
    idForm, idUnique, attribute, extensionPlace, skeleton, space, fragment, comment, subFlow, dataReference,
  ]

  package static let idForm = Rule(
    "XL-ID-FORM", .error, "an id is not a name token",
    cause:
      "references name ids and separate them with slashes and equal signs; other signs that a name has not are a warning",
    bad: "<unit id=\"/1\">", good: "<unit id=\"u1\">")
  package static let idUnique = Rule(
    "XL-ID-UNIQUE", .error, "an id stands twice in its scope",
    cause: "a reference to it could mean either; a file, group or unit was copied and its ids were kept",
    bad: "<note id=\"n1\">…</note><note id=\"n1\">…</note>",
    good: "<note id=\"n1\">…</note><note id=\"n2\">…</note>")
  package static let attribute = Rule(
    "XL-ATTRIBUTE", .error, "an attribute may not stand here, or its value is none of those it can have",
    cause:
      "what an unknown attribute says is not heard; one that XLIFF 2 has nowhere is a warning, one that XLIFF 1 has not is a note, or a warning if it looks misspelt",
    bad: "<segment translate=\"no\">", good: "<unit translate=\"no\">")
  package static let extensionPlace = Rule(
    "XL-EXTENSION", .error, "an extension stands where XLIFF 2 allows none",
    cause: "tools drop what they do not expect; extensions belong at the front of a file, group or unit",
    bad: "<segment><source>OK</source><acme:memo/></segment>",
    good: "<unit id=\"u1\"><acme:memo/><segment><source>OK</source></segment></unit>")
  package static let skeleton = Rule(
    "XL-SKELETON", .error, "a skeleton has both an href and content, or neither",
    cause: "it either holds the frame of the document or says where that is", bad: "<skeleton/>",
    good: "<skeleton href=\"page.skl\"/>")
  package static let space = Rule(
    "XL-SPACE", .error, "a source and its target treat white space differently",
    cause: "the same white space would count in one text and not in the other",
    bad: "<source xml:space=\"preserve\">…</source><target>…</target>",
    good: "<unit xml:space=\"preserve\">…")
  package static let fragment = Rule(
    "XL-FRAGMENT", .error, "a reference is no valid fragment identifier",
    cause:
      "it goes from file to group to unit and ends with one id; each part but a bare last one has a prefix",
    bad: "ref=\"#u=u1/f=f1/n=n1\"", good: "ref=\"#f=f1/u=u1/n=n1\"")
  package static let comment = Rule(
    "XL-COMMENT", .error, "a comment has no text or note, or two of them",
    cause: "a comment is either the value of the marker or a note of the same unit",
    bad: "<mrk id=\"m1\" type=\"comment\">", good: "<mrk id=\"m1\" type=\"comment\" ref=\"#n=n1\">")
  package static let subFlow = Rule(
    "XL-SUBFLOW", .error, "a code names a unit that its file does not have",
    cause: "the text inside the code, such as a tooltip, is a unit of its own and would be lost",
    bad: "<ph id=\"1\" subFlows=\"tu7, tu8\"/>", good: "<ph id=\"1\" subFlows=\"tu7 tu8\"/>")
  package static let dataReference = Rule(
    "XL-DATA-REF", .error, "a code refers to original data that its unit does not have",
    cause: "the native code cannot be written back", bad: "<ph id=\"1\" dataRef=\"d9\"/>",
    good: "<originalData><data id=\"d1\">…</data></originalData> … <ph id=\"1\" dataRef=\"d1\"/>")
}
