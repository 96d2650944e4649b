package import Diagnostics

/// Segments, inline codes and markers.
extension XLIFFRules {
  static let codeRules = [
    order, codePair, pairHints, isolated, copyOf, codeType, codeMissing, reorder, markerPair, segments,
    codeContent,
  ]

  package static let order = Rule(
    "XL-ORDER", .error, "the order of a target is no free place in its unit",
    cause: "the text of a unit is put together in that order; two targets in one place have none",
    bad: "<target order=\"2\">…</target> beside a second segment without an order",
    good: "<target order=\"2\">…</target> and <target order=\"1\">…</target>")
  package static let codePair = Rule(
    "XL-CODE-PAIR", .error, "one half of a pair of codes is missing or stands on the wrong side",
    cause: "formatting would begin and never end, or end before it began",
    bad: "<ec startRef=\"1\"/>text<sc id=\"1\"/>", good: "<sc id=\"1\"/>text<ec startRef=\"1\"/>")
  package static let pairHints = Rule(
    "XL-PAIR-HINTS", .error, "the two halves of a code do not have the same editing hints",
    cause: "an editor could delete one half and not the other",
    bad: "<sc id=\"1\" canDelete=\"no\"/>text<ec startRef=\"1\" canDelete=\"yes\"/>",
    good: "<sc id=\"1\" canDelete=\"no\"/>text<ec startRef=\"1\" canDelete=\"no\"/>")
  package static let isolated = Rule(
    "XL-ISOLATED", .error, "a lone half of a code is not marked so, or one with a partner is",
    cause: "half a code is only valid where the other half is in another unit, and says so",
    bad: "<ec startRef=\"1\" isolated=\"yes\"/>", good: "<ec id=\"1\" isolated=\"yes\"/>")
  package static let copyOf = Rule(
    "XL-COPY-OF", .error, "a code is a copy of one that is not there or may not be copied",
    cause: "the copy has no data of its own", bad: "<ph id=\"2\" copyOf=\"9\"/>",
    good: "<ph id=\"1\" dataRef=\"d1\"/><ph id=\"2\" copyOf=\"1\"/>")
  package static let codeType = Rule(
    "XL-CODE-TYPE", .error, "a type or subtype is none of the standard",
    cause: "a subtype needs its type, and the names with xlf: are taken",
    bad: "<ph id=\"1\" type=\"fmt\" subType=\"xlf:var\"/>",
    good: "<ph id=\"1\" type=\"ui\" subType=\"xlf:var\"/>")
  package static let codeMissing = Rule(
    "XL-CODE-MISSING", .error, "a code that may not be deleted is missing in the target",
    cause: "the program needs the code; whoever translated the text left it out",
    bad: "<source>Hi <ph id=\"1\" canDelete=\"no\"/></source><target>Hallo</target>",
    good:
      "<source>Hi <ph id=\"1\" canDelete=\"no\"/></source><target>Hallo <ph id=\"1\" canDelete=\"no\"/></target>"
  )
  package static let reorder = Rule(
    "XL-REORDER", .error, "codes that belong together stand apart, or do not begin as they must",
    cause: "a sequence begins with firstNo, goes on with no, and none of it may be copied or deleted",
    bad: "<ph id=\"1\" canReorder=\"no\"/>",
    good: "<ph id=\"1\" canReorder=\"firstNo\" canCopy=\"no\" canDelete=\"no\"/>")
  package static let markerPair = Rule(
    "XL-MARKER-PAIR", .error, "one half of a marker is missing, or its end comes first",
    cause: "nobody can tell which words it marks", bad: "part <sm id=\"m1\" translate=\"no\"/>two",
    good: "part <sm id=\"m1\" translate=\"no\"/>two<em startRef=\"m1\"/>")
  package static let codeContent = Rule(
    "XL-CODE-CONTENT", .error, "the native code of an inline code was changed",
    cause: "the program reads it; a translator or a tool edited it as if it were text",
    bad: "<source><ph id=\"1\">%@</ph></source><target><ph id=\"1\">%d</ph></target>",
    good: "<source><ph id=\"1\">%@</ph></source><target><ph id=\"1\">%@</ph></target>")
  package static let segments = Rule(
    "XL-SEGMENTS", .warning, "the marked segments of a source and its target are not the same",
    cause: "a segment was added, or lost with its text",
    bad: "mid=\"1\" and mid=\"2\" in seg-source, mid=\"3\" in target",
    good: "the same mid values in both")
}
