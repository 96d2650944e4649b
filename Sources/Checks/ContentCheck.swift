package import Diagnostics
import TextAnalysis
package import Translations

/// What the rules about the content map need to know beyond its records.
package struct ContentContext {
  package var sourceLocale: LanguageTag
  package var locales: [LanguageTag]
  /// Whether a source catalog has the key, whatever its text.
  package var hasKey: (MessageKey) -> Bool
  /// The keyword keys of the source locale; `nil`: the project has no keywords.
  package var keywordKeys: Set<ExactString>?
  /// The catalogs whose texts have no placeholders, whatever they look like.
  package var plainCatalogs: Set<ExactString>
  /// The text of a key in a locale, without fallback.
  package var text: (MessageKey, LanguageTag) -> String?

  package init(
    sourceLocale: LanguageTag, locales: [LanguageTag], hasKey: @escaping (MessageKey) -> Bool,
    keywordKeys: Set<ExactString>?, plainCatalogs: Set<ExactString> = [],
    text: @escaping (MessageKey, LanguageTag) -> String? = { _, _ in nil }
  ) {
    self.sourceLocale = sourceLocale
    self.locales = locales
    self.hasKey = hasKey
    self.keywordKeys = keywordKeys
    self.plainCatalogs = plainCatalogs
    self.text = text
  }
}

/// Runs the rules about the content map.
/// - Complexity: O(records · locales) look-ups of titles.
package func checkContent(
  _ records: [ContentRecord], context: ContentContext, into sink: inout some DiagnosticSink
) {
  let check = ContentCheck(context: context)
  for record in records { check.check(record, into: &sink) }
}

struct ContentCheck {
  let context: ContentContext
  /// In lower case, with hyphens.
  private let locales: Set<[UInt8]>
  private let analyzers: [(locale: LanguageTag, analyzer: TextAnalyzer)]

  init(context: ContentContext) {
    self.context = context
    locales = Set(context.locales.map { Array($0.description.lowercased().utf8) })
    analyzers = context.locales.filter { $0 != context.sourceLocale }.map { ($0, TextAnalyzer(locale: $0)) }
  }

  func check(_ record: ContentRecord, into sink: inout some DiagnosticSink) {
    for (field, key) in [("titleKey", record.titleKey), ("descriptionKey", record.descriptionKey)] {
      guard let key, !context.hasKey(key) else { continue }
      report(
        ContentRules.unknownKey, record, "`\(field)` names a key that no source catalog has",
        key: key.description,
        help: "correct the key, or add it to the source catalog", into: &sink)
    }
    checkPlaceholders(record, into: &sink)
    if let known = context.keywordKeys {
      for key in record.keywordKeys where !known.contains(ExactString(key)) {
        report(
          ContentRules.unknownKeywords, record,
          "the source locale has no set for a keyword key of the record",
          key: key, into: &sink)
      }
    }
    let names = [("content ID", record.contentID.text.string), ("route", record.route)]
    let segments = names.map { (name: $0, segments: Self.segments($1)) }
    for (name, segments) in segments {
      if let segment = segments.first(where: { locales.contains(Self.normalized($0)) }) {
        report(
          ContentRules.locale, record, "the \(name) holds the locale `\(segment)`",
          help: "name the content once for all languages; the language belongs to the index", into: &sink)
      }
    }
    checkTitles(record, segments, into: &sink)
  }

  /// A name with a segment that folds to a title which the source locale does not have.
  private func checkTitles(
    _ record: ContentRecord, _ names: [(name: String, segments: [String])],
    into sink: inout some DiagnosticSink
  ) {
    let sourceTitle = context.text(record.titleKey, context.sourceLocale)
    for (locale, analyzer) in analyzers {
      guard let title = context.text(record.titleKey, locale) else { continue }
      let folded = analyzer.fold(title)
      guard folded.count > 2, folded != sourceTitle.map({ analyzer.fold($0) }) else { continue }
      for (name, segments) in names where segments.contains(where: { analyzer.fold($0) == folded }) {
        return report(
          ContentRules.translated, record, "the \(name) holds the title in `\(locale)`",
          help: "name the content in a way that no translation changes", into: &sink)
      }
    }
  }

  /// Pieces between the delimiters of identifiers and addresses. A dot is one only where it cannot be part of a
  /// host name.
  private static func segments(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    let isAddress = bytes.indices.contains {
      bytes[$0] == UInt8(ascii: ":") && bytes[$0...].starts(with: "://".utf8)
    }
    guard bytes.allSatisfy({ $0 < 0x80 }) else {
      // A mark joins the delimiter before it to another character.
      return text.split { character in
        delimiters.contains(character) || character == "." && !isAddress
      }.map(String.init)
    }
    return bytes.split { byte in
      delimiters.utf8.contains(byte) || byte == UInt8(ascii: ".") && !isAddress
    }.map { String(decoding: $0, as: UTF8.self) }
  }

  private static let delimiters = ":/?#[]@!$&'()*+,;=|"

  private static func normalized(_ segment: String) -> [UInt8] {
    segment.lowercased().utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }
  }

  func report(
    _ rule: Rule, _ record: ContentRecord, _ message: String, key: String? = nil, help: String? = nil,
    into sink: inout some DiagnosticSink
  ) {
    sink.report(
      Diagnostic(
        rule, message, at: record.location, key: key, contentIDs: [record.contentID.description], help: help))
  }
}
