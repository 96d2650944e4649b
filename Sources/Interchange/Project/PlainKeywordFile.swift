internal import Diagnostics
internal import Translations

/// Reads a keyword file that has nothing unusual, event by event and without a tree.
///
/// Nearly all files are such. About any other nothing is said here: it is read as a tree, which finds the words and
/// places for whatever is wrong with it.
struct PlainKeywordFile {
  private let events: YAMLEventReader
  private let path: String
  private(set) var locale = ""
  private(set) var sets: [KeywordSet] = []
  private var keys: Set<ExactString> = []
  private var values = 0

  /// Something that is for the tree to judge.
  private struct Unusual: Error {}

  /// - Returns: `nil` for a file that is not plain.
  init?(_ bytes: [UInt8], path: String, limits: ReadingLimits) {
    self.path = path
    do {
      events = try YAMLEventReader(BytesSource(bytes), path: path, limits: limits)
      try read(limits)
    } catch {
      return nil
    }
  }

  private mutating func read(_ limits: ReadingLimits) throws {
    try begin(.mappingStart)
    var hasKeywords = false
    while let field = try nextKey(isInFlow: false) {
      if field == "locale", locale.isEmpty {
        locale = try text(try next())
        if locale.isEmpty { throw Unusual() }
      } else if field == "keywords", !hasKeywords {
        hasKeywords = true
        try readSets()
      } else {
        throw Unusual()
      }
    }
    guard hasKeywords, !locale.isEmpty, try next() == .end, values < limits.unitsPerDocument else {
      throw Unusual()
    }
  }

  // MARK: - Events

  private mutating func next() throws -> YAMLEventReader.Event {
    let event = try events.next()
    switch event {
    case .alias: throw Unusual()
    case .scalar, .mappingStart, .sequenceStart:
      values += 1
      if events.hasProperties { throw Unusual() }
    case .mappingEnd, .sequenceEnd, .end: break
    }
    return event
  }

  private mutating func begin(_ kind: YAMLEventReader.Event) throws {
    guard try next() == kind, !events.isFlow || kind == .sequenceStart else { throw Unusual() }
  }

  /// The text of the scalar that an event is.
  private func text(_ event: YAMLEventReader.Event) throws -> String {
    guard event == .scalar, unsafe !(events.isUntaggedPlain && events.withText { unsafe $0.isNull }) else {
      throw Unusual()
    }
    return unsafe events.withText { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// The next key of a map; `nil` at its end.
  private mutating func nextKey(isInFlow: Bool) throws -> String? {
    let event = try next()
    if event == .mappingEnd { return nil }
    guard event == .scalar else { throw Unusual() }
    if isInFlow { try events.checkKeyInBraces() }
    return unsafe events.withText { unsafe String(decoding: $0, as: UTF8.self) }
  }

  // MARK: - Sets

  private mutating func readSets() throws {
    try begin(.mappingStart)
    while let key = try nextKey(isInFlow: false) {
      let mark = events.start
      guard !key.isEmpty, !key.hasControlOrBidirectionalFormatting, key != "<<",
        keys.insert(ExactString(key)).inserted, try next() == .mappingStart
      else { throw Unusual() }
      sets.append(try set(key, mark, isInFlow: events.isFlow))
    }
  }

  private mutating func set(_ key: String, _ mark: YAMLMark, isInFlow: Bool) throws -> KeywordSet {
    var state: KeywordSet.State?
    var terms: [KeywordTerm]?
    var review: KeywordSet.Review?
    while let field = try nextKey(isInFlow: isInFlow) {
      switch field {
      case "state" where state == nil: state = try choice()
      case "terms" where terms == nil: terms = try self.terms(isInFlow: isInFlow)
      case "reviewed" where review == nil: review = try self.review(isInFlow: isInFlow)
      default: throw Unusual()
      }
    }
    guard let terms else { throw Unusual() }
    return KeywordSet(
      key: key, state: state ?? .proposed, terms: terms, review: review, location: mark.location(in: path))
  }

  private mutating func choice<Choice: RawRepresentable<String>>() throws -> Choice {
    let text = try text(try next())
    guard let choice = Choice(rawValue: text), choice.rawValue.isSame(as: text) else { throw Unusual() }
    return choice
  }

  private mutating func terms(isInFlow: Bool) throws -> [KeywordTerm] {
    try begin(.sequenceStart)
    let isInFlow = isInFlow || events.isFlow
    var terms: [KeywordTerm] = []
    while true {
      let event = try next()
      if event == .sequenceEnd { return terms }
      let location = events.start.location(in: path)
      if event == .mappingStart {
        terms.append(try term(location, isInFlow: isInFlow || events.isFlow))
      } else {
        terms.append(KeywordTerm(try text(event), location: location))
      }
    }
  }

  private mutating func term(_ location: SourceLocation, isInFlow: Bool) throws -> KeywordTerm {
    var text: String?
    var kind: KeywordTerm.Kind?
    var isLoanword: Bool?
    var note: String?
    while let field = try nextKey(isInFlow: isInFlow) {
      switch field {
      case "text" where text == nil: text = try self.text(try next())
      case "kind" where kind == nil: kind = try choice()
      case "loanword" where isLoanword == nil:
        let word = try self.text(try next())
        guard word == "true" || word == "false" else { throw Unusual() }
        isLoanword = word == "true"
      case "note" where note == nil: note = try filled()
      default: throw Unusual()
      }
    }
    guard let text else { throw Unusual() }
    return KeywordTerm(
      text, kind: kind ?? .alternative, isLoanword: isLoanword ?? false, note: note, location: location)
  }

  private mutating func review(isInFlow: Bool) throws -> KeywordSet.Review {
    guard try next() == .mappingStart else { throw Unusual() }
    let isInFlow = isInFlow || events.isFlow
    var fields: [String: String] = [:]
    while let field = try nextKey(isInFlow: isInFlow) {
      let value = try filled()
      guard !value.hasControlOrBidirectionalFormatting, fields.updateValue(value, forKey: field) == nil else {
        throw Unusual()
      }
    }
    guard fields.count == 4, let by = fields["by"], let at = fields["at"], let digest = fields["digest"],
      let source = fields["source"]
    else { throw Unusual() }
    return KeywordSet.Review(by: by, at: at, digest: digest, source: source)
  }

  /// A text that is not empty.
  private mutating func filled() throws -> String {
    let text = try text(try next())
    if text.isEmpty { throw Unusual() }
    return text
  }
}
