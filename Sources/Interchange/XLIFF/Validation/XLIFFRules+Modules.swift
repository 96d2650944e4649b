package import Diagnostics

/// The modules of XLIFF 2.x, one rule each.
extension XLIFFRules {
  static let moduleRules = [
    match, glossary, formatStyle, metadata, resource, size, validation, changeTracking, its,
  ]

  package static let match = Rule(
    "XL-MATCH", .error, "a translation candidate breaks the rules of its module",
    cause: "a candidate says which text of its unit it is for, by a fragment identifier",
    bad: "<mtc:match ref=\"s1\">", good: "<mtc:match ref=\"#s1\">")
  package static let glossary = Rule(
    "XL-GLOSSARY", .error, "a glossary entry breaks the rules of its module",
    cause: "an entry has a term and a translation or a definition; ids are unique in a glossary",
    bad: "<gls:glossEntry><gls:term>snow</gls:term></gls:glossEntry>",
    good:
      "<gls:glossEntry><gls:term>snow</gls:term><gls:translation>Schnee</gls:translation></gls:glossEntry>")
  package static let formatStyle = Rule(
    "XL-FORMAT-STYLE", .error, "a format style attribute breaks the rules of its module",
    cause: "fs names an element of HTML, subFs gives its attributes; neither stands on an end code",
    bad: "fs:fs=\"paragraph\"", good: "fs:fs=\"p\"")
  package static let metadata = Rule(
    "XL-METADATA", .error, "metadata breaks the rules of its module",
    cause: "metadata is groups of typed values; ids are name tokens and unique",
    bad: "<mda:metadata><mda:meta>1</mda:meta></mda:metadata>",
    good:
      "<mda:metadata><mda:metaGroup><mda:meta type=\"v\">1</mda:meta></mda:metaGroup></mda:metadata>")
  package static let resource = Rule(
    "XL-RESOURCE", .error, "resource data breaks the rules of its module",
    cause: "a resource is either here or elsewhere, in the language of the document, under its own id",
    bad: "<res:source href=\"a.png\">data</res:source>", good: "<res:source href=\"a.png\"/>")
  package static let size = Rule(
    "XL-SIZE", .error, "a size restriction breaks the rules of its module",
    cause: "sizes are whole numbers, restrictions are \"max\", \"min,max\", \"min,*\" or \"*\"",
    bad: "slr:sizeRestriction=\"ninety\"", good: "slr:sizeRestriction=\"90\"")
  package static let validation = Rule(
    "XL-VALIDATION", .error, "a validation rule breaks the rules of its module",
    cause: "a rule has exactly one condition; existsInSource needs one that looks for a text",
    bad: "<val:rule isNotPresent=\"a\" startsWith=\"b\"/>", good: "<val:rule startsWith=\"b\"/>")
  package static let changeTracking = Rule(
    "XL-CHANGE-TRACKING", .warning, "tracked changes break the rules of their module",
    cause: "the module left the standard with 2.2; its data is skipped, so nothing is lost here",
    bad: "<ctr:revisions appliesTo=\"note\" ref=\"gone\">",
    good: "<ctr:revisions appliesTo=\"note\" ref=\"n1\">")
  package static let its = Rule(
    "XL-ITS", .warning, "a value of the tag set for internationalization is out of its range",
    cause: "confidences go from 0 to 1 and severities from 0 to 100; the data is skipped here",
    bad: "its:mtConfidence=\"87\"", good: "its:mtConfidence=\"0.87\"")
}
