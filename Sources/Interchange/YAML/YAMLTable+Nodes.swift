internal import Diagnostics
internal import Translations

/// What few nodes need: unusual keys, tags, warnings.
extension YAMLTable {
  /// The path of the current node as it is printed.
  var printedPath: String {
    MessageKey.printed(
      path: current.split(separator: 0, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      })
  }

  /// Refuses a key that cannot name anything.
  mutating func checkKey(_ start: Int, isPlain: Bool, mark: YAMLMark) throws {
    let key = current[start...]
    if key.isEmpty, isPlain {
      throw refusal(YAMLRules.key, "a key without a name", at: mark, help: "quote an empty key, or remove it")
    }
    if key.contains(0) {
      throw refusal(YAMLRules.key, "a key holds U+0000", at: mark)
    }
    let spaces: [[UInt8]] = [[0xC2, 0xA0], [0xE3, 0x80, 0x80]]
    for space in spaces where key.starts(with: space) || key.suffix(space.count).elementsEqual(space) {
      throw refusal(
        YAMLRules.key, "a non-breaking or ideographic space at the edge of a key", at: mark,
        help: "indent with ordinary spaces, and put one ordinary space after the colon")
    }
  }

  mutating func takeKeyProperties(_ events: YAMLEventReader) throws {
    if let tag = events.tag, try isNullTag(tag, mark: events.start) {
      throw refusal(YAMLRules.key, "a key without a name", at: events.start)
    }
    guard let anchor = events.anchor else { return }
    let offset = arena.count
    unsafe events.withText { unsafe arena.append(contentsOf: $0) }
    anchors[anchor] = .key(
      Catalog.Slice(offset: offset, count: arena.count - offset), events.start)
  }

  /// Whether a scalar's tag says that there is no value; refuses tags that are not about text.
  mutating func isNullTag(_ tag: String, mark: YAMLMark) throws -> Bool {
    switch YAMLTag(scalar: tag) {
    case .text: return false
    case .null: return true
    case .type:
      diagnostics.append(
        Diagnostic(
          YAMLRules.typed, "a tag asks for a type; the value is taken as text", at: mark.location(in: path),
          help: "remove the tag, or use !!str"))
      return false
    case .foreign: throw tagRefusal(tag, mark: mark)
    }
  }

  func checkCollectionTag(_ tag: String, mark: YAMLMark) throws {
    guard YAMLTag.allows(collection: tag) else { throw tagRefusal(tag, mark: mark) }
  }

  private func tagRefusal(_ tag: String, mark: YAMLMark) -> YAMLRefusal {
    refusal(
      YAMLRules.tag, "\(YAMLTag.shown(tag)) is not for text", at: mark,
      help: "remove the tag; quote a text that begins with an exclamation mark")
  }

  // MARK: Warnings

  mutating func warnOfBoolean(_ mark: YAMLMark, isKey: Bool) {
    diagnostics.append(
      Diagnostic(
        YAMLRules.boolean,
        isKey
          ? "a plain key that YAML 1.1 readers turn into true or false"
          : "a plain value that YAML 1.1 readers turn into true or false",
        at: mark.location(in: path), key: printedPath, help: "quote it"))
  }

  mutating func warnOfFoldedSpace(_ mark: YAMLMark) {
    diagnostics.append(
      Diagnostic(
        YAMLRules.foldedSpace, "a line break became a space between two characters written without spaces",
        at: mark.location(in: path), key: printedPath, help: "write the value on one line"))
  }
}
