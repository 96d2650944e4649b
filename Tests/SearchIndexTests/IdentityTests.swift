import SearchIndex
import TestSupport
import Testing

@Suite struct IdentityTests {
  @Test func anIdentifierLeadsBackToItsIdentity() {
    for (account, name) in [("", "article:x"), ("a", "b"), ("a\u{1F}b", "c~d"), ("é", "e\u{301}")] {
      let identity = ItemIdentity(account: ExactString(account), contentID: ContentID(name)!)
      #expect(ItemIdentity(uniqueIdentifier: identity.uniqueIdentifier) == identity)
    }
    #expect(ItemIdentity(contentID: ContentID("article:x")!).uniqueIdentifier == "article:x")
    #expect(ItemIdentity(uniqueIdentifier: "") == nil)
    #expect(ItemIdentity(uniqueIdentifier: "account\u{1F}") == nil)
  }

  @Test func identitiesAreOrderedByAccountThenContentAsBytes() {
    let names = [("", "z"), ("A", "b"), ("A", "é"), ("a", "a"), ("é", "a")]
    let identities = names.map { ItemIdentity(account: ExactString($0), contentID: ContentID($1)!) }
    #expect(identities.shuffled().sorted() == identities)
  }

  /// No name is a prefix of another, by component or by text.
  @Test func domainsHaveBorders() {
    var random = SeededGenerator(seed: 1)
    let letters = ["a", "1", ".", "~", "%", "é", "-", "0"]
    let names = (0..<60).map { _ in
      ExactString((0...random.below(3)).map { _ in letters[random.below(letters.count)] }.joined())
    }
    let pairs = zip(names, names.dropFirst()).map { DomainIdentifier(account: $0, domain: $1) }
    for a in pairs {
      for b in pairs where a != b {
        #expect(!b.description.hasPrefix(a.description), "\(a) \(b)")
        let isSameAccount = a.account == b.account
        #expect(b.description.hasPrefix(DomainIdentifier.account(a.account)) == isSameAccount)
        #expect(b.description.hasPrefix(DomainIdentifier.account(a.account) + ".") == isSameAccount)
      }
    }
    #expect(DomainIdentifier(domain: "articles").description == "~.articles~")
    #expect(DomainIdentifier(account: "a.1", domain: "ü").description == "a%2E1~.%C3%BC~")
  }
}
