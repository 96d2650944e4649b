package import Diagnostics

/// The limits that every reader keeps.
package enum LimitRules {
  package static let depth = Rule(
    "SE-DEPTH", .error, "the document nests deeper than the limit",
    cause: "no catalog needs that many levels; such a file is damaged or made to exhaust memory",
    bad: "300 group elements inside each other", good: "at most 256 levels of XML, 100 of YAML")
  package static let textSize = Rule(
    "SE-TEXT-SIZE", .error, "one text is longer than the limit",
    cause:
      "a text of many megabytes is not a translation; usually a binary file was pasted into the document",
    bad: "a target of 40 MiB", good: "texts of at most 10 MiB")
  package static let fileSize = Rule(
    "SE-FILE-SIZE", .error, "the file is larger than the limit",
    cause:
      "reading stops at a fixed size, so that a runaway export cannot fill the memory of a build machine",
    bad: "a YAML catalog of 700 MiB", good: "the catalog split into several files")
  package static let unitCount = Rule(
    "SE-UNIT-COUNT", .error, "the document has more units than the limit",
    cause: "reading stops at a fixed number of units, so that memory stays bounded",
    bad: "a document of 12,000,000 units", good: "the document split into several files")

  package static let all = [depth, textSize, fileSize, unitCount]
}
