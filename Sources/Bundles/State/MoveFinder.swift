public import Translations

/// Pairs keys that were taken out with keys that came in with the same text: renames.
public enum MoveFinder {
  /// A value that stands at another key now.
  public struct Move: Hashable, Sendable {
    /// A key that has no value any more.
    public var from: MessageKey
    /// A key that had no value before.
    public var to: MessageKey

    public init(from: MessageKey, to: MessageKey) {
      self.from = from
      self.to = to
    }
  }

  /// The moves among the changed values of one locale, by the key they went to.
  ///
  /// A move is unique both ways: of all keys that went, one had this text, made against this source text, and of all
  /// keys that came, one has it. Anything else may be two messages that read alike, and is no move.
  /// - Complexity: O(n log n) for n changes.
  public static func moves(
    in changes: [(key: MessageKey, before: TreeEntry?, after: TreeEntry?)]
  ) throws(BundleError) -> [Move] {
    var gone: [Fingerprint: [MessageKey]] = [:]
    var come: [Fingerprint: [MessageKey]] = [:]
    for (key, before, after) in changes {
      switch (before, after) {
      case (let before?, nil):
        if let identity = try identity(PublishedValue(before)) { gone[identity, default: []].append(key) }
      case (nil, let after?):
        if let identity = try identity(PublishedValue(after)) { come[identity, default: []].append(key) }
      default: continue
      }
    }
    return gone.compactMap { identity, from in
      guard from.count == 1, let to = come[identity], to.count == 1 else { return nil }
      return Move(from: from[0], to: to[0])
    }.sorted { $0.to < $1.to }
  }

  private static func identity(_ value: PublishedValue) -> Fingerprint? {
    guard !value.message.bytes.isEmpty else { return nil }
    var builder = FingerprintBuilder(domain: "assets/move/v1")
    builder.add(Fingerprint.value(value.message).bytes)
    builder.add(value.sourceDigest?.bytes ?? [])
    return builder.finish()
  }
}
