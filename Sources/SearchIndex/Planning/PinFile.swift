/// The file that holds the pin: one line of canonical JSON, replaced as a whole.
public struct PinFile: Sendable {
  /// The file's path; while the pin is replaced, a file with `.new` behind this name is there too.
  public let path: String
  private let files: any FileSystem

  /// The file at a path, in a folder that must be there when something is pinned; nothing is made before.
  public init(path: String, files: any FileSystem = LocalFileSystem()) {
    self.path = path
    self.files = files
  }

  /// - Returns: `nil` if nothing was ever pinned.
  /// - Throws: `SearchIndexError` with `.damaged` for a file that holds no pin. It is never guessed at: somebody who
  ///   can damage it could make an old revision look new.
  public func read() throws(SearchIndexError) -> Pin? {
    let bytes: [UInt8]
    do { bytes = try files.read(path, limit: 1 << 12) } catch {
      if error.isMissing { return nil }
      throw SearchIndexError(.inputOutput, error.description, underlyingCode: Int(error.code))
    }
    guard bytes.last == 0x0A, let json = try? CanonicalJSON(canonical: Array(bytes.dropLast())),
      let pin = Pin(json)
    else {
      throw SearchIndexError(
        .damaged, "\(path) holds no pin")
    }
    return pin
  }

  /// Replaces the pin; after a crash the file holds the old one or the new one.
  public func write(_ pin: Pin) throws(SearchIndexError) {
    let temporary = "\(path).new"
    do throws(FileSystemError) {
      if (try? files.status(temporary)) != nil { try files.remove(temporary) }
      try files.write(pin.json.bytes + [0x0A], toNew: temporary)
      try files.rename(temporary, to: path)
      try files.syncDirectory(folder(of: path))
    } catch {
      throw SearchIndexError(.inputOutput, error.description, underlyingCode: Int(error.code))
    }
  }
}

/// The folder a file is in.
func folder(of path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
}
