import Foundation

/// A folder that exists as long as the value.
public final class TemporaryDirectory {
  public let path: String

  public init() throws {
    let name = "assets-test-\(UUID().uuidString)"
    path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Every file below the folder, as paths relative to it, sorted.
  public var files: [String] {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.filter { name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
      return attributes?[.type] as? FileAttributeType == .typeRegular
    }.sorted()
  }
}
