/// One message of a catalog taken out of its table.
public struct TranslationUnit: Hashable, Sendable {
  public var path: [String]
  public var source: Message?
  public var target: Message?
  public var state: TranslationState
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
  public func unit(_ row: Row) -> TranslationUnit {
    TranslationUnit(
      path: pathBytes(row).split(separator: 0, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      },
      source: source(row), target: target(row), state: row.state, line: Int(row.line))
  }
}
