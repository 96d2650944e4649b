import Diagnostics
import Foundation
import Testing
import Translations

@testable import Interchange

/// Where real XLIFF files are found: the folder in `ASSETS_CORPUS`, or `../shared/corpus` beside the package.
enum XLIFFCorpus {
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["ASSETS_CORPUS"] { return URL(fileURLWithPath: path) }
    return package.deletingLastPathComponent().appendingPathComponent("shared/corpus")
  }().appendingPathComponent("xliff")

  /// False, with a notice, where there is no corpus; on a build machine the tests then run, and fail.
  static let isPresent: Bool = {
    if FileManager.default.fileExists(atPath: folder.path) { return true }
    print("NOTICE: no corpus at \(folder.path), set ASSETS_CORPUS; the corpus tests of XLIFF are SKIPPED")
    return ProcessInfo.processInfo.environment["CI"] == "true"
  }()

  /// The paths of all documents below a folder, relative to the corpus.
  static func paths(below folder: String = "") throws -> [String] {
    let root = Self.folder.appendingPathComponent(folder)
    let found = try #require(FileManager.default.enumerator(atPath: root.path), "no folder \(root.path)")
    return found.compactMap { $0 as? String }.map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
      .filter { path in
        ["xlf", "xlf2", "xliff", "sdlxliff"].contains((path as NSString).pathExtension.lowercased())
      }.sorted()
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: folder.appendingPathComponent(path)))
  }

  /// The verdict of each document of a folder, from its `EXPECTED.tsv`.
  static func verdicts(_ name: String) throws -> [(path: String, verdict: String)] {
    let table = try String(contentsOf: folder.appendingPathComponent("\(name)/EXPECTED.tsv"), encoding: .utf8)
    return table.split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      return ("\(name)/\(fields[0])", String(fields[1]))
    }
  }
}

/// Everything of a document that a reader's caller can see.
struct DocumentImage: Equatable {
  var catalogs: [[String]] = []
  var locales: [String?] = []
  var findings: [String]

  init(_ document: ParsedDocument) {
    findings = document.diagnostics.map { "\($0.rule.id) \($0.location?.description ?? "") \($0.message)" }
    for catalog in document.catalogs {
      locales.append(catalog.locale?.description)
      catalogs.append(
        catalog.rows.map { row in
          let texts = [catalog.pathBytes(row)[...], catalog.bytes(row.source), catalog.bytes(row.target)]
          return texts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\u{1E}")
            + " \(row.source.isAbsent) \(row.target.isAbsent) \(row.line):\(row.column) \(row.state.name) \(row.flags.rawValue)"
        })
    }
  }
}

@Suite(.enabled(if: XLIFFCorpus.isPresent)) struct XLIFFCorpusTests {
  @Test func everyFileIsReadOrRefusedWithAPlace() throws {
    let paths = try XLIFFCorpus.paths()
    #expect(paths.count > 700)
    var readable = 0
    for path in paths {
      let document = try readXLIFF(bytes: XLIFFCorpus.bytes(path), path: path)
      if document.isReadable {
        readable += 1
        #expect(!document.catalogs.isEmpty, "\(path)")
        continue
      }
      #expect(document.catalogs.isEmpty, "\(path)")
      let error = try #require(document.diagnostics.first { $0.severity == .error }, "\(path)")
      #expect(error.location?.line != nil && error.location?.column != nil, "\(path): \(error.message)")
    }
    // The suites hold more than 300 invalid documents.
    #expect(readable > 380)
  }

  /// How the bytes arrive, and how many libxml2 gets at once, must not show.
  @Test(arguments: [
    (1, 1, 6_000), (2, 2, 6_000), (3, 3, 6_000), (1, 1 << 16, 20_000), (7, 7, 30_000), (4096, 4096, .max),
    (5000, 300, 60_000),
  ])
  func piecesDoNotMatter(chunkSize: Int, feedSize: Int, largest: Int) throws {
    for path in try XLIFFCorpus.paths() {
      let bytes = try XLIFFCorpus.bytes(path)
      guard bytes.count <= largest else { continue }
      let whole = DocumentImage(try readXLIFF(bytes: bytes, path: path))
      let pieces = DocumentImage(
        try readXLIFF(bytes: bytes, chunkSize: chunkSize, feedSize: feedSize, path: path))
      let isEqual = whole == pieces
      #expect(isEqual, "\(path)")
    }
  }

  @Test func twinsInUTF16AreEqual() throws {
    var count = 0
    for path in try XLIFFCorpus.paths() {
      let bytes = try XLIFFCorpus.bytes(path)
      guard bytes.count <= 60_000, let original = String(validating: bytes, as: UTF8.self),
        !original.hasPrefix("\u{FEFF}")
      else { continue }
      // Without a declared encoding, the bytes alone decide.
      let text = original.replacing(/^<\?xml[^>]*>/, with: "<?xml version='1.0'?>")
      let expected = DocumentImage(try readXLIFF(bytes: Array(text.utf8), path: path))
      for bigEndian in [true, false] {
        let twin = DocumentImage(try readXLIFF(bytes: utf16(text, bigEndian: bigEndian), path: path))
        let isEqual = twin == expected
        #expect(isEqual, "\(path)")
      }
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let isEqual = DocumentImage(try readXLIFF(bytes: mark + Array(text.utf8), path: path)) == expected
      #expect(isEqual, "\(path)")
      count += 1
    }
    #expect(count > 300)
  }

  // MARK: Verdicts

  @Test func validSuitesAreRead() throws {
    for (path, verdict) in try XLIFFCorpus.verdicts("oasis-or-okapi")
    where path.contains("/valid/") || path.contains("in-out") {
      let document = try readXLIFF(bytes: XLIFFCorpus.bytes(path), path: path)
      #expect(document.isReadable == !verdict.hasPrefix("reject"), "\(path): \(document.concise)")
    }
  }

  /// What only the rules about content can reject is not the reader's business.
  private static let judgedLater: Set<String> = ["synthetic/inline-lost-added-reordered.xlf"]

  @Test func syntheticVerdictsHold() throws {
    for (path, verdict) in try XLIFFCorpus.verdicts("synthetic") where !Self.judgedLater.contains(path) {
      let document = try readXLIFF(bytes: XLIFFCorpus.bytes(path), path: path)
      let isRejected = verdict.hasPrefix("reject") && verdict != "reject unless locale is given"
      #expect(document.isReadable == !isRejected, "\(path): \(verdict), \(document.concise)")
    }
  }

  @Test func everyUnitOfRealExportsIsThere() throws {
    for (folder, count) in [
      ("focusios-l10n", 2322), ("gomap", 3128), ("elytra-localisations", 3396), ("symfony-validator", 1392),
      ("dotnet-command-line-api", 216), ("typo3-news", 534),
    ] {
      var units = 0
      var rows = 0
      for path in try XLIFFCorpus.paths(below: folder) {
        let document = try readXLIFF(bytes: XLIFFCorpus.bytes(path), path: path)
        units += document.unitCount
        rows += document.catalogs.reduce(0) { $0 + $1.count }
      }
      #expect(units == count, "\(folder)")
      #expect(rows == count, "\(folder)")
    }
  }

  // MARK: The other implementation

  @Test func anIndependentReaderFindsTheSame() throws {
    let oracle = XLIFFCorpus.package.appendingPathComponent("Tests/Oracle/read_xliff.py")
    guard try run(["python3", "-c", "import lxml"]) != nil else {
      print("NOTICE: python3 with lxml is not installed; XLIFF is NOT compared with the independent reader")
      return
    }
    var ours: [(path: String, rows: [[String]])] = []
    for path in try XLIFFCorpus.paths() where !path.contains("/invalid/") {
      let document = try readXLIFF(bytes: XLIFFCorpus.bytes(path), path: path)
      // lxml refuses a namespace that is no URI; we do not look at what it says.
      if !document.isReadable || path.hasSuffix("v1-duplicate-ids.xliff") { continue }
      ours.append((path, document.catalogs.flatMap(printedRows)))
    }
    #expect(ours.count > 370)
    let files = ours.map { XLIFFCorpus.folder.appendingPathComponent($0.path).path }
    let output = try #require(try run(["python3", oracle.path] + files))
    var theirs: [[[String]]] = []
    for line in output.split(separator: 0x0A) {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
      if object["file"] != nil {
        theirs.append([])
      } else {
        theirs[theirs.count - 1].append(
          ["key", "locale", "source", "target", "state", "line"].map { name in
            object[name].map { $0 is NSNull ? "null" : "\($0)" } ?? "missing"
          })
      }
    }
    #expect(theirs.count == ours.count)
    // The files of Xcode, their units, and those with a translation, as both readers count them.
    let xcode = zip(ours, theirs).filter { file, _ in
      ["focusios-l10n", "gomap", "elytra-localisations"].contains { file.path.contains($0) }
    }
    #expect(xcode.count == 40)
    for (file, others) in xcode {
      func translated(_ rows: [[String]]) -> Int { rows.count { $0[4] == "translated" && $0[3] != "null" } }
      #expect(file.rows.count == others.count && translated(file.rows) == translated(others), "\(file.path)")
    }
    for ((path, rows), others) in zip(ours, theirs) {
      let isEqual = Set(rows) == Set(others) && rows.count == others.count
      #expect(isEqual, "\(path): \(Set(rows).symmetricDifference(others).prefix(2))")
    }
  }

  private func printedRows(_ catalog: Catalog) -> [[String]] {
    catalog.rows.map { row in
      let unit = catalog.unit(row)
      return [
        MessageKey.printed(path: unit.path), catalog.locale?.description ?? "null",
        unit.source?.description ?? "null", unit.target?.description ?? "null", unit.state.name,
        "\(unit.line)",
      ]
    }
  }

  /// What a program prints; `nil` if it fails or is not there.
  private func run(_ arguments: [String]) throws -> [UInt8]? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? [UInt8](data) : nil
  }
}
