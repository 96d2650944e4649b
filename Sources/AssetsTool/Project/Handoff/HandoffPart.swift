internal import Diagnostics
internal import Publishing
internal import Translations

/// What one returned file brings to one catalog in one locale.
struct HandoffPart {
  var path: String
  var locale: LanguageTag
  /// The number of the project's catalog.
  var catalog: Int
  var items: [HandoffItem]
  var same: Int
  /// The rows of the catalog's source table that the file has a finished text for.
  var seen: [Int]
  /// Numbers of items that must not be written: a finding says why.
  var erroneous: Set<Int> = []

  /// Whether one of its units would change the working files, were it not for what is wrong with others.
  var hasErrors: Bool { !erroneous.isEmpty || items.contains { $0.kind == .withdrawn } }
}

/// How many units of a locale got each class; the keys of `assets.import/1`.
struct HandoffCounts: Hashable {
  var new = 0
  var changed = 0
  var same = 0
  var notReady = 0
  var stale = 0
  var conflict = 0
  var moved = 0
  var unknown = 0
  var error = 0

  init() {}

  init(_ part: HandoffPart) {
    same = part.same
    for (index, item) in part.items.enumerated() {
      if part.erroneous.contains(index) {
        error += 1
        continue
      }
      switch item.kind {
      case .new: new += 1
      case .changed: changed += 1
      case .same: same += 1
      case .notReady: notReady += 1
      case .stale: stale += 1
      case .conflict: conflict += 1
      case .moved: moved += 1
      case .unknown: unknown += 1
      case .withdrawn: error += 1
      }
    }
  }

  static func += (a: inout HandoffCounts, b: HandoffCounts) {
    for path in paths { a[keyPath: path.field] += b[keyPath: path.field] }
  }

  /// The names of the classes in the order of the table.
  static var paths: [(name: String, field: WritableKeyPath<HandoffCounts, Int>)] {
    [
      ("new", \.new), ("changed", \.changed), ("same", \.same), ("notReady", \.notReady), ("stale", \.stale),
      ("conflict", \.conflict), ("moved", \.moved), ("unknown", \.unknown), ("error", \.error),
    ]
  }

  var total: Int { Self.paths.reduce(0) { $0 + self[keyPath: $1.field] } }
}
