/// Where the app's own searchable records come from.
///
/// A record is named by its content ID and, if it belongs to one, by its account. The indexer asks for pages of names
/// when it builds an index, and for one record whenever it has to write it.
public protocol SearchableSourceProvider: Sendable {
  /// The next names after one, in the order of account, then content ID, as bytes; at most `limit`, none at the end.
  func identities(after identity: ItemIdentity?, limit: Int) async throws -> [ItemIdentity]

  /// The record as it is now, in the first language of `chain` it has; `nil` if it is gone or must not be found.
  func record(_ identity: ItemIdentity, chain: [LanguageTag]) async throws -> SearchableRecord?
}
