/// One message of a catalog taken out of its table.
public struct TranslationUnit: Hashable, Sendable {
  /// The key's segments, without the catalog.
  public var path: [String]
  /// `nil` if the file has no source text.
  public var source: Message?
  /// `nil` if there is no translation, which is not an empty one.
  public var target: Message?
  /// The weakest of the unit's segments decides.
  public var state: TranslationState
  /// 1-based line of the text, or of the unit where there is no text.
  public var line: Int

  public init(path: [String], source: Message?, target: Message?, state: TranslationState, line: Int) {
    self.path = path
    self.source = source
    self.target = target
    self.state = state
    self.line = line
  }
}

extension Catalog {
  /// Copies a row's texts out of the arena.
  public func unit(_ row: Row) -> TranslationUnit {
    TranslationUnit(
      path: pathBytes(row).split(separator: 0, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      },
      source: source(row), target: target(row), state: row.state, line: Int(row.line))
  }
}
