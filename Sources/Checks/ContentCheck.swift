package import Diagnostics
import TextAnalysis
package import Translations

/// What the rules about the content map need to know beyond its records.
package struct ContentContext {
  package var sourceLocale: LanguageTag
  package var locales: [LanguageTag]
  /// Whether a source catalog has the key, whatever its text.
  package var hasKey: (MessageKey) -> Bool
  /// Whether the source locale has a keyword key; `nil`: the project has no keywords.
  package var hasKeywordKey: ((ExactString) -> Bool)?
  /// The catalogs whose texts have no placeholders, whatever they look like.
  package var plainCatalogs: Set<ExactString>
  /// The text of a key in a locale, without fallback.
  package var text: (MessageKey, LanguageTag) -> String?

  package init(
    sourceLocale: LanguageTag, locales: [LanguageTag], hasKey: @escaping (MessageKey) -> Bool,
    hasKeywordKey: ((ExactString) -> Bool)?, plainCatalogs: Set<ExactString> = [],
    text: @escaping (MessageKey, LanguageTag) -> String? = { _, _ in nil }
  ) {
    self.sourceLocale = sourceLocale
    self.locales = locales
    self.hasKey = hasKey
    self.hasKeywordKey = hasKeywordKey
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
  private let locales: [[UInt8]]
  private let analyzers: [(locale: LanguageTag, analyzer: TextAnalyzer)]

  init(context: ContentContext) {
    self.context = context
    locales = context.locales.map { Array($0.description.lowercased().utf8) }
    analyzers = context.locales.filter { $0 != context.sourceLocale }.map { ($0, TextAnalyzer(locale: $0)) }
  }

  func check(_ record: ContentRecord, into sink: inout some DiagnosticSink) {
    checkKey(record.titleKey, "titleKey", record, into: &sink)
    if let key = record.descriptionKey { checkKey(key, "descriptionKey", record, into: &sink) }
    checkPlaceholders(record, into: &sink)
    if let isKnown = context.hasKeywordKey {
      for key in record.keywordKeys where !isKnown(ExactString(key)) {
        report(
          ContentRules.unknownKeywords, record,
          "the source locale has no set for a keyword key of the record",
          key: key, into: &sink)
      }
    }
    let id = NameSegments(record.contentID.text.string)
    let route = NameSegments(record.route)
    checkLocale(id, "content ID", record, into: &sink)
    checkLocale(route, "route", record, into: &sink)
    checkTitles(record, id: id, route: route, into: &sink)
  }

  private func checkKey(
    _ key: MessageKey, _ field: String, _ record: ContentRecord, into sink: inout some DiagnosticSink
  ) {
    if context.hasKey(key) { return }
    report(
      ContentRules.unknownKey, record, "`\(field)` names a key that no source catalog has",
      key: key.description,
      help: "correct the key, or add it to the source catalog", into: &sink)
  }

  private func checkLocale(
    _ name: NameSegments, _ title: String, _ record: ContentRecord, into sink: inout some DiagnosticSink
  ) {
    guard let segment = name.ranges.first(where: { isLocale(name.bytes[$0]) }) else { return }
    report(
      ContentRules.locale, record,
      "the \(title) holds the locale `\(String(decoding: name.bytes[segment], as: UTF8.self))`",
      help: "name the content once for all languages; the language belongs to the index", into: &sink)
  }

  /// Whether a segment is one of the project's locales, however it is written.
  private func isLocale(_ segment: ArraySlice<UInt8>) -> Bool {
    guard segment.allSatisfy({ $0 < 0x80 }) else {
      // A character of another script may have a letter of ASCII for its small form.
      let small = String(decoding: segment, as: UTF8.self).lowercased().utf8.map(Self.hyphenated)
      return locales.contains(small)
    }
    return locales.contains { locale in
      locale.count == segment.count
        && zip(locale, segment).allSatisfy { name, byte in
          let isCapital = (0x41...0x5A).contains(byte)
          return name == (isCapital ? byte | 0x20 : Self.hyphenated(byte))
        }
    }
  }

  private static func hyphenated(_ byte: UInt8) -> UInt8 {
    byte == UInt8(ascii: "_") ? UInt8(ascii: "-") : byte
  }

  /// A name with a segment that folds to a title which the source locale does not have.
  private func checkTitles(
    _ record: ContentRecord, id: NameSegments, route: NameSegments, into sink: inout some DiagnosticSink
  ) {
    let sourceTitle = context.text(record.titleKey, context.sourceLocale)
    var buffer: [UInt8] = []
    for (locale, analyzer) in analyzers {
      guard let title = context.text(record.titleKey, locale) else { continue }
      let folded = analyzer.fold(title)
      guard folded.count > 2, folded != sourceTitle.map({ analyzer.fold($0) }) else { continue }
      for (name, segments) in [("content ID", id), ("route", route)]
      where segments.contains(folded, by: analyzer, &buffer) {
        return report(
          ContentRules.translated, record, "the \(name) holds the title in `\(locale)`",
          help: "name the content in a way that no translation changes", into: &sink)
      }
    }
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
