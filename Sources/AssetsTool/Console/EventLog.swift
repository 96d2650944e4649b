internal import Bundles
internal import SearchIndex

/// A file to which a line is appended for each operation of the indexer.
struct EventLog: Sendable {
  private let path: String

  /// - Throws: `ToolError`, if the file cannot be written.
  init(_ path: String) throws(ToolError) {
    self.path = path
    if let reason = Platform.append([], to: path) {
      throw ToolError(.inputOutput, "cannot write \(path): \(reason)")
    }
  }

  var handler: IndexEvent.Handler {
    let path = path
    return { event in
      // The operation is over and its result is known; a log that cannot be written does not change that.
      _ = Platform.append(event.json.bytes + [0x0A], to: path)
    }
  }
}
