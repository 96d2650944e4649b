import Diagnostics
import Testing
import Translations

@testable import Interchange

/// Judges an edited file by what a person would look at: the messages, the lines of the difference, the comments.
///
/// It knows the file before, and knows nothing of how the editor works.
struct YAMLEditOracle {
  /// What an edit does to the messages.
  enum Change {
    case set([UInt8], [UInt8])
    case remove([UInt8])
    case rename([UInt8], to: [UInt8])
  }

  struct Message: Equatable {
    /// Segments joined by 0.
    var path: [UInt8]
    var text: [UInt8]?
  }

  struct Reading {
    var own: [Message] = []
    var others: [[Message]] = []
    /// The line of each message of the locale.
    var lines: [Int] = []
  }

  let path: String
  let locale: LanguageTag
  let before: Reading
  private let bytes: [UInt8]
  private let lines: [ArraySlice<UInt8>]
  private let comments: Int

  /// `nil` for a file that is not readable.
  init?(_ bytes: [UInt8], path: String, locale: LanguageTag) throws {
    guard let before = try Self.read(bytes, path, locale) else { return nil }
    self.path = path
    self.locale = locale
    self.bytes = bytes
    self.before = before
    lines = Self.lines(bytes)
    comments = Self.comments(lines)
  }

  private static func read(_ bytes: [UInt8], _ path: String, _ locale: LanguageTag) throws -> Reading? {
    let document = try YAMLCatalogReader().read(BytesSource(bytes), path: path, expected: locale)
    guard document.isReadable else { return nil }
    var reading = Reading()
    for catalog in document.catalogs {
      let messages = catalog.rows.map {
        Message(path: Array(catalog.bytes($0.key)), text: catalog.target($0)?.bytes)
      }
      if catalog.locale == locale || document.catalogs.count == 1 {
        reading.own = messages
        reading.lines = catalog.rows.map { Int($0.line) }
      } else if !messages.isEmpty {
        reading.others.append(messages)
      }
    }
    return reading
  }

  /// What is wrong with the edited file; `nil` if nothing is.
  /// - Parameter touched: the lines of the old file, from 1, that the edit may change.
  func fault(_ after: [UInt8], _ changes: [Change], touched: ClosedRange<Int>) throws -> String? {
    guard let new = try Self.read(after, path, locale) else { return "not readable any more" }
    if new.others != before.others { return "another locale changed" }
    if !isExpected(new.own, changes) { return "other messages than the edit says" }
    if after == bytes { return nil }
    let newLines = Self.lines(after)
    if Self.comments(newLines) < comments, !changes.contains(where: mentionsComment) {
      return "a comment is lost"
    }
    let front = zip(lines, newLines).prefix { $0 == $1 }.count
    let back = zip(lines.reversed(), newLines.reversed()).prefix { $0 == $1 }.count
    if front < touched.lowerBound - 1 {
      return "line \(front + 1) differs, the edit is about lines \(touched)"
    }
    let last = lines.count - min(back, lines.count - front)
    return last > touched.upperBound ? "line \(last) differs, the edit is about lines \(touched)" : nil
  }

  private func isExpected(_ own: [Message], _ changes: [Change]) -> Bool {
    var expected = before.own
    var emptied: Set<[UInt8]> = []
    for change in changes {
      switch change {
      case .set(let path, let text):
        expected.removeAll { $0.path == path || ($0.text == nil && path.starts(with: $0.path + [0])) }
        Self.insert(Message(path: path, text: text), into: &expected)
      case .remove(let path):
        expected.removeAll { $0.path == path }
        emptied.insert(path)
      case .rename(let path, let new):
        let text = expected.first { $0.path == path }?.text
        expected.removeAll { $0.path == path }
        Self.insert(Message(path: new, text: text), into: &expected)
      }
    }
    // An item of a list that lost its text keeps its place.
    return own.filter { $0.text != nil || !emptied.contains($0.path) } == expected
  }

  private static func insert(_ message: Message, into messages: inout [Message]) {
    let place = messages.firstIndex { message.path.lexicographicallyPrecedes($0.path) } ?? messages.count
    messages.insert(message, at: place)
  }

  /// A text that has a number sign may have lines that look like comments.
  private func mentionsComment(_ change: Change) -> Bool {
    let path =
      switch change {
      case .set(let path, _), .remove(let path), .rename(let path, to: _): path
      }
    return before.own.first { $0.path == path }?.text?.contains(0x23) ?? false
  }

  static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    return text.split(separator: 0x0A, omittingEmptySubsequences: false)
  }

  private static func comments(_ lines: [ArraySlice<UInt8>]) -> Int {
    lines.count { $0.first { $0 != 0x20 } == 0x23 }
  }
}
