/// Texts in the place of other texts.
extension YAMLEditing {
  /// Puts a text where a scalar, an alias or nothing is.
  func replaceValue(_ node: Int, with text: [UInt8], in edits: inout ByteEdits) throws {
    let value = syntax.nodes[node]
    var content = contentRange(node)
    let written = YAMLScalarWriter.value(
      text, like: old(node), inFlow: value.isFlow, indentation: blockIndentation(node) - syntax.column(node))
    if let tag = value.tag, !keeps(tag) {
      guard value.anchor == nil else {
        throw refusal("an anchor and a tag stand before the value", at: content.lowerBound)
      }
      content = tag.lowerBound..<content.upperBound
    }
    let lineEnd = syntax.lines.end(value.content)
    switch (written, isBlockText(node)) {
    case (.inline(let scalar), false):
      edits.replace(content, with: separated(scalar, in: content))
    case (.inline(let scalar), true):
      edits.replace(content.lowerBound..<value.content + syntax.blockHeader(node).count, with: scalar)
      edits.remove(lineEnd..<endOfBlock(node))
    case (.block(let header, let lines), false):
      guard syntax.lines.isBlankOrComment(after: content.upperBound) else {
        throw refusal("other text follows the value in its line", at: content.upperBound)
      }
      edits.replace(content, with: separated(header, in: content))
      insertBlock(lines, of: node, at: syntax.lines.end(content.upperBound), text, in: &edits)
    case (.block(let header, let lines), true):
      let old = content.lowerBound..<value.content + syntax.blockHeader(node).count
      if !bytes[old].elementsEqual(header) { edits.replace(old, with: header) }
      edits.remove(lineEnd..<endOfBlock(node))
      insertBlock(lines, of: node, at: endOfBlock(node), text, in: &edits)
    }
  }

  /// Writes a text in the place of a whole map or list.
  func replaceCollection(_ node: Int, with text: [UInt8], in edits: inout ByteEdits) throws {
    let value = syntax.nodes[node]
    let old = YAMLScalarWriter.Old(style: .plain)
    guard
      case .inline(let scalar) = YAMLScalarWriter.value(
        text.contains(0x0A) ? [] : text, like: old, inFlow: value.isFlow, indentation: step)
    else { return }
    let scalarOrQuoted = text.contains(0x0A) ? YAMLScalarWriter.doubleQuoted(text) : scalar
    let start = value.key.isEmpty || value.isFlow ? value.content : syntax.colonEnd(node)
    let range = start..<value.bytes.upperBound
    guard !hasComment(in: range, outside: value.children), value.anchor == nil, value.tag == nil else {
      throw refusal("comments or properties stand in the group that the text replaces", at: value.content)
    }
    edits.replace(range, with: spaced(scalarOrQuoted, at: start))
  }

  /// The bytes of a value behind its anchor and tag.
  func contentRange(_ node: Int) -> Range<Int> {
    let value = syntax.nodes[node]
    let start = min(value.content, max(value.content, value.bytes.upperBound))
    return start..<max(start, value.bytes.upperBound)
  }

  /// The style of a scalar as a model for the text that replaces it.
  func old(_ node: Int) -> YAMLScalarWriter.Old? {
    guard case .text(let style) = syntax.nodes[node].kind else { return nil }
    if syntax.nodes[node].isNull { return neighbour(of: node) }
    let text = syntax.text(node)
    return YAMLScalarWriter.Old(
      style: style, plain: style == .plain && !text.contains(0x0A) ? text : nil,
      keepsBlankLines: isBlockText(node) && syntax.blockHeader(node).contains(0x2B))
  }

  /// A quoted neighbour as a model for a new text: quotes that its text does not need are the custom of the file.
  func neighbour(of node: Int) -> YAMLScalarWriter.Old? {
    let parent = syntax.nodes[node].parent
    guard parent >= 0 else { return nil }
    return quotedModel(among: syntax.nodes[parent].children.filter { $0 != node })
  }

  func quotedModel(among nodes: [Int]) -> YAMLScalarWriter.Old? {
    for node in nodes {
      guard case .text(let style) = syntax.nodes[node].kind, !syntax.nodes[node].isNull else { continue }
      let isQuoted = style == .doubleQuoted || style == .singleQuoted
      let isNeedless = YAMLPlainText.isSafe(
        syntax.text(node), replacing: nil, inFlow: syntax.nodes[node].isFlow)
      return isQuoted && isNeedless ? YAMLScalarWriter.Old(style: style) : nil
    }
    return nil
  }

  func isBlockText(_ node: Int) -> Bool {
    switch syntax.nodes[node].kind {
    case .text(.literal), .text(.folded): true
    default: false
    }
  }

  /// `!!str` and `!` say what is meant anyway.
  private func keeps(_ tag: Range<Int>) -> Bool {
    bytes[tag].elementsEqual("!!str".utf8) || bytes[tag].elementsEqual("!".utf8)
  }

  // MARK: Blocks

  /// Where the last line of a block text ends, without its line end.
  func endOfBlock(_ node: Int) -> Int {
    let header = syntax.lines.end(syntax.nodes[node].content)
    let end = syntax.nodes[node].bytes.upperBound
    return max(header, isAtLineStart(end) && end > header ? syntax.lines.end(end - 1) : end)
  }

  /// The column at which the lines of a block text stand: where they did, or one step in.
  private func blockIndentation(_ node: Int) -> Int {
    let own = syntax.column(node)
    if isBlockText(node) {
      var line = syntax.lines.next(syntax.nodes[node].content)
      while line < syntax.nodes[node].bytes.upperBound {
        let end = syntax.lines.end(line)
        if let first = bytes[line..<end].firstIndex(where: { $0 != 0x20 }) {
          // A digit in the header says where the lines begin; the first one is indented further.
          let digit = syntax.blockHeader(node).first { (0x31...0x39).contains($0) }
          return digit.map { own + Int($0 - 0x30) } ?? first - line
        }
        line = syntax.lines.next(line)
      }
    }
    return own + step
  }

  /// - Parameter offset: the end of the line in front of the block's first line.
  private func insertBlock(
    _ lines: [[UInt8]], of node: Int, at offset: Int, _ text: [UInt8], in edits: inout ByteEdits
  ) {
    let lineEnd = syntax.lines.lineEnd(near: syntax.nodes[node].content)
    let indentation = [UInt8](repeating: 0x20, count: blockIndentation(node))
    let body = lines.flatMap { lineEnd + ($0.isEmpty ? [] : indentation + $0) }
    // Nothing follows that would end the last line, but the text says that it ends.
    let isUnended = offset == bytes.count && text.last == 0x0A
    edits.insert(body + (isUnended ? lineEnd : []), at: offset)
  }

  /// A scalar with the space that has to stand before it where nothing stood; quotes may touch the colon before
  /// them if they did.
  private func separated(_ scalar: [UInt8], in content: Range<Int>) -> [UInt8] {
    let isQuoted = scalar.first == 0x22 || scalar.first == 0x27
    return isQuoted && !content.isEmpty ? scalar : spaced(scalar, at: content.lowerBound)
  }

  /// A value with a space in front, if none is there.
  func spaced(_ value: [UInt8], at offset: Int) -> [UInt8] {
    let needsSpace = offset > 0 && ![0x20, 0x09, 0x0A, 0x0D, 0x5B, 0x7B].contains(bytes[offset - 1])
    return needsSpace ? [0x20] + value : value
  }

  /// Whether a comment stands between the nodes of a range.
  func hasComment(in range: Range<Int>, outside nodes: [Int]) -> Bool {
    var position = range.lowerBound
    for node in nodes {
      let start =
        syntax.nodes[node].key.isEmpty
        ? syntax.nodes[node].bytes.lowerBound : syntax.nodes[node].key.lowerBound
      if position < start, bytes[position..<start].contains(0x23) { return true }
      if holdsComment(node) { return true }
      position = max(position, syntax.nodes[node].bytes.upperBound)
    }
    return position < range.upperBound && bytes[position..<range.upperBound].contains(0x23)
  }

  /// Whether a comment stands inside an entry.
  private func holdsComment(_ node: Int) -> Bool {
    let value = syntax.nodes[node]
    if !value.key.isEmpty, value.key.upperBound < value.content,
      bytes[value.key.upperBound..<value.content].contains(0x23), value.tag == nil
    {
      return true
    }
    return value.children.isEmpty
      ? false : hasComment(in: value.content..<value.bytes.upperBound, outside: value.children)
  }
}
