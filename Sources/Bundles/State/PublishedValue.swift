public import Translations

/// One published translation: its text, how far it had come, and what it was made against.
public struct PublishedValue: Hashable, Sendable {
  /// The text, with its inline codes.
  public var message: Message
  /// How far the translation had come when it was published.
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
    do {
      var reader = CanonicalJSONReader(entry.payload[...])
      let message: Message? =
        reader.peek() == UInt8(ascii: "\"")
        ? Message(bytes: try reader.string()) : Message(try reader.value(depth: 0))
      try reader.expect(UInt8(ascii: ","))
      let state = UInt8(exactly: try reader.integer()).flatMap { TranslationState(rawValue: $0) }
      try reader.expect(UInt8(ascii: ","))
      let source = try reader.skipNull() ? nil : reader.fingerprint()
      guard let message, let state, reader.isAtEnd else {
        throw reader.error("expected text, state and digest")
      }
      self.init(message: message, state: state, sourceDigest: source)
    } catch {
      throw BundleError(.damaged, "entry of a value has another form: \(error)")
    }
  }

  /// The text of a value's tree entry if its state is at least `minimum`; what else the entry holds is left alone.
  /// - Parameter payload: what stands behind the key.
  static func text(
    of payload: ArraySlice<UInt8>, atLeast minimum: TranslationState
  ) throws(BundleError) -> String? {
    do {
      var reader = CanonicalJSONReader(payload)
      guard reader.peek() == UInt8(ascii: "\"") else {
        let value = try PublishedValue(TreeEntry(key: [], payload: Array(payload)))
        return value.state >= minimum ? value.message.plainText : nil
      }
      let text = try reader.text()
      try reader.comma()
      guard try reader.integer() >= Int(minimum.rawValue) else { return nil }
      return text
    } catch let error as BundleError {
      throw error
    } catch {
      throw BundleError(.damaged, "entry of a value has another form: \(error)")
    }
  }

  /// The value's tree entry.
  package func entry(path: [UInt8]) -> TreeEntry {
    var writer = CanonicalJSONWriter()
    Self.write(
      message: message.bytes[...], hasCodes: message.hasCodes, state: state, sourceDigest: sourceDigest,
      to: &writer)
    // `write` begins with the comma behind the key.
    return TreeEntry(key: path, payload: Array(writer.bytes.dropFirst()))
  }

  /// Writes what follows the key.
  package static func write(
    message: ArraySlice<UInt8>, hasCodes: Bool, state: TranslationState, sourceDigest: Fingerprint?,
    to writer: inout CanonicalJSONWriter
  ) {
    writer.comma()
    if hasCodes {
      writer.codes(message)
    } else {
      writer.string(message)
    }
    writer.comma()
    writer.integer(Int(state.rawValue))
    writer.comma()
    writer.fingerprint(sourceDigest)
  }
}

extension CanonicalJSONWriter {
  /// Writes a text with inline codes: an array of strings and of `[kind, id, equivalent]`.
  fileprivate mutating func codes(_ message: ArraySlice<UInt8>) {
    raw("[")
    unsafe message.withUnsafeBufferPointer { message in
      var isFirst = true
      unsafe Message.forEachPiece(of: message) { piece in
        if !isFirst { comma() }
        isFirst = false
        switch piece {
        case .text(let text): unsafe string(UnsafeBufferPointer(rebasing: message[text]))
        case .code(let code):
          raw("[")
          unsafe string(UnsafeBufferPointer(rebasing: message[code.kind]))
          comma()
          unsafe string(UnsafeBufferPointer(rebasing: message[code.id]))
          comma()
          unsafe string(UnsafeBufferPointer(rebasing: message[code.equivalent]))
          raw("]")
        }
      }
    }
    raw("]")
  }
}

extension Message {
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
    var fields = FingerprintFields()
    return value(bytes, hasCodes: hasCodes, &fields)
  }

  /// The same with a buffer that is used again, for many texts.
  package static func value(
    _ bytes: some Collection<UInt8>, hasCodes: Bool, _ fields: inout FingerprintFields
  ) -> Fingerprint {
    fields.begin("assets/value/v1")
    fields.add(hasCodes ? "codes" : "text" as StaticString)
    if bytes.withContiguousStorageIfAvailable({ unsafe fields.add($0) }) == nil { fields.add(Array(bytes)) }
    return fields.finish()
  }

  /// The digest of a message as it stands in a catalog, inline codes as tokens.
  public static func value(_ message: Message) -> Fingerprint {
    value(message.bytes, hasCodes: message.hasCodes)
  }
}
