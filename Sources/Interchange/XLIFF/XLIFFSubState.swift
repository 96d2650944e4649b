/// What we say about a text in a 2.x document that `state` has no word for: `subState="assets:needs-review"`.
///
/// The standard leaves everything but the prefix `xlf` to whoever writes the document; other tools go by `state`, which
/// always stands beside it and never says more.
struct XLIFFSubState: Hashable {
  var state = XLIFFState.none
  var qualifier = XLIFFQualifier.none

  private static let prefix = "assets:"

  init(state: XLIFFState, qualifier: XLIFFQualifier) {
    self.state = state
    self.qualifier = qualifier
  }

  /// - Returns: `nil` for a value of somebody else.
  init?(_ value: String) {
    guard value.hasPrefix(Self.prefix) else { return nil }
    for word in value.dropFirst(Self.prefix.count).split(separator: ".") {
      switch word {
      case "needs-translation": state = .needsTranslation
      case "needs-review": state = .needsReview
      case "machine": qualifier = .machine
      case "rejected": qualifier = .rejected
      default: return nil
      }
    }
  }

  /// `nil` if there is nothing to say.
  var value: String? {
    var words: [String] = []
    if state == .needsTranslation { words.append("needs-translation") }
    if state == .needsReview { words.append("needs-review") }
    if qualifier == .machine { words.append("machine") }
    if qualifier == .rejected { words.append("rejected") }
    return words.isEmpty ? nil : Self.prefix + words.joined(separator: ".")
  }
}
