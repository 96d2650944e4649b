public import Translations

/// The content record as a tree entry:
/// `[id, domain, access, searchable, route, title key, description key, keyword keys, former IDs]`.
extension ContentRecord {
  package var entry: TreeEntry {
    TreeEntry(key: Array(contentID.utf8)) { writer in
      writer.string(domain)
      writer.comma()
      writer.string(access.rawValue)
      writer.comma()
      writer.boolean(isSearchable)
      writer.comma()
      writer.string(route)
      writer.comma()
      writer.key(titleKey.bytes[...])
      writer.comma()
      if let descriptionKey { writer.key(descriptionKey.bytes[...]) } else { writer.raw("null") }
      writer.comma()
      writer.array(keywordKeys) { $0.string($1) }
      writer.comma()
      writer.array(formerIDs) { $0.string($1.description) }
    }
  }

  /// Reads an entry of the content map.
  /// - Throws: `BundleError` with `.damaged`, if it has another form than `Docs/BundleFormat.md` 3.3 says.
  public init(_ entry: TreeEntry) throws(BundleError) {
    self = try entry.read(orElse: "entry of a content record has another form") {
      (reader) throws(CanonicalJSONError) in try ContentRecord(&reader, key: entry.key)
    }
  }

  private init(_ reader: inout CanonicalJSONReader, key: [UInt8]) throws(CanonicalJSONError) {
    guard let contentID = ContentID(String(decoding: key, as: UTF8.self)) else {
      throw reader.error("expected a content ID")
    }
    let domain = try reader.text()
    try reader.comma()
    guard let access = ContentAccess(rawValue: try reader.text()) else {
      throw reader.error("expected an access")
    }
    try reader.comma()
    let isSearchable = try reader.boolean()
    try reader.comma()
    let route = try reader.text()
    try reader.comma()
    let titleKey = MessageKey(bytes: try reader.key())
    try reader.comma()
    let descriptionKey = try reader.skipNull() ? nil : MessageKey(bytes: reader.key())
    try reader.comma()
    var keywordKeys: [String] = []
    try reader.array { (reader) throws(CanonicalJSONError) in keywordKeys.append(try reader.text()) }
    try reader.comma()
    var formerIDs: [ContentID] = []
    try reader.array { (reader) throws(CanonicalJSONError) in
      if let former = ContentID(try reader.text()) { formerIDs.append(former) }
    }
    self.init(
      contentID: contentID, domain: domain, route: route, titleKey: titleKey, descriptionKey: descriptionKey,
      keywordKeys: keywordKeys, isSearchable: isSearchable, access: access, formerIDs: formerIDs)
  }
}
