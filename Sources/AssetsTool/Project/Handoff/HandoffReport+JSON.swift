internal import Bundles
internal import Diagnostics
internal import Translations

extension HandoffReport {
  /// The result for machines: `assets.import/1`.
  var json: CanonicalJSON {
    var members: [CanonicalJSON.Member] = [
      .init("schema", "assets.import/1"), .init("files", .array(handoff.files.map(\.json))),
      .init(
        "locales",
        .object(
          handoff.counts.sorted { $0.locale < $1.locale }.map { .init($0.locale.description, $0.counts.json) }
        )),
      .init("diagnostics", .array(judgement.diagnostics.map(\.json))),
      .init("written", .array(written.map { .string($0) })),
    ]
    if isDryRun { members.append(.init("dryRun", true)) }
    return .object(members)
  }
}

extension HandoffCounts {
  fileprivate var json: CanonicalJSON {
    .object(Self.paths.map { .init($0.name, .integer(self[keyPath: $0.field])) })
  }
}
