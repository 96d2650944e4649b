import Foundation
import Testing

/// The real files that tests read when they are there.
enum YAMLCorpus {
  private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["ASSETS_CORPUS"] { return URL(fileURLWithPath: path) }
    return repository.deletingLastPathComponent().appendingPathComponent("shared/corpus")
  }()

  static let oracle = repository.appendingPathComponent("Tests/Oracle/read_yaml.py")

  /// Whether the corpus is there; its absence is a failure where `CI` is set, and a loud notice elsewhere.
  static let isPresent: Bool = {
    if FileManager.default.fileExists(atPath: folder.path) { return true }
    print("NOTICE: no corpus at \(folder.path), set ASSETS_CORPUS; the corpus tests of YAML are SKIPPED")
    return ProcessInfo.processInfo.environment["CI"] == "true"
  }()

  /// The YAML files below a folder of the corpus, by path.
  static func files(in name: String) throws -> [String] {
    let root = folder.appendingPathComponent(name)
    let enumerator = try #require(FileManager.default.enumerator(atPath: root.path))
    let paths = enumerator.compactMap { $0 as? String }
    return paths.filter { $0.hasSuffix(".yml") || $0.hasSuffix(".yaml") }.sorted().map { "\(name)/\($0)" }
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(path)))
  }

  /// What a program prints, and nothing if it cannot be started.
  static func output(of program: String, _ arguments: [String]) throws -> [UInt8]? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 127 ? nil : Array(data)
  }
}
