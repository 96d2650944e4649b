package import Diagnostics
package import Translations

/// Compares the forms of every plural message with those that the language has.
///
/// A message is a plural if its source is one. Forms that only fractions or whole millions reach may be there or
/// not, and so may a `zero` and explicit numbers, which serve the number 0 in Rails and on Apple's platforms; an explicit
/// 1 in the place of `one`, as in the plural module of XLIFF 2.2, leaves other numbers out, which is a warning. A
/// message none of whose forms has a text is untranslated, which is not a finding here. For a language that CLDR does
/// not know the source decides.
/// - Parameters:
///   - source: the source locale's catalog; `nil` where the rows carry their source texts.
///   - isPart: whether the file may hold some of the forms only, as a hand-off of what changed does; then a form that is
///     missing is a warning.
/// - Complexity: O(rows).
package func checkPlurals(
  catalog name: String, source: Catalog?, target: Catalog, locale: LanguageTag, isPart: Bool = false,
  into sink: inout some DiagnosticSink
) {
  let requirements = PluralRequirements(locale)
  var index = 0
  while index < target.rows.count {
    let path = target.path(of: target.rows[index])
    guard let form = PluralPath(path),
      let group = PluralGroup(around: index, path: path, plural: form, in: target)
    else {
      index += 1
      continue
    }
    let isFirst = group.rows.lowerBound == index
    index = max(index + 1, group.rows.upperBound)
    guard isFirst else { continue }
    let origin = source.map { PluralGroup(of: path, plural: form, in: $0) }
    // Without a source beside it, only what Xcode names a plural is one for sure.
    let isPlural =
      origin.map { $0?.isPlural ?? false } ?? (form.isSubstitution || form.isNamed || group.isPlural)
    guard isPlural else { continue }
    let check = PluralCheck(
      name: name, target: target, group: group, stemCount: form.stemCount, locale: locale,
      isPart: isPart)
    let needed = requirements?.required ?? (origin ?? group)?.categories ?? []
    check.run(needed: needed, requirements: requirements, into: &sink)
  }
}

/// One plural message.
private struct PluralCheck {
  let name: String
  let target: Catalog
  let group: PluralGroup
  let stemCount: Int
  let locale: LanguageTag
  let isPart: Bool

  func run(needed: [PluralCategory], requirements: PluralRequirements?, into sink: inout some DiagnosticSink)
  {
    let filled = group.forms.filter { target.rows[$0.row].target.count > 0 }
    let present = Set(filled.map(\.category))
    guard !present.isEmpty else { return }
    let missing = needed.filter { !present.contains(.named($0)) }
    if !missing.isEmpty {
      let list = missing.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      report(
        PluralRules.missing,
        "\(list) \(missing.count == 1 ? "is" : "are") missing; `\(locale)` counts with "
          + needed.map { "`\($0.rawValue)`" }.joined(separator: ", "), at: group.rows.lowerBound,
        help: "add \(missing.count == 1 ? "the form" : "the forms")",
        severity: isPart || (missing == [.one] && present.contains(.exact(1))) ? .warning : nil, into: &sink)
    }
    guard let requirements else { return }
    // `many` and `two` were forms of languages that have them no more.
    let allowed = requirements.required + requirements.optional + [.zero, .two, .many]
    for form in filled {
      guard case .named(let category) = form.category, !allowed.contains(category), category != .other else {
        continue
      }
      report(
        PluralRules.extra, "`\(locale)` has no form `\(category.rawValue)`", at: form.row,
        help: "remove it", into: &sink)
    }
  }

  private func report(
    _ rule: Rule, _ message: String, at index: Int, help: String, severity: Severity? = nil,
    into sink: inout some DiagnosticSink
  ) {
    let row = target.rows[index]
    var path = Array(target.pathBytes(row).prefix(stemCount))
    if let last = path.last, last == 0 || "/_".utf8.contains(last) { path.removeLast() }
    let key = MessageKey(bytes: Array(name.utf8) + [0] + path)
    var diagnostic = Diagnostic(
      rule, message, at: target.location(row), locale: locale.description, key: key.description, help: help)
    diagnostic.severity = severity ?? rule.severity
    sink.report(diagnostic)
  }
}
