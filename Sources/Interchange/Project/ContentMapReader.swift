internal import Diagnostics
package import Translations

/// Reads the content map, one file or many.
///
/// Read the files in the order of their paths, then `finish()`, which also compares IDs across files.
package struct ContentMapReader: Sendable {
  private let limits: ReadingLimits
  private var records: [ContentRecord] = []
  private var diagnostics: [Diagnostic] = []

  package init(limits: ReadingLimits = .standard) {
    self.limits = limits
  }

  /// - Throws: what the source throws.
  package mutating func read(_ source: any ByteSource, path: String) throws {
    var decoder = NodeDecoder(path: path, rules: Self.fieldRules)
    var found: [ContentRecord] = []
    let (root, early) = try YAMLTreeReader.read(
      source, path: path, limits: limits, streaming: .list("content")
    ) { item in
      if let record = Self.record(item.value, &decoder) { found.append(record) }
    }
    if root == nil { decoder = NodeDecoder(path: path, rules: Self.fieldRules) }
    decoder.prepend(early)
    if let root {
      records += found
      if decoder.isMap(root, "the content map", fields: ["content"], required: ["content"]) {
        for item in decoder.items(root["content"], "content") {
          if let record = Self.record(item, &decoder) { records.append(record) }
        }
      }
    } else if early.isEmpty {
      decoder.report(
        ContentMapRules.missingField, "the content map is empty", at: YAMLMark(line: 1, column: 1),
        help: "write `content: []` if there is none")
    }
    diagnostics += decoder.diagnostics.inFileOrder
  }

  /// The records in reading order; of records with the same ID the first.
  package consuming func finish() -> Parsed<[ContentRecord]> {
    var firsts = [ContentID: Int](minimumCapacity: records.count)
    var repeated: Set<Int> = []
    for (index, record) in records.enumerated() {
      if let first = firsts[record.contentID].map({ records[$0] }) {
        repeated.insert(index)
        diagnostics.append(
          Diagnostic(
            ContentMapRules.duplicateID, "content ID `\(record.contentID)` stands twice", at: record.location,
            contentIDs: [record.contentID.description], help: "rename or remove one of the two",
            notes: [Diagnostic.Note("the first is here", at: first.location)]))
      } else {
        firsts[record.contentID] = index
      }
    }
    checkFormerIDs(without: repeated, live: firsts)
    if !repeated.isEmpty {
      records = records.indices.filter { !repeated.contains($0) }.map { records[$0] }
    }
    return Parsed(records, diagnostics: diagnostics)
  }

  /// - Parameter repeated: the places of the records that do not count.
  private mutating func checkFormerIDs(without repeated: Set<Int>, live: [ContentID: Int]) {
    var owners: [ContentID: ContentRecord] = [:]
    for (index, record) in records.enumerated() where !record.formerIDs.isEmpty && !repeated.contains(index) {
      for former in record.formerIDs {
        let (other, what): (ContentRecord?, String) =
          if let living = live[former].map({ records[$0] }) {
            (living, living.contentID == record.contentID ? "its own ID" : "the ID of another record")
          } else if let owner = owners[former] {
            (
              owner,
              owner.contentID == record.contentID ? "listed twice" : "a former ID of another record too"
            )
          } else {
            (nil, "")
          }
        guard let other else {
          owners[former] = record
          continue
        }
        var ids = [record.contentID]
        if other.contentID != record.contentID { ids.append(other.contentID) }
        diagnostics.append(
          Diagnostic(
            ContentMapRules.formerID, "former ID `\(former)` of `\(record.contentID)` is \(what)",
            at: record.location, contentIDs: ids.sorted().map(\.description),
            help: "remove it from formerIDs",
            notes: other.contentID == record.contentID
              ? [] : [Diagnostic.Note("the other record is here", at: other.location)]))
      }
    }
  }

  // MARK: One record

  private static let fieldRules = NodeDecoder.Rules(
    unknownField: ContentMapRules.unknownField, missingField: ContentMapRules.missingField,
    type: ContentMapRules.type, value: ContentMapRules.value)

  private static let fields = [
    "contentID", "domain", "route", "titleKey", "descriptionKey", "keywordKeys", "isSearchable", "access",
    "formerIDs",
  ]

  private static let required = ["contentID", "domain", "route", "titleKey"]

  private static func record(_ node: YAMLNode, _ decoder: inout NodeDecoder) -> ContentRecord? {
    let isComplete = decoder.isMap(
      node, "a content record", fields: fields, required: required)
    guard node.entries != nil else { return nil }
    let id = contentID(node["contentID"], "contentID", &decoder)
    let domain = decoder.name(node["domain"], "domain")
    let route = decoder.name(node["route"], "route")
    let titleKey = messageKey(node["titleKey"], "titleKey", &decoder)
    let descriptionKey = messageKey(node["descriptionKey"], "descriptionKey", &decoder)
    var keywordKeys: [String] = []
    for item in decoder.items(node["keywordKeys"], "keywordKeys") {
      if let key = decoder.name(item, "a keyword key") { keywordKeys.append(key) }
    }
    let isSearchable = decoder.boolean(node["isSearchable"], "isSearchable")
    let access = decoder.choice(node["access"], "access", of: ContentAccess.self)
    var formerIDs: [ContentID] = []
    for item in decoder.items(node["formerIDs"], "formerIDs") {
      if let former = contentID(item, "a former ID", &decoder) { formerIDs.append(former) }
    }
    guard isComplete, let id, let domain, let route, let titleKey else { return nil }
    return ContentRecord(
      contentID: id, domain: domain, route: route, titleKey: titleKey, descriptionKey: descriptionKey,
      keywordKeys: keywordKeys, isSearchable: isSearchable ?? true, access: access ?? .public,
      formerIDs: formerIDs, location: node.start.location(in: decoder.path))
  }

  private static func contentID(
    _ node: YAMLNode?, _ name: String, _ decoder: inout NodeDecoder
  ) -> ContentID? {
    guard let node else { return nil }
    guard let text = node.text else {
      decoder.wrongType(node, name, expected: "a text")
      return nil
    }
    if let id = ContentID(text) { return id }
    decoder.report(
      ContentMapRules.invalidID,
      "\(name) is empty, longer than 256 bytes, or holds a control or bidirectional formatting character",
      at: node.start)
    return nil
  }

  private static func messageKey(
    _ node: YAMLNode?, _ name: String, _ decoder: inout NodeDecoder
  ) -> MessageKey? {
    guard let node, let text = decoder.text(node, name) else { return nil }
    if let key = MessageKey(text), !key.pathBytes.isEmpty { return key }
    decoder.report(
      ContentMapRules.key, "\(name) `\(NodeDecoder.shown(text))` is not a message key", at: node.start,
      help: "write the catalog's name, a slash, and the path, as in `articles/focus-timer.title`")
    return nil
  }
}
