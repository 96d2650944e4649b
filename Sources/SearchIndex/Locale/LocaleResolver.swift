/// Why an index is in the locale it is in.
public enum LocaleReason: String, Hashable, Sendable, CaseIterable {
  /// Somebody chose it in the app.
  case applicationChoice = "application-choice"
  /// The first of the system's preferences that is supported.
  case systemPreference = "system-preference"
  /// Nothing that was wanted is supported.
  case fallback
}

/// A locale and why it is that one.
public struct ResolvedLocale: Hashable, Sendable {
  /// One of the supported locales, or the fallback.
  public var locale: LanguageTag
  /// What led to it.
  public var reason: LocaleReason

  public init(locale: LanguageTag, reason: LocaleReason) {
    self.locale = locale
    self.reason = reason
  }
}

/// The one answer to which locale is shown, from values that the caller gives; no ambient setting is read.
public struct LocaleResolver: Hashable, Sendable {
  /// The locales there is text in.
  public var supported: [LanguageTag]
  /// What is shown to somebody who wants none of them.
  public var fallback: LanguageTag

  /// - Parameters:
  ///   - supported: the locales there is text in.
  ///   - fallback: what is shown to somebody who wants none of them.
  public init(supported: [LanguageTag], fallback: LanguageTag) {
    self.supported = supported
    self.fallback = fallback
  }

  /// The app's own choice if it names a supported locale, else the first system preference that finds one, else the
  /// fallback.
  ///
  /// A wish finds a locale by BCP 47 lookup with likely subtags: itself in any spelling, what it inherits from, or a
  /// region of the same language and script.
  public func resolve(choice: LanguageTag?, preferences: [LanguageTag]) -> ResolvedLocale {
    if let choice, let found = LanguageTag.lookup([choice], among: supported) {
      return ResolvedLocale(locale: found.locale, reason: .applicationChoice)
    }
    if let found = LanguageTag.lookup(preferences, among: supported) {
      return ResolvedLocale(locale: found.locale, reason: .systemPreference)
    }
    return ResolvedLocale(locale: fallback, reason: .fallback)
  }
}

/// How the locale of an index is found.
public enum LocaleSelection: Hashable, Sendable {
  /// The one it is in; without an index, the source locale.
  case current
  /// This one, which must be declared.
  case exactly(LanguageTag)
  /// What a `LocaleResolver` makes of the app's choice and the system's preferences.
  case preferring(choice: LanguageTag?, system: [LanguageTag])

  /// Finds the locale among those of a revision.
  /// - Throws: `SearchIndexError` with `.unknownLocale`.
  /// - Parameter complete: those that the source has; `nil` for every one that is declared.
  func resolve(
    in content: ContentState, complete: [LanguageTag]?, current: IndexStamp?
  ) throws(SearchIndexError) -> ResolvedLocale {
    let declared = content.locales.map(\.locale).filter { complete?.contains($0) ?? true }
    let source = content.sourceLocale.flatMap { declared.contains($0) ? $0 : nil }
    guard let fallback = source ?? declared.first else {
      throw SearchIndexError(.noSource, "the revision declares no locale")
    }
    switch self {
    case .current:
      // A locale that was retired leaves the choice open again.
      if let current, declared.contains(current.locale) {
        return ResolvedLocale(locale: current.locale, reason: current.localeReason)
      }
      return ResolvedLocale(locale: fallback, reason: .fallback)
    case .exactly(let tag):
      guard declared.contains(tag) else {
        let names = declared.map(\.description).joined(separator: ", ")
        throw SearchIndexError(.unknownLocale, "\(tag) is not declared; the revision has \(names)")
      }
      return ResolvedLocale(locale: tag, reason: .applicationChoice)
    case .preferring(let choice, let system):
      return LocaleResolver(supported: declared, fallback: fallback)
        .resolve(choice: choice, preferences: system)
    }
  }
}
