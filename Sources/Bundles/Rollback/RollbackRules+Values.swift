import Diagnostics
import Translations

/// One changed value, as the rules see it.
struct ValueChange {
  var key: MessageKey
  var before: PublishedValue?
  var after: PublishedValue?
  /// Spans in which the key already had what it has now, the last of them included.
  var returns: [ValueHistory.Span]
  /// Whether these are all.
  var hasAllReturns: Bool
  /// Gone, emptied or overwritten by the source, which still has the key.
  var isLost: Bool
  /// More than runs of white space differ from the text before, and it is not the source's.
  var hasOtherText: Bool
}

extension RollbackRules {
  mutating func judge(
    _ values: [(key: MessageKey, before: TreeEntry?, after: TreeEntry?)], of locale: ContentState.Locale
  ) throws(BundleError) -> [RollbackFinding] {
    let tag = locale.locale
    // A renamed key says what it said; its history goes with it.
    let moves = try MoveFinder.moves(in: values)
    let moved = Set(moves.map(\.from)).union(moves.map(\.to))
    var findings: [RollbackFinding] = []
    var changes: [ValueChange] = []
    for (key, before, after) in values where !moved.contains(key) {
      let old = try before.map { (entry) throws(BundleError) in try PublishedValue(entry) }
      let new = try after.map { (entry) throws(BundleError) in try PublishedValue(entry) }
      if let new, let finding = try withdrawn(key, old, new, in: tag) {
        findings.append(finding)
        continue
      }
      findings += try judgeState(key, old, new, in: tag)
      if let change = try change(key, old, new, in: tag) { changes.append(change) }
    }
    findings += try judgePlurals(changes, in: tag)
    findings += try judgePlaceholders(changes, in: tag)

    // Few changes say nothing as a whole, so that the last span of each is enough.
    if changes.count >= OlderState.fewest { try completeReturns(&changes, in: tag) }
    let handoff = staleHandoff(changes, in: tag)
    if let handoff { findings.append(handoff.finding) }
    let lost = changes.count { $0.isLost }
    if lost > max(5, locale.keys / 50) {
      findings.append(collapse(locale, lost: changes.lazy.filter(\.isLost).map(\.key).sorted()))
    }
    for change in changes {
      guard let span = change.returns.last, span.digest != nil, !handoff.covers(change.returns) else {
        continue
      }
      if change.before == nil {
        findings.append(try resurrect(change.key, span, in: tag))
      } else if change.hasOtherText {
        findings.append(try valueReturns(change.key, span, in: tag))
      }
    }
    return findings
  }

  /// `nil` for a change that is neither a return nor a loss and does not count: a state, a feature removed with its
  /// source, a key that was never there.
  private mutating func change(
    _ key: MessageKey, _ old: PublishedValue?, _ new: PublishedValue?, in locale: LanguageTag
  ) throws(BundleError) -> ValueChange? {
    guard old?.message != new?.message else { return nil }
    let isSource = locale == candidate.sourceLocale
    let source =
      try isSource || candidate.sourceLocale == nil
      ? nil : sources.text(key, in: candidate.sourceLocale!)
    if new == nil, source == nil {
      // A language has plural forms of its own; they belong to the source's message.
      guard !isSource, let sourceLocale = candidate.sourceLocale, key != key.withoutPluralForm,
        try hasOtherForm(key, in: sourceLocale)
      else { return nil }
    }

    let digest = new.map { Fingerprint.value($0.message) }
    let (returns, hasAllReturns) = try history(of: locale).someSpans(
      of: digest, at: ValueHistory.key(values: key))
    if old == nil && returns.isEmpty { return nil }
    let text = new?.message.plainText
    let equalsSource = source != nil && text == source
    let isGone = new == nil ? try !hasOtherForm(key, in: locale) : false
    let isEmptied = text?.isEmpty == true && old?.message.bytes.isEmpty == false
    let isLost = isGone || isEmptied || (equalsSource && old != nil)
    let hasOtherText =
      text.map { !$0.equalsIgnoringSpace(old?.message.plainText ?? "") && !equalsSource } ?? false
    return ValueChange(
      key: key, before: old, after: new, returns: returns, hasAllReturns: hasAllReturns, isLost: isLost,
      hasOtherText: hasOtherText)
  }

  /// Finds all spans in which the keys already had what they have now.
  private func completeReturns(_ changes: inout [ValueChange], in locale: LanguageTag) throws(BundleError) {
    let history = history(of: locale)
    for index in changes.indices where !changes[index].hasAllReturns {
      let digest = changes[index].after.map { Fingerprint.value($0.message) }
      changes[index].returns = try history.spans(of: digest, at: ValueHistory.key(values: changes[index].key))
      changes[index].hasAllReturns = true
    }
  }

  /// Whether the candidate still says a message in another shape: a plural form where there was one text, one text
  /// where there were plural forms, or fewer forms with the one that always counts.
  private mutating func hasOtherForm(_ key: MessageKey, in locale: LanguageTag) throws(BundleError) -> Bool {
    for form in key.withoutPluralForm.projectedForms where form != key {
      if try sources.text(form, in: locale) != nil { return true }
    }
    return false
  }

  private func withdrawn(
    _ key: MessageKey, _ old: PublishedValue?, _ new: PublishedValue, in locale: LanguageTag
  ) throws(BundleError) -> RollbackFinding? {
    guard old?.message != new.message else { return nil }
    var finding = try reference.withdrawn(key, .value(new.message), in: locale, from: nodes)
    finding?.help = waysOut(.withdrawn, key: key, in: locale)
    return finding
  }

  private func valueReturns(
    _ key: MessageKey, _ span: ValueHistory.Span, in locale: LanguageTag
  ) throws(BundleError) -> RollbackFinding {
    RollbackFinding(
      rule: RollbackRuleSet.value, locale: locale, key: key, matches: span.until - 1,
      current: reference.revision, state: [span.digest].compactMap { $0 },
      published: try published(key, in: locale),
      message:
        "value of '\(key)' in '\(locale)' is that of r\(span.until - 1) again, which r\(span.until) replaced",
      help: waysOut(.value, key: key, in: locale))
  }

  private func resurrect(
    _ key: MessageKey, _ span: ValueHistory.Span, in locale: LanguageTag
  ) throws(BundleError) -> RollbackFinding {
    RollbackFinding(
      rule: RollbackRuleSet.resurrect, locale: locale, key: key, matches: span.until - 1,
      current: reference.revision, state: [span.digest].compactMap { $0 },
      published: try published(key, in: locale),
      message:
        "'\(key)' in '\(locale)' comes back with its text of r\(span.until - 1), which r\(span.until) replaced",
      help: "check that the text is still right; " + waysOut(.resurrect, key: key, in: locale))
  }

  /// A message that lost plural forms it did not have at an older revision either.
  private mutating func judgePlurals(
    _ changes: [ValueChange], in locale: LanguageTag
  ) throws(BundleError) -> [RollbackFinding] {
    var lost: [MessageKey: [(key: MessageKey, revision: Int)]] = [:]
    for change in changes where change.after == nil && !change.isLost {
      let message = change.key.withoutPluralForm
      guard message != change.key, let span = change.returns.last, span.until > 1,
        try hadOtherForm(change.key, at: span.until - 1, in: locale)
      else { continue }
      lost[message, default: []].append((change.key, span.until - 1))
    }
    var findings: [RollbackFinding] = []
    for message in lost.keys.sorted() {
      let forms = lost[message]!
      let names = forms.compactMap { $0.key.segments.last }.joined(separator: ", ")
      let revision = forms.map(\.revision).min()!
      var published: [Fingerprint] = []
      for form in forms { published += try self.published(form.key, in: locale) }
      findings.append(
        RollbackFinding(
          rule: RollbackRuleSet.plural, locale: locale, key: forms[0].key, matches: revision,
          current: reference.revision, state: [], published: published,
          message:
            "'\(message)' in '\(locale)' lost the plural forms \(names), which r\(revision) did not have",
          help: waysOut(.plural, key: forms[0].key, in: locale)))
    }
    return findings
  }

  /// Whether a message had its `other` form at an older revision.
  private func hadOtherForm(
    _ key: MessageKey, at revision: Int, in locale: LanguageTag
  ) throws(BundleError) -> Bool {
    for form in key.withoutPluralForm.projectedForms.dropFirst() {
      if let wasAbsent = try history(of: locale).wasAbsent(ValueHistory.key(values: form), at: revision) {
        if !wasAbsent { return true }
      } else if try reference.value(form, in: locale, from: nodes) != nil {
        return true
      }
    }
    return false
  }

  /// Both ways out of a finding about a value: keep what the reference says, or publish this on purpose.
  func waysOut(_ rule: WayOut, key: MessageKey, in locale: LanguageTag) -> String {
    let named = ShellWord.option("--key", key.description)
    // Changed keywords of the same name are another matter.
    let keywords = difference[locale]?.keywords.contains { $0.key.elementsEqual(key.description.utf8) }
    return "keep \(rule.what) of r\(reference.revision): `assets restore --locale \(locale) \(named) "
      + (keywords == true ? "--only texts " : "") + "--from r\(reference.revision)`, or accept it: "
      + "`assets accept \(rule.rule.id) --locale \(locale) \(named) --reason …`"
  }
}

/// A rule with what its first way out keeps.
struct WayOut {
  var rule: Rule
  var what: String

  static let value = WayOut(rule: RollbackRuleSet.value, what: "the text")
  static let withdrawn = WayOut(rule: RollbackRuleSet.withdrawn, what: "the text")
  static let resurrect = WayOut(rule: RollbackRuleSet.resurrect, what: "the absence")
  static let plural = WayOut(rule: RollbackRuleSet.plural, what: "the forms")
  static let placeholders = WayOut(rule: RollbackRuleSet.plural, what: "the text")
  static let approval = WayOut(rule: RollbackRuleSet.approval, what: "the state")
  static let unapproved = WayOut(rule: RollbackRuleSet.unapprovedReplaces, what: "the approved text")
  static let staleSource = WayOut(rule: RollbackRuleSet.staleSource, what: "the text")
}

extension String {
  /// Whether two texts differ at most in runs of space, tab, carriage return and line feed.
  fileprivate func equalsIgnoringSpace(_ other: String) -> Bool {
    Self.words(self).elementsEqual(Self.words(other), by: { $0.elementsEqual($1) })
  }

  private static func words(_ text: String) -> [Substring.UTF8View] {
    text.utf8.split { [0x20, 0x09, 0x0D, 0x0A].contains($0) }.map { Substring($0).utf8 }
  }
}
