import Diagnostics
import Foundation
import Testing
import Translations

@testable import Interchange

/// A reader written in another language by other rules of thumb reads the same: keys, texts, locales, lines.
@Suite struct YAMLOracleTests {
  /// What the oracle prints for files; `nil`, with a notice, where it cannot run.
  private func oracle(_ paths: [String]) throws -> [ArraySlice<UInt8>]? {
    let probe = try YAMLCorpus.output(of: "python3", ["-c", "import yaml; print(1)"])
    guard let probe, !probe.isEmpty,
      let output = try YAMLCorpus.output(of: "python3", [YAMLCorpus.oracle.path] + paths)
    else {
      print("NOTICE: no python3 with PyYAML; the comparison with an independent reader is SKIPPED")
      #expect(ProcessInfo.processInfo.environment["CI"] != "true")
      return nil
    }
    return output.split(separator: 0x0A)
  }

  private func compare(_ paths: [String], read: (String) throws -> ParsedDocument) throws {
    guard let theirs = try oracle(paths) else { return }
    var mine: [[UInt8]] = []
    var files: [String] = []
    for path in paths {
      let document = try read(path)
      #expect(document.isReadable, "\(path) \(document.findings)")
      for catalog in document.catalogs {
        mine += catalog.rows.map { Self.line(catalog.unit($0), locale: catalog.locale) }
        files += catalog.rows.map { _ in path }
      }
    }
    #expect(mine.count == theirs.count)
    let different = zip(mine, theirs).enumerated().filter { !$0.element.0.elementsEqual($0.element.1) }
      .prefix(3)
    for (index, pair) in different {
      Issue.record(
        "\(files[index]): \(String(decoding: pair.0, as: UTF8.self)) – \(String(decoding: pair.1, as: UTF8.self))"
      )
    }
  }

  @Test(.enabled(if: YAMLCorpus.isPresent)) func theCorpusIsReadTheSame() throws {
    let paths = try YAMLCorpus.files(in: "yaml").filter { path in
      // The history holds the same files again. Two are refused; PyYAML refuses a tab behind a quoted value, which libyaml and the specification allow.
      !["yaml/history/", "hexo-theme-next/default.yml", "ruby-i18n/syntax.yml", "spree_i18n/zh-CN.yml"]
        .contains {
          path.contains($0)
        }
    }
    let prefix = YAMLCorpus.folder.path + "/"
    try compare(paths.map { prefix + $0 }) { path in
      try YAMLCatalogReader().read(
        BytesSource(YAMLCorpus.bytes(String(path.dropFirst(prefix.count)))), path: path)
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func randomDocumentsAreReadTheSame(_ seed: UInt64) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "yaml-oracle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var texts: [String: String] = [:]
    for number in 0..<100 {
      var document = YAMLRandomDocument(seed: seed &* 1000 &+ UInt64(number))
      let text = document.text()
      let path = folder.appendingPathComponent("seed\(seed)-\(number).yml").path
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      texts[path] = text
    }
    try compare(texts.keys.sorted()) { path in
      let text = texts[path] ?? ""
      let document = try readYAML(text, path: path)
      if !document.isReadable { print(text) }
      return document
    }
  }

  /// One row as the oracle prints it.
  private static func line(_ unit: TranslationUnit, locale: LanguageTag?) -> [UInt8] {
    let key = string(MessageKey.printed(path: unit.path))
    let target = unit.target.map { string($0.description) } ?? "null"
    let locale = locale.map { string($0.description) } ?? "null"
    return Array(
      ("{\"key\": \(key), \"locale\": \(locale), \"source\": null, \"target\": \(target), "
        + "\"state\": \"\(unit.state.name)\", \"line\": \(unit.line)}").utf8)
  }

  private static func string(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20:
        result += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return "\"\(result)\""
  }
}
