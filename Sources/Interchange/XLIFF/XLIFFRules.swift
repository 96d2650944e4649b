package import Diagnostics

/// Everything the XLIFF reader can find wrong.
package enum XLIFFRules {
  package static let all: [Rule] =
    encodingRules + structureRules + unitRules + identityRules + codeRules + moduleRules + securityRules

  // MARK: The bytes

  private static let encodingRules = [malformed, encoding, encodingLabel, mojibake]

  package static let malformed = Rule(
    "XL-MALFORMED", .error, "the file is not well-formed XML",
    cause: "the file was cut off, edited by hand, or written by a tool that does not escape text",
    bad: "<source>Terms & conditions</source>", good: "<source>Terms &amp; conditions</source>")
  package static let encoding = Rule(
    "XL-ENCODING", .error, "the file's bytes cannot be decoded",
    cause: "the file was saved in another encoding than the one it declares, or in one that is not read",
    bad: "<?xml version=\"1.0\" encoding=\"UTF-16\"?> in a file saved as UTF-8",
    good: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
  package static let encodingLabel = Rule(
    "XL-ENCODING-LABEL", .warning, "the declared encoding is not the one of the byte order mark",
    cause:
      "an editor saved the file in another encoding and left the declaration as it was; the mark is believed",
    bad: "a UTF-16 file that declares encoding=\"UTF-8\"",
    good: "a UTF-16 file that declares encoding=\"UTF-16\"")
  package static let mojibake = Rule(
    "XL-MOJIBAKE", .warning, "the texts are UTF-8 that was declared as a one-byte encoding",
    cause: "each accented letter turns into two or three wrong characters",
    bad: "encoding=\"ISO-8859-1\" over the bytes C3 BC", good: "encoding=\"UTF-8\" over the bytes C3 BC")

  // MARK: The document

  private static let structureRules = [
    notXLIFF, version, noNamespace, structure, language, languageForm, languageMismatch, foreign,
  ]

  package static let notXLIFF = Rule(
    "XL-NOT-XLIFF", .error, "the document is not XLIFF",
    cause: "another file was saved under an XLIFF name, often the page of a login form",
    bad: "<html>…</html>", good: "<xliff version=\"1.2\" …>…</xliff>")
  package static let version = Rule(
    "XL-VERSION", .error, "the version and the namespace do not name one XLIFF",
    cause: "elements mean different things in 1.2 and 2.x, so a document that claims both cannot be read",
    bad: "<xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:2.0\">",
    good: "<xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\">")
  package static let noNamespace = Rule(
    "XL-NO-NAMESPACE", .warning, "the document has no namespace",
    cause: "XLIFF 1.1 and later live in a namespace; other tools refuse a document without it",
    bad: "<xliff version=\"1.2\">",
    good: "<xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\">")
  package static let structure = Rule(
    "XL-STRUCTURE", .error, "an element is missing or stands where it may not",
    cause: "text in the wrong place would be lost without a word", bad: "<file …><trans-unit …/></file>",
    good: "<file …><body><trans-unit …/></body></file>")
  package static let language = Rule(
    "XL-LANGUAGE", .error, "a language is missing, or is not a language tag",
    cause: "without it nobody knows which texts these are",
    bad: "<file original=\"a.strings\" datatype=\"plaintext\">",
    good: "<file original=\"a.strings\" source-language=\"en\" target-language=\"de\" datatype=\"plaintext\">"
  )
  package static let languageForm = Rule(
    "XL-LANGUAGE-FORM", .warning, "a language tag is not written as BCP 47 asks",
    cause: "POSIX spellings are understood, but other tools may not find the language",
    bad: "target-language=\"zh_CN\"", good: "target-language=\"zh-CN\"")
  package static let languageMismatch = Rule(
    "XL-LANGUAGE-MISMATCH", .error, "a target is in another language than its file",
    cause: "texts of two languages were merged into one file",
    bad: "<target xml:lang=\"fr\"> in a file with target-language=\"de\"", good: "<target xml:lang=\"de\">")
  package static let foreign = Rule(
    "XL-FOREIGN", .note, "elements or attributes of an unknown namespace were skipped",
    cause: "tools add data of their own; nothing of it is a translation",
    bad: "<acme:memory>…</acme:memory>", good: "a document without extensions")

  // MARK: The units

  private static let unitRules = [
    noID, noSource, twoTargets, duplicateID, repeatedUnit, state, approved, binary, pluralCase, codePoint,
  ]

  package static let noID = Rule(
    "XL-NO-ID", .error, "an element lacks the id that names it",
    cause: "a text without a name can be stored nowhere", bad: "<trans-unit><source>OK</source></trans-unit>",
    good: "<trans-unit id=\"ok\"><source>OK</source></trans-unit>")
  package static let noSource = Rule(
    "XL-NO-SOURCE", .error, "a unit has no source",
    cause: "without the text it was made from, a translation cannot be checked for being out of date",
    bad: "<trans-unit id=\"ok\"><target>OK</target></trans-unit>",
    good: "<trans-unit id=\"ok\"><source>OK</source><target>OK</target></trans-unit>")
  package static let twoTargets = Rule(
    "XL-TWO-TARGETS", .error, "a unit or segment has two sources or two targets",
    cause: "two edits were merged; which of them counts cannot be known",
    bad: "<target>Ja</target><target>Doch</target>", good: "<target>Ja</target>")
  package static let duplicateID = Rule(
    "XL-DUPLICATE-ID", .error, "two units have the same key and different content",
    cause: "two exports were pasted together; which of them counts cannot be known",
    bad: "two trans-units with id=\"ok\" in one file element", good: "each id once in a file element")
  package static let repeatedUnit = Rule(
    "XL-REPEATED-UNIT", .warning, "a file element has the same unit twice",
    cause: "both say the same, so nothing is lost; an id must still be unique, and in XLIFF 2 it is an error",
    bad: "two equal trans-units with id=\"ok\"", good: "one trans-unit with id=\"ok\"")
  package static let state = Rule(
    "XL-STATE", .warning, "a state is not one of the standard",
    cause:
      "a tool wrote its own word; the text is taken as in need of review, which is safe; in XLIFF 2 it is an error",
    bad: "<target state=\"finale\">", good: "<target state=\"final\">")
  package static let approved = Rule(
    "XL-APPROVED", .warning, "a unit is approved although its target is not finished",
    cause: "the two contradict each other; the weaker one counts",
    bad: "<trans-unit approved=\"yes\">…<target state=\"needs-review-translation\">",
    good: "<trans-unit approved=\"yes\">…<target state=\"final\">")
  package static let binary = Rule(
    "XL-BINARY", .note, "a binary unit was skipped",
    cause: "pictures and sounds are not texts; nothing that a document refers to is fetched",
    bad: "<bin-unit id=\"logo\" mime-type=\"image/png\">", good: "texts only")
  package static let pluralCase = Rule(
    "XL-PLURAL-CASE", .error, "the case of a segment does not fit the switch of its unit",
    cause: "the plural module wants one value for each part of the switch, and CLDR's words for plurals",
    bad: "pgs:switch=\"plural:n gender:g\" with pgs:case=\"single\"",
    good: "pgs:switch=\"plural:n gender:g\" with pgs:case=\"one feminine\"")
  package static let codePoint = Rule(
    "XL-CODE-POINT", .error, "a cp element does not name a character that XML cannot hold",
    cause: "cp is for control characters only; its hex is the number of one, in hexadecimal",
    bad: "<cp hex=\"00A0\"/>", good: "<cp hex=\"001A\"/>")

  // MARK: Hostile documents

  private static let securityRules = [doctype, entity, fileCount]

  package static let doctype = Rule(
    "SE-DOCTYPE", .error, "the document has a document type declaration",
    cause: "such a declaration can read other files and make a small document enormous; XLIFF needs none",
    bad: "<!DOCTYPE xliff SYSTEM \"xliff.dtd\">", good: "no DOCTYPE")
  package static let entity = Rule(
    "SE-ENTITY", .error, "the document refers to an entity",
    cause: "only the five entities of XML are known; leaving another one out would change the text",
    bad: "10&nbsp;km", good: "10&#160;km")
  package static let fileCount = Rule(
    "SE-FILE-COUNT", .error, "the document has more file elements than the limit",
    cause: "a catalog numbers the file elements with 16 bits", bad: "70,000 file elements",
    good: "the document split into several")
}
