package import Diagnostics
package import Translations

/// What can be wrong with the length of a text.
package enum LengthRules {
  package static let limit = Rule(
    "LN-LIMIT", .warning, "a text is longer than its limit",
    cause: "the project sets limits by the last part of a key, because the place on the screen is that long",
    bad: "limits: { title: 20 } and a title of 34 characters", good: "a title of at most 20 characters")

  package static let all = [limit]
}

/// Compares the texts of a catalog with limits by the last segment of their keys, in characters as people count
/// them.
/// - Complexity: O(n) rows; only texts with more bytes than the limit has characters are counted.
package func checkLengths(
  catalog name: String, _ catalog: Catalog, limits: [ExactString: Int], locale: LanguageTag,
  into sink: inout some DiagnosticSink
) {
  guard !limits.isEmpty else { return }
  let table = limits.map { (segment: Array($0.key.utf8), limit: $0.value) }
  for row in catalog.rows where !row.target.isAbsent {
    let path = catalog.arena[row.key.range]
    let start = path.lastIndex(of: 0).map { $0 + 1 } ?? path.startIndex
    guard let rule = table.first(where: { path[start...].elementsEqual($0.segment) }),
      Int(row.target.count) > rule.limit, let text = catalog.target(row)?.plainText, text.count > rule.limit
    else { continue }
    sink.report(
      Diagnostic(
        LengthRules.limit, "text has \(text.count) characters, the limit is \(rule.limit)",
        at: catalog.location(row), locale: locale.description,
        key: MessageKey(bytes: Array(name.utf8) + [0] + catalog.pathBytes(row)).description,
        help: "shorten it, or raise the limit in the configuration"))
  }
}
