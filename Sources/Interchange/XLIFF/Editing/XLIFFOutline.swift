/// The parts of an XLIFF document that an edit may have to touch, by their bytes.
struct XLIFFOutline {
  /// A unit with everything in it.
  struct Unit {
    var element: MarkupElement
    /// The namespaces at the unit.
    var scope: NamespaceScope
  }

  /// The start tag of the root element.
  private(set) var root: MarkupElement?
  /// The start tags of the file elements.
  private(set) var files: [MarkupElement] = []
  /// The units around the places that were asked for.
  private(set) var units: [Unit] = []

  private let bytes: [UInt8]

  /// - Parameter offsets: places in the document, in order; a unit that holds one of them is taken apart.
  /// - Complexity: O(n) in the size of the document, with a small factor where no unit is wanted.
  init(_ bytes: [UInt8], unitsAt offsets: [Int]) {
    self.bytes = bytes
    var wanted = offsets[...]
    var tokenizer = XMLTokenizer(bytes, in: 0..<bytes.count)
    var scope = NamespaceScope()
    var namespace: [UInt8] = []
    while let token = tokenizer.next() {
      switch token.kind {
      case .end: scope.leave()
      case .start, .empty:
        if isUnit(token) {
          if token.kind == .start { Self.skipElement(&tokenizer) }
          let range = token.range.lowerBound..<tokenizer.position
          while let next = wanted.first, next < range.lowerBound { wanted.removeFirst() }
          guard let next = wanted.first, next < range.upperBound else { continue }
          if let unit = MarkupElement.parse(bytes, in: range, scope: scope, namespace: namespace) {
            var inner = scope
            inner.enter(unit, in: bytes)
            units.append(Unit(element: unit, scope: inner))
          }
          continue
        }
        let element = MarkupElement(tag: token, in: bytes)
        scope.enter(element, in: bytes)
        if root == nil {
          root = element
          namespace = scope.namespace(of: element)
        }
        if element.localName == "file", scope.namespace(of: element) == namespace { files.append(element) }
        if token.kind == .empty { scope.leave() }
      case .text, .cdata, .other: break
      }
    }
  }

  /// Whether a tag is a unit's; a look at its bytes, because there may be a million.
  private func isUnit(_ tag: XMLTokenizer.Token) -> Bool {
    let name = bytes[tag.range].dropFirst().prefix { byte in
      !MarkupElement.isSpace(byte) && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "/")
    }
    guard name.suffix(4).elementsEqual("unit".utf8) else { return false }
    let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
    return local.elementsEqual("unit".utf8) || local.elementsEqual("trans-unit".utf8)
  }

  private static func skipElement(_ tokenizer: inout XMLTokenizer) {
    var depth = 1
    while depth > 0, let token = tokenizer.next() {
      if token.kind == .start { depth += 1 } else if token.kind == .end { depth -= 1 }
    }
  }

  /// The unit around a place.
  /// - Complexity: O(log n) in the number of units.
  func unit(at offset: Int) -> Unit? {
    var low = 0
    var high = units.count
    while low < high {
      let middle = (low + high) / 2
      if units[middle].element.range.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low < units.count && units[low].element.range.contains(offset) ? units[low] : nil
  }
}
