public import Translations

/// Which revisions made the value of a key in one locale what it is.
public struct KeyBlame: Sendable {
  /// One revision that changed the key.
  public struct Step: Sendable {
    /// What a revision did to the key.
    public enum Change: String, Hashable, Sendable {
      /// The key had no value in the revision before.
      case added
      /// Another text.
      case changed
      /// The same text in another state, or made from another source.
      case state
      /// The key has no value any more.
      case removed
      /// The same value under another key, `movedFrom`.
      case moved
    }

    /// The head of the revision.
    public var head: Head
    /// The name the key had in this revision.
    public var key: MessageKey
    /// Seen from the revision before.
    public var change: Change
    /// The key the value had in the revision before; `nil` unless `change` is `.moved`.
    public var movedFrom: MessageKey?
    /// What the revision said; `nil` if it removed the key.
    public var value: PublishedValue?
  }

  /// Newest first.
  public private(set) var steps: [Step] = []

  /// Walks back from a store's head, through moves.
  /// - Complexity: one head a revision; nodes in proportion to the revisions that changed the locale.
  public init(_ key: MessageKey, in locale: LanguageTag, of store: StoreReader) throws(BundleError) {
    var walk = Walk(key: key, locale: locale, store: store)
    try store.forEachHead { (head) throws(BundleError) in
      try walk.arrive(at: head)
      return true
    }
    try walk.arrive(at: nil)
    steps = walk.steps
  }

  /// The way back through the revisions.
  private struct Walk {
    var key: MessageKey
    let locale: LanguageTag
    let store: StoreReader
    var steps: [Step] = []
    /// The revision after the one that is arrived at, with what it says.
    private var newer: (head: Head, state: ContentState, value: PublishedValue?)?

    init(key: MessageKey, locale: LanguageTag, store: StoreReader) {
      self.key = key
      self.locale = locale
      self.store = store
    }

    /// Compares with the revision after this one; `nil` is r0.
    mutating func arrive(at head: Head?) throws(BundleError) {
      if let head, let newer, newer.head[locale] == head[locale],
        newer.head[locale].map({ $0.revision < newer.head.revision }) ?? true
      {
        // Nothing of the locale changed, so the two say the same of the key.
        self.newer = (head, newer.state, newer.value)
        return
      }
      let state = try head.map { (head) throws(BundleError) in try ContentState(store.node(head.content)) }
      let snapshot = Snapshot(head: head, content: state ?? .empty, ledger: .empty)
      var value = try snapshot.value(key, in: locale, from: store)
      if let newer, newer.value != value {
        let origin = try value == nil ? origin(of: newer.state, from: snapshot.content) : nil
        steps.append(step(newer.head, from: value, to: newer.value, origin: origin))
        if let origin {
          key = origin
          value = try snapshot.value(origin, in: locale, from: store)
        }
      }
      if let head { newer = (head, snapshot.content, value) }
    }

    private func step(
      _ head: Head, from old: PublishedValue?, to new: PublishedValue?, origin: MessageKey?
    ) -> Step {
      let change: Step.Change =
        origin != nil
        ? .moved
        : new == nil ? .removed : old == nil ? .added : old?.message == new?.message ? .state : .changed
      return Step(head: head, key: key, change: change, movedFrom: origin, value: new)
    }

    /// The key a value had before it moved to the present one.
    private func origin(
      of new: ContentState, from old: ContentState
    ) throws(BundleError) -> MessageKey? {
      guard old[locale] != nil else { return nil }
      let nodes = EmptyTreeSource(store)
      let difference = try ContentDifference(from: old.only(locale), to: new.only(locale), nodes: nodes)
      guard let changes = difference[locale] else { return nil }
      return try MoveFinder.moves(in: changes.values).first { $0.to == key }?.from
    }
  }
}

extension ContentState {
  /// The values of one locale and nothing else.
  fileprivate func only(_ locale: LanguageTag) -> ContentState {
    var result = self
    result.content = .empty
    result.locales.removeAll { $0.locale != locale }
    return result
  }
}
