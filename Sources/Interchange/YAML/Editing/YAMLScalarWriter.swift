/// Writes a text as a scalar, in the style of the one it replaces if that can hold it.
struct YAMLScalarWriter {
  /// A scalar as it is put into a file.
  enum Written: Equatable {
    case inline([UInt8])
    /// A header such as `|-`, and lines that get the indentation of the place; an empty line stays empty.
    case block(header: [UInt8], lines: [[UInt8]])
  }

  /// What stood there, or stands beside it.
  struct Old {
    var style: YAMLEventReader.Style
    /// The bytes of a plain scalar in one line.
    var plain: ArraySlice<UInt8>?
    /// A block scalar that keeps the blank lines behind it.
    var keepsBlankLines = false
  }

  /// The text as a value.
  /// - Parameters:
  ///   - old: `nil` for a new value without a model.
  ///   - indentation: how much deeper block lines stand than what they belong to.
  static func value(
    _ text: [UInt8], like old: Old?, inFlow: Bool, indentation: Int
  ) -> Written {
    let block = inFlow ? nil : Block(text, mayKeep: old?.keepsBlankLines ?? false)
    switch old?.style {
    case .doubleQuoted: return .inline(doubleQuoted(text))
    case .singleQuoted:
      return .inline(canBeSingleQuoted(text) ? singleQuoted(text) : doubleQuoted(text))
    case .folded:
      if let block, let written = block.folded { return written }
      fallthrough
    case .literal:
      if let block { return block.literal(indentation) }
    case .plain, nil:
      if YAMLPlainText.isSafe(text[...], replacing: old?.plain, inFlow: inFlow) { return .inline(text) }
      if text.contains(0x0A), let block { return block.literal(indentation) }
    }
    return .inline(quoted(text))
  }

  /// The text as a key of one line.
  static func key(_ text: [UInt8], like style: YAMLEventReader.Style, inFlow: Bool) -> [UInt8] {
    switch style {
    case .doubleQuoted: return doubleQuoted(text)
    case .singleQuoted: return canBeSingleQuoted(text) ? singleQuoted(text) : doubleQuoted(text)
    default: return YAMLPlainText.isSafe(text[...], replacing: nil, inFlow: inFlow) ? text : quoted(text)
    }
  }

  // MARK: Quotes

  /// Double quotes, or single ones where double ones would need backslashes and single ones need nothing.
  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    let needsBackslash = text.contains(0x22) || text.contains(0x5C)
    return needsBackslash && !text.contains(0x27) && canBeSingleQuoted(text)
      ? singleQuoted(text) : doubleQuoted(text)
  }

  private static func canBeSingleQuoted(_ text: [UInt8]) -> Bool {
    text.isPrintableYAML && !text.contains(0x09)
  }

  private static func singleQuoted(_ text: [UInt8]) -> [UInt8] {
    [0x27] + text.flatMap { $0 == 0x27 ? [0x27, 0x27] : [$0] } + [0x27]
  }

  static func doubleQuoted(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x22]
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5C: result += [0x5C, UInt8(scalar.value)]
      case 0x00: result += Array("\\0".utf8)
      case 0x09: result += Array("\\t".utf8)
      case 0x0A: result += Array("\\n".utf8)
      case 0x0D: result += Array("\\r".utf8)
      case 0x85: result += Array("\\N".utf8)
      case 0x2028: result += Array("\\L".utf8)
      case 0x2029: result += Array("\\P".utf8)
      case 0x00...0x1F, 0x7F...0x9F: result += escape("x", scalar.value, width: 2)
      case 0xFEFF, 0xFFFE, 0xFFFF: result += escape("u", scalar.value, width: 4)
      default: result += Array(String(scalar).utf8)
      }
    }
    return result + [0x22]
  }

  private static func escape(_ letter: String, _ value: UInt32, width: Int) -> [UInt8] {
    let digits = String(value, radix: 16, uppercase: true)
    return Array(("\\" + letter + String(repeating: "0", count: width - digits.count) + digits).utf8)
  }

  // MARK: Blocks

  /// A text that fits into the lines of a block scalar.
  private struct Block {
    private let lines: [[UInt8]]
    private let chomping: [UInt8]

    /// `nil` for a text with a character, a blank or a number of final line ends that a block does not show.
    init?(_ text: [UInt8], mayKeep: Bool) {
      var body = text[...]
      while body.last == 0x0A { body.removeLast() }
      let ends = text.count - body.count
      guard !body.isEmpty, ends < 2 || mayKeep else { return nil }
      let lines = body.split(separator: 0x0A, omittingEmptySubsequences: false)
      for line in lines where !line.isEmpty {
        guard line.isPrintableYAML, line.first != 0x09, line.last != 0x20, line.last != 0x09 else {
          return nil
        }
      }
      self.lines = lines.map { Array($0) } + Array(repeating: [], count: max(0, ends - 1))
      chomping = ends == 0 ? [0x2D] : mayKeep ? [0x2B] : []
    }

    func literal(_ indentation: Int) -> Written {
      let first = lines.first { !$0.isEmpty }
      let indicator = first?.first == 0x20 ? Array(String(indentation).utf8) : []
      return .block(header: [0x7C] + indicator + chomping, lines: lines)
    }

    /// `nil` for a text with indented lines, which a folded scalar would not fold, or with a line end in front.
    var folded: Written? {
      guard lines.allSatisfy({ $0.first != 0x20 }), lines.first?.isEmpty == false else { return nil }
      var folded: [[UInt8]] = []
      var previous = 0
      for (index, line) in lines.enumerated() where !line.isEmpty {
        // One line end of the text is one blank line between two lines.
        folded += Array(repeating: [], count: index - previous) + [line]
        previous = index
      }
      folded += Array(repeating: [], count: lines.count - 1 - previous)
      return .block(header: [0x3E] + chomping, lines: folded)
    }
  }
}
