internal import Translations

/// What must not be written, and in which files the reason is.
struct HandoffStops {
  /// Files that must not be used; with the locales they belong to, where those are known.
  private(set) var files: [(path: String, locale: LanguageTag?)] = []
  /// Locales in which everything stops whatever was asked: the hand-off as a whole is old, or a file cannot be edited.
  private(set) var old: [LanguageTag] = []

  mutating func stop(_ locale: LanguageTag?, file: String) { files.append((file, locale)) }

  /// Whether nothing at all may be written.
  private(set) var isTotal = false

  mutating func stopAll(of locale: LanguageTag) { old.append(locale) }

  mutating func stopEverything() { isTotal = true }

  var isEmpty: Bool { files.isEmpty && old.isEmpty && !isTotal }

  /// The locales that are stopped as a whole or in part; one that is not known is not among them.
  var locales: Set<LanguageTag> { Set(old + files.compactMap(\.locale)) }

  /// Whether a file's texts for a locale may be written.
  func allows(_ path: String, _ locale: LanguageTag, _ partial: HandoffOptions.Partial) -> Bool {
    if isTotal || old.contains(locale) { return false }
    switch partial {
    case .none: return isEmpty
    // A file of an unknown locale may belong to any of them.
    case .locale: return !files.contains { $0.locale == nil || $0.locale == locale }
    case .file: return !files.contains { $0.path == path }
    }
  }
}
