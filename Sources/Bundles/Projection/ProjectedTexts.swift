import Translations

/// The texts that the records of a content map may show, taken from a state in one walk through each tree of values.
///
/// First every message is added, then each locale is read, then texts are looked up by number.
struct ProjectedTexts {
  /// The number of a message; it stands for its own path and for those of the plural forms that stand for it.
  struct Message {
    /// In the order of `projectedForms`.
    fileprivate var forms: [Path]
  }

  fileprivate struct Path {
    var catalog: Int
    var number: Int
  }

  /// A text of the arena; no text has a negative count.
  private struct Text {
    var offset = 0
    var count: Int32 = -1
  }

  private let minimum: TranslationState
  private var catalogs: [(name: [UInt8], paths: ByteTable)] = []
  private var arena: [UInt8] = []
  /// For each locale and catalog, by path.
  private var texts: [[[Text]]] = []

  /// - Parameter minimum: values below it count as missing.
  init(atLeast minimum: TranslationState) { self.minimum = minimum }

  /// Adds a message that will be looked up.
  mutating func add(_ key: MessageKey) -> Message {
    let path = key.pathBytes
    // Only behind a path do the plural forms lie in the same catalog, below it.
    guard !path.isEmpty else {
      return Message(
        forms: key.projectedForms.map {
          add(NodeEntries.spelling(of: $0.pathBytes), in: catalogNumber(of: $0))
        })
    }
    let catalog = catalogNumber(of: key)
    let spelling = NodeEntries.spelling(of: path)
    return Message(
      forms: [add(spelling, in: catalog)]
        + Self.endings.map { add(spelling[..<(spelling.count - 1)] + $0, in: catalog) })
  }

  /// What the spellings of the plural forms' keys have in the place of the last bracket.
  private static let endings = MessageKey(bytes: []).pluralForms.map { form in
    [UInt8(ascii: ",")] + NodeEntries.spelling(of: form.pathBytes).dropFirst()
  }

  /// The number of the catalog that a key is in.
  private mutating func catalogNumber(of key: MessageKey) -> Int {
    let path = key.pathBytes
    let name = key.bytes.dropLast(path.isEmpty ? 0 : path.count + 1)
    if let known = catalogs.firstIndex(where: { $0.name[...] == name }) { return known }
    catalogs.append((Array(name), ByteTable()))
    return catalogs.count - 1
  }

  private mutating func add(_ spelling: [UInt8], in catalog: Int) -> Path {
    let number = unsafe spelling.withUnsafeBufferPointer { unsafe catalogs[catalog].paths.insert($0) }
    return Path(catalog: catalog, number: number)
  }

  /// Reads the values of the next locale.
  /// - Complexity: one look at each value.
  mutating func read(_ locale: ContentState.Locale, _ nodes: some NodeSource) throws(BundleError) {
    var texts = catalogs.map { Array(repeating: Text(), count: $0.paths.count) }
    for catalog in catalogs.indices {
      guard let root = locale.catalogs.first(where: { $0.name.utf8.elementsEqual(catalogs[catalog].name) })
      else { continue }
      let paths = catalogs[catalog].paths
      try MerkleTree.forEachLeaf(in: root.values.address, from: nodes) { (leaf) throws(BundleError) in
        var others: [(index: Int, path: Int)] = []
        unsafe leaf.forEachSpelling { index, key, rest in
          guard let number = unsafe paths.number(of: key) else { return }
          if let text = unsafe addPlain(rest) {
            texts[catalog][number] = text
          } else {
            others.append((index, number))
          }
        }
        for (index, path) in others {
          if let text = try PublishedValue.text(of: leaf.payload(at: index), atLeast: minimum) {
            texts[catalog][path] = add(text)
          }
        }
      }
    }
    self.texts.append(texts)
  }

  /// Puts the text of a value into the arena; `nil` if it has escapes or codes, or is no text that may be used.
  private mutating func addPlain(_ rest: UnsafeBufferPointer<UInt8>) -> Text? {
    var scanner = unsafe PlainJSONScanner(rest)
    guard unsafe scanner.skip(","), let text = unsafe scanner.string(), unsafe scanner.skip(","),
      let state = unsafe scanner.digit(), unsafe scanner.skip(","), state >= Int(minimum.rawValue)
    else { return nil }
    defer { unsafe arena.append(contentsOf: text) }
    return Text(offset: arena.count, count: Int32(text.count))
  }

  private mutating func add(_ text: String) -> Text {
    defer { arena.append(contentsOf: text.utf8) }
    return Text(offset: arena.count, count: Int32(text.utf8.count))
  }

  /// Calls `body` with each form's text in a locale, given by its place in the order they were read; `nil` where
  /// there is none, as in no locale.
  func forEachForm(
    of message: Message, in locale: Int?, _ body: (UnsafeBufferPointer<UInt8>?) -> Void
  ) {
    for form in message.forms {
      let text = locale.map { texts[$0][form.catalog][form.number] } ?? Text()
      if text.count < 0 { body(nil) } else { unsafe withBytes(of: text) { unsafe body($0) } }
    }
  }

  /// Whether one of a message's forms has a text in a locale.
  func has(_ message: Message, in locale: Int) -> Bool { text(of: message, in: locale) != nil }

  /// Adds the text of a message in a locale, from the first form that has one, to a fingerprint.
  func add(_ message: Message, in locale: Int, to fields: inout FingerprintFields) {
    if let text = text(of: message, in: locale) { unsafe withBytes(of: text) { unsafe fields.add($0) } }
  }

  private func text(of message: Message, in locale: Int) -> Text? {
    for form in message.forms {
      let text = texts[locale][form.catalog][form.number]
      if text.count >= 0 { return text }
    }
    return nil
  }

  private func withBytes(of text: Text, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    unsafe arena.withUnsafeBufferPointer {
      unsafe body(UnsafeBufferPointer(rebasing: $0[text.offset..<text.offset + Int(text.count)]))
    }
  }
}
