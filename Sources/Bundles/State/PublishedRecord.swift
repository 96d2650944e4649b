public import Translations

/// The content record as a tree entry:
/// `[id, domain, access, searchable, route, title key, description key, keyword keys, former IDs]`.
extension ContentRecord {
  package var entry: TreeEntry {
    TreeEntry(
      key: Array(contentID.utf8), .string(domain), .string(access.rawValue), .boolean(isSearchable),
      .string(route), titleKey.json, descriptionKey?.json ?? .null, .array(keywordKeys.map { .string($0) }),
      .array(formerIDs.map { .string($0.description) }))
  }

  public init(_ entry: TreeEntry) throws(BundleError) {
    let values = try entry.values()
    guard values.count == 8, let contentID = ContentID(String(decoding: entry.key, as: UTF8.self)),
      let domain = values[0].string, let access = values[1].string.flatMap(ContentAccess.init(rawValue:)),
      let isSearchable = values[2].boolean, let route = values[3].string,
      let titleKey = MessageKey(values[4]), let keywordKeys = values[6].array?.compactMap(\.string),
      let formerIDs = values[7].array?.compactMap({ $0.string.flatMap { ContentID($0) } })
    else { throw BundleError(.damaged, "entry of a content record has another form") }
    self.init(
      contentID: contentID, domain: domain, route: route, titleKey: titleKey,
      descriptionKey: MessageKey(values[5]), keywordKeys: keywordKeys, isSearchable: isSearchable,
      access: access, formerIDs: formerIDs)
  }
}

extension MessageKey {
  var json: CanonicalJSON { .array(segments.map { .string($0) }) }

  init?(_ json: CanonicalJSON) {
    guard let segments = json.array?.compactMap(\.string), let catalog = segments.first else { return nil }
    self.init(catalog: catalog, path: Array(segments.dropFirst()))
  }
}
