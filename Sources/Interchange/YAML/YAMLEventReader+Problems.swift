internal import CLibYAML
internal import Diagnostics

/// What ends the reading of a document, in our words.
extension YAMLEventReader {
  func tooDeep() -> YAMLRefusal {
    YAMLRefusal(
      Diagnostic(
        LimitRules.depth, "collections nest deeper than \(limits.yamlDepth) levels",
        at: start.location(in: path)))
  }

  func startDocument() throws {
    unsafe state.pointee.documents += 1
    guard unsafe state.pointee.documents > 1 else { return }
    throw YAMLRefusal(
      Diagnostic(
        YAMLRules.secondDocument, "a second document starts here; a file holds one",
        at: start.location(in: path), help: "move its entries into the first, or into a file of their own"))
  }

  func tooLong() -> YAMLRefusal {
    YAMLRefusal(
      Diagnostic(
        LimitRules.textSize, "one text is longer than \(limits.textBytes) bytes", at: start.location(in: path)
      )
    )
  }

  /// What made libyaml stop, in our words.
  func problem() -> any Error {
    if let failure = input.failure { return failure }
    if input.isTooLarge {
      return YAMLRefusal(
        Diagnostic(
          LimitRules.fileSize, "the file is larger than \(limits.yamlFileBytes) bytes",
          at: SourceLocation(path: path)))
    }
    let error = unsafe parser.pointee.error
    if error == YAML_MEMORY_ERROR { return YAMLMemoryError() }
    let text = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? ""
    let decoded = unsafe UnsafeBufferPointer(
      start: parser.pointee.buffer.pointer,
      count: parser.pointee.buffer.last - parser.pointee.buffer.pointer)
    // At the end of the document libyaml puts a zero behind it.
    let unread = unsafe UnsafeBufferPointer(
      rebasing: decoded[..<(decoded.firstIndex(of: 0) ?? decoded.count)])
    if error == YAML_READER_ERROR {
      // A reader error has no mark: it lies behind all that was decoded and not yet scanned.
      let mark = unsafe Self.advance(parser.pointee.mark, over: unread)
      let value = unsafe parser.pointee.problem_value
      let problem = YAMLProblem(text: text, mark: self.mark(YAMLPlace(mark)), path: path)
      return YAMLRefusal(
        unsafe problem.readerDiagnostic(
          value: Int(value), offset: Int(parser.pointee.problem_offset), window: input.window))
    }
    var problem = unsafe YAMLProblem(
      text: text, mark: mark(YAMLPlace(parser.pointee.problem_mark)), path: path)
    if let context = unsafe parser.pointee.context {
      problem.context = unsafe String(cString: context)
      problem.contextMark = unsafe mark(YAMLPlace(parser.pointee.context_mark))
    }
    if unsafe parser.pointee.encoding == YAML_UTF8_ENCODING {
      let position = unsafe parser.pointee.offset - unread.count - input.windowStart
      let distance = unsafe parser.pointee.mark.index - Int(parser.pointee.problem_mark.index)
      problem.source = YAMLProblem.Source(
        window: input.window, position: position, charactersBack: Int(distance))
    }
    return YAMLRefusal(problem.diagnostic)
  }

  /// The mark after some decoded text, counted as libyaml does.
  private static func advance(_ mark: yaml_mark_t, over text: UnsafeBufferPointer<UInt8>) -> yaml_mark_t {
    var mark = mark
    var index = text.startIndex
    while index < text.endIndex {
      let byte = unsafe text[index]
      let width = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      let next = unsafe index + 1 < text.count ? text[index + 1] : 0
      let last = unsafe index + 2 < text.count ? text[index + 2] : 0
      let isBreak =
        byte == 0x0A || (byte == 0x0D && next != 0x0A) || (byte == 0xC2 && next == 0x85)
        || (byte == 0xE2 && next == 0x80 && (last == 0xA8 || last == 0xA9))
      if isBreak {
        mark.line += 1
        mark.column = 0
      } else if byte != 0x0D {
        mark.column += 1
      }
      mark.index += 1
      index += width
    }
    return mark
  }
}
