internal import Diagnostics
package import Translations

/// A record for the search index whose text stands in the file.
package struct LiteralRecord: Hashable, Sendable {
  package var contentID: ContentID
  package var account: String?
  package var domain: String
  package var locale: LanguageTag?
  package var title: String
  package var description: String?
  package var keywords: [String]
}

/// Reads records for the search index: a list `records`, as YAML or as JSON, which is YAML.
package enum LiteralRecordReader {
  private static let fields = [
    "contentID", "account", "domain", "locale", "title", "description", "keywords",
  ]

  /// - Throws: what the source throws.
  package static func read(
    _ source: any ByteSource, path: String, limits: ReadingLimits = .standard
  ) throws -> Parsed<[LiteralRecord]> {
    let (root, early) = try YAMLTreeReader.read(source, path: path, limits: limits)
    var decoder = NodeDecoder(
      path: path,
      rules: NodeDecoder.Rules(
        unknownField: ContentMapRules.unknownField, missingField: ContentMapRules.missingField,
        type: ContentMapRules.type, value: ContentMapRules.value), diagnostics: early)
    var records: [LiteralRecord] = []
    if let root, decoder.isMap(root, "the file", fields: ["records"], required: ["records"]) {
      for item in decoder.items(root["records"], "records") {
        if let record = record(item, &decoder) { records.append(record) }
      }
    } else if root == nil, early.isEmpty {
      decoder.report(
        ContentMapRules.missingField, "the file is empty", at: YAMLMark(line: 1, column: 1),
        help: "write `records: []` if there is none")
    }
    return Parsed(records, diagnostics: decoder.diagnostics.inFileOrder)
  }

  private static func record(_ node: YAMLNode, _ decoder: inout NodeDecoder) -> LiteralRecord? {
    let isComplete = decoder.isMap(
      node, "a record", fields: fields, required: ["contentID", "domain", "title"])
    guard node.entries != nil else { return nil }
    let id = decoder.name(node["contentID"], "contentID")
    let contentID = id.flatMap { ContentID($0) }
    if let place = node["contentID"], id != nil, contentID == nil {
      decoder.report(ContentMapRules.invalidID, "contentID is longer than 256 bytes", at: place.start)
    }
    let domain = decoder.name(node["domain"], "domain")
    let title = decoder.text(node["title"], "title")
    let account = decoder.name(node["account"], "account")
    let locale = decoder.locale(node["locale"], "locale")
    let description = decoder.text(node["description"], "description")
    var keywords: [String] = []
    for item in decoder.items(node["keywords"], "keywords") {
      if let keyword = decoder.text(item, "a keyword") { keywords.append(keyword) }
    }
    guard isComplete, let contentID, let domain, let title else { return nil }
    return LiteralRecord(
      contentID: contentID, account: account, domain: domain, locale: locale, title: title,
      description: description, keywords: keywords)
  }
}
