public import Translations

/// One published translation: its text, how far it had come, and what it was made against.
public struct PublishedValue: Hashable, Sendable {
  public var message: Message
  public var state: TranslationState
  /// Digest of the source text it was made against; `nil` in the source locale.
  public var sourceDigest: Fingerprint?

  public init(message: Message, state: TranslationState, sourceDigest: Fingerprint?) {
    self.message = message
    self.state = state
    self.sourceDigest = sourceDigest
  }
}

extension PublishedValue {
  /// Reads a value's tree entry: `[path, text, state, source digest]`; a text with inline codes is an array of
  /// strings and of `[kind, id, equivalent]`.
  public init(_ entry: TreeEntry) throws(BundleError) {
    let values = try entry.values()
    guard values.count == 3, let number = values[1].integer.flatMap({ UInt8(exactly: $0) }),
      let state = TranslationState(rawValue: number), let message = Message(values[0])
    else { throw BundleError(.damaged, "entry of a value has another form") }
    self.init(
      message: message, state: state, sourceDigest: values[2].string.flatMap { Fingerprint(hex: $0) })
  }

  /// Writes what follows the key.
  package static func write(
    message: ArraySlice<UInt8>, hasCodes: Bool, state: TranslationState, sourceDigest: Fingerprint?,
    to writer: inout CanonicalJSONWriter
  ) {
    writer.comma()
    if hasCodes {
      writer.write(Message(bytes: Array(message), hasCodes: true).json)
    } else {
      writer.string(message)
    }
    writer.comma()
    writer.integer(Int(state.rawValue))
    writer.comma()
    writer.write(CanonicalJSON(sourceDigest))
  }
}

extension Message {
  var json: CanonicalJSON {
    guard hasCodes else { return .string(String(decoding: bytes, as: UTF8.self)) }
    return .array(
      parts.map { part in
        switch part {
        case .text(let text): .string(text)
        case .code(let code): [.string(code.kind), .string(code.id), .string(code.equivalent)]
        }
      })
  }

  init?(_ json: CanonicalJSON) {
    if let text = json.string {
      self.init(text)
      return
    }
    guard let parts = json.array else { return nil }
    var bytes: [UInt8] = []
    for part in parts {
      if let text = part.string {
        bytes.append(contentsOf: text.utf8)
      } else {
        guard let fields = part.array?.map({ $0.string ?? "" }), fields.count == 3 else { return nil }
        bytes.append(Self.codeStart)
        bytes.append(contentsOf: fields[0].utf8)
        bytes.append(Self.codeField)
        bytes.append(contentsOf: fields[1].utf8)
        bytes.append(Self.codeField)
        bytes.append(contentsOf: fields[2].utf8)
        bytes.append(Self.codeEnd)
      }
    }
    self.init(bytes: bytes, hasCodes: true)
  }
}

extension Fingerprint {
  /// The digest of a text as it stands in a catalog, inline codes as tokens.
  public static func value(_ bytes: some Collection<UInt8>, hasCodes: Bool) -> Fingerprint {
    var builder = FingerprintBuilder(domain: "assets/value/v1")
    builder.add(hasCodes ? "codes" : "text")
    builder.add(bytes)
    return builder.finish()
  }

  public static func value(_ message: Message) -> Fingerprint {
    value(message.bytes, hasCodes: message.hasCodes)
  }
}
