/// Where a YAML catalog says which locale a text is in.
package enum CatalogLayout: String, Hashable, Sendable, CaseIterable {
  /// The first keys are locales, as in Rails: `ja: {title: …}`; one file may hold several.
  case localeRoot = "locale-root"
  /// The keys are those of the messages; the locale is in the name of the file or of its folder.
  case plain
  /// A list of `id` and `translation`, as in go-i18n; the locale is in the name of the file.
  case messageList = "message-list"
  /// The last key of each message is a locale, as in rust-i18n with `_version: 2`.
  case localeLeaves = "locale-leaves"
}
