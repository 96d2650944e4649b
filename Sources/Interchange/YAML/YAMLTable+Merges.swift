internal import Diagnostics
internal import Translations

/// Merge keys: `<<: *base` and `<<: [*first, *second]`.
///
/// A map's own keys win wherever they stand, and of several merged maps the earlier. The value of `<<` is read as
/// under any key; when the map closes, what it brought moves up into the map.
extension YAMLTable {
  mutating func beginMerge(_ mark: YAMLMark) throws {
    if pendingMerges.last?.depth == frames.count {
      throw refusal(
        YAMLRules.duplicateKey, "two merge keys in one map", at: mark,
        help: "use one with a list: <<: [*first, *second]",
        notes: [Diagnostic.Note("the first is here", at: pendingMerges.last?.mark.location(in: path))])
    }
    top.isMerging = true
    pendingMerges.append(
      PendingMerge(
        depth: frames.count, firstRow: rows.count, firstGroup: groups.count, rowEnd: 0, groupEnd: 0,
        mark: mark))
  }

  /// Checks what the merge key was given.
  mutating func endMergeValue() throws {
    top.isMerging = false
    var merge = pendingMerges.removeLast()
    merge.rowEnd = rows.count
    merge.groupEnd = groups.count
    pendingMerges.append(merge)
    guard merge.firstGroup < groups.count, groups[merge.firstGroup].key.count == current.count else {
      throw mergeRefusal(merge.mark)
    }
    guard !groups[merge.firstGroup].isMapping else { return }
    // Of a list, every item is a map: no row lies directly under it.
    let items = mergeSources(merge)
    let covered = items.reduce(0) { $0 + groups[$1].rows.count }
    if covered != merge.rowEnd - merge.firstRow || items.contains(where: { !groups[$0].isMapping }) {
      throw mergeRefusal(merge.mark)
    }
  }

  private func mergeRefusal(_ mark: YAMLMark) -> YAMLRefusal {
    refusal(
      YAMLRules.merge, "a merge key needs a map or a list of maps", at: mark,
      help: "name an anchor as in <<: *base, or quote a key that is really called <<")
  }

  /// The groups whose entries a merge brings, in order.
  private func mergeSources(_ merge: PendingMerge) -> [Int] {
    if groups[merge.firstGroup].isMapping { return [merge.firstGroup] }
    var items: [Int] = []
    var next = merge.firstGroup + 1
    while next < merge.groupEnd {
      items.append(next)
      next = groups[next].groups.upperBound
    }
    return items
  }

  /// Moves what a merge brought into the map that closes now.
  mutating func resolveMerges() throws {
    let merge = pendingMerges.removeLast()
    let map = top.group
    // What a merge brings to the root was not looked at as locales.
    if frames.count == 1 { rootHasText = true }
    let base = top.pathCount + (frames.count > 1 ? 1 : 0)
    var taken: Set<ArraySlice<UInt8>> = []
    for row in groups[map].rows.lowerBound..<rows.count
    where !(merge.firstRow..<merge.rowEnd).contains(row) && hiddenRows[row] == nil {
      taken.insert(segment(of: rows[row].key, after: base))
    }
    for group in map + 1..<groups.count
    where !(merge.firstGroup..<merge.groupEnd).contains(group) && hiddenGroups[group] == nil {
      taken.insert(segment(of: groups[group].key, after: base))
    }
    current.removeLast(current.count - top.pathCount)
    let sources = mergeSources(merge)
    for source in sources {
      let own = Int(groups[source].key.count)
      var added: Set<ArraySlice<UInt8>> = []
      let inner = groups[source].groups
      for row in groups[source].rows where hiddenRows[row] == nil {
        let name = segment(of: rows[row].key, after: own + 1)
        rows[row].key = raised(rows[row].key, from: own)
        if taken.contains(name) { hiddenRows[row] = map } else { added.insert(name) }
        try checkSize(at: merge.mark)
      }
      for group in inner where hiddenGroups[group] == nil {
        let name = segment(of: groups[group].key, after: own + 1)
        groups[group].key = raised(groups[group].key, from: own)
        if taken.contains(name) { hiddenGroups[group] = map } else { added.insert(name) }
        try checkSize(at: merge.mark)
      }
      taken.formUnion(added)
    }
    for group in sources + [merge.firstGroup] {
      groups[group].key = groups[map].key
      groups[group].isMerge = true
      groups[group].isDissolved = !sources.contains(group)
    }
  }

  /// The first segment of a key behind its first `count` bytes.
  private func segment(of key: Catalog.Slice, after count: Int) -> ArraySlice<UInt8> {
    arena[key.range].dropFirst(count).prefix { $0 != 0 }
  }

  /// A key without the path of the merge that brought it: what lies behind `count` bytes, at the current path.
  private mutating func raised(_ key: Catalog.Slice, from count: Int) -> Catalog.Slice {
    moved(key, droppingFirst: frames.count > 1 ? count : count + 1)
  }
}
