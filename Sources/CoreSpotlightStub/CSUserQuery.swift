import Foundation

/// How what a user typed is searched.
open class CSUserQueryContext: CSSearchQueryContext {
  /// At most so many items; 0 for no limit.
  open var maxResultCount = 0
  /// At most so many suggestions; the stub has none.
  open var maxSuggestionCount = 0
  /// At most so many of the items are ranked.
  open var maxRankedResultCount = 0
  /// Whether the best come first.
  open var enableRankedResults = false
  /// Whether only the words themselves are looked for, and nothing that means the like.
  open var disableSemanticSearch = false
}

/// What a user typed, searched in every index of the app.
///
/// The stub finds the items that have a word beginning with each of the user's words, in any case and with any marks.
open class CSUserQuery: CSSearchQuery {
  private let words: [String]

  /// A query that begins when its responses are read.
  public init(userQueryString: String?, userQueryContext: CSUserQueryContext?) {
    words = Self.words(of: userQueryString ?? "")
    super.init(queryString: "", queryContext: userQueryContext)
  }

  /// Loads what ranking needs, before the user types.
  open class func prepare() {}

  /// What is found, read once; an error is a `CSSearchQueryError`.
  open var responses: Responses { Responses(self) }

  override func matcher() throws -> (AcceptedItem) -> Bool {
    let words = words
    return { item in
      let known = item.texts.flatMap(Self.words)
      return !words.isEmpty && words.allSatisfy { word in known.contains { $0.hasPrefix(word) } }
    }
  }

  override func find() throws -> [CSSearchableItem] {
    let found = try super.find()
    let limit = (context as? CSUserQueryContext)?.maxResultCount ?? 0
    return limit > 0 ? Array(found.prefix(limit)) : found
  }

  private static func words(of text: String) -> [String] {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      .components(separatedBy: CharacterSet.alphanumerics.inverted).filter { !$0.isEmpty }
  }

  /// The responses to a query, one after the other.
  public struct Responses: AsyncSequence, AsyncIteratorProtocol {
    /// One response.
    public enum Response {
      /// An item.
      case item(CSSearchQuery.Results.Item)
      /// Words that might be meant; the stub gives none.
      case suggestion(String)
    }

    private let query: CSUserQuery
    private var found: ArraySlice<CSSearchableItem>?

    fileprivate init(_ query: CSUserQuery) { self.query = query }

    /// The sequence itself, which is read once.
    public func makeAsyncIterator() -> Responses { self }

    /// The next response; the first call runs the query.
    public mutating func next() async throws -> Response? {
      if found == nil { found = try query.find()[...] }
      return found?.popFirst().map { .item(CSSearchQuery.Results.Item(item: $0)) }
    }
  }
}
