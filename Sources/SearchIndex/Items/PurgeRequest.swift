/// What an index has to forget, whatever else it is doing.
public enum PurgeRequest: Hashable, Sendable {
  /// Documents by identity, whether or not the index has them.
  case items([ItemIdentity])
  /// Every item of a domain, of every account, and of no domain whose name only begins like it.
  case domain(ExactString)
  /// Every item of an account.
  case account(ExactString)
  /// All there is, the stamp too.
  case everything

  /// Whether a document is meant.
  public func covers(_ identity: ItemIdentity, domain: ExactString) -> Bool {
    switch self {
    case .items(let identities): identities.contains(identity)
    case .domain(let name): name == domain
    case .account(let name): name == identity.account
    case .everything: true
    }
  }
}

extension PurgeRequest {
  /// `["items", [[account, contentID]…]]`, `["domain", name]`, `["account", name]` or `["everything"]`.
  var json: CanonicalJSON {
    switch self {
    case .items(let identities):
      [
        "items",
        .array(identities.map { [.string($0.account.string), .string($0.contentID.description)] }),
      ]
    case .domain(let name): ["domain", .string(name.string)]
    case .account(let name): ["account", .string(name.string)]
    case .everything: ["everything"]
    }
  }

  init?(_ json: CanonicalJSON) {
    guard let fields = json.array, let kind = fields.first?.string else { return nil }
    switch (kind, fields.count) {
    case ("domain", 2):
      guard let name = fields[1].string else { return nil }
      self = .domain(ExactString(name))
    case ("account", 2):
      guard let name = fields[1].string else { return nil }
      self = .account(ExactString(name))
    case ("everything", 1): self = .everything
    case ("items", 2):
      guard let pairs = fields[1].array else { return nil }
      let identities = pairs.compactMap(ItemIdentity.init(json:))
      guard identities.count == pairs.count else { return nil }
      self = .items(identities)
    default: return nil
    }
  }
}

extension ItemIdentity {
  /// Reads `[account, contentID]`.
  init?(json: CanonicalJSON) {
    guard let pair = json.array, pair.count >= 2, let account = pair[0].string,
      let contentID = pair[1].string.flatMap({ ContentID($0) })
    else { return nil }
    self.init(account: ExactString(account), contentID: contentID)
  }
}
