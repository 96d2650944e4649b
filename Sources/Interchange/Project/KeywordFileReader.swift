internal import Diagnostics
package import Translations

/// Reads the keyword file of one locale.
package struct KeywordFileReader {
  package var limits: ReadingLimits

  package init(limits: ReadingLimits = .standard) {
    self.limits = limits
  }

  /// - Parameter expected: the locale in the file's path, which the file has to name.
  /// - Returns: no file if its locale or its form is not usable; a set that is not usable is left out and reported.
  /// - Throws: what the source throws.
  package func read(
    _ source: any ByteSource, path: String, expected: LanguageTag? = nil
  ) throws -> Parsed<KeywordFile?> {
    guard let count = source.expectedByteCount, count <= Self.mostBytesAtOnce else {
      return try readTree(source, path: path, expected: expected)
    }
    let bytes = try Self.bytes(of: source, about: count)
    if let file = PlainKeywordFile(bytes, path: path, limits: limits),
      let locale = LanguageTag(file.locale), expected == nil || locale == expected
    {
      return Parsed(KeywordFile(locale: locale, sets: file.sets), diagnostics: [])
    }
    return try readTree(BytesSource(bytes), path: path, expected: expected)
  }

  /// A file up to this size is kept while it is read, so that it can be read once more.
  private static let mostBytesAtOnce = 1 << 26

  private static func bytes(of source: any ByteSource, about count: Int) throws -> [UInt8] {
    var source = source
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 1)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try unsafe buffer.withUnsafeMutableBytes { try unsafe source.read(into: $0) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// Reads a file as a tree, which finds a place for whatever is wrong with it.
  func readTree(
    _ source: any ByteSource, path: String, expected: LanguageTag? = nil
  ) throws -> Parsed<KeywordFile?> {
    var decoder = NodeDecoder(path: path, rules: Self.fieldRules)
    var sets: [KeywordSet] = []
    let (root, early) = try YAMLTreeReader.read(
      source, path: path, limits: limits, streaming: .map("keywords")
    ) { entry in
      if let set = Self.set(entry, &decoder) { sets.append(set) }
    }
    guard let root else {
      decoder = NodeDecoder(path: path, rules: Self.fieldRules, diagnostics: early)
      if early.isEmpty {
        decoder.report(
          KeywordFileRules.missingField, "the keyword file is empty", at: YAMLMark(line: 1, column: 1),
          help: "write `locale:` and `keywords: {}` if there are none")
      }
      return Parsed(nil, diagnostics: decoder.diagnostics.inFileOrder)
    }
    decoder.prepend(early)
    let isComplete = decoder.isMap(
      root, "the keyword file", fields: ["locale", "keywords"], required: ["locale", "keywords"])
    let locale = Self.locale(root["locale"], expected: expected, &decoder)
    for entry in decoder.entries(root["keywords"], "keywords") {
      if let set = Self.set(entry, &decoder) { sets.append(set) }
    }
    let file = isComplete ? locale.map { KeywordFile(locale: $0, sets: sets) } : nil
    return Parsed(file, diagnostics: decoder.diagnostics.inFileOrder)
  }

  private static let fieldRules = NodeDecoder.Rules(
    unknownField: KeywordFileRules.unknownField, missingField: KeywordFileRules.missingField,
    type: KeywordFileRules.type, value: KeywordFileRules.value)

  private static func locale(
    _ node: YAMLNode?, expected: LanguageTag?, _ decoder: inout NodeDecoder
  ) -> LanguageTag? {
    guard let node, let locale = decoder.locale(node, "locale") else { return nil }
    guard let expected, locale != expected else { return locale }
    decoder.report(
      KeywordFileRules.locale, "the file says locale `\(locale)`, its name says `\(expected)`",
      at: node.start,
      help: "correct the line or the name; nothing of it is used for another locale")
    return nil
  }

  private static let setFields = ["state", "terms", "reviewed"]

  private static func set(_ entry: YAMLNode.Entry, _ decoder: inout NodeDecoder) -> KeywordSet? {
    let node = entry.value
    guard !entry.key.isEmpty, !entry.key.hasControlOrBidirectionalFormatting else {
      decoder.reportValue("a keyword key is empty or holds a control character", at: entry.keyMark)
      return nil
    }
    let isComplete = decoder.isMap(
      node, "a keyword set", fields: setFields, required: ["terms"])
    guard node.entries != nil else { return nil }
    let state = decoder.choice(node["state"], "state", of: KeywordSet.State.self)
    var terms: [KeywordTerm] = []
    let items = decoder.items(node["terms"], "terms")
    terms.reserveCapacity(items.count)
    for item in items {
      if let term = term(item, &decoder) { terms.append(term) }
    }
    let review = node["reviewed"].flatMap { Self.review($0, &decoder) }
    guard isComplete else { return nil }
    // A set without a state is one that somebody has just written down.
    return KeywordSet(
      key: entry.key, state: state ?? .proposed, terms: terms, review: review,
      location: entry.keyMark.location(in: decoder.path))
  }

  private static func term(_ node: YAMLNode, _ decoder: inout NodeDecoder) -> KeywordTerm? {
    let location = node.start.location(in: decoder.path)
    if node.entries == nil {
      guard let text = node.text else {
        decoder.wrongType(node, "a term", expected: "a text or a map")
        return nil
      }
      return KeywordTerm(text, location: location)
    }
    guard decoder.isMap(node, "a term", fields: ["text", "note", "kind", "loanword"], required: ["text"]),
      let textNode = node["text"]
    else { return nil }
    let kind = decoder.choice(node["kind"], "kind", of: KeywordTerm.Kind.self)
    let isLoanword = decoder.boolean(node["loanword"], "loanword")
    let note = decoder.text(node["note"], "note")
    guard let text = textNode.text else {
      decoder.wrongType(textNode, "text", expected: "a text")
      return nil
    }
    return KeywordTerm(
      text, kind: kind ?? .alternative, isLoanword: isLoanword ?? false, note: note, location: location)
  }

  private static func review(_ node: YAMLNode, _ decoder: inout NodeDecoder) -> KeywordSet.Review? {
    let fields = ["by", "at", "digest", "source"]
    let isComplete = decoder.isMap(node, "reviewed", fields: fields, required: fields)
    guard isComplete, let by = decoder.name(node["by"], "by"), let at = decoder.name(node["at"], "at"),
      let digest = decoder.name(node["digest"], "digest"), let source = decoder.name(node["source"], "source")
    else { return nil }
    return KeywordSet.Review(by: by, at: at, digest: digest, source: source)
  }
}
