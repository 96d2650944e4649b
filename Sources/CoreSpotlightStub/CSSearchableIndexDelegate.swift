/// Through which the system asks for items again.
public protocol CSSearchableIndexDelegate: AnyObject {
  /// Everything must be given again; the handler is called once that is noted durably.
  func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler: @escaping () -> Void)

  /// Some items must be given again, or deleted if they may not be found any more.
  func searchableIndex(
    _ searchableIndex: CSSearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping () -> Void)

  /// The system indexes more slowly from now on.
  func searchableIndexDidThrottle(_ searchableIndex: CSSearchableIndex)
  /// The system indexes at its usual pace again.
  func searchableIndexDidFinishThrottle(_ searchableIndex: CSSearchableIndex)
}

/// Optional members of the protocol, as Objective-C knows them.
extension CSSearchableIndexDelegate {
  /// Nothing to do unless the app wants to know.
  public func searchableIndexDidThrottle(_ searchableIndex: CSSearchableIndex) {}
  /// Nothing to do unless the app wants to know.
  public func searchableIndexDidFinishThrottle(_ searchableIndex: CSSearchableIndex) {}
}

/// The kind of the activity with which the system opens an app at a search result.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CSSearchableItemActionType = "com.apple.corespotlightitem"
/// The key under which that activity names the item.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CSSearchableItemActivityIdentifier = "kCSSearchableItemActivityIdentifier"
/// The kind of the activity with which the system hands a search on to the app.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CSQueryContinuationActionType = "com.apple.corespotlight.queryContinuation"
/// The key under which that activity holds what was typed.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CSSearchQueryString = "kCSSearchQueryString"
