internal import Translations

/// The content of one `<source>` or `<target>` as a row of characters, codes and borders, each with its bytes.
struct InlineContent {
  struct Atom {
    enum Kind: Equatable {
      /// One character, in UTF-8.
      case text([UInt8])
      /// The number of an inline code within the content; a pair counts twice.
      case code(Int)
      /// The start of something that is no part of the text; a segment's is never edited away.
      case open(Border)
      case close(Border)
      /// A comment, an empty marker and the like.
      case nothing

      var isVisible: Bool {
        switch self {
        case .text, .code: true
        case .open, .close, .nothing: false
        }
      }
    }

    enum Border { case segment, marker, cdata }

    var kind: Kind
    var raw: Range<Int>
  }

  private(set) var atoms: [Atom] = []
  /// How each code is spelled, in the order of the content.
  private(set) var codes: [[UInt8]] = []
  /// Whether each atom has bytes of its own, so that an edit may fall between any two.
  private(set) var isDivisible = true

  /// Segment markers without content, by the number of their first atom.
  private(set) var emptySegments: [Int: MarkupElement] = [:]
  /// Where the content begins.
  let start: Int

  private let bytes: [UInt8]
  private let elements: [(StaticString, XLIFFElement)]

  init(of element: MarkupElement, in bytes: [UInt8], isVersion2: Bool) {
    self.bytes = bytes
    start = element.content.lowerBound
    elements = isVersion2 ? XLIFFElement.version2 : XLIFFElement.version1
    append(element.nodes)
  }

  private mutating func append(_ nodes: [MarkupElement.Node]) {
    for node in nodes {
      switch node {
      case .text(let range): append(range, isLiteral: false)
      case .cdata(let range):
        let content = range.lowerBound + 9..<range.upperBound - 3
        atoms.append(Atom(kind: .open(.cdata), raw: range.lowerBound..<content.lowerBound))
        append(content, isLiteral: true)
        atoms.append(Atom(kind: .close(.cdata), raw: content.upperBound..<range.upperBound))
      case .other(let range): atoms.append(Atom(kind: .nothing, raw: range))
      case .element(let element): append(element)
      }
    }
  }

  private mutating func append(_ range: Range<Int>, isLiteral: Bool) {
    for scalar in XMLText.scalars(bytes, in: range, isLiteral: isLiteral) {
      atoms.append(Atom(kind: .text(scalar.value), raw: scalar.raw))
    }
  }

  private mutating func append(_ element: MarkupElement) {
    let name = element.localName
    let kind =
      element.isForeign
      ? .ignored : elements.first { $0.0.description.utf8.elementsEqual(name.utf8) }?.1 ?? .ignored
    switch kind {
    case .code, .endCode: appendCode(Array(bytes[element.range]), raw: element.range)
    case .pair: appendPair(element)
    case .codePoint:
      let hex = element.attribute("hex").flatMap { value(of: $0) }
      let scalar = hex.flatMap { UInt32($0, radix: 16) }.flatMap(Unicode.Scalar.init)
      guard let scalar else { return atoms.append(Atom(kind: .nothing, raw: element.range)) }
      if XLIFFHandler.reserved.contains(scalar.value) {
        return appendCode(Array(bytes[element.range]), raw: element.range)
      }
      atoms.append(Atom(kind: .text(Array(String(Character(scalar)).utf8)), raw: element.range))
    case .marker:
      let isSegment = element.attribute("mtype").flatMap { value(of: $0) } == "seg"
      let border = isSegment ? Atom.Border.segment : .marker
      if element.isEmptyTag, isSegment { emptySegments[atoms.count] = element }
      atoms.append(Atom(kind: .open(border), raw: element.startTag))
      append(element.nodes)
      atoms.append(Atom(kind: .close(border), raw: element.content.upperBound..<element.range.upperBound))
    default: atoms.append(Atom(kind: .nothing, raw: element.range))
    }
  }

  private mutating func appendPair(_ element: MarkupElement) {
    guard !element.isEmptyTag else {
      let tag = bytes[element.range].dropLast(2)
      appendCode(tag + [UInt8(ascii: ">")], raw: element.range)
      appendCode(
        Array("</\(element.name)>".utf8), raw: element.range.upperBound..<element.range.upperBound)
      isDivisible = false
      return
    }
    appendCode(Array(bytes[element.startTag]), raw: element.startTag)
    append(element.nodes)
    let endTag = element.content.upperBound..<element.range.upperBound
    appendCode(Array(bytes[endTag]), raw: endTag)
  }

  private mutating func appendCode(_ spelling: [UInt8], raw: Range<Int>) {
    atoms.append(Atom(kind: .code(codes.count), raw: raw))
    codes.append(spelling)
  }

  private func value(of attribute: MarkupElement.Attribute) -> String {
    String(decoding: XMLText.decoded(bytes[attribute.value]), as: UTF8.self)
  }
}

/// A message as a row of characters and code tokens.
struct MessageAtoms {
  enum Atom: Hashable {
    /// One character, in UTF-8.
    case text([UInt8])
    /// A canonical token, its delimiters included.
    case code([UInt8])
  }

  private(set) var atoms: [Atom] = []

  init(_ message: Message) {
    var rest = message.bytes[...]
    while let first = rest.first {
      if message.hasCodes, first == Message.codeStart {
        let token = rest.prefix { $0 != Message.codeEnd }
        rest = rest.dropFirst(token.count + 1)
        atoms.append(.code(token + [Message.codeEnd]))
      } else {
        let tail = rest.dropFirst().prefix { $0 & 0xC0 == 0x80 }
        atoms.append(.text([first] + tail))
        rest = rest.dropFirst(1 + tail.count)
      }
    }
  }

  init(_ atoms: [Atom]) { self.atoms = atoms }

  var codes: [[UInt8]] {
    atoms.compactMap { if case .code(let token) = $0 { token } else { nil } }
  }
}
