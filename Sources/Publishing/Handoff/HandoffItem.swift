package import Bundles
package import Translations

/// What becomes of one unit of a hand-off.
package enum HandoffClass: String, Hashable, Sendable, CaseIterable {
  /// The catalog has no text there yet.
  case new
  /// Another text, or of the same text a stronger state or the word that it fits today's source.
  case changed
  case same
  /// No text, an unfinished one, or one that must not be used.
  case notReady
  /// Made against another source text than today's.
  case stale
  /// The catalog changed the key since the hand-off was made, to something else.
  case conflict
  /// The unit's key has another name today, at which it is new or changed.
  case moved
  /// Today's source has no such key.
  case unknown
  /// A rollback took the text back.
  case withdrawn
}

/// One unit of a hand-off that is not simply the same as in the catalog.
package struct HandoffItem: Hashable, Sendable {
  package var kind: HandoffClass
  /// Where the text belongs today.
  package var key: MessageKey
  /// The key that the file gives it, if that is another one.
  package var movedFrom: MessageKey?
  /// 1-based place in the file.
  package var line: Int
  package var column: Int
  /// What the file says; `nil` where it has no text or none that counts.
  package var message: Message?
  package var state: TranslationState
  /// The digest of the source text that the file was made against; `nil` if the file holds none.
  package var sourceDigest: Fingerprint?
  /// Whether that source text is another one than today's.
  package var isStale: Bool
  /// Whether the text is the catalog's, which stood against another source text until now.
  package var confirmsText = false
  /// What the catalog says.
  package var working: Message?
  package var workingState: TranslationState
  /// For a conflict: what stood there when the hand-off was made.
  package var base: Message?
  /// The revision of `base`; `nil` if it is not known.
  package var baseRevision: Int?
  /// When the catalog said what the file says, before it was replaced.
  package var returns: [ValueHistory.Span]
  /// The rollback that took the text back.
  package var withdrawnBy: Int?

  init(_ kind: HandoffClass, _ key: MessageKey, at row: Catalog.Row) {
    self.kind = kind
    self.key = key
    line = Int(row.line)
    column = Int(row.column)
    state = row.state
    isStale = false
    workingState = .absent
    returns = []
  }

  /// Whether the file's text is another one than the catalog's, and the catalog has or had one there.
  package var isChangeOfText: Bool {
    guard let message, kind != .unknown, kind != .notReady else { return false }
    return message != working && (working != nil || !returns.isEmpty)
  }

  /// Whether the translator left the text as it was when the hand-off was made.
  package var isUntouched: Bool { message != nil && message == base }
}
