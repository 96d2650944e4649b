import Translations

extension ManifestEntry {
  /// Writes the entry's object, with its members in the order of their names.
  func write(to writer: inout CanonicalJSONWriter) {
    writer.raw("{\"access\":")
    writer.string(place.access.rawValue)
    writer.raw(",\"after\":")
    writer.fingerprint(after?.projection)
    writer.raw(",\"before\":")
    writer.fingerprint(before?.projection)
    writer.raw(",\"contentID\":")
    writer.string(place.contentID.description)
    writer.raw(",\"domain\":")
    writer.string(place.domain)
    writer.raw(",\"fields\":{")
    for (index, change) in fields.enumerated() {
      if index > 0 { writer.comma() }
      writer.string(change.name.rawValue)
      writer.raw(":[")
      write(change.before, change.name, to: &writer)
      writer.comma()
      write(change.after, change.name, to: &writer)
      writer.raw("]")
    }
    writer.raw("},\"locale\":")
    writer.string(place.locale.description)
    writer.raw(",\"sourceRevision\":[")
    writer.integer(before?.sourceRevision)
    writer.comma()
    writer.integer(after?.sourceRevision)
    writer.raw("]}")
  }

  private func write(_ state: FieldState?, _ name: FieldName, to writer: inout CanonicalJSONWriter) {
    guard let state else { return writer.raw("null") }
    writer.raw("[")
    writer.fingerprint(state.digest)
    writer.comma()
    if name == .keywords {
      writer.array(state.provenance) { $0.string($1?.description) }
    } else {
      writer.string(state.provenance[0]?.description)
    }
    writer.raw("]")
  }

  init?(_ json: CanonicalJSON) {
    guard let contentID = json["contentID"]?.string.flatMap({ ContentID($0) }),
      let locale = json["locale"]?.string.flatMap({ LanguageTag($0) }), let domain = json["domain"]?.string,
      let access = json["access"]?.string.flatMap(ContentAccess.init(rawValue:)),
      let members = json["fields"]?.members, let revisions = json["sourceRevision"]?.array,
      revisions.count == 2
    else { return nil }
    let before = Side(json["before"], revisions[0])
    let after = Side(json["after"], revisions[1])
    guard before != nil || after != nil else { return nil }
    var fields: [FieldChange] = []
    for member in members {
      guard let name = FieldName(rawValue: member.name), let pair = member.value.array, pair.count == 2
      else { return nil }
      fields.append(FieldChange(name: name, before: FieldState(pair[0]), after: FieldState(pair[1])))
    }
    self.init(
      place: Place(contentID: contentID, locale: locale, domain: domain, access: access), before: before,
      after: after, fields: fields)
  }
}

extension ManifestEntry.Side {
  fileprivate init?(_ digest: CanonicalJSON?, _ revision: CanonicalJSON) {
    guard let projection = digest?.string.flatMap({ Fingerprint(hex: $0) }), let revision = revision.integer
    else { return nil }
    self.init(projection: projection, sourceRevision: revision)
  }
}

extension ManifestEntry.FieldState {
  fileprivate init?(_ json: CanonicalJSON) {
    guard let pair = json.array, pair.count == 2,
      let digest = pair[0].string.flatMap({ Fingerprint(hex: $0) })
    else { return nil }
    let locales = pair[1].array ?? [pair[1]]
    self.init(digest: digest, provenance: locales.map { $0.string.flatMap { LanguageTag($0) } })
  }
}
