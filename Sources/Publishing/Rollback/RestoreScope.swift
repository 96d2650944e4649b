import Bundles
package import Translations

/// Which part of a state is brought back.
package struct RestoreScope: Hashable, Sendable {
  /// `nil` for all locales.
  package var locale: LanguageTag?
  /// A message key with everything below it, a keyword key, or a content ID; `nil` for all.
  package var key: ExactString?

  package init(locale: LanguageTag?, key: ExactString?) {
    self.locale = locale
    self.key = key
  }

  /// Everything, the content map, fallbacks and the list of locales included.
  package var isWhole: Bool { locale == nil && key == nil }

  func contains(_ locale: LanguageTag) -> Bool { self.locale == nil || self.locale == locale }

  /// Whether a message is meant: by its own key, or by the beginning of its path.
  func contains(_ message: MessageKey) -> Bool {
    guard let key else { return true }
    guard let wanted = MessageKey(key.string) else { return false }
    return message.bytes.starts(with: wanted.bytes)
      && (message.bytes.count == wanted.bytes.count || message.bytes[wanted.bytes.count] == 0)
  }

  /// A record belongs to no locale.
  func contains(record id: ContentID) -> Bool { locale == nil && (key == nil || key == id.text) }

  func contains(keywords: ExactString) -> Bool { key == nil || key == keywords }
}
