import Diagnostics
package import Translations

/// What the rules need to look at texts of older revisions, of which the history holds only the digests.
package struct OlderTexts {
  /// The placeholder dialects that the project declares, by catalog.
  package var dialects: [ExactString: PlaceholderDialect]
  /// The contents of some revisions, as far as they are there.
  package var contents: (Set<Int>) throws(BundleError) -> [Int: ContentState]

  package init(
    dialects: [ExactString: PlaceholderDialect],
    contents: @escaping (Set<Int>) throws(BundleError) -> [Int: ContentState]
  ) {
    self.dialects = dialects
    self.contents = contents
  }
}

/// What a program must fill in: names and kinds, in any order and however often.
private struct PlaceholderShape: Hashable {
  private struct Place: Hashable {
    var name: Placeholder.Name
    var kind: Placeholder.Kind
  }

  private let places: Set<Place>

  init(_ message: Message, _ dialect: PlaceholderDialect) {
    let items = PlaceholderSet(message.bytes[...], hasCodes: message.hasCodes, dialect: dialect).items
    places = Set(items.map { Place(name: $0.name, kind: $0.kind) })
  }
}

extension RollbackRules {
  /// New texts whose placeholders are those of an older text of the key again, and not those of the source.
  ///
  /// Looks at the last four texts before the present one; their revisions are read only for a text whose placeholders
  /// changed to what the source does not have.
  mutating func judgePlaceholders(
    _ changes: [ValueChange], in locale: LanguageTag
  ) throws(BundleError) -> [RollbackFinding] {
    guard let older, locale != candidate.sourceLocale else { return [] }
    var suspects:
      [(key: MessageKey, text: Message, dialect: PlaceholderDialect, spans: [ValueHistory.Span])] = []
    // A text that stood here before is named as that.
    for change in changes where change.returns.isEmpty {
      guard let before = change.before?.message, let after = change.after?.message,
        before.hasSign || after.hasSign,
        let dialect = try changedDialect(of: change.key, from: before, to: after, older)
      else { continue }
      let place = ValueHistory.key(values: change.key)
      let spans = try history(of: locale).newest(place).spans.filter { $0.digest != nil }
      if !spans.isEmpty { suspects.append((change.key, after, dialect, spans)) }
    }
    if suspects.isEmpty { return [] }
    let contents = try older.contents(Set(suspects.flatMap(\.spans).map { $0.until - 1 }))
    var findings: [RollbackFinding] = []
    for (key, text, dialect, spans) in suspects {
      let shape = PlaceholderShape(text, dialect)
      for span in spans.reversed() {
        guard let content = contents[span.until - 1], let old = try message(key, in: locale, of: content),
          PlaceholderShape(old, dialect) == shape
        else { continue }
        findings.append(try placeholdersReturn(key, text, span, in: locale))
        break
      }
    }
    return findings
  }

  /// The dialect in which a text's placeholders changed to others than the source has; `nil` if they did not.
  private mutating func changedDialect(
    of key: MessageKey, from before: Message, to after: Message, _ older: OlderTexts
  ) throws(BundleError) -> PlaceholderDialect? {
    guard let sourceLocale = candidate.sourceLocale,
      PlaceholderDialect.allCases.contains(where: {
        PlaceholderShape(before, $0) != PlaceholderShape(after, $0)
      })
    else { return nil }
    let dialect = try dialect(of: key.catalog, older)
    let shape = PlaceholderShape(after, dialect)
    guard shape != PlaceholderShape(before, dialect) else { return nil }
    // Which form of the source a plural form is made from is the translation's matter.
    var hasSource = false
    for form in [key] + key.withoutPluralForm.projectedForms {
      guard let source = try message(form, in: sourceLocale, of: candidate) else { continue }
      hasSource = true
      if PlaceholderShape(source, dialect) == shape { return nil }
    }
    return hasSource ? dialect : nil
  }

  /// The dialect of a catalog, if it declares none by the first of its source texts that have the signs of one.
  private mutating func dialect(
    of catalog: String, _ older: OlderTexts
  ) throws(BundleError) -> PlaceholderDialect {
    let name = ExactString(catalog)
    if let known = older.dialects[name] ?? dialects[name] { return known }
    var sample: [[UInt8]] = []
    if let root = candidate.sourceLocale.flatMap({ candidate[$0] })?.catalog(catalog), root.count > 0 {
      try MerkleTree.forEach(in: root.address, atOrBehind: [], from: nodes) { (entry) throws(BundleError) in
        let message = try PublishedValue(entry).message
        if message.hasSign { sample.append(Array(message.plainText.utf8)) }
        return sample.count < 256
      }
    }
    let found = PlaceholderDialect.detect(sample.map { $0[...] })
    dialects[name] = found
    return found
  }

  private func message(
    _ key: MessageKey, in locale: LanguageTag, of content: ContentState
  ) throws(BundleError) -> Message? {
    try Snapshot(head: nil, content: content, ledger: .empty).value(key, in: locale, from: nodes)?.message
  }

  private func placeholdersReturn(
    _ key: MessageKey, _ text: Message, _ span: ValueHistory.Span, in locale: LanguageTag
  ) throws(BundleError) -> RollbackFinding {
    RollbackFinding(
      rule: RollbackRuleSet.plural, locale: locale, key: key, matches: span.until - 1,
      current: reference.revision, state: [.value(text)], published: try published(key, in: locale),
      message: "the new text of '\(key)' in '\(locale)' has the placeholders of r\(span.until - 1) again, "
        + "which the source does not have",
      help: waysOut(.placeholders, key: key, in: locale))
  }
}

extension Message {
  /// Whether there may be placeholders, in any dialect.
  fileprivate var hasSign: Bool {
    bytes.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "{") }
  }
}
