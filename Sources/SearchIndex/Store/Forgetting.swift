extension SearchIndexError {
  /// A batch that may hold what was to be forgotten.
  static let purged = SearchIndexError(
    .superseded, "something was purged after this was read; read it again")
}

extension IndexStamp {
  /// Without its account the index is whole for nobody in particular.
  mutating func forget(_ requests: [PurgeRequest]) {
    guard let account, requests.contains(.account(account)) else { return }
    self.account = nil
  }
}

extension PendingPlan {
  /// A plan must not name what was forgotten.
  mutating func forget(_ requests: [PurgeRequest]) {
    target.forget(requests)
    failures.removeAll { failure in
      requests.contains { $0.covers(failure.identity, domain: "") }
    }
  }
}

extension SearchableItem {
  /// The record of an item whose text only the app has.
  var record: SearchableRecord {
    SearchableRecord(account: identity.account, projection: projection, sourceRevision: sourceRevision)
  }
}
