/// Texts of the lines below, behind `|` or `>`.
extension YAMLLineScanner {
  struct Block {
    var indentation = 0
    /// The first byte behind its line.
    var start = 0
    /// The start of the line behind its last one and the empty lines after that.
    var end = 0
    var endIndex = 0
    var lines = 0
    var keepsLineEnd = true
  }

  /// Looks through a block; `false` if its lines are not plain ones.
  /// - Parameter indentation: the column that its lines must be indented more than.
  mutating func parseBlock(_ entry: inout Entry, indentation: Int) -> Bool {
    let header = line.end - entry.value.start
    guard header == 1 || (header == 2 && bytes[line.end - 1] == 0x2D) else { return false }
    entry.value.end = line.end
    var block = Block(start: line.end + 1, keepsLineEnd: header == 1)
    var place = line.end + 1
    while true {
      if place >= loaded, !load() { break }
      var content = place
      while block.indentation == 0 || content - place < block.indentation {
        if content == loaded, !load() { return false }
        guard bytes[content] == 0x20 else { break }
        content += 1
      }
      if content == loaded, !load() { return false }
      let first = bytes[content]
      if first == 0x09 { return false }
      if block.indentation == 0 {
        guard first != 0x0A, content - place > indentation else { return false }
        block.indentation = content - place
      } else if first == 0x0A {
        guard content == place else { return false }
      } else if content - place < block.indentation {
        break
      }
      guard let end = lineEnd(from: content), end < loaded else { return false }
      place = end + 1
      block.lines += 1
    }
    guard block.lines > 0, place < loaded || hasEnded else { return false }
    block.end = place
    entry.block = block
    entry.nodeEnd = place
    return true
  }

  /// Delivers a block whose `|` or `>` is at the cursor.
  mutating func deliver(_ block: Block, isLiteral: Bool) {
    var event = YAMLEvent(kind: .scalar, style: isLiteral ? .literal : .folded)
    event.start = place
    event.place = cursor
    event.end = YAMLPlace(line: place.line + 1 + block.lines, column: 0, index: block.endIndex)
    let start = texts.count
    appendText(of: block, isLiteral: isLiteral)
    unsafe event.text = texts.pointer(start)
    event.count = texts.count - start
    events.append(event)
  }

  private mutating func appendText(of block: Block, isLiteral: Bool) {
    var place = block.start
    var emptyLines = 0
    var isFirst = true
    var wasIndented = false
    while place < block.end {
      guard let end = bytes.lineEnd(from: place, to: block.end) else { return }
      if end == place {
        emptyLines += 1
        place = end + 1
        continue
      }
      let content = place + block.indentation
      let isIndented = bytes[content] == 0x20
      if !isFirst {
        if isLiteral || wasIndented || isIndented {
          texts.append(0x0A)
        } else if emptyLines == 0 {
          texts.append(0x20)
        }
      }
      for _ in 0..<emptyLines { texts.append(0x0A) }
      emptyLines = 0
      isFirst = false
      wasIndented = isIndented
      texts.append(bytes, from: content, to: end)
      place = end + 1
    }
    if block.keepsLineEnd { texts.append(0x0A) }
  }
}
