/// Which attributes a query fetches, and what it is narrowed to.
open class CSSearchQueryContext {
  /// The attributes that found items have; the others are `nil` in them.
  open var fetchAttributes: [String] = []
  /// Queries that an item must match as well.
  open var filterQueries: [String] = []
  /// The language of what was typed, as a BCP 47 tag.
  open var keyboardLanguage: String?

  /// A context that fetches nothing but the identifiers.
  public init() {}
}

/// A query in Core Spotlight's query language, over every index of the app.
///
/// The stub knows comparisons such as `title == "foc*"cd`, of the attributes that the adapter sets, joined by `&&`.
open class CSSearchQuery {
  let context: CSSearchQueryContext?
  private let queryString: String
  /// Called with what was found, once, after `start()`.
  open var foundItemsHandler: (([CSSearchableItem]) -> Void)?
  /// Called at the end, with a `CSSearchQueryError` or `nil`.
  open var completionHandler: (((any Error)?) -> Void)?
  /// How many items `start()` found.
  open private(set) var foundItemCount = 0
  /// Whether `cancel()` was called; what is asked for after it fails.
  open private(set) var isCancelled = false

  /// A query that begins when it is started, or when its results are read.
  public init(queryString: String, queryContext: CSSearchQueryContext?) {
    self.queryString = queryString
    context = queryContext
  }

  /// What is found, read once; an error is a `CSSearchQueryError`.
  open var results: Results { Results(self) }

  /// Finds and calls the handlers.
  open func start() {
    do {
      let items = try find()
      foundItemCount = items.count
      foundItemsHandler?(items)
      completionHandler?(nil)
    } catch {
      completionHandler?(error)
    }
  }

  /// Ends the query.
  open func cancel() { isCancelled = true }

  func find() throws -> [CSSearchableItem] {
    if isCancelled { throw CSSearchQueryError(.cancelled) }
    let filters = try (context?.filterQueries ?? []).flatMap(SpotlightCondition.all)
    let isMatch = try matcher()
    return AcceptedItem.all.filter { item in isMatch(item) && filters.allSatisfy { $0.matches(item) } }
      .map { $0.item(fetching: context?.fetchAttributes ?? []) }
  }

  /// What decides whether an item matches.
  func matcher() throws -> (AcceptedItem) -> Bool {
    let conditions = try SpotlightCondition.all(in: queryString)
    return { item in conditions.allSatisfy { $0.matches(item) } }
  }

  /// The results of a query, one after the other.
  public struct Results: AsyncSequence, AsyncIteratorProtocol {
    /// One result.
    public struct Item {
      /// What was found, with the attributes that were to be fetched.
      public let item: CSSearchableItem
    }

    private let query: CSSearchQuery
    private var found: ArraySlice<CSSearchableItem>?

    fileprivate init(_ query: CSSearchQuery) { self.query = query }

    /// The sequence itself, which is read once.
    public func makeAsyncIterator() -> Results { self }

    /// The next result; the first call runs the query.
    public mutating func next() async throws -> Item? {
      if found == nil { found = try query.find()[...] }
      return found?.popFirst().map(Item.init)
    }
  }
}

/// Why a query gives nothing.
public struct CSSearchQueryError: Error, Hashable, Sendable {
  /// The reasons, with Apple's numbers.
  public enum Code: Int, Hashable, Sendable {
    /// No other code says why.
    case unknown = -2000
    /// The system's index does not answer.
    case indexUnreachable = -2001
    /// The query is not one.
    case invalidQuery = -2002
    /// The query was cancelled.
    case cancelled = -2003
  }

  /// The reason.
  public let code: Code

  /// An error for a reason.
  public init(_ code: Code) { self.code = code }
}
