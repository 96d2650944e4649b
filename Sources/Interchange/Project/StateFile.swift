package import Diagnostics
package import Translations

/// What can be wrong with a side file of states.
package enum StateFileRules {
  package static let form = Rule(
    "ST-FILE-FORM", .error, "a side file of states is not in the form that assets writes",
    cause: "it was edited by hand, or a merge went wrong; its states would be guesses",
    bad: "states: { articles/a.title: needs-review }",
    good: "states:\n  \"articles/a.title\": { state: needs-review, source: 9f3a…, value: 5f1c… }")

  package static let all = [form]
}

/// `.state/<locale>.yml` beside YAML catalogs: how far a text has come and what it was made against, which YAML
/// cannot say.
///
/// An entry is bound to the digest of the value; an edit of the value by hand voids it. Digests are kept as they are
/// written; whoever knows how to compute them compares.
package struct StateFile: Sendable, Equatable {
  package struct Entry: Hashable, Sendable {
    package var state: TranslationState
    /// Digest of the source text the value was made against, 32 hexadecimal digits; `nil` if that is derivable.
    package var source: String?
    /// Digest of the value that the entry is about, 32 hexadecimal digits.
    package var value: String

    package init(state: TranslationState, source: String?, value: String) {
      self.state = state
      self.source = source
      self.value = value
    }
  }

  package var locale: LanguageTag
  package var entries: [MessageKey: Entry]

  package init(locale: LanguageTag, entries: [MessageKey: Entry] = [:]) {
    self.locale = locale
    self.entries = entries
  }

  /// The path of the side file of a catalog file, both relative to the project.
  package static func path(beside catalog: String, locale: LanguageTag) -> String {
    let folder = catalog.lastIndex(of: "/").map { catalog[...$0] } ?? ""
    return "\(folder).state/\(locale).yml"
  }

  // MARK: Reading

  /// Reads a side file.
  /// - Parameter expected: the locale in the file's name, which the file has to name too.
  /// - Returns: no file if anything in it is not as it should be; a state is never guessed.
  /// - Throws: what the source throws.
  package static func read(
    _ source: any ByteSource, path: String, expected: LanguageTag
  ) throws -> Parsed<StateFile?> {
    let (root, early) = try YAMLTreeReader.read(source, path: path, limits: .standard)
    let form = StateFileRules.form
    var decoder = NodeDecoder(
      path: path, rules: .init(unknownField: form, missingField: form, type: form, value: form),
      diagnostics: early)
    guard let root else {
      if early.isEmpty {
        decoder.report(
          form, "the side file is empty", at: YAMLMark(line: 1, column: 1),
          help: "remove it, or write `locale:` and `states: {}`")
      }
      return Parsed(nil, diagnostics: decoder.diagnostics)
    }
    guard
      decoder.isMap(root, "the side file", fields: ["locale", "states"], required: ["locale", "states"]),
      let localeNode = root["locale"], let locale = decoder.locale(localeNode, "locale")
    else { return Parsed(nil, diagnostics: decoder.diagnostics.inFileOrder) }
    if locale != expected {
      decoder.report(
        form, "the file says locale `\(locale)`, its name says `\(expected)`", at: localeNode.start,
        help: "correct the line or the name; nothing of it is used for another locale")
    }
    var file = StateFile(locale: locale)
    for entry in decoder.entries(root["states"], "states") {
      if let (key, value) = self.entry(entry, &decoder) { file.entries[key] = value }
    }
    return Parsed(decoder.hasErrors ? nil : file, diagnostics: decoder.diagnostics.inFileOrder)
  }

  private static func entry(
    _ entry: YAMLNode.Entry, _ decoder: inout NodeDecoder
  ) -> (MessageKey, Entry)? {
    guard let key = MessageKey(entry.key) else {
      decoder.reportValue(
        "a key without a catalog or with half an escape", at: entry.keyMark,
        help: "write it as assets prints it: catalog/first.second")
      return nil
    }
    let isComplete = decoder.isMap(
      entry.value, "an entry", fields: ["state", "source", "value"], required: ["state", "value"])
    let names = TranslationState.allCases.filter { $0 != .absent }.map { ($0.name, $0) }
    let state = decoder.choice(entry.value["state"], "state", of: names)
    let source = digest(entry.value["source"], "source", &decoder)
    let value = digest(entry.value["value"], "value", &decoder)
    guard isComplete, let state, let value else { return nil }
    return (key, Entry(state: state, source: source, value: value))
  }

  private static func digest(_ node: YAMLNode?, _ name: String, _ decoder: inout NodeDecoder) -> String? {
    guard let node, let text = decoder.text(node, name) else { return nil }
    let isDigest =
      text.utf8.count == 32
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    guard isDigest else {
      decoder.reportValue("\(name) is not 32 lower-case hexadecimal digits", at: node.start)
      return nil
    }
    return text
  }

  // MARK: Writing

  /// The bytes of the file: one line an entry, in the order of the keys; the same entries always give the same bytes.
  package var bytes: [UInt8] {
    var text = "# What the YAML catalogs beside this folder cannot say; assets writes it.\n"
    text += "# An entry counts as long as the value has the digest it names.\n"
    text += "locale: \"\(locale)\"\n"
    text += entries.isEmpty ? "states: {}\n" : "states:\n"
    var result = Array(text.utf8)
    for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
      let source = entry.source.map { "source: \"\($0)\", " } ?? ""
      result += [0x20, 0x20] + YAMLScalarWriter.doubleQuoted(Array(key.description.utf8))
      result += Array(": { state: \(entry.state.name), \(source)value: \"\(entry.value)\" }\n".utf8)
    }
    return result
  }
}
