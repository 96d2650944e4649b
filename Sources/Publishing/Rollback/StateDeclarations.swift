package import Bundles
package import Translations

/// What a configuration decides about a state: its locales with their chains, and what a projection may use.
package struct StateDeclarations: Hashable, Sendable {
  /// A locale with what it falls back to.
  package struct Chain: Hashable, Sendable {
    package var locale: LanguageTag
    /// In order, the locale itself first, all declared.
    package var members: [LanguageTag]
    /// The part of `members` that keywords may come from.
    package var keywordMembers: [LanguageTag]
  }

  /// `nil` only in the empty state.
  package var sourceLocale: LanguageTag?
  /// What a projection may use at least.
  package var minimumState: TranslationState
  /// Sorted by locale.
  package var chains: [Chain]

  package init(_ state: ContentState) {
    sourceLocale = state.sourceLocale
    minimumState = state.minimumState
    chains = state.locales.map {
      Chain(locale: $0.locale, members: $0.chain, keywordMembers: $0.keywordChain)
    }
  }

  package init(_ input: CandidateInput) {
    sourceLocale = input.sourceLocale
    minimumState = input.minimumState
    chains = input.locales.map {
      Chain(locale: $0.locale, members: $0.chain, keywordMembers: $0.keywordChain)
    }
  }

  package var locales: [LanguageTag] { chains.map(\.locale) }

  /// What differs, in words, as `locales with fr and without de`.
  package func differences(to other: StateDeclarations) -> [String] {
    var names: [String] = []
    let added = other.locales.filter { !locales.contains($0) }.map(\.description)
    let removed = locales.filter { !other.locales.contains($0) }.map(\.description)
    if !added.isEmpty { names.append("the list of locales, with \(added.joined(separator: ", "))") }
    if !removed.isEmpty { names.append("the list of locales, without \(removed.joined(separator: ", "))") }
    let shared = other.chains.filter { locales.contains($0.locale) }
    if shared.contains(where: { !chains.contains($0) }) { names.append("the fallbacks") }
    if minimumState != other.minimumState { names.append("the minimum state") }
    if sourceLocale != other.sourceLocale { names.append("the source locale") }
    return names
  }
}
