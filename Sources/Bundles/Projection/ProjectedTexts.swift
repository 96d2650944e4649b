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
    Message(forms: key.projectedForms.map { add(path: $0) })
  }

  private mutating func add(path key: MessageKey) -> Path {
    let path = key.pathBytes
    let name = key.bytes.dropLast(path.isEmpty ? 0 : path.count + 1)
    let catalog: Int
    if let known = catalogs.firstIndex(where: { $0.name.elementsEqual(name) }) {
      catalog = known
    } else {
      catalog = catalogs.count
      catalogs.append((Array(name), ByteTable()))
    }
    let spelling = NodeEntries.spelling(of: path)
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
        for index in 0..<leaf.count {
          let payload = leaf.payload(at: index)
          guard
            let number = unsafe leaf.withKeySpelling(at: index, { key in unsafe paths.number(of: key) }),
            let text = try add(payload)
          else { continue }
          texts[catalog][number] = text
        }
      }
    }
    self.texts.append(texts)
  }

  /// Puts the text of a value into the arena; `nil` if it may not be used.
  private mutating func add(_ payload: ArraySlice<UInt8>) throws(BundleError) -> Text? {
    let offset = arena.count
    guard let text = try PublishedValue.text(of: payload, atLeast: minimum) else { return nil }
    arena.append(contentsOf: text.utf8)
    return Text(offset: offset, count: Int32(arena.count - offset))
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
