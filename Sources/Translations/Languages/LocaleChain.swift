/// The locales whose text may be used for `locale`, in order, beginning with itself.
///
/// An explicit chain is complete. Else the declared locales along CLDR's parents and truncation follow, in
/// whatever spelling they were declared, and then `fallback`. Only declared locales appear, and each once.
package func localeChain(
  for locale: LanguageTag, declared: [LanguageTag], explicit: [LanguageTag]?, fallback: LanguageTag?
) -> [LanguageTag] {
  var chain = [locale]
  func append(_ tag: LanguageTag) {
    if declared.contains(tag), !chain.contains(tag) { chain.append(tag) }
  }
  if let explicit {
    explicit.forEach(append)
    return chain
  }
  var ancestor = locale.parent
  while let current = ancestor {
    if let spelled = current.spelling(among: declared) { append(spelled) }
    ancestor = current.parent
  }
  if let fallback { append(fallback) }
  return chain
}

extension LanguageTag {
  /// The tag itself if it is among `tags`, else one that means the same: `zh-Hant` is found as `zh-TW`.
  package func spelling(among tags: [LanguageTag]) -> LanguageTag? {
    tags.contains(self) ? self : tags.first { isEquivalent(to: $0) }
  }

  /// The first preference that is supported, and the supported locale that serves it (BCP 47 lookup with
  /// likely subtags).
  ///
  /// A preference is served by itself in any spelling, by an ancestor, or by a region of the same language and
  /// script; never by another script, so `zh-TW` finds `zh-Hant` and does not find `zh-Hans`.
  package static func lookup(
    _ preferences: [LanguageTag], among supported: [LanguageTag]
  ) -> (preference: LanguageTag, locale: LanguageTag)? {
    for preference in preferences {
      var candidate: LanguageTag? = preference
      while let current = candidate {
        if let found = current.spelling(among: supported) { return (preference, found) }
        candidate = current.parent
      }
      if let found = supported.first(where: { preference.sharesLanguageAndScript(with: $0) }) {
        return (preference, found)
      }
    }
    return nil
  }
}
