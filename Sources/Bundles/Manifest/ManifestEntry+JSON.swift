import Translations

extension ManifestEntry {
  var json: CanonicalJSON {
    [
      "contentID": .string(place.contentID.description), "locale": .string(place.locale.description),
      "domain": .string(place.domain), "access": .string(place.access.rawValue),
      "before": CanonicalJSON(before?.projection), "after": CanonicalJSON(after?.projection),
      "fields": .object(
        fields.map { change in
          .init(change.name.rawValue, [json(change.before, change.name), json(change.after, change.name)])
        }),
      "sourceRevision": [CanonicalJSON(before?.sourceRevision), CanonicalJSON(after?.sourceRevision)],
    ]
  }

  private func json(_ state: FieldState?, _ name: FieldName) -> CanonicalJSON {
    guard let state else { return .null }
    let locales = state.provenance.map { CanonicalJSON($0?.description) }
    return [CanonicalJSON(state.digest), name == .keywords ? .array(locales) : locales[0]]
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
