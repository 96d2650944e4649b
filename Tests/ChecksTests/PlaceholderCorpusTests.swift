import Diagnostics
import Foundation
import Interchange
import Testing
import Translations

@testable import Checks

/// Real files: what a naive comparison reports there is known, and so is what is really wrong.
@Suite struct PlaceholderCorpusTests {
  private static let corpus: URL = {
    if let path = ProcessInfo.processInfo.environment["ASSETS_CORPUS"] { return URL(fileURLWithPath: path) }
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return root.deletingLastPathComponent().appendingPathComponent("shared/corpus")
  }()

  /// Whether the corpus is there; its absence is a failure where `CI` is set, and a loud notice elsewhere.
  private static let isPresent: Bool = {
    if FileManager.default.fileExists(atPath: corpus.path) { return true }
    print(
      "NOTICE: no corpus at \(corpus.path), set ASSETS_CORPUS; the corpus tests of the placeholder rules are SKIPPED"
    )
    return ProcessInfo.processInfo.environment["CI"] == "true"
  }()

  private func xliff(_ path: String) throws -> [String] {
    var source = BytesSource(try bytes("xliff/" + path))
    let document = try XLIFFReader.read(&source, path: path)
    #expect(document.isReadable)
    var collector = DiagnosticCollector()
    for catalog in document.catalogs {
      checkPlaceholders(
        catalog: "app", source: nil, target: catalog, dialect: nil, locale: try #require(catalog.locale),
        into: &collector)
    }
    return describe(collector)
  }

  private func yaml(_ folder: String, _ locale: String) throws -> [String] {
    func read(_ locale: String) throws -> Catalog {
      let path = "yaml/\(folder)/\(locale).yml"
      let document = try YAMLCatalogReader().read(BytesSource(try bytes(path)), path: path)
      return try #require(document.catalogs.first)
    }
    var collector = DiagnosticCollector()
    checkPlaceholders(
      catalog: "app", source: try read("en"), target: try read(locale), dialect: nil,
      locale: try #require(LanguageTag(locale)), into: &collector)
    return describe(collector).filter { !$0.hasPrefix("PH-MISSING") }
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Self.corpus.appendingPathComponent(path)))
  }

  /// The rule and the end of the key of each finding.
  private func describe(_ collector: DiagnosticCollector) -> [String] {
    collector.diagnostics.map { diagnostic in
      let path = MessageKey(diagnostic.key ?? "")?.segments.suffix(3) ?? []
      return "\(diagnostic.rule.id) \(path.joined(separator: " "))"
    }
  }

  /// The two that lost `%ld` with the note that was translated instead, and none of the 26 leaves whose `%2$ld` only
  /// looks different.
  @Test(.enabled(if: isPresent)) func gomapArabicHasTwoErrors() throws {
    #expect(
      try xliff("history/gomap/new/ar.xliff") == [
        "PH-MISSING Pasting %ld tag(s) plural one", "PH-MISSING Pasting %ld tag(s) plural other",
      ])
  }

  @Test(
    .enabled(if: isPresent),
    arguments: [
      "history/gomap/new/ru.xliff", "history/gomap/new/de.xliff", "gomap/ja.xliff", "gomap/pt-BR.xliff",
      "gomap/zh-Hans.xliff", "elytra-localisations/de.xcloc/Localized Contents/de.xliff",
      "elytra-localisations/ja.xcloc/Localized Contents/ja.xliff",
      "elytra-localisations/zh-Hans.xcloc/Localized Contents/zh-Hans.xliff",
      "focusios-l10n/ar/focus-ios.xliff",
      "focusios-l10n/fr/focus-ios.xliff", "focusios-l10n/he/focus-ios.xliff",
      "synthetic/apple-plurals-ar.xlf",
    ])
  func soundFilesHaveNone(path: String) throws {
    #expect(try xliff(path).isEmpty)
  }

  @Test(.enabled(if: isPresent)) func elytraFrenchLostTheNumber() throws {
    let found = try xliff("elytra-localisations/fr.xcloc/Localized Contents/fr.xliff")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("PH-MALFORMED") == true)
    #expect(found.first?.hasSuffix("Importing %d of %d") == true)
  }

  @Test(.enabled(if: isPresent)) func formatSpecifiersHaveTheirVerdicts() throws {
    #expect(
      try xliff("synthetic/format-specifiers.xlf").map { $0.split(separator: " ").last! } == [
        "bad-percent", "case", "dropped", "extra", "fullwidth", "literal-percent", "space-after",
        "substitution",
        "substitution", "swap-crash", "type", "width",
      ])
  }

  @Test(.enabled(if: isPresent)) func railsFilesShowTheKnownSlips() throws {
    #expect(try yaml("openstreetmap-website", "ja").map { $0.prefix(12) } == ["PH-MALFORMED"])
    #expect(try yaml("govuk_publishing_components", "no").map { $0.prefix(10) } == ["PH-UNKNOWN"])
    // Validations use names that the English texts do not.
    #expect(try yaml("rails-i18n", "ar").isEmpty)
    #expect(try yaml("redmine", "ja").isEmpty)
  }
}
