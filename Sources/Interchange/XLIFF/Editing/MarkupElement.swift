/// An element of a document with the places of its parts in the document's bytes.
struct MarkupElement: Sendable {
  struct Attribute: Sendable {
    /// With the white space before it.
    var range: Range<Int>
    /// As it is spelled, a prefix included.
    var name: String
    /// Between the quotes.
    var value: Range<Int>
  }

  enum Node: Sendable {
    case element(MarkupElement)
    case text(Range<Int>)
    /// With its delimiters.
    case cdata(Range<Int>)
    case other(Range<Int>)
  }

  var range: Range<Int>
  var startTag: Range<Int>
  var isEmptyTag: Bool
  /// As it is spelled, a prefix included.
  var name: String
  /// Whether it belongs to another namespace than the document's root.
  var isForeign = false
  var attributes: [Attribute]
  var nodes: [Node] = []

  /// What stands between the tags; empty after an empty tag.
  var content: Range<Int> {
    if isEmptyTag { return range.upperBound..<range.upperBound }
    return startTag.upperBound..<contentEnd
  }
  fileprivate var contentEnd = 0

  var localName: Substring { name.split(separator: ":").last ?? "" }

  /// The prefix with its colon; empty if there is none.
  var prefix: Substring { name.firstIndex(of: ":").map { name[...$0] } ?? "" }

  /// The elements in it, those of other namespaces left out.
  var children: [MarkupElement] {
    nodes.compactMap { node in
      if case .element(let element) = node, !element.isForeign { element } else { nil }
    }
  }

  func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }
}

extension MarkupElement {
  /// Reads a tag's name and attributes.
  init(tag: XMLTokenizer.Token, in bytes: [UInt8]) {
    let isEmpty = tag.kind == .empty
    let end = tag.range.upperBound - (isEmpty ? 2 : 1)
    var position = tag.range.lowerBound + 1
    while position < end, !Self.isSpace(bytes[position]) { position += 1 }
    range = tag.range
    startTag = tag.range
    isEmptyTag = isEmpty
    name = String(decoding: bytes[tag.range.lowerBound + 1..<position], as: UTF8.self)
    attributes = []
    while true {
      let start = position
      while position < end, Self.isSpace(bytes[position]) { position += 1 }
      guard position < end else { break }
      let nameStart = position
      while bytes[position] != UInt8(ascii: "="), !Self.isSpace(bytes[position]) { position += 1 }
      let name = String(decoding: bytes[nameStart..<position], as: UTF8.self)
      while bytes[position] != UInt8(ascii: "\""), bytes[position] != UInt8(ascii: "'") { position += 1 }
      let quote = bytes[position]
      let valueStart = position + 1
      position = valueStart
      while bytes[position] != quote { position += 1 }
      attributes.append(Attribute(range: start..<position + 1, name: name, value: valueStart..<position))
      position += 1
    }
  }

  /// Reads a whole element, its content included.
  /// - Parameters:
  ///   - start: where its start tag begins.
  ///   - scope: the namespaces that are declared around it.
  static func parse(
    _ bytes: [UInt8], in range: Range<Int>, scope: NamespaceScope, namespace: [UInt8]
  ) -> MarkupElement? {
    var tokenizer = XMLTokenizer(bytes, in: range)
    var scope = scope
    var open: [MarkupElement] = []
    while let token = tokenizer.next() {
      switch token.kind {
      case .start, .empty:
        var element = MarkupElement(tag: token, in: bytes)
        scope.enter(element, in: bytes)
        element.isForeign = scope.namespace(of: element) != namespace
        if token.kind == .start {
          open.append(element)
          continue
        }
        scope.leave()
        if open.isEmpty { return element }
        open[open.count - 1].nodes.append(.element(element))
      case .end:
        guard var element = open.popLast() else { return nil }
        scope.leave()
        element.contentEnd = token.range.lowerBound
        element.range = element.range.lowerBound..<token.range.upperBound
        if open.isEmpty { return element }
        open[open.count - 1].nodes.append(.element(element))
      case .text: if !open.isEmpty { open[open.count - 1].nodes.append(.text(token.range)) }
      case .cdata: if !open.isEmpty { open[open.count - 1].nodes.append(.cdata(token.range)) }
      case .other: if !open.isEmpty { open[open.count - 1].nodes.append(.other(token.range)) }
      }
    }
    return nil
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}

/// The namespaces that are declared around a place of a document.
struct NamespaceScope: Sendable {
  private var bindings: [(prefix: Substring, uri: [UInt8], depth: Int)] = []
  private var depth = 0

  mutating func enter(_ element: MarkupElement, in bytes: [UInt8]) {
    depth += 1
    for attribute in element.attributes where attribute.name.hasPrefix("xmlns") {
      let prefix = attribute.name.dropFirst(5)
      guard prefix.isEmpty || prefix.hasPrefix(":") else { continue }
      bindings.append((prefix.dropFirst(), XMLText.decoded(bytes[attribute.value]), depth))
    }
  }

  mutating func leave() {
    while let last = bindings.last, last.depth == depth { bindings.removeLast() }
    depth -= 1
  }

  /// The namespace of an element that was entered; empty for none.
  func namespace(of element: MarkupElement) -> [UInt8] { uri(of: element.prefix.dropLast()) }

  /// The namespace of an attribute; empty without a prefix.
  func namespace(ofAttribute name: String) -> [UInt8] {
    guard let colon = name.firstIndex(of: ":") else { return [] }
    return uri(of: name[..<colon])
  }

  private func uri(of prefix: Substring) -> [UInt8] {
    bindings.last { $0.prefix.utf8.elementsEqual(prefix.utf8) }?.uri ?? []
  }
}
