internal import Translations

/// Spells a message as the content of a target.
struct InlineWriter {
  /// What a document cannot hold.
  enum Problem: Error {
    case character(Unicode.Scalar)
    case bytes
    case code(InlineCode)

    func message(isVersion2: Bool) -> String {
      switch self {
      case .bytes: return "the text is not valid UTF-8"
      case .character(let scalar):
        let number = String(scalar.value, radix: 16, uppercase: true)
        return "XLIFF \(isVersion2 ? "2.x" : "1.x") cannot hold the character U+\(number)"
      case .code(let code): return "XLIFF \(isVersion2 ? "2.x" : "1.x") has no code `\(code)`"
      }
    }
  }

  let document: EncodedDocument
  let isVersion2: Bool
  /// The prefix of the document's elements with its colon; empty if there is none.
  let prefix: Substring
  /// What ends the lines of the document.
  let lineEnd: [UInt8]
  /// How each canonical token is spelled in the unit.
  var spellings: [[UInt8]: [UInt8]] = [:]

  /// - Parameter before: the bytes that will stand in front.
  func content(
    of atoms: some Sequence<MessageAtoms.Atom>, after before: ArraySlice<UInt8>, inCDATA: Bool
  ) throws(Problem) -> [UInt8] {
    var output = Array(before.suffix(2))
    let start = output.count
    for atom in atoms {
      switch atom {
      case .code(let token): append(try spelling(of: token), to: &output, inCDATA: inCDATA)
      case .text(let bytes):
        guard let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first else {
          throw .bytes
        }
        try append(scalar, to: &output, inCDATA: inCDATA)
      }
    }
    return Array(output[start...])
  }

  /// Text is escaped no more than XML asks for.
  private func append(
    _ scalar: Unicode.Scalar, to output: inout [UInt8], inCDATA: Bool
  ) throws(Problem) {
    let endsSection = scalar == ">" && output.suffix(2).elementsEqual("]]".utf8)
    switch scalar {
    case "\n": output += lineEnd
    case "\r": append(XMLText.reference(to: scalar), to: &output, inCDATA: inCDATA)
    case "&" where !inCDATA: output += Array("&amp;".utf8)
    case "<" where !inCDATA: output += Array("&lt;".utf8)
    case ">" where endsSection: append(Array("&gt;".utf8), to: &output, inCDATA: inCDATA)
    case _ where !XMLText.isAllowed(scalar):
      guard isVersion2, !XLIFFHandler.reserved.contains(scalar.value) else { throw .character(scalar) }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      let hex = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      append(Array("<\(prefix)cp hex=\"\(hex)\"/>".utf8), to: &output, inCDATA: inCDATA)
    case _ where !document.holds(scalar):
      append(XMLText.reference(to: scalar), to: &output, inCDATA: inCDATA)
    default: output += Array(String(Character(scalar)).utf8)
    }
  }

  /// Markup cannot stand in a CDATA section, so it is closed before and opened again after.
  private func append(_ markup: [UInt8], to output: inout [UInt8], inCDATA: Bool) {
    output += inCDATA ? Array("]]>".utf8) + markup + Array("<![CDATA[".utf8) : markup
  }

  /// A code as the unit spells it; one that the unit does not have, if its token says all of it.
  private func spelling(of token: [UInt8]) throws(Problem) -> [UInt8] {
    if let known = spellings[token] { return known }
    guard case .code(let code)? = Message(bytes: token, hasCodes: true).parts.first else { throw .bytes }
    let complete = isVersion2 ? ["ph", "pc", "/pc", "cp"] : ["x", "bx", "ex", "g", "/g"]
    guard complete.contains(code.kind) else { throw .code(code) }
    if code.kind.hasPrefix("/") { return Array("</\(prefix)\(code.kind.dropFirst())>".utf8) }
    if code.kind == "cp" { return Array("<\(prefix)cp hex=\"\(Self.escaped(code.id))\"/>".utf8) }
    let name: String
    switch code.kind {
    case "ph": name = "equiv"
    case "pc": name = "equivStart"
    default: name = "equiv-text"
    }
    var tag = "<\(prefix)\(code.kind) id=\"\(Self.escaped(code.id))\""
    if !code.equivalent.isEmpty { tag += " \(name)=\"\(Self.escaped(code.equivalent))\"" }
    return Array((tag + (code.kind == "g" || code.kind == "pc" ? ">" : "/>")).utf8)
  }

  /// The value of an attribute in double quotes.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
