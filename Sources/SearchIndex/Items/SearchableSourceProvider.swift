/// Where the app's own searchable records come from.
public protocol SearchableSourceProvider: Sendable {
  /// The next content IDs in byte order after one, at most `limit`; none at the end.
  func contentIDs(after contentID: ContentID?, limit: Int) async throws -> [ContentID]

  /// The record as it is now, in the first language of `chain` it has; `nil` if it is gone or must not be found.
  func record(_ contentID: ContentID, chain: [LanguageTag]) async throws -> SearchableRecord?
}
