import Bundles
import Foundation
import Interchange
import TestSupport
import Testing
import Translations

@testable import AssetsTool

/// The stamps of a project's files and what follows from them.
@Suite struct ParseCacheTests {
  private let folder: TemporaryDirectory
  private let location: ProjectLocation
  private let configuration: ProjectConfiguration

  init() throws {
    folder = try TemporaryDirectory()
    try Self.write(
      """
      version: 1
      project: p
      sourceLocale: en
      locales: [en, de]
      catalogs: [{ name: m, target: "m/{locale}.yml" }]
      content: "content/*.yml"
      checks: { baseline: known.json }

      """, to: folder.path + "/assets.yml")
    for (name, text) in [
      ("m/en.yml", "en: {a: A}\n"), ("content/a.yml", "content: []\n"), ("known.json", "{}"),
    ] {
      try Self.write(text, to: folder.path + "/" + name)
    }
    location = try ProjectLocation(explicit: folder.path + "/assets.yml")
    let parsed = try ConfigurationReader().read(location.open("assets.yml"), path: "assets.yml")
    configuration = try #require(parsed.value)
  }

  private static func write(_ text: String, to path: String) throws {
    let url = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: false, encoding: .utf8)
  }

  private func cache(hashesAll: Bool = false) throws -> ParseCache {
    try #require(ParseCache(location, configuration, hashesAll: hashesAll))
  }

  private func input(_ path: String) throws -> InputFile {
    let identity = FileIdentity(ofFileAt: location.absolute(path))
    guard let identity else { return InputFile(path: path, state: nil) }
    return InputFile(
      path: path,
      state: .init(
        identity: identity, digest: try #require(location.digest(of: path)), starts: [Digest(of: [3])]))
  }

  /// Keeps what a publish would keep now.
  private func keep() throws -> ParseCache.Entry {
    let entry = ParseCache.Entry(
      content: Digest(of: [1]),
      inputs: try ["assets.yml", "content/a.yml", "m/de.yml", "m/en.yml"].map(input),
      fileCount: 3, counts: FindingCounts([0, 1, 0, 0, 0]),
      tables: [
        .init(
          catalog: "m", locale: LanguageTag("de")!, dialect: .ruby, reading: FindingCounts(),
          index: .init(digest: Digest(of: [2]), offset: 3, count: 4)),
        .init(
          catalog: nil, locale: LanguageTag("de")!, dialect: nil, hasStates: true, reading: FindingCounts(),
          index: .init(digest: Digest(of: [3]), offset: 5, count: 6)),
      ],
      hasSortedRecords: true)
    try cache().keep(entry)
    return entry
  }

  @Test func anEntryIsFoundAsLongAsNothingChanged() throws {
    #expect(try cache().lookUp() == nil)
    let entry = try keep()
    #expect(try #require(try cache().lookUp()).changed.isEmpty)
    // The files are younger than two seconds: they are read, and found to be the same.
    let young = try #require(try cache().lookUp())
    #expect(young.entry == entry && young.isRenewed)
    Thread.sleep(forTimeInterval: 2.1)
    #expect(try #require(try cache().lookUp()).isRenewed)
    _ = try keep()
    let settled = try #require(try cache().lookUp())
    #expect(settled.entry == entry && !settled.isRenewed)
    #expect(try #require(try cache(hashesAll: true).lookUp()).isRenewed)
    #expect(try String(contentsOfFile: folder.path + "/.assets/.gitignore", encoding: .utf8) == "*\n")

    // The same bytes in another file, then other bytes of the same size and with the old time.
    let path = folder.path + "/m/en.yml"
    try Self.write("en: {a: A}\n", to: path + ".new")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: path + ".new", toPath: path)
    #expect(try #require(try cache().lookUp()).isRenewed)
    let time = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    try Self.write("en: {a: B}\n", to: path)
    try FileManager.default.setAttributes([.modificationDate: try #require(time)], ofItemAtPath: path)
    #expect(try #require(try cache().lookUp()).changed == ["m/en.yml"])
  }

  @Test func theBeginningsOfAFileTellThatItChanged() throws {
    var bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 8) }
    var digests = StartDigests()
    for piece in [0..<1, 1..<65_535, 65_535..<65_536, 65_536..<280_000, 280_000..<300_000] {
      unsafe bytes[piece].withUnsafeBytes { unsafe digests.add($0) }
    }
    let starts = digests.starts
    #expect(starts == [Digest(of: bytes[..<65_536]), Digest(of: bytes[..<262_144])])
    #expect(digests.finish() == Digest(of: bytes))
    let url = URL(fileURLWithPath: folder.path + "/m/en.yml")
    try Data(bytes).write(to: url)
    #expect(location.digest(of: "m/en.yml", expecting: starts) == Digest(of: bytes))
    for place in [0, 65_535, 65_536, 262_143] {
      bytes[place] ^= 1
      try Data(bytes).write(to: url)
      #expect(location.digest(of: "m/en.yml", expecting: starts) == nil)
      #expect(location.digest(of: "m/en.yml") == Digest(of: bytes))
      bytes[place] ^= 1
    }
    // Behind the last beginning it is the whole that tells.
    bytes[299_999] ^= 1
    try Data(bytes).write(to: url)
    #expect(location.digest(of: "m/en.yml", expecting: starts) == Digest(of: bytes))
  }

  @Test(arguments: [
    "m/de.yml", "content/b.yml", "known.json", "assets.yml", ".assets/inputs",
  ])
  func whateverChangesMakesTheEntryVoid(path: String) throws {
    _ = try keep()
    #expect(try cache().lookUp() != nil)
    try Self.write("changed", to: folder.path + "/" + path)
    #expect(try cache().lookUp() == nil)
  }

  @Test(arguments: ["m/en.yml", "content/a.yml"]) func aFileThatChangedIsNamed(path: String) throws {
    let entry = try keep()
    try Self.write("changed", to: folder.path + "/" + path)
    let found = try #require(try cache().lookUp())
    #expect(found.changed == [path] && found.entry == entry)
  }

  @Test(arguments: ["m/en.yml", "content/a.yml", ".assets/inputs"])
  func whatDisappearsMakesTheEntryVoid(path: String) throws {
    _ = try keep()
    try FileManager.default.removeItem(atPath: folder.path + "/" + path)
    #expect(try cache().lookUp() == nil)
  }

  @Test func aDamagedFileIsNotBelieved() throws {
    _ = try keep()
    let path = folder.path + "/" + ParseCache.file
    let bytes = try #require(FileManager.default.contents(atPath: path))
    for index in stride(from: 0, to: bytes.count, by: 7) {
      var damaged = bytes
      damaged[index] ^= 4
      try damaged.write(to: URL(fileURLWithPath: path))
      #expect(try cache().lookUp() == nil, "byte \(index)")
    }
  }
}
