import Diagnostics
import Foundation
import Testing
import Translations

@testable import Interchange

private func message(_ text: String) -> Message {
  Message(bytes: Array(text.utf8), hasCodes: text.utf8.contains(Message.codeStart))
}

private let tool = Handoff.Tool(id: "assets", name: "assets", version: "1.0", build: nil)

private func handoff(_ target: String? = "de", mark: HandoffMark? = nil) -> Handoff {
  Handoff(
    sourceLocale: LanguageTag("en")!, targetLocale: target.flatMap { LanguageTag($0) }, mark: mark, tool: tool
  )
}

private func written(
  _ flavour: XLIFFWriter.Flavour, _ files: [(original: String, units: [HandoffUnit])],
  _ handoff: Handoff = handoff()
) throws -> [UInt8] {
  var result: [UInt8] = []
  var writer = XLIFFWriter(flavour, handoff: handoff) { result += $0 }
  for file in files {
    writer.beginFile(original: file.original, datatype: "plaintext")
    for unit in file.units { try writer.write(unit) }
  }
  try writer.finish()
  return result
}

private func options(_ flavour: XLIFFWriter.Flavour) -> XLIFFReader.Options {
  XLIFFReader.Options(key: flavour == .version21 ? .resname : .id)
}

@Suite struct XLIFFWriterTests {
  private static var full: HandoffUnit {
    var unit = HandoffUnit(
      id: "focus-timer.title", source: message("Focus & <timer>"), target: message("Fokus ]]> \"Timer\""),
      state: .needsReview)
    unit.previousSource = message("Focus")
    unit.previousTarget = message("Fokus")
    unit.notes = ["shown on the first screen", "a & b"]
    unit.contentIDs = ["article:focus-timer"]
    unit.routes = ["harbor://articles/focus-timer"]
    unit.maximumLength = 60
    return unit
  }

  @Test func plain12() throws {
    let mark = HandoffMark(id: "h-1", base: 40, lineage: "l", catalog: "articles")
    var done = HandoffUnit(id: "a\nb", source: message("A"), target: message("B"), state: .reviewed)
    done.isUntranslatable = true
    let bytes = try written(.plain12, [("en.yml", [Self.full, done])], handoff(mark: mark))
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:assets="urn:assets:handoff:1" version="1.2">
          <file original="en.yml" source-language="en" target-language="de" datatype="plaintext" \
        assets:handoff="h-1" assets:base="40" assets:catalog="articles" assets:lineage="l">
            <header>
              <tool tool-id="assets" tool-name="assets" tool-version="1.0"/>
            </header>
            <body>
              <trans-unit id="focus-timer.title" maxwidth="60" size-unit="char" xml:space="preserve">
                <source>Focus &amp; &lt;timer></source>
                <target state="needs-review-translation">Fokus ]]&gt; "Timer"</target>
                <context-group purpose="information" name="assets">
                  <context context-type="x-content-id">article:focus-timer</context>
                  <context context-type="x-route">harbor://articles/focus-timer</context>
                </context-group>
                <note>shown on the first screen</note>
                <note>a &amp; b</note>
                <alt-trans alttranstype="previous-version">
                  <source>Focus</source>
                  <target>Fokus</target>
                </alt-trans>
              </trans-unit>
              <trans-unit id="a&#10;b" translate="no" approved="yes" xml:space="preserve">
                <source>A</source>
                <target state="signed-off">B</target>
              </trans-unit>
            </body>
          </file>
        </xliff>

        """)
    #expect(try readXLIFF(bytes: bytes).diagnostics == [])
    #expect(
      try readXLIFF(bytes: bytes).lines == [
        "en\\.yml.a\nb | A | B | reviewed untranslatable",
        "en\\.yml.focus-timer\\.title | Focus & <timer> | Fokus ]]> \"Timer\" | needs-review",
      ])
  }

  @Test func apple12() throws {
    let bytes = try written(.apple12, [("A/en.lproj/L.strings", [Self.full])])
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      text.contains(
        """
                <note>shown on the first screen
        a &amp; b
        Content: article:focus-timer
        Route: harbor://articles/focus-timer
        At most 60 characters</note>
        """))
    #expect(text.contains("xliff-core-1.2-strict.xsd\" version=\"1.2\">"))
    let empty = HandoffUnit(id: "k", source: message("A"), target: nil, state: .absent)
    #expect(
      String(decoding: try written(.apple12, [("a", [empty])]), as: UTF8.self).contains("<note></note>"))
  }

  @Test func version21() throws {
    let mark = HandoffMark(id: "h & 1", base: 40, lineage: nil, catalog: "articles")
    let bytes = try written(.version21, [("en.yml", [Self.full])], handoff(mark: mark))
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0" \
        xmlns:slr="urn:oasis:names:tc:xliff:sizerestriction:2.0" xmlns:assets="urn:assets:handoff:1" version="2.1" \
        srcLang="en" trgLang="de">
          <file id="f1" original="en.yml" assets:handoff="h &amp; 1" assets:base="40" assets:catalog="articles" \
        xml:space="preserve">
            <slr:profiles generalProfile="xliff:codepoints"/>
            <unit id="u1" name="focus-timer.title" slr:sizeRestriction="60">
              <mtc:matches>
                <mtc:match ref="#s" origin="previous">
                  <source>Focus</source>
                  <target>Fokus</target>
                </mtc:match>
              </mtc:matches>
              <notes>
                <note>shown on the first screen</note>
                <note>a &amp; b</note>
                <note category="content-id">article:focus-timer</note>
                <note category="route">harbor://articles/focus-timer</note>
              </notes>
              <segment id="s" state="initial" subState="assets:needs-review">
                <source>Focus &amp; &lt;timer></source>
                <target>Fokus ]]&gt; "Timer"</target>
              </segment>
            </unit>
          </file>
        </xliff>

        """)
    let document = try readXLIFF(bytes: bytes, options: options(.version21))
    #expect(document.diagnostics == [])
    #expect(
      document.lines == [
        "en\\.yml.focus-timer\\.title | Focus & <timer> | Fokus ]]> \"Timer\" | needs-review"
      ])
  }

  /// Each state with each mark comes back, where a text can have them together.
  @Test(arguments: XLIFFWriter.Flavour.allCases) func statesComeBack(_ flavour: XLIFFWriter.Flavour) throws {
    for state in TranslationState.allCases where state != .absent {
      for (isMachine, isRejected) in [(false, false), (true, false), (false, true)] {
        var unit = HandoffUnit(id: "k", source: message("A"), target: message("B"), state: state)
        unit.isMachineTranslation = isMachine
        unit.isRejected = isRejected
        let document = try readXLIFF(bytes: written(flavour, [("f", [unit])]), options: options(flavour))
        #expect(document.diagnostics == [])
        let row = try #require(document.catalogs.first?.rows.first)
        #expect(row.state == state)
        // Whoever has looked at a text takes the machine's mark off it.
        #expect(row.flags.contains(.machine) == (isMachine && state < .reviewed))
        #expect(row.flags.contains(.rejected) == isRejected)
      }
    }
  }

  @Test func idsOfPaths() {
    #expect(HandoffUnit.id(of: ["a.b"]) == "a.b")
    #expect(HandoffUnit.id(of: ["k", "plural", "one"]) == "k|==|plural.one")
    #expect(
      HandoffUnit.id(of: ["k", "substitutions", "n", "plural", "few"]) == "k|==|substitutions.n.plural.few")
    #expect(HandoffUnit.id(of: ["a", "plural", "some"]) == "a.plural.some")
    #expect(HandoffUnit.id(of: ["a.b", "c"]) == "a\\.b.c")
    #expect(HandoffUnit.id(of: ["", "c"]) == ".c")
  }

  @Test func refusesWhatTheFormatCannotHold() throws {
    let control = HandoffUnit(id: "k", source: message("\u{1A}"), target: nil, state: .absent)
    let code = HandoffUnit(
      id: "k", source: message("\u{1}pc\u{1F}1\u{1F}\u{2}A\u{1}/pc\u{1F}1\u{1F}\u{2}"), target: nil,
      state: .absent)
    func refusal(_ flavour: XLIFFWriter.Flavour, _ unit: HandoffUnit) throws -> String? {
      do {
        _ = try written(flavour, [("f", [unit])])
        return nil
      } catch let refusal as XLIFFWriter.Refusal {
        return "\(refusal.id): \(refusal.message)"
      }
    }
    #expect(try refusal(.plain12, control) == "k: XLIFF 1.x cannot hold the character U+1A")
    #expect(try refusal(.version21, control) == nil)
    #expect(try refusal(.apple12, code) == "k: XLIFF 1.x has no code `<pc id=\"1\">`")
    #expect(try refusal(.version21, code) == nil)
  }

  /// Nothing of a refused unit is in the document.
  @Test func goesOnAfterARefusal() throws {
    var result: [UInt8] = []
    var writer = XLIFFWriter(.plain12, handoff: handoff()) { result += $0 }
    writer.beginFile(original: "f", datatype: "plaintext")
    let bad = HandoffUnit(id: "bad", source: message("A"), target: message("\u{7}"), state: .translated)
    #expect(throws: XLIFFWriter.Refusal.self) { try writer.write(bad) }
    try writer.write(HandoffUnit(id: "k", source: message("A"), target: message("B"), state: .translated))
    try writer.finish()
    #expect(try readXLIFF(bytes: result).lines == ["f.k | A | B | translated"])
  }

  // MARK: The corpus

  /// What a document says, as far as a hand-off can say it.
  private func model(_ catalogs: [Catalog], isVersion2: Bool) -> [String] {
    catalogs.flatMap { catalog in
      catalog.rows.map { row in
        let unit = catalog.unit(row)
        let path = [unit.path[0], HandoffUnit.id(of: Array(unit.path.dropFirst()))]
        // A unit that is partly translated has no text; in 2.x there always is a source.
        let source = unit.source ?? (isVersion2 ? Message("") : nil)
        let state = unit.target == nil ? "-" : "\(unit.state.name) \(row.flags.rawValue)"
        let texts = [source, unit.target].map { $0.map { "\($0.bytes) \($0.hasCodes)" } ?? "-" }
        let isFixed = row.flags.contains(.untranslatable)
        return "\(catalog.locale?.description ?? "-") \(path) \(texts) \(state) \(isFixed)"
      }
    }.sorted()
  }

  @Test(.enabled(if: XLIFFCorpus.isPresent), arguments: XLIFFWriter.Flavour.allCases)
  func everyDocumentOfTheCorpusComesBack(_ flavour: XLIFFWriter.Flavour) throws {
    var count = 0
    for path in try XLIFFCorpus.paths() where !path.contains("/invalid/") {
      let document = try readXLIFF(bytes: XLIFFCorpus.bytes(path), path: path)
      // Codes have other names in the other versions.
      guard let version = document.version, document.isReadable,
        version.hasPrefix("2") == (flavour == .version21)
      else { continue }
      // In 2.x a target needs its language, whatever the reader puts up with.
      for catalog in document.catalogs where !path.hasSuffix("no-trgLang.xliff") {
        var files: [(original: String, units: [HandoffUnit])] = []
        for row in catalog.rows {
          let path = catalog.unit(row).path
          if files.last.map({ ExactString($0.original) }) != ExactString(path[0]) {
            files.append((path[0], []))
          }
          let unit = HandoffUnit(row, of: catalog, id: HandoffUnit.id(of: Array(path.dropFirst())))
          files[files.count - 1].units.append(unit)
        }
        guard !files.isEmpty else { continue }
        let handoff = Handoff(
          sourceLocale: document.sourceLocale ?? LanguageTag("und")!, targetLocale: catalog.locale, mark: nil,
          tool: tool)
        let bytes = try written(flavour, files, handoff)
        let again = try readXLIFF(bytes: bytes, options: options(flavour), path: path)
        let (before, after) = (
          model([catalog], isVersion2: flavour == .version21),
          model(again.catalogs, isVersion2: flavour == .version21)
        )
        #expect(again.isReadable, "\(path): \(again.concise)")
        let isEqual = before == after
        #expect(isEqual, "\(path): \(Set(before).symmetricDifference(after).sorted().prefix(2))")
        count += 1
      }
    }
    #expect(count > (flavour == .version21 ? 120 : 190))
  }

  // MARK: Another tool

  /// Texts with characters that need care, written once in each flavour, as translate-toolkit reads them.
  @Test(arguments: XLIFFWriter.Flavour.allCases)
  func translateToolkitReadsTheSame(_ flavour: XLIFFWriter.Flavour) throws {
    let python = ProcessInfo.processInfo.environment["ASSETS_PYTHON"] ?? "python3"
    guard try output(of: [python, "-c", "import translate.storage.xliff2"]) != nil else {
      print("NOTICE: \(python) has no translate-toolkit; hand-offs are NOT read with another tool")
      return
    }
    let texts = [
      "Fokus & <b>Timer</b>", "]]> \"quoted\" 'so'", "日本語 🎉 e\u{301}", "%1$@ of %2$lld", "two\nlines",
      "{n, plural, other {#}}",
    ]
    let units = texts.enumerated().map { index, text in
      var unit = HandoffUnit(
        id: "k.\(index)", source: message("S " + text), target: index == 0 ? nil : message(text),
        state: index == 1 ? .needsReview : .final)
      unit.notes = ["a note & more"]
      unit.contentIDs = ["article:\(index)"]
      unit.previousTarget = message("old " + text)
      unit.maximumLength = 60
      return unit
    }
    let mark = HandoffMark(id: "h-1", base: 40, lineage: "l", catalog: "articles")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("handoff-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("de.xlf")
    try Data(written(flavour, [("a.strings", units)], handoff(mark: mark))).write(to: file)

    let oracle = XLIFFCorpus.package.appendingPathComponent("Tests/Oracle/read_handoff.py").path
    let lines = try #require(try output(of: [python, oracle, file.path])).split(separator: 0x0A).dropFirst()
    #expect(lines.count == units.count)
    for (line, unit) in zip(lines, units) {
      let row = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
      #expect(row["source"] as? String == unit.source?.plainText)
      #expect((row["target"] as? String ?? "") == unit.target?.plainText ?? "")
      // It asks for an approval, which Xcode's files do not have.
      if flavour != .apple12 {
        #expect(row["translated"] as? Bool == (unit.target != nil && unit.state == .final))
      }
    }
  }

  /// What a program prints; `nil` if it fails or is not there.
  private func output(of arguments: [String]) throws -> [UInt8]? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? [UInt8](data) : nil
  }
}
