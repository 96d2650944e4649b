internal import Bundles
internal import Translations

/// One side of a diff.
struct DiffSide {
  /// `nil` for the working files.
  var revision: Int?
  var content: Digest

  var name: String { revision.map { "r\($0)" } ?? "now" }

  var json: CanonicalJSON { ["revision": CanonicalJSON(revision), "content": CanonicalJSON(content)] }
}

/// A comparison for machines: `assets.diff/1`.
struct DiffJSON {
  let comparison: StateComparison
  let from: DiffSide
  let to: DiffSide
  let withText: Bool

  var json: CanonicalJSON {
    .object([
      .init("schema", "assets.diff/1"), .init("from", from.json), .init("to", to.json),
      .init(
        "sourceLocale",
        comparison.sourceLocale.map {
          [CanonicalJSON($0.before?.description), CanonicalJSON($0.after?.description)]
        } ?? .null),
      .init(
        "minimumState",
        comparison.minimumState.map { [.string($0.before.name), .string($0.after.name)] } ?? .null),
      .init("locales", .object(comparison.locales.map { .init($0.locale.description, json($0)) })),
      .init("records", .array(comparison.records.map(json))), .init("summary", summary),
    ])
  }

  private func json(_ locale: StateComparison.Locale) -> CanonicalJSON {
    [
      "status": .string(locale.before == nil ? "added" : locale.after == nil ? "removed" : "kept"),
      "added": .array(locale.added.map(json)), "changed": .array(locale.changed.map(json)),
      "removed": .array(locale.removed.map(json)), "moved": .array(locale.moved.map(json)),
      "keywords": .array(locale.keywords.map(json)),
      "chain": locale.chain.map { [Self.tags($0.before), Self.tags($0.after)] } ?? .null,
    ]
  }

  private func json(_ value: StateComparison.Value) -> CanonicalJSON {
    var members: [CanonicalJSON.Member] = [
      .init("key", .string(value.key.description)),
      .init("before", value.before?.json(withText: withText) ?? .null),
      .init("after", value.after?.json(withText: withText) ?? .null),
      .init("parts", .array(value.parts.map { .string($0.rawValue) })),
    ]
    if let origin = value.movedFrom { members.append(.init("movedFrom", .string(origin.description))) }
    return .object(members)
  }

  private func json(_ set: StateComparison.Keywords) -> CanonicalJSON {
    [
      "key": .string(set.key.string), "before": set.before?.json(withText: withText) ?? .null,
      "after": set.after?.json(withText: withText) ?? .null,
    ]
  }

  private func json(_ record: StateComparison.Record) -> CanonicalJSON {
    [
      "contentID": .string(record.contentID.description), "change": .string(record.change),
      "fields": .array(record.fields.map { .string($0) }),
    ]
  }

  private var summary: CanonicalJSON {
    func count(_ part: (StateComparison.Locale) -> Int) -> CanonicalJSON {
      .integer(comparison.locales.reduce(0) { $0 + part($1) })
    }
    return [
      "added": count(\.added.count), "changed": count(\.changed.count), "removed": count(\.removed.count),
      "moved": count(\.moved.count), "keywords": count(\.keywords.count),
      "records": .integer(comparison.records.count),
    ]
  }

  private static func tags(_ tags: [LanguageTag]) -> CanonicalJSON {
    .array(tags.map { .string($0.description) })
  }
}

extension StateComparison.Record {
  var change: String { before == nil ? "added" : after == nil ? "removed" : "changed" }
}

extension StateComparison.Locale {
  /// `3 changed, 1 added, 0 removed`, and what else there is.
  var summary: String {
    var parts = ["\(changed.count) changed", "\(added.count) added", "\(removed.count) removed"]
    if !moved.isEmpty { parts.append("\(moved.count) moved") }
    if !keywords.isEmpty { parts.append(counted(keywords.count, "keyword set")) }
    return parts.joined(separator: ", ")
  }

  /// What is special about the locale itself.
  var remarks: [String] {
    var remarks: [String] = []
    if before == nil { remarks.append("new locale") }
    if after == nil { remarks.append("locale taken out") }
    if let chain {
      func list(_ tags: [LanguageTag]) -> String {
        tags.count < 2 ? "nothing" : tags.dropFirst().map(\.description).joined(separator: ", ")
      }
      remarks.append("falls back to \(list(chain.after)), before to \(list(chain.before))")
    }
    return remarks
  }
}

extension StateComparison {
  /// What is another than before for the project as a whole, a line each.
  var remarks: [String] {
    var remarks: [String] = []
    if let sourceLocale, let before = sourceLocale.before {
      remarks.append("source locale \(sourceLocale.after?.description ?? "none"), before \(before)")
    }
    if let minimumState {
      remarks.append("publish.minimumState \(minimumState.after.name), before \(minimumState.before.name)")
    }
    return remarks
  }
}
