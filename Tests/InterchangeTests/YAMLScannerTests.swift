import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Interchange

/// What is read without libyaml is what libyaml reads: event by event, place by place, error by error.
@Suite struct YAMLScannerTests {
  private static let chunkSizes = [1, 7, 4096, Int.max]

  /// Compares both ways of reading a document, and says how many of its events were scanned, and how many there are.
  @discardableResult
  private func compare(
    _ bytes: [UInt8], _ name: String, chunkSize: Int = .max, limits: ReadingLimits = .standard
  ) -> (scanned: Int, all: Int) {
    let scanned = YAMLEventList(BytesSource(bytes, chunkSize: chunkSize), scansLines: true, limits: limits)
    let plain = YAMLEventList(BytesSource(bytes), scansLines: false, limits: limits)
    #expect(plain.scanned == 0)
    if let difference = YAMLEventList.difference(scanned, plain) {
      Issue.record(
        "\(name): \(difference)\n\(String(decoding: bytes.prefix(3000), as: UTF8.self).debugDescription)")
    }
    return (scanned.scanned, scanned.events.count)
  }

  private func corpus() throws -> [(name: String, bytes: [UInt8])] {
    guard YAMLCorpus.isPresent else { return [] }
    return try (YAMLCorpus.files(in: "yaml") + YAMLCorpus.files(in: "yaml-test-suite")).map {
      ($0, try YAMLCorpus.bytes($0))
    }
  }

  private func sampleProject() throws -> [(name: String, bytes: [UInt8])] {
    let root = packageRoot + "/Catalogs"
    let enumerator = try #require(FileManager.default.enumerator(atPath: root))
    return try enumerator.compactMap { $0 as? String }.filter { $0.hasSuffix(".yml") }.sorted().map {
      ($0, Array(try Data(contentsOf: URL(fileURLWithPath: "\(root)/\($0)"))))
    }
  }

  // MARK: Small documents

  /// What is plain, and is scanned to its end.
  static let plainDocuments = [
    "a: b", "a: b\n", "# c\n\na: b # c\n\n", "---\na: b\n", "\u{FEFF}a: b\n", "  a: b\n  c: d\n",
    "en:\n  a: x\n  b:\n  c:\n    d: 'it''s'\n    e: \"q \\\" \\n \\u00e9 \\x41\"\nde:\n",
    "a:\n- b\n- c: d\n  e: f\n-  g\nh:\n  - \"i\"\n  - 'j'\n  - k # c\n", "- a: b\n  c:\n  - d\n- e\n",
    "- a\n",
    "a: [b, c/d, \"e\", 'f', {g: h, i: [j]}, [], {}]\nb: {}\nc: [ x ]\n", "- [a, b]\n- {a: b}\n- c\n",
    "a: |\n  x\n   y\n\n  z\nb: >-\n  x\n  y\n\n  z\n   w\n  v\n\n\nc: >\n  x\n", "- |-\n  a\n- >\n b\n- c\n",
    "日本: 語\nb: \"é\"\nc:\n  - ü: ö\n", "a: b   \nc:   \n  d: e\n   \n",
    "a: -1\nb: .5\nc: -x\nd: a#b\ne: a:b\nf: http://x/#y\n",
    "a:\n    b:\n        c: d\n    e: f\ng: h\n", "a: b\n#c\n", "a:\n  # c\n  b: c\n # d\n",
    "\"a b\": c\n'd': e\nf g: h\n",
  ]

  @Test(arguments: plainDocuments) func plainDocumentsAreScannedToTheirEnd(_ text: String) {
    for chunkSize in Self.chunkSizes {
      let (scanned, all) = compare(Array(text.utf8), text, chunkSize: chunkSize)
      #expect(scanned == all, "\(text.debugDescription)")
    }
  }

  /// Lines that are not plain, or wrong.
  static let strangeLines = [
    "x", "x:y", "? a\n: b", "- x", "-", "- - x", "-\n  a: b", "a: b: c", "a: &x b", "a: *x", "<<: *a",
    "a: !t b", "!t a: b",
    "a: b\n  c", "a: b\n\n   c\n # d", "a: b\n\tc", "\ta: b", "a:\tb", "a: b\tc", "a : b", "a: 'b\n  c'",
    "a: \"b\n\n  c\"",
    "a: \"b\\\n  c\"", "a: \"b", "a: \"b\" c", "a: 'b'#c", "a: \"\\q\"", "a: \"\\ud800\"", "a: [b",
    "a: [b\n  c]", "a: [b,]", "a: [b: c]",
    "a: [b]]", "a: {b}", "a: {b: }", "a: {b:c}", "a: {?b: c}", "a: [a, {b: c]", "a: |\n", "a: |2\n   b",
    "a: |+\n  b\n\n",
    "a: |\n  b\n \t\n", "a: |\n  b\n c", "a: >\n  b\n   \n  c", "a: | x", "a: |\n  b", "...", "--- x", "---",
    "%a", "@a: b", "a: @b", "a: %b", "a: `b",
    "\u{2028}", "a: \"b\u{2028}c\"", "a: b\u{85}", "a: \u{FEFF}b", "\u{FEFF}a: b", "a: \u{7}",
    "a: b\r\nc: d\r\n", "a: b\rc: d",
    "   a: b", " a: b", "a", "a:\n  b", "a:\n  'b'", "a: \n\n\n    'b'", "\"a\":b", "'a' : b", "a: -",
    "a: - b", "a: ? b", "a: ?b", "a: :b", "a: ,b",
    "- 'x' y", "- 'x'\n  y: z", "- [a]: b", "- \"a\"\n@", "- a # b\n@", "- a\n@", "- [a]\n'", "- 'a'\n- 'b",
    "a: 'x'\n@", ": x", "a:\n: x",
    "a:\n   - b\n ", "a:\n    b:\n      c: d\n  # e", "a: b\n#c",
    "a:\n - b\n  - c", "a:\n  - b\n - c", "a:\n  - b\n c: d", "a:\n  b: c\n d: e", "- a: b\n c: d",
    "- a: b\n   c: d", "-  a: b\n - c",
  ]

  /// Each of them behind and in front of each kind of plain lines, so that every state is handed over.
  @Test func everyStrangeLineIsLeftToTheParser() {
    let fronts = [
      "", "a0: b\n", "a0:\n", "a0:\n  b: c\n", "a0:\n  b:\n", "- a\n", "- 'a'\n", "- a: b\n", "- a:\n",
      "a0:\n- b\n", "a0:\n- b: c\n", "a0:\n- b:\n",
      "a0:\n  - b\n", "a0:\n  - b: c\n    d:\n", "r:\n  a0:\n  - b: c\n    d:\n    - e\n", "a0: |\n  x\n",
      "a0:\n\n# c\n", "---\na: b\n", "# c\n\n",
      "é0: 'ü'\n", "a0: [b]\n",
    ]
    let behind = ["", "\n", "\nz: y\n", "\n  z: y\n", "\n- z\n", "\n  - z\n", "\n    z: y\n  - x\n"]
    // All of them where time is given, and some of each otherwise.
    let step = caseCount(full: 20) == 20 ? 1 : 11
    var number = 0
    for line in Self.strangeLines {
      for front in fronts {
        for indentation in ["", "  ", "    "] {
          for end in behind {
            number += 1
            guard number % step == 0 else { continue }
            let text = front + indentation + line.replacing("\n", with: "\n" + indentation) + end
            compare(Array(text.utf8), text)
          }
        }
      }
    }
  }

  // MARK: Real documents

  @Test(arguments: chunkSizes) func realDocumentsReadTheSame(_ chunkSize: Int) throws {
    var scanned = 0
    var all = 0
    for (name, bytes) in try corpus() + sampleProject() where chunkSize == .max || bytes.count < 8000 {
      let counts = compare(bytes, name, chunkSize: chunkSize)
      scanned += counts.scanned
      all += counts.all
    }
    #expect(scanned * 3 > all, "\(scanned) of \(all) events were scanned")
  }

  @Test func theSampleProjectIsScannedToItsEnd() throws {
    for (name, bytes) in try sampleProject() where !name.hasSuffix("assets.yml") {
      let counts = compare(bytes, name)
      #expect(counts.scanned == counts.all, "\(name)")
    }
  }

  // MARK: Random documents

  private static let pieces: [[UInt8]] =
    [
      [0x09], [0x00], [0xFF], [0x0D], [0x0A], [0x20], [0x22], [0x27], [0xC2], [0xE3, 0x81],
      [0xEF, 0xBB, 0xBF], [0x7F],
    ]
    + [
      "&a ", "*a", "<<: ", ": ", ":", "- ", "-", "---\n", "...\n", "{", "}", "[", "]", ", ", "\u{2028}", "é",
      "\u{85}", "#", " # ", "\n  ", "\n\n", "? ",
      "|\n", ">-\n", "|", "!", "%", "@", "\\", "\n- ", "\nb: ", "\n  b:\n", "    ", "日本", "\u{FEFF}", "\r\n",
      "''", "\\\"", "[a, b]", "{a: b}",
    ].map { Array($0.utf8) }

  private func mutated(_ document: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = document
    for _ in 0...generator.below(3) {
      let place = generator.below(bytes.count + 1)
      switch generator.below(4) {
      case 0, 1: bytes.insert(contentsOf: Self.pieces[generator.below(Self.pieces.count)], at: place)
      case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + generator.below(6)))
      default:
        // A line goes somewhere else.
        let end = bytes[place...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
        let line = Array(bytes[place..<end])
        bytes.removeSubrange(place..<end)
        bytes.insert(contentsOf: line, at: generator.below(bytes.count + 1))
      }
    }
    return bytes
  }

  private func randomDocument(_ generator: inout SeededGenerator) -> [UInt8] {
    let seed = generator.next()
    if generator.below(4) == 0 {
      var document = YAMLRandomDocument(seed: seed)
      return Array(document.text().utf8)
    }
    var catalog = YAMLRandomCatalog(seed: seed)
    return catalog.bytes()
  }

  @Test(arguments: 0..<8) func randomDocumentsAndTheirMutationsReadTheSame(_ part: Int) throws {
    let seed = caseSeed() &+ UInt64(part)
    var generator = SeededGenerator(seed: seed)
    let files = try (corpus() + sampleProject()).filter { $0.bytes.count < 3000 }
    let limits = ReadingLimits(yamlDepth: 6, textBytes: 200)
    for number in 0..<caseCount(full: 40_000) {
      let document =
        generator.below(3) == 0 && !files.isEmpty
        ? files[generator.below(files.count)].bytes : randomDocument(&generator)
      let bytes = generator.below(10) == 0 ? document : mutated(document, &generator)
      compare(
        bytes, "seed \(seed), case \(number)", chunkSize: Self.chunkSizes[generator.below(4)],
        limits: generator.below(8) == 0 ? limits : .standard)
    }
  }

  // MARK: Long documents

  /// A document over several of the pieces that a source is read in, with something odd at a place near their ends.
  @Test func nothingShowsWhereThePiecesEnd() {
    let seed = caseSeed()
    var generator = SeededGenerator(seed: seed)
    for number in 0..<caseCount(full: 1000) {
      let fillers = [
        "- a\n", "- 日本語の文\n", "- 'it''s'\n", "-   x # c\n", "# comment\n", "\n", "- k: v\n  w:\n",
        "- [a, b]\n",
      ]
      let filler = fillers[generator.below(fillers.count)]
      var bytes = Array((filler == "\n" || filler.hasPrefix("#") ? "- a\n" : "").utf8)
      let wanted = (1 + generator.below(3)) * 16384 - generator.below(40)
      if generator.below(2) == 0 {
        bytes += Array(("# " + String(repeating: "x", count: generator.below(40)) + "\n").utf8)
      }
      while bytes.count < wanted { bytes += Array(filler.utf8) }
      let odd = [
        "\u{7}", "\u{FFFE}", "\u{85}", "- *a\n", "@\n", "- \"x", "- x\n  y\n", "\t", "a: b\n", "- a: b: c\n",
        "---\n", "- b\n\n\n", "- |\n  x\n", "",
      ]
      bytes += generator.below(4) == 0 ? [0xE3, 0x81] : Array(odd[generator.below(odd.count)].utf8)
      for _ in 0..<generator.below(3) { bytes += Array(filler.utf8) }
      if generator.below(3) == 0 {
        bytes += Array(repeating: 0x20, count: generator.below(30)) + Array("- end\n".utf8)
      }
      var limits = ReadingLimits.standard
      if generator.below(6) == 0 { limits = ReadingLimits(yamlFileBytes: wanted - generator.below(16384)) }
      compare(bytes, "seed \(seed), case \(number)", limits: limits)
    }
  }

  private struct Failing: ByteSource {
    struct Failure: Error {}

    var source: BytesSource
    var left: Int

    @unsafe mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      if left == 0 { throw Failure() }
      let count = unsafe source.read(
        into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, left)]))
      left -= count
      return count
    }
  }

  /// A source that fails does so after the same events, and a mistake before that place is still the first.
  @Test func anErrorOfTheSourceComesAfterTheSameEvents() {
    let plain = String(repeating: "- a\n- 'b'\n", count: 5000)
    let wrong = String(repeating: "- a\n- 'b'\n", count: 3270) + "@\n" + plain
    for text in [plain, wrong] {
      for left in [0, 1, 10, 16384, 16390, 32000, 32768, 40000, 49152] {
        let bytes = Array(text.utf8)
        let lists = [true, false].map {
          YAMLEventList(Failing(source: BytesSource(bytes), left: left), scansLines: $0)
        }
        #expect(YAMLEventList.difference(lists[0], lists[1]) == nil, "\(left)")
        #expect(lists[0].failure != nil || lists[0].refusal != nil)
      }
    }
  }
}
