package import Translations

/// The source side of one item: its title, description and keywords in the source locale, and its content record.
///
/// A tree entry `[content ID, source revision, digest, record digest, [[record digest, from, until]…]]`.
package struct SourceRecord: Hashable, Sendable {
  /// The last revision that changed the source side.
  package var revision: Int
  /// Over all of it.
  package var digest: Fingerprint
  /// Over what the record says beyond who may see the item.
  package var record: Fingerprint
  /// The records it had before.
  package var history: ValueHistory

  package init(revision: Int, digest: Fingerprint, record: Fingerprint, history: ValueHistory) {
    self.revision = revision
    self.digest = digest
    self.record = record
    self.history = history
  }

  /// The source side at a revision, given what it was before it.
  init(revision: Int, digest: Fingerprint, record: Fingerprint, after previous: SourceRecord?) {
    self.init(
      revision: revision, digest: digest, record: record, history: previous?.history ?? ValueHistory())
    if let previous, previous.record != record {
      let from = previous.history.spans.last?.until ?? 1
      if from < revision { history.spans.append(.init(digest: previous.record, from: from, until: revision)) }
    }
  }

  package func entry(_ contentID: ContentID) -> TreeEntry {
    TreeEntry(key: Array(contentID.utf8)) { write(to: &$0) }
  }

  /// Writes what follows the key, without the comma behind that.
  func write(to writer: inout CanonicalJSONWriter) {
    writer.integer(revision)
    writer.comma()
    writer.fingerprint(digest)
    writer.comma()
    writer.fingerprint(record)
    writer.comma()
    ValueHistory.write(history.spans, to: &writer)
  }

  package init(_ entry: TreeEntry) throws(BundleError) {
    do {
      var reader = CanonicalJSONReader(entry.payload[...])
      let revision = try reader.integer()
      try reader.comma()
      let digest = try reader.fingerprint()
      try reader.comma()
      let record = try reader.fingerprint()
      try reader.comma()
      self.init(
        revision: revision, digest: digest, record: record,
        history: ValueHistory(spans: try ValueHistory.spans(&reader)))
      guard reader.isAtEnd else { throw reader.error("expected the end of the entry") }
    } catch {
      throw BundleError(.damaged, "source side of an item has another form")
    }
  }
}

extension ContentState {
  /// The digest of an item's source side in this state.
  func sourceDigest<Nodes: NodeSource>(
    of record: ContentRecord, _ source: inout TreeProjectionSource<Nodes>
  ) throws(BundleError) -> Fingerprint {
    var builder = FingerprintBuilder(domain: "assets/source/v1")
    builder.add(record.entry.payload)
    if let locale = sourceLocale {
      for key in [record.titleKey, record.descriptionKey].compactMap({ $0 }) {
        for form in key.projectedForms {
          let text = try source.text(form, in: locale)
          builder.add(text == nil ? 0 : 1)
          builder.add(text ?? "")
        }
      }
      for key in record.keywordKeys {
        let terms = try source.terms(key, in: locale)
        builder.add(terms.map { Fingerprint.terms($0).hex } ?? "")
      }
    }
    return builder.finish()
  }
}

extension Fingerprint {
  /// The digest of a content record without its switches, `isSearchable` and `access`, which go back and forth in
  /// everyday work.
  static func record(_ record: ContentRecord) -> Fingerprint {
    var plain = record
    plain.isSearchable = true
    plain.access = .public
    return self.record(payload: plain.entry.payload)
  }

  /// The same for a record that is searchable and public, by its entry in the content map.
  static func record(payload: [UInt8]) -> Fingerprint {
    var builder = FingerprintBuilder(domain: "assets/record/v1")
    builder.add(payload)
    return builder.finish()
  }
}
