package import Diagnostics
package import Translations

/// Compares the placeholders of every translation of a catalog with those of its source.
///
/// Plural forms are compared with the forms of the source together: what any of them has is allowed, and what all
/// of them have is needed. The number may be left out where the form serves one number only, as `one` in English or
/// `two` in Arabic, unless the text is that of `other`. Absent and empty texts are not compared.
/// - Parameters:
///   - name: the catalog's name, the first part of a key.
///   - source: the source locale's catalog; `nil` compares with the source texts of the rows themselves.
///   - dialect: `nil` decides by the source texts.
/// - Returns: the dialect that was used; with `none`, nothing was compared.
/// - Complexity: O(rows).
@discardableResult
package func checkPlaceholders(
  catalog name: String, source: Catalog?, target: Catalog, dialect: PlaceholderDialect?, locale: LanguageTag,
  into sink: inout some DiagnosticSink
) -> PlaceholderDialect {
  let dialect = dialect ?? detectDialect(source: source, target: target)
  guard dialect != .none else { return dialect }
  var check = PlaceholderCheck(name: name, source: source, target: target, dialect: dialect, locale: locale)
  check.run(into: &sink)
  return dialect
}

/// The dialect of a catalog that does not say which it has: a sample of the source texts, spread over the catalog,
/// decides.
/// - Parameter source: `nil` if the source texts are in the target's rows.
package func detectDialect(source: Catalog?, target: Catalog) -> PlaceholderDialect {
  let texts = source ?? target
  let slice: (Catalog.Row) -> Catalog.Slice = source == nil ? { $0.source } : { $0.target }
  let marked = zip(texts.rows, SignScan.rows(of: texts, slice)).filter(\.1).map { slice($0.0) }
  let sample = stride(from: 0, to: marked.count, by: max(1, marked.count / 256))
  return .detect(sample.map { texts.arena[marked[$0].range] })
}

/// One run over a catalog.
struct PlaceholderCheck {
  let name: String
  /// Holds the source texts.
  let source: Catalog
  let sourceIsTarget: Bool
  let target: Catalog
  let dialect: PlaceholderDialect
  let locale: LanguageTag
  let plurals: PluralRequirements?

  /// The group of the last plural row, so that its forms are found once.
  private var group: Group?
  private var sourceScanner = PlaceholderScanner()
  private var targetScanner = PlaceholderScanner()

  private struct Group {
    var rows: Range<Int>
    /// `nil`: the rows are no plural.
    var plural: Plural?
  }

  /// A plural message on both sides.
  private struct Plural {
    var target: PluralGroup
    /// The rows of the source that have a text.
    var forms: [Catalog.Row]
    /// The form for any number.
    var other: Catalog.Row
  }

  init(name: String, source: Catalog?, target: Catalog, dialect: PlaceholderDialect, locale: LanguageTag) {
    self.name = name
    self.source = source ?? target
    sourceIsTarget = source == nil
    self.target = target
    self.dialect = dialect
    self.locale = locale
    plurals = PluralRequirements(locale)
  }

  mutating func run(into sink: inout some DiagnosticSink) {
    let candidates = PlaceholderCandidates(source: sourceIsTarget ? nil : source, target: target)
    for index in target.rows.indices where candidates.isCandidate[index] {
      let row = target.rows[index]
      guard target.hasText(row) else { continue }
      let path = target.path(of: row)
      if let form = PluralPath(path),
        let plural = plural(at: index, path: path, form: form, twin: candidates.twins[index])
      {
        comparePlural(row, path: path, form: form, plural: plural, into: &sink)
      } else if sourceIsTarget {
        compare(row, with: row, path: path, into: &sink)
      } else if candidates.twins[index] >= 0 {
        compare(row, with: source.rows[Int(candidates.twins[index])], path: path, into: &sink)
      } else if let twin = source.index(of: path, near: index) {
        compare(row, with: source.rows[twin], path: path, into: &sink)
      }
    }
  }

  private mutating func compare(
    _ row: Catalog.Row, with twin: Catalog.Row, path: ArraySlice<UInt8>, into sink: inout some DiagnosticSink
  ) {
    guard let text = sourceText(twin), !text.isEmpty else { return }
    if let finding = ChoiceComparison.finding(
      source: text, target: target.bytes(row.target), locale: locale, plurals: plurals)
    {
      report([finding], row, into: &sink)
    }
    if dialect == .icu { return compareICU(row, with: twin, into: &sink) }
    guard !hasSamePlaceholders(row, as: twin), !isDateFormat(path, text) else { return }
    let expected = sourceSet(twin)
    let found = targetSet(row)
    if expected.isEmpty, found.isEmpty, found.malformed.isEmpty, expected.escapedPercents == 0 { return }
    var comparison = PlaceholderComparison(
      dialect: dialect, allowed: expected.items, required: expected.items, found: found,
      text: target.bytes(row.target))
    comparison.permitted = permittedNames(path)
    comparison.sourceMixesNumbering = expected.mixesNumbering
    comparison.sourceEscapesPercents = expected.escapedPercents > 0
    comparison.sourceIsMalformed = !expected.malformed.isEmpty
    report(comparison, row, into: &sink)
  }

  private mutating func comparePlural(
    _ row: Catalog.Row, path: ArraySlice<UInt8>, form: PluralPath, plural: Plural,
    into sink: inout some DiagnosticSink
  ) {
    if dialect == .icu { return compareICU(row, with: plural.other, into: &sink) }
    // What `other` has is allowed everywhere and enough everywhere.
    if hasSamePlaceholders(row, as: plural.other) { return }
    let forms = plural.forms.map { sourceSet($0) }
    let found = targetSet(row)
    let union = forms.flatMap(\.items)
    if union.isEmpty, found.isEmpty, found.malformed.isEmpty { return }
    var comparison = PlaceholderComparison(
      dialect: dialect, allowed: union, required: [], found: found, text: target.bytes(row.target))
    comparison.isRelative = form.isSubstitution
    comparison.permitted = permittedNames(path) + ["count"]
    comparison.sourceMixesNumbering = forms.contains(where: \.mixesNumbering)
    comparison.sourceEscapesPercents = forms.allSatisfy { $0.escapedPercents > 0 }
    comparison.sourceIsMalformed = forms.contains { !$0.malformed.isEmpty }
    let isExcused = mayLeaveOutNumber(form, row, plural)
    comparison.required = sourceSet(plural.other).items.filter { item in
      if comparison.isCount(item) { return !isExcused }
      return forms.allSatisfy { $0.items.contains { $0.name == item.name } }
    }
    report(comparison, row, into: &sink)
  }

  /// Whether both texts have the same placeholders in the same order, or in any order if that does not matter. Nearly
  /// all do, and nothing is copied to see it.
  private mutating func hasSamePlaceholders(_ row: Catalog.Row, as twin: Catalog.Row) -> Bool {
    guard let text = sourceText(twin) else { return false }
    sourceScanner.scan(text, hasCodes: twin.flags.contains(sourceFlag), dialect: dialect)
    targetScanner.scan(
      target.bytes(row.target), hasCodes: row.flags.contains(.targetHasCodes), dialect: dialect)
    let here = targetScanner.tokens
    let there = sourceScanner.tokens
    guard here.count == there.count, targetScanner.malformed.isEmpty, sourceScanner.malformed.isEmpty,
      targetScanner.lonePercents == 0 || sourceScanner.escapedPercents == 0
    else { return false }
    func isSame(_ a: PlaceholderToken, _ b: PlaceholderToken) -> Bool {
      target.arena[a.range].elementsEqual(source.arena[b.range])
    }
    if zip(here, there).allSatisfy(isSame) { return true }
    guard here.allSatisfy(\.isFreeToMove), there.allSatisfy(\.isFreeToMove) else { return false }
    return here.allSatisfy { token in there.contains { isSame(token, $0) } }
      && there.allSatisfy { token in here.contains { isSame($0, token) } }
  }

  /// Whether the form serves one number only and was written for it.
  private func mayLeaveOutNumber(_ form: PluralPath, _ row: Catalog.Row, _ plural: Plural) -> Bool {
    if case .named(let category) = form.category {
      if category == .other { return false }
      // A form that the language does not reach by itself serves an explicit 0 or 1, or nothing.
      let isReached = plurals.map { ($0.required + $0.optional).contains(category) } ?? (category != .zero)
      if isReached, plurals?.exactly[category] == nil { return false }
    }
    let text = target.bytes(row.target)
    return !plural.target.forms.contains {
      $0.category == .named(.other) && target.bytes(target.rows[$0.row].target).elementsEqual(text)
    }
  }

  private mutating func plural(
    at index: Int, path: ArraySlice<UInt8>, form: PluralPath, twin: Int32
  ) -> Plural? {
    if let group, group.rows.contains(index) { return group.plural }
    let found = PluralGroup(around: index, path: path, plural: form, in: target)
    let plural = found.flatMap { pair($0, path: path, form: form, twin: twin) }
    group = Group(rows: found?.rows ?? index..<index + 1, plural: plural)
    return plural
  }

  private func pair(
    _ found: PluralGroup, path: ArraySlice<UInt8>, form: PluralPath, twin: Int32
  ) -> Plural? {
    let origin: PluralGroup?
    if sourceIsTarget {
      origin = found
    } else if twin >= 0 {
      origin = PluralGroup(around: Int(twin), path: path, plural: form, in: source)
    } else {
      origin = PluralGroup(of: path, plural: form, in: source)
    }
    guard let origin else { return nil }
    guard origin.isPlural || form.isSubstitution || isLoneOther(origin, found) else { return nil }
    let forms = origin.forms.filter { sourceText(source.rows[$0.row])?.isEmpty == false }
    guard let other = forms.first(where: { $0.category == .named(.other) }) ?? forms.last else { return nil }
    return Plural(target: found, forms: forms.map { source.rows[$0.row] }, other: source.rows[other.row])
  }

  /// A source language with one form, such as Japanese, has a lone `other`; the target shows that it is a plural.
  private func isLoneOther(_ origin: PluralGroup, _ found: PluralGroup) -> Bool {
    origin.forms[0].category == .named(.other) && found.isPlural
  }

  private func report(
    _ comparison: PlaceholderComparison, _ row: Catalog.Row, into sink: inout some DiagnosticSink
  ) {
    report(comparison.findings(), row, into: &sink)
  }

  private func compareICU(
    _ row: Catalog.Row, with twin: Catalog.Row, into sink: inout some DiagnosticSink
  ) {
    let (here, there) = (target.bytes(row.target), sourceText(twin) ?? [])
    if here.elementsEqual(there) { return }
    let findings = ICUComparison.findings(
      source: there, sourceHasCodes: twin.flags.contains(sourceFlag), target: here,
      targetHasCodes: row.flags.contains(.targetHasCodes), locale: locale, plurals: plurals)
    report(findings, row, into: &sink)
  }

  private func report(
    _ findings: [PlaceholderComparison.Finding], _ row: Catalog.Row, into sink: inout some DiagnosticSink
  ) {
    for finding in findings {
      let key = MessageKey(bytes: Array(name.utf8) + [0] + target.pathBytes(row))
      var diagnostic = Diagnostic(
        finding.rule, finding.message, at: target.location(row), locale: locale.description,
        key: key.description, help: finding.help)
      if let severity = finding.severity { diagnostic.severity = severity }
      // Names are often left out on purpose where the sentence says who is meant.
      if dialect == .ruby || dialect == .symfony, finding.rule == PlaceholderRules.missing {
        diagnostic.severity = .warning
      }
      sink.report(diagnostic)
    }
  }
}

extension PlaceholderCheck {
  private func sourceText(_ row: Catalog.Row) -> ArraySlice<UInt8>? {
    let slice = sourceIsTarget ? row.source : row.target
    return slice.isAbsent ? nil : source.arena[slice.range]
  }

  private var sourceFlag: Catalog.Flags { sourceIsTarget ? .sourceHasCodes : .targetHasCodes }

  private func sourceSet(_ row: Catalog.Row) -> PlaceholderSet {
    PlaceholderSet(sourceText(row) ?? [], hasCodes: row.flags.contains(sourceFlag), dialect: dialect)
  }

  private func targetSet(_ row: Catalog.Row) -> PlaceholderSet {
    PlaceholderSet(
      target.bytes(row.target), hasCodes: row.flags.contains(.targetHasCodes), dialect: dialect)
  }

  /// Names that Rails gives to every message of a validation, whether the source uses them or not.
  private func permittedNames(_ path: ArraySlice<UInt8>) -> [ExactString] {
    guard dialect == .ruby else { return [] }
    let isValidation = path.split(separator: 0).contains { $0.elementsEqual("errors".utf8) }
    return isValidation ? ["attribute", "model", "value", "count"] : []
  }

  /// Whether the text is a format of dates, such as `%d.%m.%Y`, which shares its signs with C's formats.
  private func isDateFormat(_ path: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    guard dialect == .printf else { return false }
    let segments = path.split(separator: 0)
    if segments.dropLast().contains(where: { segment in
      ["date", "time", "datetime", "formats"].contains { segment.elementsEqual($0.utf8) }
    }) {
      return true
    }
    var previous: UInt8 = 0
    for byte in text {
      if previous == UInt8(ascii: "%"), "YmBbHMSyIjAZ".utf8.contains(byte) { return true }
      previous = byte
    }
    return false
  }
}
