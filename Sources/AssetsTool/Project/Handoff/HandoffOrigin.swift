internal import Interchange

/// What a returned file says of itself, apart from its texts.
struct HandoffOrigin: Hashable, Sendable {
  /// The name of the hand-off.
  var handoff: String?
  /// The revision it was made from.
  var base: Int?
  /// The store that revision is in.
  var lineage: String?
  /// The project's catalog.
  var catalog: String?

  var isEmpty: Bool { self == HandoffOrigin() }
}

extension HandoffOrigin {
  /// What the first bytes of an XLIFF document say; tools may have chosen another prefix or another encoding.
  init(head: [UInt8]) {
    let text = String(decoding: head.lazy.filter { $0 != 0 }, as: UTF8.self)
    guard let place = text.firstRange(of: HandoffMark.namespace),
      let declaration = text[..<place.lowerBound].lastRange(of: "xmlns:")
    else { return }
    let prefix = text[declaration.upperBound..<place.lowerBound].prefix { $0 != "=" && !$0.isWhitespace }
    func value(_ name: String) -> String? {
      guard let start = text.firstRange(of: " \(prefix):\(name)=") else { return nil }
      let rest = text[start.upperBound...]
      guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
      var value = String(rest.dropFirst().prefix { $0 != quote })
      for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")] {
        value = value.replacing(entity, with: character)
      }
      return value
    }
    handoff = value("handoff")
    base = value("base").flatMap { Int($0) }
    lineage = value("lineage")
    catalog = value("catalog")
  }
}

extension StringProtocol {
  fileprivate func lastRange(of word: String) -> Range<Index>? {
    var found: Range<Index>?
    var start = startIndex
    while let next = self[start...].firstRange(of: word) {
      found = next
      start = next.upperBound
    }
    return found
  }
}
