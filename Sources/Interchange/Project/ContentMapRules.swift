package import Diagnostics

/// What can be wrong with the content map.
package enum ContentMapRules {
  package static let unknownField = Rule(
    "MF-UNKNOWN-FIELD", .error, "a field that does not exist",
    cause: "a misspelt field would be a setting that silently does nothing",
    bad: "searchable: false", good: "isSearchable: false")
  package static let missingField = Rule(
    "MF-MISSING-FIELD", .error, "a record lacks a field that it needs",
    cause: "without it the record cannot be indexed, deleted or opened", bad: "- contentID: article:1",
    good: "- { contentID: article:1, domain: articles, route: app://1, titleKey: articles/1.title }")
  package static let type = Rule(
    "MF-TYPE", .error, "a field holds another kind of value",
    cause: "a list where a text belongs, or nothing at all", bad: "keywordKeys: articles/1",
    good: "keywordKeys: [articles/1]")
  package static let value = Rule(
    "MF-VALUE", .error, "a field holds a value that is not allowed",
    cause: "the value is misspelt, empty, or holds a control character", bad: "access: secret",
    good: "access: private")
  package static let key = Rule(
    "MF-KEY", .error, "a key is not a printed message key",
    cause: "a message key is the catalog's name, a slash, and the path with dots between its segments",
    bad: "titleKey: focus-timer.title", good: "titleKey: articles/focus-timer.title")
  package static let invalidID = Rule(
    "ID-INVALID", .error, "a content ID is not usable as the identifier of the search index",
    cause: "an ID has at most 256 bytes and no control or bidirectional formatting characters",
    bad: "contentID: \"\"", good: "contentID: article:focus-timer")
  package static let duplicateID = Rule(
    "ID-DUPLICATE", .error, "two records have the same content ID",
    cause: "the index holds one item for an ID; one of the two would vanish", bad: "two records article:1",
    good: "article:1 and article:2")
  package static let formerID = Rule(
    "ID-FORMER", .error, "a former ID is in use",
    cause:
      "a former ID is deleted from the index and resolved to one record; it cannot live on or belong to two",
    bad: "formerIDs: [article:2] beside a record article:2", good: "formerIDs: [article:old-2]")

  package static let notEditable = Rule(
    "MF-NOT-EDITABLE", .error, "a content record is written in a way that cannot be edited in place",
    cause: "an anchor, an alias or a tag ties it to another place, or it shares its line with others",
    bad: "content: [{ contentID: article:1, … }]", good: "content:\n  - contentID: article:1\n    domain: …")

  package static let all = [
    unknownField, missingField, type, value, key, invalidID, duplicateID, formerID, notEditable,
  ]
}
