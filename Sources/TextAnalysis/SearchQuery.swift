/// What a user typed, analysed like the text it is looked for in.
///
/// White space separates parts that must all be found, each anywhere in the record. Within a part the tokens
/// must stand side by side in one field or keyword, so `Wi-Fi` finds `wi fi` and 都庁 is found in 東京都庁. The last
/// word may be the beginning of one.
public struct SearchQuery: Hashable, Sendable {
  /// Tokens that must stand side by side.
  public struct Phrase: Hashable, Sendable {
    /// The tokens, separated by single spaces; UTF-8.
    public var tokens: [UInt8]
    /// Whether the last token may be the beginning of a longer one.
    public var isPrefix: Bool
  }

  /// Never empty.
  public let phrases: [Phrase]

  init(phrases: [Phrase]) { self.phrases = phrases }

  /// The expression for one phrase alone.
  package static func match(_ phrase: Phrase) -> String { SearchQuery(phrases: [phrase]).match }

  /// The query as an SQLite FTS5 expression for a table with the `ascii` tokenizer: quoted analysed tokens and
  /// nothing else, whatever the user typed.
  public var match: String {
    phrases.map { phrase in
      "\"" + String(decoding: phrase.tokens, as: UTF8.self) + "\"" + (phrase.isPrefix ? "*" : "")
    }.joined(separator: " AND ")
  }

  /// Whether each phrase occurs in one of the analysed fields: what FTS5 answers, without FTS5.
  /// - Complexity: O(phrases · bytes of the fields).
  public func matches(_ fields: [[UInt8]]) -> Bool {
    phrases.allSatisfy { phrase in fields.contains { Self.occurs(phrase, in: $0) } }
  }

  /// The query without beginnings: its last word has to be found whole, too.
  package var exact: SearchQuery {
    SearchQuery(phrases: phrases.map { Phrase(tokens: $0.tokens, isPrefix: false) })
  }

  private static func occurs(_ phrase: Phrase, in field: [UInt8]) -> Bool {
    let needle = phrase.tokens
    guard needle.count <= field.count else { return false }
    for start in 0...(field.count - needle.count) where start == 0 || field[start - 1] == 0x20 {
      let end = start + needle.count
      guard phrase.isPrefix || end == field.count || field[end] == 0x20 else { continue }
      if field[start..<end].elementsEqual(needle) { return true }
    }
    return false
  }
}

extension SearchQuery.Phrase {
  /// How often the phrase stands in an analysed field.
  /// - Complexity: O(bytes of the field).
  package func count(in field: Span<UInt8>) -> Int {
    var result = 0
    var start = 0
    while start + tokens.count <= field.count {
      if occurs(in: field, at: start) { result += 1 }
      // On to the next token.
      while start < field.count, field[start] != 0x20 { start += 1 }
      start += 1
    }
    return result
  }

  private func occurs(in field: Span<UInt8>, at start: Int) -> Bool {
    let end = start + tokens.count
    guard isPrefix || end == field.count || field[end] == 0x20 else { return false }
    for index in tokens.indices where field[start + index] != tokens[index] { return false }
    return true
  }
}

extension TextAnalyzer {
  /// The query for what a user typed, or `nil` if nothing of it can be searched.
  ///
  /// In scripts without spaces it finds exactly the texts that hold the typed characters side by side, from
  /// one character up; words are found whole, the last one also by its beginning.
  public func query(_ text: String) -> SearchQuery? {
    let bytes = tokens(of: text, mode: .query)
    var phrases: [SearchQuery.Phrase] = []
    for part in bytes.split(separator: QueryMark.space) {
      phrases.append(Self.phrase(part))
    }
    guard let last = phrases.indices.last else { return nil }
    phrases[last].isPrefix = phrases[last].isPrefix || !Self.endsInRun(bytes)
    return SearchQuery(phrases: phrases)
  }

  /// Whether the last token is a run, of which two clusters or more are whole tokens already.
  private static func endsInRun(_ bytes: [UInt8]) -> Bool {
    bytes.last { $0 == QueryMark.word || $0 == QueryMark.run } == QueryMark.run
  }

  /// Turns the tokens of one part into those that the index holds for them, wherever they stand in a longer
  /// run: the last run gives its pairs only, since more characters may follow it.
  private static func phrase(_ part: ArraySlice<UInt8>) -> SearchQuery.Phrase {
    var tokens: [[UInt8]] = []
    var isPrefix = false
    var rest = part
    while let mark = rest.popFirst() {
      let body = rest.prefix { $0 != QueryMark.word && $0 != QueryMark.run }
      rest = rest.dropFirst(body.count)
      guard mark == QueryMark.run else {
        tokens.append(Array(body))
        continue
      }
      let clusters = body.split(separator: QueryMark.cluster).map { Array($0) }
      for (first, second) in zip(clusters, clusters.dropFirst()) { tokens.append(first + second) }
      if let last = clusters.last, !rest.isEmpty || clusters.count == 1 { tokens.append(last) }
      isPrefix = rest.isEmpty && clusters.count == 1
    }
    return SearchQuery.Phrase(tokens: Array(tokens.joined(separator: [0x20])), isPrefix: isPrefix)
  }
}
