package import Diagnostics
import TextAnalysis
package import Translations

/// What the keyword rules need to know beyond the sets of a locale.
package struct KeywordContext {
  package var locale: LanguageTag
  package var sourceLocale: LanguageTag
  package var maxTerms: Int
  /// The bytes that an app store's keyword field takes; `nil`: not checked.
  package var appStoreBytes: Int?
  /// The sets of the source locale.
  package var sourceSets: [KeywordSet]
  /// The sets of the locale that absent sets are taken from, which has the same language and script.
  package var fallbackSets: [KeywordSet]
  /// The keyword keys of the content map; `nil`: unknown, such as when a file is checked alone.
  package var usedKeys: Set<ExactString>?
  /// The titles in this locale of the content that uses a keyword key.
  package var titles: (ExactString) -> [String]
  /// The digest that a review of the set as it stands would have.
  package var currentDigest: (KeywordSet) -> String
  /// The digest of what the set was made from, or `nil` if that is unknown.
  package var currentSource: (KeywordSet) -> String?

  package init(
    locale: LanguageTag, sourceLocale: LanguageTag, maxTerms: Int, appStoreBytes: Int? = nil,
    sourceSets: [KeywordSet] = [], fallbackSets: [KeywordSet] = [], usedKeys: Set<ExactString>? = nil,
    titles: @escaping (ExactString) -> [String] = { _ in [] },
    currentDigest: @escaping (KeywordSet) -> String,
    currentSource: @escaping (KeywordSet) -> String? = { _ in nil }
  ) {
    self.locale = locale
    self.sourceLocale = sourceLocale
    self.maxTerms = maxTerms
    self.appStoreBytes = appStoreBytes
    self.sourceSets = sourceSets
    self.fallbackSets = fallbackSets
    self.usedKeys = usedKeys
    self.titles = titles
    self.currentDigest = currentDigest
    self.currentSource = currentSource
  }
}

/// Runs the keyword rules over the sets of one locale. Rejected and retired sets are not looked at.
/// - Parameter location: the keyword file, for what is missing in it.
package func checkKeywords(
  _ sets: [KeywordSet], context: KeywordContext, at location: SourceLocation? = nil,
  into sink: inout some DiagnosticSink
) {
  let check = KeywordCheck(context: context)
  let live = sets.filter { $0.state == .approved || $0.state == .proposed }
  let folded = live.map { set in set.terms.map { check.analyzer.fold($0.text.string) } }
  for (set, folded) in zip(live, folded) { check.check(set, folded: folded, into: &sink) }
  check.checkCollisions(live, folded: folded, into: &sink)
  check.reportMissing(sets, at: location, into: &sink)
}

struct KeywordCheck {
  let context: KeywordContext
  let analyzer: TextAnalyzer
  /// What the rules ask of the locale for each term, found out once.
  let traits: LocaleTraits
  /// The folded terms of the source locale's approved sets.
  private let sourceTerms: [ExactString: [[UInt8]]]

  init(context: KeywordContext) {
    self.context = context
    analyzer = TextAnalyzer(locale: context.locale)
    traits = LocaleTraits(context.locale)
    var terms: [ExactString: [[UInt8]]] = [:]
    if context.locale != context.sourceLocale {
      let analyzer = analyzer
      for set in context.sourceSets where set.state == .approved {
        terms[set.key] = set.terms.map { analyzer.fold($0.text.string) }
      }
    }
    sourceTerms = terms
  }

  /// - Parameter folded: the set's terms, folded.
  func check(_ set: KeywordSet, folded: [[UInt8]], into sink: inout some DiagnosticSink) {
    checkApproval(set, into: &sink)
    checkBudgets(set, into: &sink)
    if let used = context.usedKeys, !used.contains(set.key) {
      report(
        KeywordRules.unknownKey, set, "no content record names this set in its `keywordKeys`", into: &sink)
    }
    let titles = context.titles(set.key).map { analyzer.fold($0).split(separator: 0x20) }
    var seen: [[UInt8]: Int] = [:]
    for (index, term) in set.terms.enumerated() {
      let folded = folded[index]
      checkForm(term, folded: folded, of: set, into: &sink)
      guard !folded.isEmpty else { continue }
      if let first = seen[folded] {
        reportDuplicate(term, set.terms[first], of: set, into: &sink)
        continue
      }
      seen[folded] = index
      checkMeaning(term, folded: folded, titles: titles, of: set, into: &sink)
    }
    checkPlurals(set, folded: folded, among: seen, into: &sink)
    checkFallback(set, into: &sink)
    checkReading(set, into: &sink)
  }

  /// Sets of the source locale that this locale has no word about.
  func reportMissing(_ sets: [KeywordSet], at location: SourceLocation?, into sink: inout some DiagnosticSink)
  {
    guard context.locale != context.sourceLocale else { return }
    let known = Set(sets.map(\.key))
    for set in context.sourceSets
    where set.state == .approved && !known.contains(set.key) && !set.terms.isEmpty {
      if let used = context.usedKeys, !used.contains(set.key) { continue }
      sink.report(
        Diagnostic(
          KeywordRules.missingLocale, "the source locale has approved terms and this locale has no set",
          at: location,
          locale: context.locale.description, key: set.key.string,
          help: "add a set, an approved empty one if there is nothing to add"))
    }
  }

  private func checkApproval(_ set: KeywordSet, into sink: inout some DiagnosticSink) {
    guard set.state == .approved else {
      let message = "the set is proposed; what was published last stays in force"
      return report(
        KeywordRules.pending, set, message, severity: .note,
        help: "`assets keywords approve \(set.key) --locale \(context.locale) --reviewer NAME` publishes it",
        into: &sink)
    }
    var help: String {
      "`assets keywords approve \(set.key) --locale \(context.locale) --reviewer NAME` signs it"
    }
    guard let review = set.review else {
      return report(
        KeywordRules.unreviewed, set, "the set is approved without a review", help: help, into: &sink)
    }
    if review.digest != context.currentDigest(set) {
      let message = "the terms were changed after the review; what was published last stays in force"
      report(KeywordRules.pending, set, message, help: help, into: &sink)
    } else if let source = context.currentSource(set), review.source != source {
      let message = "the title or the source locale's terms changed after the review"
      report(KeywordRules.stale, set, message, help: help, into: &sink)
    }
  }

  private func checkBudgets(_ set: KeywordSet, into sink: inout some DiagnosticSink) {
    if set.terms.count > context.maxTerms {
      report(
        KeywordRules.countBudget, set, "\(set.terms.count) terms, at most \(context.maxTerms) are allowed",
        into: &sink)
    }
    guard let budget = context.appStoreBytes, !set.terms.isEmpty else { return }
    let bytes = set.terms.reduce(set.terms.count - 1) { $0 + $1.text.utf8.count }
    if bytes > budget {
      report(
        KeywordRules.lengthBudget, set,
        "\(bytes) bytes with the commas between the terms, at most \(budget) are allowed",
        into: &sink)
    }
  }

  private func reportDuplicate(
    _ term: KeywordTerm, _ first: KeywordTerm, of set: KeywordSet, into sink: inout some DiagnosticSink
  ) {
    let isOverlap = first.kind != term.kind
    let rule = isOverlap ? KeywordRules.labelOverlap : KeywordRules.duplicate
    let message =
      isOverlap
      ? "the term is listed as \(first.kind) and as \(term.kind)"
      : "the term folds to the same as an earlier one"
    sink.report(
      Diagnostic(
        rule, message, at: term.location ?? set.location, locale: context.locale.description,
        key: set.key.string, help: "keep the one that people should see",
        notes: [.init("the first one is here", at: first.location ?? set.location)]))
  }

  private func checkMeaning(
    _ term: KeywordTerm, folded: [UInt8], titles: [[ArraySlice<UInt8>]], of set: KeywordSet,
    into sink: inout some DiagnosticSink
  ) {
    let words = titles.isEmpty ? [] : folded.split(separator: 0x20)
    if titles.contains(where: { title in words.allSatisfy(title.contains) }) {
      report(
        KeywordRules.equalsTitle, term, set, "every word of the term is in the title", into: &sink)
    }
    if !term.isLoanword, sourceTerms[set.key]?.contains(folded) == true {
      report(
        KeywordRules.literalSource, term, set, "the term is the same in the source locale",
        help: "replace it, or mark it with `loanword: true` if people use the word", into: &sink)
    }
  }

  func report(
    _ rule: Rule, _ set: KeywordSet, _ message: @autoclosure () -> String, severity: Severity? = nil,
    help: @autoclosure () -> String? = nil, into sink: inout some DiagnosticSink
  ) {
    guard sink.wants(rule) else { return }
    var diagnostic = Diagnostic(
      rule, message(), at: set.location, locale: context.locale.description, key: set.key.string, help: help()
    )
    if let severity { diagnostic.severity = severity }
    sink.report(diagnostic)
  }

  func report(
    _ rule: Rule, _ term: KeywordTerm, _ set: KeywordSet, _ message: @autoclosure () -> String,
    help: @autoclosure () -> String? = nil, into sink: inout some DiagnosticSink
  ) {
    guard sink.wants(rule) else { return }
    sink.report(
      Diagnostic(
        rule, message(), at: term.location ?? set.location, locale: context.locale.description,
        key: set.key.string, help: help()))
  }
}
