/// Reads the pattern syntax of ICU (MessagePattern, apostrophe mode "double optional").
///
/// An apostrophe begins a quotation only before a bracket or, in a plural, before `#`; anywhere else it is one, and
/// two of them are one. A closing bracket outside brackets is text.
struct ICUMessageParser {
  private let text: ArraySlice<UInt8>
  private let hasCodes: Bool
  private var position: Int
  private static let depthLimit = 32

  init(_ text: ArraySlice<UInt8>, hasCodes: Bool) {
    self.text = text
    self.hasCodes = hasCodes
    position = text.startIndex
  }

  mutating func parse() throws(ICUMessage.Problem) -> ICUMessage {
    try body(depth: 0, isPlural: false)
  }

  private var current: UInt8? { position < text.endIndex ? text[position] : nil }
  private var next: UInt8? { position + 1 < text.endIndex ? text[position + 1] : nil }

  // MARK: Texts

  /// A text up to its closing bracket, which is left for the caller, or to the end.
  private mutating func body(depth: Int, isPlural: Bool) throws(ICUMessage.Problem) -> ICUMessage {
    guard depth <= Self.depthLimit else { throw problem(.tooDeep, at: position) }
    var message = ICUMessage()
    while let byte = current {
      switch byte {
      case UInt8(ascii: "{"):
        message.arguments.append(try argument(depth: depth, isPlural: isPlural))
      case UInt8(ascii: "}"):
        if depth > 0 { return message }
        message.strayBrackets += 1
        position += 1
      case UInt8(ascii: "'"): readApostrophe(isPlural: isPlural, into: &message)
      case UInt8(ascii: "#") where isPlural:
        message.hasNumberSign = true
        position += 1
      case Message.codeStart where hasCodes: skipCode()
      default:
        if byte > 0x20 { message.hasText = true }
        position += 1
      }
    }
    return message
  }

  private mutating func skipCode() {
    while let byte = current {
      position += 1
      if byte == Message.codeEnd { return }
    }
  }

  private mutating func readApostrophe(isPlural: Bool, into message: inout ICUMessage) {
    message.hasText = true
    if next == UInt8(ascii: "'") {
      message.doubledApostrophes += 1
      position += 2
      return
    }
    let quotes =
      next == UInt8(ascii: "{") || next == UInt8(ascii: "}") || isPlural && next == UInt8(ascii: "#")
    guard quotes else {
      message.loneApostrophes += 1
      position += 1
      return
    }
    position += 1
    let start = position
    while let byte = current {
      if byte == UInt8(ascii: "'") {
        guard next == UInt8(ascii: "'") else { break }
        position += 1
      }
      position += 1
    }
    message.quotations.append(start..<min(position, text.endIndex))
    if current != nil { position += 1 }
  }

  // MARK: Arguments

  private mutating func argument(depth: Int, isPlural: Bool) throws(ICUMessage.Problem) -> ICUMessage.Argument
  {
    let start = position
    position += 1
    skipSpace()
    let name = word()
    guard !name.isEmpty else {
      throw current == nil ? problem(.unclosed, at: start) : problem(.noName, at: start)
    }
    skipSpace()
    var kind = ICUMessage.Kind.plain
    var cases: [ICUMessage.Case] = []
    var offset = 0
    if current == UInt8(ascii: ",") {
      position += 1
      skipSpace()
      kind = try self.kind()
      skipSpace()
      switch kind {
      case .plural, .ordinal, .select:
        guard current == UInt8(ascii: ",") else { throw problem(.noOther, at: start, until: position) }
        position += 1
        if kind != .select { offset = readOffset() }
        cases = try self.cases(of: kind, from: start, depth: depth, isPlural: isPlural)
      case .plain, .formatted: try skipStyle(from: start)
      }
    }
    skipSpace()
    guard current == UInt8(ascii: "}") else {
      throw current == nil ? problem(.unclosed, at: start) : problem(.noName, at: start, until: position + 1)
    }
    position += 1
    return ICUMessage.Argument(name: name, kind: kind, cases: cases, offset: offset, range: start..<position)
  }

  private mutating func kind() throws(ICUMessage.Problem) -> ICUMessage.Kind {
    let word = word()
    switch String(decoding: text[word], as: UTF8.self) {
    case "plural": return .plural
    case "selectordinal": return .ordinal
    case "select": return .select
    case "number", "date", "time", "spellout", "ordinal", "duration", "list", "choice":
      return .formatted(word)
    default:
      throw problem(.unknownKind, at: word.lowerBound, until: max(word.upperBound, word.lowerBound + 1))
    }
  }

  /// What follows the kind of a formatted argument; it may hold brackets and quotations of its own.
  private mutating func skipStyle(from start: Int) throws(ICUMessage.Problem) {
    var level = 0
    while let byte = current {
      if byte == UInt8(ascii: "'") {
        var ignored = ICUMessage()
        readApostrophe(isPlural: false, into: &ignored)
        continue
      }
      if byte == UInt8(ascii: "{") { level += 1 }
      if byte == UInt8(ascii: "}") {
        if level == 0 { return }
        level -= 1
      }
      position += 1
    }
    throw problem(.unclosed, at: start)
  }

  /// `offset:1`.
  private mutating func readOffset() -> Int {
    skipSpace()
    let label = Array("offset:".utf8)
    guard text[position...].starts(with: label) else { return 0 }
    position += label.count
    skipSpace()
    var value = 0
    while let byte = current, (0x30...0x39).contains(byte), value < 1_000_000 {
      value = value * 10 + Int(byte - 0x30)
      position += 1
    }
    return value
  }

  private mutating func cases(
    of kind: ICUMessage.Kind, from start: Int, depth: Int, isPlural: Bool
  ) throws(ICUMessage.Problem) -> [ICUMessage.Case] {
    var cases: [ICUMessage.Case] = []
    var hasOther = false
    while true {
      skipSpace()
      guard let byte = current else { throw problem(.unclosed, at: start) }
      if byte == UInt8(ascii: "}") { break }
      let keyword = keyword()
      guard !keyword.isEmpty else { throw problem(.badKeyword, at: position, until: position + 1) }
      guard kind == .select || isPluralKeyword(keyword) else {
        throw ICUMessage.Problem(reason: .badKeyword, range: keyword)
      }
      if cases.contains(where: { text[$0.keyword].elementsEqual(text[keyword]) }) {
        throw ICUMessage.Problem(reason: .repeatedKeyword, range: keyword)
      }
      skipSpace()
      guard current == UInt8(ascii: "{") else { throw ICUMessage.Problem(reason: .noBody, range: keyword) }
      let bracket = position
      position += 1
      let body = try body(depth: depth + 1, isPlural: kind != .select || isPlural)
      guard current == UInt8(ascii: "}") else { throw problem(.unclosed, at: bracket) }
      position += 1
      hasOther = hasOther || text[keyword].elementsEqual("other".utf8)
      cases.append(ICUMessage.Case(keyword: keyword, body: body))
    }
    guard hasOther else { throw problem(.noOther, at: start, until: position) }
    return cases
  }

  private func isPluralKeyword(_ keyword: Range<Int>) -> Bool {
    let word = text[keyword]
    if word.first == UInt8(ascii: "=") {
      return word.count > 1 && word.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }
    return PluralCategory(rawValue: String(decoding: word, as: UTF8.self)) != nil
  }

  // MARK: Words

  private mutating func skipSpace() {
    while let byte = current {
      if byte == Message.codeStart, hasCodes {
        skipCode()
      } else if byte == 0x20 || (0x09...0x0D).contains(byte) {
        position += 1
      } else {
        return
      }
    }
  }

  /// Letters, digits and underscores; characters beyond ASCII are taken for letters.
  private mutating func word() -> Range<Int> {
    let start = position
    while let byte = current, byte >= 0x80 || PlaceholderScanner.isWord(byte) { position += 1 }
    return start..<position
  }

  private mutating func keyword() -> Range<Int> {
    let start = position
    if current == UInt8(ascii: "=") { position += 1 }
    _ = word()
    return start..<position
  }

  private func problem(_ reason: ICUMessage.Problem.Reason, at start: Int, until end: Int? = nil)
    -> ICUMessage.Problem
  {
    ICUMessage.Problem(reason: reason, range: start..<max(start, min(end ?? start + 1, text.endIndex)))
  }
}
