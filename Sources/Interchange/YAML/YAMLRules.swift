package import Diagnostics

/// What can be wrong with a YAML file, whatever it holds.
package enum YAMLRules {
  package static let syntax = Rule(
    "YM-SYNTAX", .error, "the file is not well-formed YAML",
    cause: "the parser cannot tell what belongs to what; reading on would guess",
    bad: "title: Note: read this", good: "title: \"Note: read this\"")
  package static let tab = Rule(
    "YM-TAB", .error, "a tab is used as indentation",
    cause: "YAML indents with spaces only; editors that insert tabs make files that every parser refuses",
    bad: "en:\n\ttitle: Home", good: "en:\n  title: Home")
  package static let unquoted = Rule(
    "YM-UNQUOTED", .error, "a value starts with a character that has a meaning in YAML",
    cause: "%, @ and ` may not start a plain value, and {, [, &, *, !, | and > start something else",
    bad: "greeting: %{name} is here", good: "greeting: \"%{name} is here\"")
  package static let unclosedQuote = Rule(
    "YM-UNCLOSED-QUOTE", .error, "a quote is opened and not closed",
    cause: "everything up to the next quote, often the rest of the file, becomes one value",
    bad: "title: \"Home\nbody: Text", good: "title: \"Home\"\nbody: Text")
  package static let surrogate = Rule(
    "YM-SURROGATE", .error, "a character is written as half of a surrogate pair",
    cause: "JSON writes an emoji as two \\u escapes; YAML escapes are whole characters",
    bad: "smile: \"\\ud83d\\ude00\"", good: "smile: \"\\U0001F600\"")
  package static let encoding = Rule(
    "YM-ENCODING", .error, "the file is not valid UTF-8 or UTF-16",
    cause: "it was saved in a legacy encoding, or cut off in the middle of a character",
    bad: "a file saved as Latin-1", good: "the same file saved as UTF-8")
  package static let control = Rule(
    "YM-CONTROL", .error, "the file holds a control character",
    cause: "control characters come from damaged exports; YAML allows them only as escapes in double quotes",
    bad: "a byte 0x00 in a value", good: "the value without it, or \"\\0\"")
  package static let secondDocument = Rule(
    "YM-SECOND-DOCUMENT", .error, "the file holds more than one YAML document",
    cause: "a second --- starts a new document; most readers would drop one of the two in silence",
    bad: "en: {a: x}\n---\nen: {b: y}", good: "en: {a: x, b: y}")
  package static let alias = Rule(
    "YM-ALIAS", .error, "an alias names nothing, or itself",
    cause: "the anchor is missing, comes later, or encloses the alias",
    bad: "a: *base", good: "base: &base text\na: *base")
  package static let aliasExpansion = Rule(
    "SE-ALIAS-EXPANSION", .error, "aliases multiply the document beyond the limit",
    cause: "a few lines of aliases inside aliases can stand for billions of values",
    bad: "nine levels of lists, each naming the one before nine times", good: "the values written out")
  package static let merge = Rule(
    "YM-MERGE", .error, "a merge key does not name a map",
    cause: "<< takes a map or a list of maps, usually as aliases",
    bad: "en-GB:\n  <<: English", good: "en-GB:\n  <<: *english")
  package static let tag = Rule(
    "YM-TAG", .error, "a tag asks for something that is not text",
    cause: "a catalog is text; tags of other types, of binary data or of program objects are never built",
    bad: "name: !ruby/object:User {}", good: "name: \"User\"")
  package static let typed = Rule(
    "YM-TYPED", .warning, "a tag asks for a number, a truth value or a date",
    cause: "a catalog is text: the value is taken as it is written, the tag is for other readers",
    bad: "size: !!int \"3\"", good: "size: \"3\"")
  package static let duplicateKey = Rule(
    "YM-DUPLICATE-KEY", .error, "a key stands twice in one map",
    cause: "one of the two values is lost, and which one depends on the reader",
    bad: "title: Home\ntitle: Start", good: "title: Home")
  package static let key = Rule(
    "YM-KEY", .error, "a key is not usable",
    cause: "a key is text without NUL, and does not start or end with a non-breaking or ideographic space",
    bad: "? [a, b]\n: text", good: "a_b: text")
  package static let root = Rule(
    "YM-ROOT", .error, "the document is not a map of keys to texts",
    cause: "a colon of another script or a space that is none turns the whole file into one text",
    bad: "title：Home", good: "title: Home")
  package static let layout = Rule(
    "YM-LAYOUT", .error, "the list of messages is not of the form id and translation",
    cause: "a list at the root is read as messages, each with an id and a translation",
    bad: "- translation: Home", good: "- id: home\n  translation: Home")
  package static let localeMismatch = Rule(
    "YM-LOCALE-MISMATCH", .error, "the file says another locale than its name or the project",
    cause: "a file was copied or synced under the wrong name; using it would overwrite another language",
    bad: "en: {title: Home} in pt.yml", good: "pt: {title: Início} in pt.yml")
  package static let empty = Rule(
    "YM-EMPTY", .warning, "the file holds no text",
    cause: "an export may have failed; an empty catalog is never taken for a wish to delete everything",
    bad: "ja:", good: "ja:\n  title: ホーム")
  package static let boolean = Rule(
    "YM-BOOLEAN", .warning, "a plain yes, no, on or off is a truth value to other readers",
    cause:
      "YAML 1.1 readers such as those of Ruby and Python turn the word into true or false; here it is text",
    bad: "answer: No", good: "answer: \"No\"")
  package static let foldedSpace = Rule(
    "YM-FOLDED-SPACE", .warning,
    "a line break inside a value puts a space between two characters of a script without spaces",
    cause:
      "folded, plain and quoted values join their lines with a space, which Japanese, Chinese and Thai do not have",
    bad: "body: >-\n  これは\n  文です", good: "body: これは文です")
  package static let notEditable = Rule(
    "YM-NOT-EDITABLE", .error, "a catalog cannot be edited without changing what else it says",
    cause:
      "an anchor, an alias or a merge key ties the place to other keys, or it is written in a way that only a person should touch",
    bad: "en: &english {title: Home}\nen-GB: *english", good: "en: {title: Home}\nen-GB: {title: Home}")

  package static let all = [
    syntax, tab, unquoted, unclosedQuote, surrogate, encoding, control, secondDocument, alias,
    aliasExpansion, merge, tag, typed, duplicateKey, key, root, layout, localeMismatch, empty, boolean,
    foldedSpace, notEditable,
  ]
}
