/// Two manifests that do not meet: the first ends where the second does not begin.
public struct BrokenManifestChain: Error, Hashable, Sendable, CustomStringConvertible {
  /// What does not fit, by revision or content ID; without text of catalogs.
  public let reason: String
  public var description: String { reason }
}

extension ChangeManifest {
  /// This manifest and then the next one, as one.
  ///
  /// What comes back to where it was nets to nothing. Equal, but for `kind` and `restores`, to the manifest
  /// computed from the outer revisions; associative.
  /// - Throws: `BrokenManifestChain`, if `next` does not start where this ends, as a whole or at any entry.
  public func composed(with next: ChangeManifest) throws(BrokenManifestChain) -> ChangeManifest {
    guard lineage == next.lineage, head == next.base else {
      throw BrokenManifestChain(
        reason: "manifest r\(next.base.revision)..r\(next.head.revision) does not continue r\(head.revision)")
    }
    var entries = Dictionary(self.entries.map { ($0.place, $0) }) { a, _ in a }
    for step in next.entries {
      guard let first = entries[step.place] else {
        entries[step.place] = step
        continue
      }
      guard first.after?.projection == step.before?.projection else {
        throw BrokenManifestChain(reason: "manifests disagree about \(step.place.contentID)")
      }
      entries[step.place] = first.composed(with: step)
    }
    return ChangeManifest(
      lineage: lineage, base: base, head: next.head, kind: .composed, restores: nil,
      locales: Self.composed(locales, next.locales), entries: Array(entries.values))
  }

  private static func composed(_ first: [LocaleChange], _ second: [LocaleChange]) -> [LocaleChange] {
    var changes = Dictionary(uniqueKeysWithValues: first.map { ($0.locale, $0) })
    for step in second {
      guard let before = changes[step.locale] else {
        changes[step.locale] = step
        continue
      }
      changes[step.locale] = LocaleChange(
        locale: step.locale, revision: Pair(before.revision.before, step.revision.after),
        items: Pair(before.items.before, step.items.after))
    }
    return Array(changes.values)
  }

  /// The manifest that undoes this one.
  public var inverted: ChangeManifest {
    ChangeManifest(
      lineage: lineage, base: head, head: base, kind: .composed, restores: nil,
      locales: locales.map {
        LocaleChange(locale: $0.locale, revision: $0.revision.swapped, items: $0.items.swapped)
      },
      entries: entries.map(\.inverted))
  }
}
