internal import Diagnostics
internal import Translations

/// Aliases and merge keys, which libyaml delivers and leaves to us.
extension YAMLTable {
  /// What an anchor names: the latest one before an alias counts.
  enum Anchor {
    case row(Int)
    case group(Int)
    /// A key, and where it stands.
    case key(Catalog.Slice, YAMLMark)
  }

  /// A `<<` whose map is still open.
  struct PendingMerge {
    /// The number of frames under the map.
    var depth: Int
    var firstRow: Int
    var firstGroup: Int
    var rowEnd: Int
    var groupEnd: Int
    var mark: YAMLMark
  }

  mutating func takeAlias(_ events: YAMLEventReader) throws {
    let mark = events.start
    let name = events.anchor ?? []
    guard let anchor = anchors[name] else {
      throw refusal(
        YAMLRules.alias, "no anchor `&\(String(decoding: name, as: UTF8.self))` before this alias", at: mark,
        help: "put a text that begins with an asterisk in double quotes")
    }
    if top.expectsKey { return try takeAliasAsKey(anchor, mark: mark) }
    beginNode()
    switch anchor {
    case .row(let index):
      var row = rows[index]
      row.key = storeCurrent()
      try count(1, at: mark)
      try appendInherited(row)
    case .key(let text, let place):
      let row = Catalog.Row(
        key: storeCurrent(), target: text, line: place.line, column: place.column, state: .translated)
      try count(1, at: mark)
      try appendInherited(row)
    case .group(let index):
      if isOpen(index) {
        throw refusal(YAMLRules.alias, "an alias inside the node it names", at: mark)
      }
      if groups[index].isDissolved {
        throw refusal(
          YAMLRules.alias, "an alias of the list of a merge key", at: mark, help: "write the list out here")
      }
      try copy(index, at: mark)
    }
    try endNode()
  }

  private mutating func appendInherited(_ row: Catalog.Row) throws {
    if frames.count == 1 {
      if row.target.isAbsent { rootNulls.append(rows.count) } else { rootHasText = true }
    }
    try append(row)
  }

  private mutating func takeAliasAsKey(_ anchor: Anchor, mark: YAMLMark) throws {
    let text: Catalog.Slice
    switch anchor {
    case .row(let index) where !rows[index].target.isAbsent: text = rows[index].target
    case .key(let slice, _): text = slice
    default: throw refusal(YAMLRules.key, "an alias of something that is no text as a key", at: mark)
    }
    top.keyMark = mark
    let start = beginKey()
    current.append(contentsOf: arena[text.range])
    try finishKey(from: start, isPlain: false, mark: mark)
  }

  private mutating func count(_ leaves: Int, at mark: YAMLMark) throws {
    leavesFromAliases += leaves
    guard leavesFromAliases > limits.leavesFromAliases else { return }
    throw refusal(
      YAMLRules.aliasExpansion, "aliases add more than \(limits.leavesFromAliases) values", at: mark)
  }

  /// Puts a copy of a finished group at the current path. The texts are shared, the keys are new.
  private mutating func copy(_ index: Int, at mark: YAMLMark) throws {
    let group = groups[index]
    try count(max(1, group.rows.count + group.groups.count), at: mark)
    let base = Int(group.key.count)
    let firstRow = rows.count
    let copied = groups.count
    if frames.count == 1 { rootGroups.append(copied) }
    groups.append(
      Group(
        key: storeCurrent(), isMapping: group.isMapping, mark: top.isMapping ? top.keyMark : mark,
        rows: 0..<0,
        groups: 0..<0))
    // What a merge inside the group hid stays hidden; what a merge around it hid is whole in the copy.
    let rowPlaces = Places(group.rows, from: firstRow) { (hiddenRows[$0] ?? -1) < index }
    let groupPlaces = Places(group.groups, from: copied + 1) { (hiddenGroups[$0] ?? -1) < index }
    for row in group.rows where rowPlaces.holds(row) {
      var copy = rows[row]
      copy.key = moved(copy.key, droppingFirst: base)
      try append(copy)
    }
    for inner in group.groups where groupPlaces.holds(inner) {
      var copy = groups[inner]
      copy.key = moved(copy.key, droppingFirst: base)
      copy.rows = rowPlaces[copy.rows.lowerBound]..<rowPlaces[copy.rows.upperBound]
      copy.groups = groupPlaces[copy.groups.lowerBound]..<groupPlaces[copy.groups.upperBound]
      groups.append(copy)
      try checkSize(at: mark)
    }
    groups[copied].rows = firstRow..<rows.count
    groups[copied].groups = copied + 1..<groups.count
  }

  /// Where the members of a range go when only some of them are copied.
  private struct Places {
    private let start: Int
    private var places: [Int]

    init(_ range: Range<Int>, from first: Int, isCopied: (Int) -> Bool) {
      start = range.lowerBound
      places = [first]
      for index in range { places.append(places[places.count - 1] + (isCopied(index) ? 1 : 0)) }
    }

    subscript(index: Int) -> Int { places[index - start] }

    func holds(_ index: Int) -> Bool { self[index] < self[index + 1] }
  }

  /// A key at the current path, with the end of another key behind it.
  mutating func moved(_ key: Catalog.Slice, droppingFirst count: Int) -> Catalog.Slice {
    let offset = arena.count
    let suffix = Array(arena[key.range].dropFirst(count))
    arena.append(contentsOf: current)
    arena.append(contentsOf: suffix)
    return Catalog.Slice(offset: offset, count: arena.count - offset)
  }
}
