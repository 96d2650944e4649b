/// Writes new entries as lines, in the customs of the place they come to.
struct YAMLEntryWriter {
  typealias NewEntry = YAMLEditing.NewEntry
  typealias NewValue = YAMLEditing.NewValue

  /// How much deeper the entries of a map stand than its key.
  var step: Int
  var lineEnd: [UInt8]
  var isFlow = false
  /// A neighbour whose quotes are followed.
  var model: YAMLScalarWriter.Old?
  var keyStyle = YAMLEventReader.Style.plain

  init(step: Int, lineEnd: [UInt8]) {
    self.step = step
    self.lineEnd = lineEnd
  }

  /// An entry of a block map as whole lines without line ends.
  func lines(_ entry: NewEntry, indentation: Int) -> [[UInt8]] {
    let start = spaces(indentation) + YAMLScalarWriter.key(entry.name, like: keyStyle, inFlow: false) + [0x3A]
    switch entry.value {
    case .null: return [start]
    case .text(let text): return scalarLines(text, behind: start + [0x20], indentation: indentation)
    case .mapping, .sequence: return [start] + children(of: entry.value, indentation: indentation)
    }
  }

  /// What stands below a key at `indentation`.
  func children(of value: NewValue, indentation: Int) -> [[UInt8]] {
    switch value {
    case .mapping(let entries): entries.flatMap { lines($0, indentation: indentation + step) }
    // As most YAML writers, with the dash under the key.
    case .sequence(let items): items.flatMap { itemLines($0, indentation: indentation) }
    case .text, .null: []
    }
  }

  /// An item of a block list as whole lines.
  func itemLines(_ value: NewValue, indentation: Int) -> [[UInt8]] {
    let start = spaces(indentation) + Array("- ".utf8)
    switch value {
    case .null: return [start + [0x7E]]
    case .text(let text): return scalarLines(text, behind: start, indentation: indentation)
    case .mapping(let entries):
      var lines = entries.flatMap { self.lines($0, indentation: indentation + 2) }
      if !lines.isEmpty { lines[0].replaceSubrange(..<(indentation + 2), with: start) }
      return lines
    case .sequence: return [start + flow(value)]
    }
  }

  private func scalarLines(_ text: [UInt8], behind start: [UInt8], indentation: Int) -> [[UInt8]] {
    switch YAMLScalarWriter.value(text, like: model, inFlow: false, indentation: step) {
    case .inline(let scalar): return [start + scalar]
    case .block(let header, let lines):
      return [start + header] + lines.map { $0.isEmpty ? [] : spaces(indentation + step) + $0 }
    }
  }

  // MARK: Flow

  func flowEntry(_ entry: NewEntry) -> [UInt8] {
    YAMLScalarWriter.key(entry.name, like: keyStyle, inFlow: true) + Array(": ".utf8) + flow(entry.value)
  }

  func flow(_ value: NewValue) -> [UInt8] {
    let separator = Array(", ".utf8)
    switch value {
    case .null: return [0x7E]
    case .text(let text):
      guard
        case .inline(let scalar) = YAMLScalarWriter.value(text, like: model, inFlow: true, indentation: step)
      else { return YAMLScalarWriter.doubleQuoted(text) }
      return scalar
    case .mapping(let entries):
      return [0x7B] + Array(entries.map { flowEntry($0) }.joined(separator: separator)) + [0x7D]
    case .sequence(let items):
      return [0x5B] + Array(items.map { flow($0) }.joined(separator: separator)) + [0x5D]
    }
  }

  private func spaces(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x20, count: count) }
}
