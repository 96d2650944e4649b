import SpotlightSearch
import TestSupport
import Testing

/// What the system's index holds is asked for with its own queries.
@Suite struct SpotlightQueryTests {
  private static func item(_ name: String, _ domain: String, _ title: String, _ keywords: [String])
    -> CSSearchableItem
  {
    let attributes = CSSearchableItemAttributeSet(contentType: .content)
    attributes.title = title
    attributes.keywords = keywords
    return CSSearchableItem(uniqueIdentifier: name, domainIdentifier: domain, attributeSet: attributes)
  }

  /// An index of its own, whose domain no other test uses.
  private func index(_ domain: String) async throws -> CSSearchableIndex {
    let index = CSSearchableIndex(name: domain)
    try await index.indexSearchableItems([
      Self.item("a", domain, "Focus Timer", ["集中"]), Self.item("b", domain, "Café des Réglages", ["setting"]),
      Self.item("c", domain + "2", "Focus", []),
    ])
    return index
  }

  private func found(_ query: CSSearchQuery) async throws -> [String] {
    var names: [String] = []
    for try await result in query.results { names.append(result.item.uniqueIdentifier) }
    return names
  }

  @Test(arguments: [
    ("title == \"*\"", ["a", "b"]), ("title == \"focus*\"cd", ["a"]), ("title == \"focus*\"", []),
    ("title == \"*timer\"c", ["a"]), ("title == \"cafe des reglages\"cd", ["b"]),
    ("keywords == \"集中\"", ["a"]),
    ("keywords == \"集\"", []), ("languages == \"*\"", []),
  ])
  func comparisons(query: String, expected: [String]) async throws {
    let domain = "comparisons"
    let index = try await index(domain)
    let context = CSSearchQueryContext()
    context.filterQueries = ["domainIdentifier == \"\(domain)\""]
    let names = try await found(CSSearchQuery(queryString: query, queryContext: context))
    #expect(Set(names) == Set(expected))
    withExtendedLifetime(index) {}
  }

  @Test func onlyWhatWasAskedForIsFetched() async throws {
    let index = try await index("fetched")
    let context = CSSearchQueryContext()
    context.fetchAttributes = ["title"]
    let query = CSSearchQuery(
      queryString: "domainIdentifier == \"fetched\" && title == \"Focus*\"", queryContext: context)
    var items: [CSSearchableItem] = []
    for try await result in query.results { items.append(result.item) }
    #expect(items.map(\.attributeSet.title) == ["Focus Timer"] && items[0].attributeSet.keywords == nil)
    try await index.deleteSearchableItems(withIdentifiers: ["a"])
    #expect(try await found(query).isEmpty)
  }

  @Test func whatIsNoQueryIsRefused() async throws {
    for text in ["", "title", "title == focus", "title == \"x\"z", "a == b == c"] {
      await #expect(throws: CSSearchQueryError(.invalidQuery)) {
        _ = try await found(CSSearchQuery(queryString: text, queryContext: nil))
      }
    }
    let query = CSSearchQuery(queryString: "title == \"*\"", queryContext: nil)
    query.cancel()
    await #expect(throws: CSSearchQueryError(.cancelled)) { _ = try await found(query) }
  }

  @Test(arguments: [("foc", ["a"]), ("TIMER foc", ["a"]), ("reglage", ["b"]), ("ocus", []), ("", [])])
  func aUsersWords(typed: String, expected: [String]) async throws {
    let index = try await index("words")
    let context = CSUserQueryContext()
    context.filterQueries = ["domainIdentifier == \"words\""]
    var names: [String] = []
    for try await response in CSUserQuery(userQueryString: typed, userQueryContext: context).responses {
      if case .item(let found) = response { names.append(found.item.uniqueIdentifier) }
    }
    #expect(Set(names) == Set(expected))
    withExtendedLifetime(index) {}
  }
}
