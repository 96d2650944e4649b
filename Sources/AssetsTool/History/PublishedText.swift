internal import Bundles
internal import Translations

/// How published values, terms and heads are written by the commands that look back.
extension PublishedValue {
  /// `{digest, state, source}`, and the text where it was asked for.
  func json(withText: Bool) -> CanonicalJSON {
    var members: [CanonicalJSON.Member] = [
      .init("digest", CanonicalJSON(Fingerprint.value(message))), .init("state", .string(state.name)),
      .init("source", CanonicalJSON(sourceDigest)),
    ]
    if withText { members.append(.init("text", .string(message.description))) }
    return .object(members)
  }
}

extension [PublishedTerm] {
  /// `{digest, count}`, and the terms where they were asked for.
  func json(withText: Bool) -> CanonicalJSON {
    var members: [CanonicalJSON.Member] = [
      .init("digest", CanonicalJSON(Fingerprint.terms(self))), .init("count", .integer(count)),
    ]
    if withText {
      members.append(
        .init(
          "terms",
          .array(
            map { term in
              [
                "text": .string(term.text.string), "kind": .string(term.kind.rawValue),
                "loanword": .boolean(term.isLoanword),
              ]
            })))
    }
    return .object(members)
  }

  /// The terms in one line for people.
  var shown: String {
    isEmpty
      ? "(none)"
      : map { $0.text.string + ($0.kind == .alternative ? "" : " (\($0.kind.rawValue))") }
        .joined(separator: ", ")
  }
}

extension Head {
  /// What the lists of revisions say of one.
  /// - Parameter accepted: the decisions it used.
  func summaryJSON(accepted: [Acceptance]) -> CanonicalJSON {
    .object([
      .init("revision", .integer(revision)), .init("head", CanonicalJSON(link.head)),
      .init("kind", .string(kind.rawValue)),
      .init(
        "restores",
        restores.map { ["revision": .integer($0.revision), "content": CanonicalJSON($0.content)] } ?? .null),
      .init("publishedAt", .string(publishedAt)), .init("publisher", .string(publisher)),
      .init("message", .string(message)), .init("sourceRevision", .integer(sourceRevision)),
      .init("locales", .object(locales.map { .init($0.locale.description, $0.json) })),
      .init("accepted", .array(accepted.map(\.json))),
    ])
  }

  /// What a revision is about, for people; a rollback says what it restored.
  var title: String {
    let restored = restores.map { "back to r\($0.revision)" + (message.isEmpty ? "" : ": ") } ?? ""
    return restored + message
  }
}

extension Acceptance {
  var json: CanonicalJSON {
    [
      "rule": .string(rule), "locale": CanonicalJSON(locale?.description),
      "key": CanonicalJSON(key?.string), "digest": .string(digest.hex), "reason": .string(reason),
      "by": .string(by), "at": .string(at),
    ]
  }

  /// `accepted  RB-VALUE  ja  articles/a.title  by m.sato, 2026-11-20: reason`.
  var line: String {
    let place = [locale?.description, key?.string].compactMap { $0.map { "  " + $0 } }.joined()
    return "accepted  \(rule)\(place)  by \(by), \(at): \(reason)".displayed
  }
}

extension StoreReader {
  /// A locale named on the command line that a revision has.
  func locale(_ text: String, in snapshot: Snapshot) throws(ToolError) -> ContentState.Locale {
    guard let tag = LanguageTag(text), let locale = snapshot.content[tag] else {
      let known = snapshot.content.locales.map(\.locale.description).joined(separator: ", ")
      throw ToolError(
        .nothingMatched, "r\(snapshot.revision) has no locale '\(text)'",
        help: known.isEmpty ? nil : "it has \(known)")
    }
    return locale
  }
}
