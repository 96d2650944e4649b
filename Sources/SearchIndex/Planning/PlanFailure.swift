/// An item of which it is not known whether, or known that it was not, written.
public struct PlanFailure: Hashable, Sendable {
  /// Whose document, and of what.
  public var identity: ItemIdentity
  /// How often the index refused it; 0 for one that was never answered.
  public var attempts: Int
  /// The projection that was refused; another one is tried whatever came before. `nil` for a removal.
  public var fingerprint: Fingerprint?
  /// What the index said last: the result code of SQLite or of Core Spotlight.
  public var code: Int?

  public init(
    _ identity: ItemIdentity, attempts: Int = 0, fingerprint: Fingerprint? = nil, code: Int? = nil
  ) {
    self.identity = identity
    self.attempts = attempts
    self.fingerprint = fingerprint
    self.code = code
  }
}

extension PlanFailure {
  /// `[account, contentID, attempts, fingerprint or null, code or null]`.
  var json: CanonicalJSON {
    [
      .string(identity.account.string), .string(identity.contentID.description), .integer(attempts),
      CanonicalJSON(fingerprint), CanonicalJSON(code.map { "\($0)" }),
    ]
  }

  init?(_ json: CanonicalJSON) {
    guard let fields = json.array, fields.count == 5, let identity = ItemIdentity(json: json),
      let attempts = fields[2].integer
    else { return nil }
    self.init(
      identity, attempts: attempts, fingerprint: fields[3].string.flatMap { Fingerprint(hex: $0) },
      code: fields[4].string.flatMap { Int($0) })
  }
}
