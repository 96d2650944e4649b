import Foundation

/// Runs the built `assets` binary as a user would.
public struct ToolRunner: Sendable {
  /// What a run said and how it ended.
  public struct Outcome: Sendable {
    public var output: String
    public var error: String
    /// The exit code, or minus the signal.
    public var code: Int32
  }

  /// The binary: `ASSETS_BINARY`, else the one beside the test bundle.
  public static let binary: String = {
    if let path = ProcessInfo.processInfo.environment["ASSETS_BINARY"] { return path }
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent("assets")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate.path }
      folder = folder.deletingLastPathComponent()
    }
    return "assets"
  }()

  public var directory: String
  public var environment: [String: String]

  public init(in directory: String, environment: [String: String] = [:]) {
    self.directory = directory
    self.environment = environment
  }

  public func callAsFunction(_ arguments: String...) throws -> Outcome { try run(arguments) }

  public func run(_ arguments: [String]) throws -> Outcome {
    try launch(Self.binary, arguments)
  }

  /// Runs a line of shell in which `$ASSETS` is the binary.
  public func shell(_ line: String) throws -> Outcome { try launch("/bin/bash", ["-c", line]) }

  private func launch(_ path: String, _ arguments: [String]) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: directory)
    var environment = ProcessInfo.processInfo.environment
    environment["ASSETS"] = Self.binary
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "SOURCE_DATE_EPOCH", "ASSETS_LINEAGE"] {
      environment[name] = nil
    }
    process.environment = environment.merging(self.environment) { _, new in new }
    let (output, error) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = error
    process.standardInput = FileHandle.nullDevice
    // Both pipes are drained side by side, or a full one would stop the child.
    let errors = Drain(error)
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let code =
      process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
    return Outcome(
      output: String(decoding: text, as: UTF8.self), error: String(decoding: errors.finish(), as: UTF8.self),
      code: code)
  }

  private final class Drain: @unchecked Sendable {
    // The semaphore orders the one write before the one read.
    private var data = Data()
    private let done = DispatchSemaphore(value: 0)

    init(_ pipe: Pipe) {
      DispatchQueue.global().async {
        self.data = pipe.fileHandleForReading.readDataToEndOfFile()
        self.done.signal()
      }
    }

    func finish() -> Data {
      done.wait()
      return data
    }
  }
}

/// The root of this package's checkout.
public let packageRoot: String = {
  var folder = URL(fileURLWithPath: #filePath)
  while !FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
    folder = folder.deletingLastPathComponent()
  }
  return folder.path
}()

/// A copy of the sample project in a folder of its own.
public struct SampleProject {
  public let folder: TemporaryDirectory
  public let assets: ToolRunner

  public init(environment: [String: String] = [:]) throws {
    folder = try TemporaryDirectory()
    let path = folder.path + "/harbor"
    try FileManager.default.copyItem(atPath: packageRoot + "/Catalogs", toPath: path)
    for leftover in ["Bundles", "assets.lock", ".assets"] {
      try? FileManager.default.removeItem(atPath: "\(path)/\(leftover)")
    }
    assets = ToolRunner(in: path, environment: environment)
  }

  public var path: String { assets.directory }

  public func read(_ file: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)
  }

  public func write(_ text: String, to file: String) throws {
    try text.write(toFile: "\(path)/\(file)", atomically: false, encoding: .utf8)
  }

  public func replace(_ old: String, with new: String, in file: String) throws {
    let text = try read(file)
    guard text.contains(old) else { throw MissingText(text: old, file: file) }
    try write(text.replacingOccurrences(of: old, with: new), to: file)
  }

  struct MissingText: Error {
    var text: String
    var file: String
  }
}
