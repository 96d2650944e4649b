internal import Diagnostics
internal import Translations

extension String {
  /// Whether the text holds what is a placeholder in some dialect and cannot be anything else there: `%@` or
  /// `{name}`, not the `% d` of "100 % done".
  var holdsUnmistakablePlaceholder: Bool {
    guard utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "{") }) else { return false }
    let bytes = Array(utf8)
    return [PlaceholderDialect.apple, .ruby, .icu, .symfony].contains { dialect in
      PlaceholderSet(bytes[...], hasCodes: false, dialect: dialect).items.contains(where: \.isUnmistakable)
    }
  }
}

extension ContentCheck {
  /// A field of a searchable item whose source text the program fills in only when it shows it: the index keeps the
  /// placeholder. What translations have more than the source is another rule's matter.
  func checkPlaceholders(_ record: ContentRecord, into sink: inout some DiagnosticSink) {
    guard record.isSearchable, record.access != .private else { return }
    for (field, key) in [("titleKey", record.titleKey), ("descriptionKey", record.descriptionKey)] {
      guard let key, let text = context.text(key, context.sourceLocale), text.holdsUnmistakablePlaceholder,
        !context.plainCatalogs.contains(ExactString(key.catalog))
      else { continue }
      report(
        ContentRules.placeholder, record,
        "`\(field)` names a text with a placeholder, which is indexed as it stands",
        key: key.description, help: "name a text that says the same without one", into: &sink)
    }
  }
}
