import Diagnostics
import Foundation
import Testing
import Translations

@testable import Interchange

/// Every catalog of the corpus is read, or refused for the right reason at the right place.
@Suite(.enabled(if: YAMLCorpus.isPresent)) struct YAMLCorpusTests {
  private func document(_ path: String, chunkSize: Int = .max) throws -> ParsedDocument {
    try YAMLCatalogReader().read(BytesSource(YAMLCorpus.bytes(path), chunkSize: chunkSize), path: path)
  }

  /// What is refused: a file that is broken on purpose, and a link that was saved as its target's name.
  private static let refused = [
    "yaml/hexo-theme-next/default.yml": "YM-ROOT 1:1", "yaml/ruby-i18n/syntax.yml": "YM-SYNTAX 3:8",
  ]

  /// How many keys stand twice; everywhere else none does.
  private static let duplicates = [
    "yaml/history/redmine/old/pl.yml": 1, "yaml/minimal-mistakes/ui-text.yml": 1, "yaml/rails-i18n/gd.yml": 1,
    "yaml/redmine/es.yml": 35, "yaml/redmine/ru.yml": 3, "yaml/search-gov/ja.yml": 1,
    "yaml/solidus_i18n/es-MX.yml": 11, "yaml/solidus_i18n/ja.yml": 1, "yaml/spree_i18n/zh-CN.yml": 1,
  ]

  @Test func everyFileIsReadOrRefusedForItsReason() throws {
    var units = 0
    for path in try YAMLCorpus.files(in: "yaml") {
      let document = try document(path)
      let errors = document.diagnostics.filter { $0.severity == .error }
      if let reason = Self.refused[path] {
        #expect(!document.isReadable && errors.findings == [reason], "\(path)")
        continue
      }
      #expect(document.isReadable, "\(path)")
      #expect(errors.allSatisfy { $0.rule == YAMLRules.duplicateKey }, "\(path): \(errors.findings)")
      #expect(errors.count == Self.duplicates[path] ?? 0, "\(path)")
      units += document.unitCount
    }
    #expect(units == 89_863)
  }

  @Test func localesComeFromTheFileOrItsName() throws {
    let locales = [
      "yaml/FOSUserBundle/validators.ru.yml": "ru", "yaml/and-bible/b+sr+Latn.yaml": "sr-Latn",
      "yaml/crowi/en-US/translation.yml": "en-US", "yaml/devise-i18n/zh-YUE.yml": "zh-yue",
      "yaml/diaspora/javascript.art-nvi.yml": "art-nvi", "yaml/docsy/sr-latn.yaml": "sr-Latn",
      "yaml/grav-plugin-admin/tlh.yaml": "tlh", "yaml/hugo-PaperMod/zh-tw.yaml": "zh-TW",
      "yaml/mbin/messages.ca@valencia.yaml": "ca-valencia", "yaml/mastodon/hi.yml": "hi",
      "yaml/opensource.guide/pcm.yml": "pcm", "yaml/search-gov/no.yml": "no",
      "yaml/silverstripe/sr@latin.yml": "sr-Latn",
    ]
    for (path, locale) in locales {
      #expect(try document(path).catalogs.map { $0.locale?.description } == [locale], "\(path)")
    }
    #expect(try document("yaml/minimal-mistakes/ui-text.yml").catalogs.count == 55)
    #expect(
      try document("yaml/rust-i18n/v2.yml").catalogs.map { $0.locale?.description }
        == ["de", "en", "fr", "ja", "ko", "ru", "vi", "zh-CN"])
  }

  @Test func chunksMakeNoDifference() throws {
    for path in ["yaml/mastodon/ja.yml", "yaml/hugo-PaperMod/uz.yaml", "yaml/openstreetmap-website/ar.yml"] {
      let whole = try document(path)
      let parts = try document(path, chunkSize: 61)
      #expect(whole.catalogs.map(\.plainRows) == parts.catalogs.map(\.plainRows))
    }
  }
}
