/// The text of one message in one language: plain, or with inline codes as canonical tokens.
///
/// A token is U+0001, the code's kind (`x`, `g`, `/g`, `ph`, `pc`, …), U+001F, its id, U+001F, its equivalent
/// text, U+0002. XML cannot hold those control characters, so text and tokens never mix; a message read from a
/// format that can hold them has `hasCodes == false` and is taken literally.
public struct Message: Hashable, Sendable {
  /// UTF-8; with codes, tokens stand in it.
  public var bytes: [UInt8]
  /// Whether U+0001, U+001F and U+0002 mark tokens; if not, they are text.
  public var hasCodes: Bool

  /// A message of bytes that are well formed: UTF-8, and with `hasCodes` only whole tokens.
  public init(bytes: [UInt8], hasCodes: Bool = false) {
    self.bytes = bytes
    self.hasCodes = hasCodes
  }

  /// A message without inline codes.
  public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// One piece of a message.
  public enum Part: Hashable, Sendable {
    case text(String)
    case code(InlineCode)
  }

  /// The texts and codes in order; no text is empty.
  public var parts: [Part] {
    guard hasCodes else { return bytes.isEmpty ? [] : [.text(String(decoding: bytes, as: UTF8.self))] }
    var parts: [Part] = []
    unsafe bytes.withUnsafeBufferPointer { bytes in
      func string(_ range: Range<Int>) -> String {
        unsafe String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
      }
      unsafe Self.forEachPiece(of: bytes) { piece in
        switch piece {
        case .text(let text): parts.append(.text(string(text)))
        case .code(let code):
          parts.append(
            .code(
              InlineCode(
                kind: string(code.kind), id: string(code.id), equivalent: string(code.equivalent))))
        }
      }
    }
    return parts
  }

  /// The text a reader of the app would see: each code gives its equivalent text or nothing.
  public var plainText: String {
    guard hasCodes else { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe Self.forEachPiece(of: bytes) { piece in
        switch piece {
        case .text(let range): unsafe text.append(contentsOf: bytes[range])
        case .code(let code): unsafe text.append(contentsOf: bytes[code.equivalent])
        }
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Begins a token, U+0001.
  public static let codeStart: UInt8 = 0x01
  /// Ends a token, U+0002.
  public static let codeEnd: UInt8 = 0x02
  /// Separates the fields of a token, U+001F.
  public static let codeField: UInt8 = 0x1F
}

/// One inline code of a message.
public struct InlineCode: Hashable, Sendable {
  /// The element's local name; the closing half of a pair starts with a slash: `g`, `/g`.
  public var kind: String
  /// The element's `id`, the same on both halves of a pair; of an XLIFF 2.x `ec` its `startRef`, where it has one.
  /// Empty if there is none.
  public var id: String
  /// XLIFF 1.2 `equiv-text`, 2.x `equiv`, or of a pair `equivStart` and `equivEnd`; empty if there is none.
  public var equivalent: String

  public init(kind: String, id: String, equivalent: String = "") {
    self.kind = kind
    self.id = id
    self.equivalent = equivalent
  }
}

extension Message: CustomStringConvertible {
  /// The printed form: literal text as it is, a code as `<x id="1"/>`, `<g id="1">` or `</g>`.
  public var description: String {
    guard hasCodes else { return String(decoding: bytes, as: UTF8.self) }
    return parts.map {
      switch $0 {
      case .text(let text): text
      case .code(let code): code.description
      }
    }.joined()
  }
}

extension InlineCode: CustomStringConvertible {
  /// A tag for people, `<x id="1"/>`, `<g id="1">` or `</g>`; no document.
  public var description: String {
    if kind.hasPrefix("/") { return "<\(kind)>" }
    let isPaired = kind == "g" || kind == "pc" || kind == "mrk"
    return id.isEmpty ? "<\(kind)\(isPaired ? "" : "/")>" : "<\(kind) id=\"\(id)\"\(isPaired ? "" : "/")>"
  }
}
