/// One line: a dash, a key, a value, a comment, or some of them.
extension YAMLLineScanner {
  enum Form {
    case nothing
    case plain
    case singleQuoted
    case doubleQuoted
    case literal
    case folded
    case brackets
  }

  /// A text or a collection of one line, by its places.
  struct Node {
    var form = Form.nothing
    /// With its quotes or brackets.
    var start = 0
    var end = 0
    var isEscaped = false
  }

  struct Entry {
    var hasDash = false
    var hasKey = false
    var key = Node()
    var value = Node()
    var hasComment = false
    var block = Block()
    /// The place behind the line and the block that begins in it.
    var nodeEnd = 0

    /// The first node of the line, behind the dash.
    var start: Int { hasKey ? key.start : value.start }
  }

  // MARK: Looking

  /// Takes the line apart; `false` if it is not a plain one.
  mutating func parse(_ entry: inout Entry) -> Bool {
    var place = line.content
    entry.nodeEnd = line.end
    if isDash {
      entry.hasDash = true
      place = afterSpaces(place + 1)
    }
    if let key = key(at: place, of: line) {
      entry.hasKey = true
      entry.key = key
      place = afterSpaces(key.end + 1)
      if place == line.end { return true }
      if bytes[place] == 0x23 {
        entry.hasComment = true
        return true
      }
    } else if !entry.hasDash {
      return false
    }
    return place < line.end && parseValue(&entry, at: place)
  }

  private func afterSpaces(_ start: Int) -> Int {
    var place = start
    while place < line.end, bytes[place] == 0x20 { place += 1 }
    return place
  }

  /// The key at a place, with `: ` or a line end behind it; `nil` for anything else.
  private func key(at place: Int, of line: Line) -> Node? {
    guard place < line.end else { return nil }
    let first = bytes[place]
    var key = Node(start: place)
    if first == 0x22 || first == 0x27 {
      guard quoted(&key, to: line.end), key.end < line.end, bytes[key.end] == 0x3A,
        key.end + 1 == line.end || bytes[key.end + 1] == 0x20
      else { return nil }
    } else {
      // A dash or dots at the start of a line may end the document.
      guard first != 0x2D, first != 0x2E || place > line.start, isPlainStart(place, line.end) else {
        return nil
      }
      let stop = plainStop(from: place, to: line.end)
      guard stop.reason == .colon, bytes[stop.place - 1] != 0x20 else { return nil }
      key.form = .plain
      key.end = stop.place
    }
    return key.end - key.start <= Self.longestKey ? key : nil
  }

  private mutating func parseValue(_ entry: inout Entry, at place: Int) -> Bool {
    let first = bytes[place]
    var value = Node(start: place)
    switch first {
    case 0x22, 0x27: guard quoted(&value, to: line.end) else { return false }
    case 0x5B, 0x7B:
      guard let end = brackets(at: place, depth: 0, isDelivering: false) else { return false }
      value.form = .brackets
      value.end = end
    case 0x7C, 0x3E:
      value.form = first == 0x7C ? .literal : .folded
      value.end = line.end
      entry.value = value
      let indentation = entry.hasKey ? line.column + entry.key.start - line.content : line.column
      return parseBlock(&entry, indentation: indentation)
    default:
      guard isPlainStart(place, line.end) else { return false }
      let stop = plainStop(from: place, to: line.end)
      guard stop.reason == .end || stop.reason == .comment else { return false }
      value.form = .plain
      value.end = stop.place
      while bytes[value.end - 1] == 0x20 { value.end -= 1 }
      entry.value = value
      entry.hasComment = stop.reason == .comment
      return true
    }
    entry.value = value
    let rest = afterSpaces(value.end)
    if rest == line.end { return true }
    entry.hasComment = true
    return rest > value.end && bytes[rest] == 0x23
  }

  /// Finds the line that comes next, and looks at as much of it as libyaml does before it delivers this one.
  mutating func lookBehind(_ entry: inout Entry) -> Bool {
    let isBlock = entry.value.form == .literal || entry.value.form == .folded
    var start = line
    if isBlock {
      start.start = entry.block.end
      start.number += 1 + entry.block.lines
      start.index += bytes.characters(from: line.start, to: entry.block.end)
      entry.block.endIndex = start.index
    } else if line.end < loaded {
      start.start = line.end + 1
      start.number += 1
      start.index += bytes.characters(from: line.start, to: line.end) + 1
    } else {
      setFollowing(lastLine(line))
      return true
    }
    guard let next = contentLine(from: start.start, number: start.number, index: start.index) else {
      return false
    }
    setFollowing(next)
    if next.isEnd || isBlock { return true }
    if entry.value.form == .plain {
      // A line that is indented more would be a part of the text.
      let indentation = entry.hasKey ? line.column + entry.key.start - line.content : line.column
      if next.column > indentation { return false }
    }
    // An item of a list might be a key: libyaml reads on until there is no colon.
    guard !entry.hasKey, entry.value.form != .plain || entry.hasComment else { return true }
    let startsWithDash = bytes[next.content] == 0x2D && bytes[next.content + 1] == 0x20
    return startsWithDash || key(at: next.content, of: next) != nil
  }

  // MARK: Delivering

  mutating func deliver(_ entry: Entry) {
    if entry.hasDash { advance(to: entry.start) }
    if entry.hasKey {
      if entry.hasDash { open(.map) }
      deliver(entry.key)
      advance(to: entry.key.end + 1)
      if entry.value.form == .nothing { return setPending(place) }
      advance(to: entry.value.start)
    }
    switch entry.value.form {
    case .brackets: _ = brackets(at: entry.value.start, depth: 0, isDelivering: true)
    case .literal, .folded: deliver(entry.block, isLiteral: entry.value.form == .literal)
    default: deliver(entry.value)
    }
  }

  /// Counts the characters up to a place of the line.
  mutating func advance(to end: Int) {
    let count = bytes.characters(from: cursor, to: end)
    cursor = end
    place.column += count
    place.index += count
  }

  /// Delivers a text that begins at the cursor.
  mutating func deliver(_ node: Node) {
    var event = YAMLEvent(kind: .scalar)
    event.start = place
    event.place = node.start
    advance(to: node.end)
    event.end = place
    switch node.form {
    case .singleQuoted: event.style = .singleQuoted
    case .doubleQuoted: event.style = .doubleQuoted
    default: event.isUntaggedPlain = true
    }
    let quote = node.form == .plain ? 0 : 1
    if node.isEscaped {
      let start = texts.count
      appendUnescaped(node)
      unsafe event.text = texts.pointer(start)
      event.count = texts.count - start
    } else {
      unsafe event.text = bytes.pointer(node.start + quote)
      event.count = node.end - node.start - 2 * quote
    }
    events.append(event)
  }
}
