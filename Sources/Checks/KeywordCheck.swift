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
  /// The content that uses the sets.
  package var users: KeywordUsers
  /// Whether `users` are all there are, so that a set without any is one that nothing uses.
  package var knowsAllUsers: Bool
  /// The titles of that content in this locale, by its place.
  package var titles: [String?]
  /// The digest that a review of the set as it stands would have.
  package var currentDigest: (KeywordSet) -> String
  /// The digest of what the set was made from, or `nil` if that is unknown.
  package var currentSource: (KeywordSet) -> String?

  package init(
    locale: LanguageTag, sourceLocale: LanguageTag, maxTerms: Int, appStoreBytes: Int? = nil,
    sourceSets: [KeywordSet] = [], fallbackSets: [KeywordSet] = [], users: KeywordUsers = KeywordUsers(),
    knowsAllUsers: Bool = false, titles: [String?] = [],
    currentDigest: @escaping (KeywordSet) -> String,
    currentSource: @escaping (KeywordSet) -> String? = { _ in nil }
  ) {
    self.locale = locale
    self.sourceLocale = sourceLocale
    self.maxTerms = maxTerms
    self.appStoreBytes = appStoreBytes
    self.sourceSets = sourceSets
    self.fallbackSets = fallbackSets
    self.users = users
    self.knowsAllUsers = knowsAllUsers
    self.titles = titles
    self.currentDigest = currentDigest
    self.currentSource = currentSource
  }
}

/// Runs the keyword rules over the sets of one locale. Rejected and retired sets are not looked at.
/// - Parameter location: the keyword file, for what is missing in it.
/// - Complexity: proportional to the terms and to the uses of their sets.
package func checkKeywords(
  _ sets: [KeywordSet], context: KeywordContext, at location: SourceLocation? = nil,
  into sink: inout some DiagnosticSink
) {
  var check = KeywordCheck(context: context)
  for index in sets.indices where sets[index].state == .approved || sets[index].state == .proposed {
    check.check(sets[index], number: index, of: sets, into: &sink)
  }
  check.reportCollisions(sets, into: &sink)
  check.reportMissing(sets, at: location, into: &sink)
}

struct KeywordCheck {
  let context: KeywordContext
  let localeName: String
  /// What the rules ask of the locale for each term, found out once.
  let traits: LocaleTraits
  var terms: FoldedTerms
  /// What is known of each spelling in `terms`.
  var spellings: [TermSpelling] = []
  private var titles: FoldedTitles
  private var sourceSets: KeywordSetFinder
  private var fallbackSets: KeywordSetFinder
  private let approvedFallbackSets: [KeywordSet]

  init(context: KeywordContext) {
    self.context = context
    localeName = context.locale.description
    traits = LocaleTraits(context.locale)
    let analyzer = TextAnalyzer(locale: context.locale)
    terms = FoldedTerms(analyzer)
    titles = FoldedTitles(context.titles, analyzer)
    sourceSets = KeywordSetFinder(context.locale == context.sourceLocale ? [] : context.sourceSets)
    approvedFallbackSets = context.fallbackSets.filter { $0.state == .approved }
    fallbackSets = KeywordSetFinder(approvedFallbackSets)
  }

  /// - Parameter number: the place of the set among all of the locale.
  mutating func check(
    _ set: KeywordSet, number: Int, of sets: [KeywordSet], into sink: inout some DiagnosticSink
  ) {
    checkApproval(set, into: &sink)
    checkBudgets(set, into: &sink)
    let users = context.users.records(using: set.key)
    if context.knowsAllUsers, users.isEmpty {
      report(
        KeywordRules.unknownKey, set, "no content record names this set in its `keywordKeys`", into: &sink)
    }
    let folded = set.terms.map { numberOfSpelling($0.text.string) }
    var sourceTerms: [Int]?
    for (index, term) in set.terms.enumerated() {
      let spelling = folded[index]
      checkForm(term, spelling: spelling, of: set, into: &sink)
      guard !spellings[spelling].isEmpty else { continue }
      if let first = spellings[spelling].firstTerm(inSet: number) {
        reportDuplicate(term, set.terms[first], of: set, into: &sink)
        continue
      }
      spellings[spelling].note(term: index, of: number, in: sets)
      let known = sourceTerms ?? spellingsInSource(of: set.key)
      sourceTerms = known
      checkMeaning(
        term, spelling: spelling, users: users, isInSource: known.contains(spelling), of: set, into: &sink)
    }
    checkPlurals(set, number: number, folded: folded, into: &sink)
    checkFallback(set, into: &sink)
    checkReading(set, users: users, into: &sink)
  }

  /// The number of a term's spelling, about which everything is known then.
  private mutating func numberOfSpelling(_ text: String) -> Int {
    let number = terms.number(of: text)
    if number == spellings.count {
      let folded = terms[number]
      spellings.append(
        TermSpelling(count: folded.count, isStopWord: isStopWord(folded), isNote: Self.isNote(folded)))
    }
    return number
  }

  /// The spellings of the terms that the source locale's approved set of the same key has.
  private mutating func spellingsInSource(of key: ExactString) -> [Int] {
    guard let index = sourceSets.index(of: key), context.sourceSets[index].state == .approved else {
      return []
    }
    return context.sourceSets[index].terms.map { numberOfSpelling($0.text.string) }
  }

  /// The approved set that would be in force if the locale had none of its own.
  mutating func fallbackSet(of key: ExactString) -> KeywordSet? {
    fallbackSets.index(of: key).map { approvedFallbackSets[$0] }
  }

  /// Sets of the source locale that this locale has no word about.
  func reportMissing(_ sets: [KeywordSet], at location: SourceLocation?, into sink: inout some DiagnosticSink)
  {
    guard context.locale != context.sourceLocale else { return }
    var known = KeywordSetFinder(sets)
    for set in context.sourceSets
    where set.state == .approved && !set.terms.isEmpty && known.index(of: set.key) == nil {
      if context.knowsAllUsers, context.users.records(using: set.key).isEmpty { continue }
      sink.report(
        Diagnostic(
          KeywordRules.missingLocale, "the source locale has approved terms and this locale has no set",
          at: location,
          locale: localeName, key: set.key.string,
          help: "add a set, an approved empty one if there is nothing to add"))
    }
  }

  /// The command that approves a set.
  private func approval(of set: KeywordSet) -> String {
    let (key, options) = (set.key.string, "--locale \(context.locale) --reviewer NAME")
    // Behind two hyphens nothing is taken for an option.
    return "assets keywords approve "
      + (key.utf8.first == 0x2D
        ? "\(options) -- \(ShellWord.quoted(key))" : "\(ShellWord.word(key)) \(options)")
  }

  private func checkApproval(_ set: KeywordSet, into sink: inout some DiagnosticSink) {
    guard set.state == .approved else {
      let message = "the set is proposed; what was published last stays in force"
      return report(
        KeywordRules.pending, set, message, severity: .note,
        help: "`\(approval(of: set))` publishes it",
        into: &sink)
    }
    var help: String { "`\(approval(of: set))` signs it" }
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
        rule, message, at: term.location ?? set.location, locale: localeName, key: set.key.string,
        help: "keep the one that people should see",
        notes: [.init("the first one is here", at: first.location ?? set.location)]))
  }

  /// - Parameter isInSource: whether the source locale's set has the term.
  private mutating func checkMeaning(
    _ term: KeywordTerm, spelling: Int, users: ArraySlice<Int>, isInSource: Bool, of set: KeywordSet,
    into sink: inout some DiagnosticSink
  ) {
    if titles.contains(terms[spelling], ofAny: users) {
      report(
        KeywordRules.equalsTitle, term, set, "every word of the term is in the title", into: &sink)
    }
    if !term.isLoanword, isInSource {
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
      rule, message(), at: set.location, locale: localeName, key: set.key.string, help: help()
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
        rule, message(), at: term.location ?? set.location, locale: localeName,
        key: set.key.string, help: help()))
  }
}
