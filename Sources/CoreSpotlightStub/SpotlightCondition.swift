import Foundation

/// One comparison of the query language: an attribute, two equal signs, a quoted value, modifiers.
struct SpotlightCondition {
  private let attribute: String
  private let value: String
  private let options: String.CompareOptions

  /// The comparisons of a query, all of which must hold.
  /// - Throws: `CSSearchQueryError` with `.invalidQuery` for what the stub does not know.
  static func all(in query: String) throws -> [SpotlightCondition] {
    try query.components(separatedBy: "&&").map(SpotlightCondition.init)
  }

  private init(_ text: String) throws {
    let sides = text.components(separatedBy: "==").map { $0.trimmingCharacters(in: .whitespaces) }
    guard sides.count == 2, !sides[0].isEmpty, sides[1].hasPrefix("\""),
      let end = sides[1].lastIndex(of: "\""), end > sides[1].startIndex
    else { throw CSSearchQueryError(.invalidQuery) }
    // c: any case, d: any marks; w and t, by words, make no difference to whole values.
    let modifiers = sides[1][sides[1].index(after: end)...]
    guard modifiers.allSatisfy({ "cdwt".contains($0) }) else { throw CSSearchQueryError(.invalidQuery) }
    attribute = sides[0]
    value = String(sides[1][sides[1].index(after: sides[1].startIndex)..<end])
    var options: String.CompareOptions = []
    if modifiers.contains("c") { options.insert(.caseInsensitive) }
    if modifiers.contains("d") { options.insert(.diacriticInsensitive) }
    self.options = options
  }

  func matches(_ item: AcceptedItem) -> Bool { item.values(of: attribute).contains(where: isLike) }

  /// A star at an end of the value stands for any text.
  private func isLike(_ text: String) -> Bool {
    let wanted = value.trimmingCharacters(in: ["*"])
    if wanted.isEmpty { return value.isEmpty ? text.isEmpty : true }
    var options = options
    if !value.hasPrefix("*") { options.insert(.anchored) }
    guard let range = text.range(of: wanted, options: options) else { return false }
    return value.hasSuffix("*") || range.upperBound == text.endIndex
  }
}
