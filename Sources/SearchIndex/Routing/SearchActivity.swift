/// What the system hands to an app that is opened from a search.
public enum SearchActivity: Hashable, Sendable {
  /// A result was chosen; its unique identifier.
  case item(String)
  /// The search is to go on in the app; what was typed.
  case query(String)

  /// Core Spotlight's names, which are the same on every system.
  public static let itemType = "com.apple.corespotlightitem"
  /// The key of the chosen result's unique identifier, `CSSearchableItemActivityIdentifier`.
  public static let itemKey = "kCSSearchableItemActivityIdentifier"
  /// The type of a search that is to go on in the app, `CSQueryContinuationActionType`.
  public static let queryType = "com.apple.corespotlight.queryContinuation"
  /// The key of what was typed, `CSSearchQueryString`.
  public static let queryKey = "kCSSearchQueryString"

  /// - Parameters:
  ///   - type: the activity's type.
  ///   - value: what the activity's user info has under a key.
  /// - Returns: `nil` for an activity that comes from no search, or lacks what it should carry.
  public init?(type: String, value: (String) -> String?) {
    switch type {
    case Self.itemType:
      guard let identifier = value(Self.itemKey), !identifier.utf8.isEmpty else { return nil }
      self = .item(identifier)
    case Self.queryType:
      guard let text = value(Self.queryKey) else { return nil }
      self = .query(text)
    default: return nil
    }
  }
}
