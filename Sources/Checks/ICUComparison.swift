import Diagnostics
import Translations

/// A translation in ICU MessageFormat against its source: arguments, what they choose by, and their forms.
struct ICUComparison {
  typealias Finding = PlaceholderComparison.Finding

  let source: ArraySlice<UInt8>
  let target: ArraySlice<UInt8>
  let sourceMessage: ICUMessage
  let targetMessage: ICUMessage
  let locale: LanguageTag
  let plurals: PluralRequirements?

  /// Nothing if the source is no message itself; then its brackets mean something else.
  static func findings(
    source: ArraySlice<UInt8>, sourceHasCodes: Bool, target: ArraySlice<UInt8>, targetHasCodes: Bool,
    locale: LanguageTag, plurals: PluralRequirements?
  ) -> [Finding] {
    guard case .success(let sourceMessage) = ICUMessage.parse(source, hasCodes: sourceHasCodes) else {
      return []
    }
    switch ICUMessage.parse(target, hasCodes: targetHasCodes) {
    case .failure(let problem): return [finding(problem, in: target)]
    case .success(let targetMessage):
      return ICUComparison(
        source: source, target: target, sourceMessage: sourceMessage, targetMessage: targetMessage,
        locale: locale, plurals: plurals
      ).findings()
    }
  }

  private func findings() -> [Finding] {
    var findings = nameFindings()
    findings += kindFindings()
    for argument in targetMessage.allArguments {
      findings += caseFindings(argument)
    }
    if targetMessage.strayBrackets > sourceMessage.strayBrackets {
      findings.append(
        Finding(
          rule: PlaceholderRules.malformed, message: "a `}` closes nothing",
          help: "remove it, or write `'}'` if it is to be shown", severity: .warning))
    }
    if sourceMessage.allDoubledApostrophes > 0, targetMessage.allLoneApostrophes > 0 {
      findings.append(
        Finding(
          rule: PlaceholderRules.malformed,
          message: "a single apostrophe, where the source doubles its apostrophes",
          help: "write `''`; some formatters take a single one for a quotation mark", severity: .warning))
    }
    return findings
  }

  // MARK: Syntax

  private static func finding(_ problem: ICUMessage.Problem, in text: ArraySlice<UInt8>) -> Finding {
    let written = String(decoding: text[problem.range], as: UTF8.self)
    let (message, help): (String, String?) =
      switch problem.reason {
      case .unclosed: ("a `{` is never closed", "add the `}`, or write `'{'` if it is to be shown")
      case .noName: ("there is no argument name after a `{`", "write the name of the source")
      case .unknownKind:
        ("`\(written)` is no kind of argument", "leave words such as plural and select as they are")
      case .noBody: ("the form `\(written)` has no text in brackets", "write `\(written) {…}`")
      case .noOther: ("the form `other` is missing", "add `other {…}`; keywords are not translated")
      case .badKeyword:
        (
          "`\(written)` is no plural form",
          "use zero, one, two, few, many, other, or `=` and a number; keywords are not translated"
        )
      case .repeatedKeyword: ("the form `\(written)` stands twice", "keep one of them")
      case .tooDeep: ("forms are nested too deeply", nil)
      }
    return Finding(rule: PlaceholderRules.malformed, message: message, help: help)
  }

  // MARK: Names

  private func nameFindings() -> [Finding] {
    let there = names(sourceMessage, source)
    let here = names(targetMessage, target)
    var unknown = here.filter { !there.contains($0) }
    var missing = there.filter { !here.contains($0) }
    var findings: [Finding] = []
    if unknown.count == 1, missing.count == 1 {
      findings.append(
        Finding(
          rule: PlaceholderRules.unknown,
          message: "`{\(unknown[0].string)}` is no placeholder of the source",
          help: "write `{\(missing[0].string)}`, as the source does"))
      unknown = []
      missing = []
    }
    if !unknown.isEmpty {
      findings.append(
        Finding(
          rule: PlaceholderRules.unknown,
          message:
            "\(Self.list(unknown)) \(unknown.count == 1 ? "is no placeholder" : "are no placeholders") of the source",
          help: there.isEmpty ? "the source has none" : "the source has \(Self.list(there))"))
    }
    if let first = missing.first {
      let isQuoted = targetMessage.allQuotations.contains { range in
        String(decoding: target[range], as: UTF8.self).contains("{\(first.string)}")
      }
      findings.append(
        Finding(
          rule: PlaceholderRules.missing,
          message: "\(Self.list(missing)) of the source \(missing.count == 1 ? "is" : "are") missing",
          help: isQuoted
            ? "an apostrophe before `{` quotes it; write `''` for an apostrophe"
            : "put \(missing.count == 1 ? "it" : "them") where the text needs the value"))
    }
    return findings
  }

  /// Each name once, in order.
  private func names(_ message: ICUMessage, _ text: ArraySlice<UInt8>) -> [ExactString] {
    var result: [ExactString] = []
    for argument in message.allArguments {
      let name = ExactString(String(decoding: text[argument.name], as: UTF8.self))
      if !result.contains(name) { result.append(name) }
    }
    return result
  }

  private static func list(_ names: [ExactString]) -> String {
    names.map { "`{\($0.string)}`" }.joined(separator: ", ")
  }

  // MARK: Kinds

  private func kindFindings() -> [Finding] {
    var findings: [Finding] = []
    var seen: [ArraySlice<UInt8>] = []
    for argument in targetMessage.allArguments where !seen.contains(target[argument.name]) {
      seen.append(target[argument.name])
      let uses = twins(of: argument)
      guard let first = uses.first, !uses.contains(where: { isCompatible(argument, $0) }) else { continue }
      let name = String(decoding: target[argument.name], as: UTF8.self)
      findings.append(
        Finding(
          rule: PlaceholderRules.type,
          message:
            "`{\(name)}` is \(describe(argument, target)) and in the source \(describe(first, source))",
          help: "use it as the source does"))
    }
    return findings
  }

  /// The uses of the same name in the source.
  private func twins(of argument: ICUMessage.Argument) -> [ICUMessage.Argument] {
    sourceMessage.allArguments.filter { source[$0.name].elementsEqual(target[argument.name]) }
  }

  /// A number may be shown as it is, by a format or through a plural; what selects by a word may not be shown.
  private func isCompatible(_ here: ICUMessage.Argument, _ there: ICUMessage.Argument) -> Bool {
    switch (here.kind, there.kind) {
    case (.formatted(let a), .formatted(let b)): target[a].elementsEqual(source[b])
    case (.plural, .plural): here.offset == there.offset
    case (.ordinal, .ordinal), (.select, .select), (.plain, .plain): true
    case (.plain, .formatted), (.formatted, .plain): true
    // A language without plural forms can do without choosing.
    case (.plain, .plural), (.plain, .ordinal): true
    case (.formatted(let format), .plural): target[format].elementsEqual("number".utf8)
    case (.plural, .plain): true
    case (.plural, .formatted(let format)): source[format].elementsEqual("number".utf8)
    default: false
    }
  }

  private func describe(_ argument: ICUMessage.Argument, _ text: ArraySlice<UInt8>) -> String {
    switch argument.kind {
    case .plain: "shown as it is"
    case .formatted(let word): "a \(String(decoding: text[word], as: UTF8.self))"
    case .plural: argument.offset > 0 ? "a plural with offset \(argument.offset)" : "a plural"
    case .ordinal: "an ordinal"
    case .select: "a select"
    }
  }

  // MARK: Forms

  private func caseFindings(_ argument: ICUMessage.Argument) -> [Finding] {
    switch argument.kind {
    case .plain, .formatted: []
    case .select: selectFindings(argument)
    case .plural: pluralFindings(argument) + numberFindings(argument)
    case .ordinal: numberFindings(argument)
    }
  }

  private func keywords(_ argument: ICUMessage.Argument, _ text: ArraySlice<UInt8>) -> [ExactString] {
    argument.cases.map { ExactString(String(decoding: text[$0.keyword], as: UTF8.self)) }
  }

  /// The keys of a select are the program's words.
  private func selectFindings(_ argument: ICUMessage.Argument) -> [Finding] {
    let there = twins(of: argument).filter { $0.kind == .select }.flatMap { keywords($0, source) }
    guard !there.isEmpty else { return [] }
    let here = keywords(argument, target)
    let unknown = here.filter { !there.contains($0) }
    let missing = there.filter { !here.contains($0) }
    func list(_ words: [ExactString]) -> String { words.map { "`\($0.string)`" }.joined(separator: ", ") }
    if !unknown.isEmpty {
      return [
        Finding(
          rule: PlaceholderRules.unknown,
          message: "\(list(unknown)) \(unknown.count == 1 ? "is no key" : "are no keys") of the select",
          help: "keys are not translated; the source has \(list(there))")
      ]
    }
    guard !missing.isEmpty else { return [] }
    return [
      Finding(
        rule: PlaceholderRules.missing,
        message: "the select has no text for \(list(missing))", help: "without it, `other` is shown",
        severity: .warning)
    ]
  }

  /// The forms are those of the target's language; an exact number can stand in for a form that serves it alone.
  private func pluralFindings(_ argument: ICUMessage.Argument) -> [Finding] {
    guard let plurals else { return [] }
    let here = Set(keywords(argument, target).map(\.string))
    let missing = plurals.required.filter { category in
      if here.contains(category.rawValue) { return false }
      return plurals.exactly[category].map { !here.contains("=\($0)") } ?? true
    }
    var findings: [Finding] = []
    if !missing.isEmpty {
      let list = missing.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      findings.append(
        Finding(
          rule: PluralRules.missing,
          message:
            "\(list) \(missing.count == 1 ? "is" : "are") missing; `\(locale)` counts with "
            + plurals.required.map { "`\($0.rawValue)`" }.joined(separator: ", "),
          help: "add \(missing.count == 1 ? "the form" : "the forms")"))
    }
    let known = plurals.required + plurals.optional + [.zero, .two, .many, .other]
    for category in PluralCategory.allCases
    where here.contains(category.rawValue) && !known.contains(category) {
      findings.append(
        Finding(
          rule: PluralRules.extra, message: "`\(locale)` has no form `\(category.rawValue)`",
          help: "remove it"))
    }
    return findings
  }

  /// Where the source shows the number in `other`, so must the translation.
  private func numberFindings(_ argument: ICUMessage.Argument) -> [Finding] {
    let twins = twins(of: argument).filter { $0.kind == argument.kind }
    guard let twin = twins.first, showsNumber(twin, source), !showsNumber(argument, target) else { return [] }
    return [
      Finding(
        rule: PlaceholderRules.missing, message: "the form `other` does not show the number",
        help: "put `#` where the number belongs")
    ]
  }

  private func showsNumber(_ argument: ICUMessage.Argument, _ text: ArraySlice<UInt8>) -> Bool {
    guard let other = argument.cases.first(where: { text[$0.keyword].elementsEqual("other".utf8) }) else {
      return false
    }
    return other.body.showsNumber
      || other.body.allArguments.contains {
        text[$0.name].elementsEqual(text[argument.name]) && $0.cases.isEmpty
      }
  }
}
