internal import Translations

/// How the codes of a message are spelled in a new document.
///
/// A token says what a code is, its id and what it stands for; native code and hints are not in the model, so the
/// elements have none.
struct CodeSpelling {
  private(set) var spellings: [[UInt8]: [UInt8]] = [:]

  private let isVersion2: Bool
  private let codes: [InlineCode]

  init(_ message: Message, isVersion2: Bool) {
    self.isVersion2 = isVersion2
    let tokens = MessageAtoms(message).codes
    codes = tokens.compactMap { token in
      if case .code(let code)? = Message(bytes: token, hasCodes: true).parts.first { code } else { nil }
    }
    guard codes.count == tokens.count else { return }
    for (token, code) in zip(tokens, codes) {
      if let spelling = isVersion2 ? spelling2(code) : spelling1(code) {
        spellings[token] = Array(spelling.utf8)
      }
    }
  }

  private func spelling1(_ code: InlineCode) -> String? {
    let attributes = attribute("id", code.id, isRequired: true) + attribute("equiv-text", code.equivalent)
    return switch code.kind {
    case "x", "bx", "ex", "bpt", "ept", "ph": "<\(code.kind)\(attributes)/>"
    // Whether it opens or closes is native code's business.
    case "it": "<it\(attributes) pos=\"open\"/>"
    case "g": "<g\(attributes)>"
    case "/g": "</g>"
    default: nil
    }
  }

  private func spelling2(_ code: InlineCode) -> String? {
    let id = attribute("id", code.id, isRequired: true)
    let equivalent = attribute("equiv", code.equivalent)
    switch code.kind {
    case "ph": return "<ph\(id)\(equivalent)/>"
    case "cp": return "<cp\(attribute("hex", code.id, isRequired: true))/>"
    case "/pc": return "</pc>"
    case "pc":
      let end =
        codes.first { $0.kind == "/pc" && ExactString($0.id) == ExactString(code.id) }?.equivalent ?? ""
      return "<pc\(id)\(attribute("equivStart", code.equivalent))\(attribute("equivEnd", end))>"
    case "sc":
      return "<sc\(id)\(equivalent)\(has("ec", code.id) ? "" : " isolated=\"yes\"")/>"
    case "ec":
      let start = has("sc", code.id) ? attribute("startRef", code.id) : "\(id) isolated=\"yes\""
      return "<ec\(start)\(equivalent)/>"
    default: return nil
    }
  }

  private func has(_ kind: String, _ id: String) -> Bool {
    codes.contains { $0.kind == kind && ExactString($0.id) == ExactString(id) }
  }

  private func attribute(_ name: String, _ value: String, isRequired: Bool = false) -> String {
    value.isEmpty && !isRequired ? "" : " \(name)=\"\(InlineWriter.escaped(value))\""
  }
}
