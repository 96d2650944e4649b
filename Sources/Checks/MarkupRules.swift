package import Diagnostics

/// What can be wrong with the inline codes of a translation.
package enum MarkupRules {
  package static let codeMissing = Rule(
    "MK-CODE-MISSING", .error, "an inline code of the source is missing",
    cause:
      "the code stands for something the program puts there: a value, a line break, a link; one that only formats, and in a single file of XLIFF 2 one that may be deleted, is a warning",
    bad: "Hi <x id=\"1\"/> → Hallo", good: "Hi <x id=\"1\"/> → Hallo <x id=\"1\"/>")
  package static let codeUnknown = Rule(
    "MK-CODE-UNKNOWN", .error, "an inline code that the source does not have",
    cause:
      "the program knows nothing to put there; the code was copied from another text; in a single file of XLIFF 2, which lets targets have codes of their own, a warning",
    bad: "Hi → Hallo <x id=\"9\"/>", good: "Hi → Hallo")
  package static let codePair = Rule(
    "MK-CODE-PAIR", .error, "one half of a pair of codes is missing",
    cause: "formatting would begin and never end, or end before it began",
    bad: "<bpt id=\"1\"/>bold<ept id=\"1\"/> → <bpt id=\"1\"/>fett",
    good: "<bpt id=\"1\"/>bold<ept id=\"1\"/> → <bpt id=\"1\"/>fett<ept id=\"1\"/>")
  package static let codeLiteral = Rule(
    "MK-CODE-LITERAL", .error, "an inline code was written as text",
    cause: "a tool escaped the code's brackets, so that people will read the code",
    bad: "Hi <x id=\"1\"/> → Hallo &lt;x id=\"1\"/&gt;", good: "Hi <x id=\"1\"/> → Hallo <x id=\"1\"/>")

  package static let all = [codeMissing, codeUnknown, codePair, codeLiteral]
}
