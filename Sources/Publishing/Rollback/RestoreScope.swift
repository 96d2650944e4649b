import Bundles
import Diagnostics
package import Translations

/// Which part of a state is brought back.
package struct RestoreScope: Hashable, Sendable {
  /// `nil` for all locales.
  package var locale: LanguageTag?
  /// A message key with everything below it, a keyword key, or a content ID; `nil` for all.
  package var key: ExactString?
  /// What of it is meant, since names of several kinds may be the same; `nil` for all.
  package var part: Part?

  /// What a scope is made of.
  package enum Part: String, CaseIterable, Sendable {
    case texts
    case keywords
    case records
  }

  package init(locale: LanguageTag?, key: ExactString?, part: Part? = nil) {
    self.locale = locale
    self.key = key
    self.part = part
  }

  /// The scope as options of `restore` and `rollback`, each with a space in front.
  package var options: String {
    (locale.map { " --locale \($0)" } ?? "")
      + (key.map { " " + ShellWord.option("--key", $0.string) } ?? "") + (part.map { " --only \($0)" } ?? "")
  }

  /// Everything, the content map, fallbacks and the list of locales included.
  package var isWhole: Bool { locale == nil && key == nil && part == nil }

  func contains(_ locale: LanguageTag) -> Bool { self.locale == nil || self.locale == locale }

  /// Whether a message is meant: by its own key, or by the beginning of its path.
  func contains(_ message: MessageKey) -> Bool {
    guard part == nil || part == .texts else { return false }
    guard let key else { return true }
    guard let wanted = MessageKey(key.string) else { return false }
    return message.bytes.starts(with: wanted.bytes)
      && (message.bytes.count == wanted.bytes.count || message.bytes[wanted.bytes.count] == 0)
  }

  /// A record belongs to no locale.
  func contains(record id: ContentID) -> Bool {
    locale == nil && (part == nil || part == .records) && (key == nil || key == id.text)
  }

  func contains(keywords: ExactString) -> Bool {
    (part == nil || part == .keywords) && (key == nil || key == keywords)
  }
}
