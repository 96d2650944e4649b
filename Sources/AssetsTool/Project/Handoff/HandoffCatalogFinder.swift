internal import Interchange
internal import Translations

/// Finds the catalog that a returned file belongs to: by what the file says itself, by the path, or by its keys.
struct HandoffCatalogFinder {
  enum Answer {
    case catalog(Int)
    case none(String)
  }

  let project: LoadedProject
  /// The name given on the command line.
  let explicit: String?

  /// - Parameter rows: what one of the project's catalogs would call the file's units.
  func find(
    path: String, locale: LanguageTag, named: String?, rows: (LoadedCatalog) -> Catalog
  ) -> Answer {
    for name in [explicit, named].compactMap({ $0 }) {
      if let index = project.catalogs.firstIndex(where: { ExactString($0.entry.name) == ExactString(name) }) {
        return .catalog(index)
      }
      if explicit != nil { break }
    }
    let shared = project.catalogs.map {
      commonEnding(path, project.configuration.path($0.entry.target, for: locale))
    }
    let whole = shared.indices.filter { shared[$0].count > 1 || shared[$0].isWhole }
    if let best = unique(whole, by: { shared[$0].count }) { return .catalog(best) }

    var overlaps: [(index: Int, share: Double)] = []
    for (index, catalog) in project.catalogs.enumerated() {
      let share = overlap(rows(catalog), with: catalog)
      if share >= Self.leastOverlap { overlaps.append((index, share)) }
    }
    let best = overlaps.map(\.share).max() ?? 0
    let closest = overlaps.filter { $0.share == best }
    if closest.count == 1 { return .catalog(closest[0].index) }
    if closest.count > 1 {
      let names = closest.map { project.catalogs[$0.index].entry.name }.joined(separator: ", ")
      return .none("its keys are in several catalogs: \(names)")
    }
    if let only = unique(shared.indices.filter { shared[$0].count > 0 }, by: { shared[$0].count }) {
      return .catalog(only)
    }
    return .none("fewer than 80 % of its keys are those of any catalog")
  }

  private static let leastOverlap = 0.8

  // MARK: - Paths

  private func commonEnding(_ a: String, _ b: String) -> (count: Int, isWhole: Bool) {
    func parts(_ path: String) -> [Substring] {
      var parts = path.split(separator: "/").filter { $0 != "." }
      // A YAML catalog may travel as XLIFF under the same name.
      if let last = parts.last, let dot = last.lastIndex(of: ".") { parts[parts.count - 1] = last[..<dot] }
      return parts
    }
    let (x, y) = (parts(a), parts(b))
    let count = zip(x.reversed(), y.reversed()).prefix { $0.0.utf8.elementsEqual($0.1.utf8) }.count
    return (count, count == y.count)
  }

  private func unique(_ indices: [Int], by length: (Int) -> Int) -> Int? {
    let longest = indices.map(length).max()
    let best = indices.filter { length($0) == longest }
    return best.count == 1 ? best[0] : nil
  }

  // MARK: - Keys

  /// The share of the file's keys that the catalog has, or of its ids where all file elements have other names.
  private func overlap(_ rows: Catalog, with catalog: LoadedCatalog) -> Double {
    guard rows.count > 0 else { return 0 }
    let known = rows.rows.count { catalog.source.row(path: rows.pathBytes($0)[...]) != nil }
    if Double(known) >= Self.leastOverlap * Double(rows.count) || rows.prefixes.count < 2 {
      return Double(known) / Double(rows.count)
    }
    let ids = Set(catalog.source.rows.map { catalog.source.bytes($0.key) })
    return Double(rows.rows.count { ids.contains(rows.bytes($0.key)) }) / Double(rows.count)
  }
}
