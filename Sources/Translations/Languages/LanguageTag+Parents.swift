extension LanguageTag {
  /// The locale that this one inherits from, or `nil` at the root.
  ///
  /// CLDR's parents first (`en-AU` has `en-001`, `pt-AO` has `pt-PT`), then truncation, which never crosses to
  /// another script: the parent of `zh-TW` is `zh-Hant`, and that has none.
  package var parent: LanguageTag? {
    var parts = Parts(self)
    if !parts.rest.isEmpty {
      parts.rest.removeLast()
      // A singleton without what it introduces is no subtag.
      while let last = parts.rest.last, last.utf8.count == 1 { parts.rest.removeLast() }
      return parts.language == "x" && parts.rest.isEmpty ? nil : parts.tag
    }
    if let listed = listedParent { return listed == "root" ? nil : LanguageTag(listed) }
    let languageAlone = LanguageTag(parts.language)
    if parts.region != nil {
      parts.region = nil
      let script = maximized.script
      if parts.script == nil, let script, script != languageAlone?.maximized.script { parts.script = script }
      return parts.tag
    }
    guard let script = parts.script, script == languageAlone?.maximized.script else { return nil }
    return languageAlone
  }

  /// The parent in CLDR's table, which spells a tag with its script only where that is needed.
  private var listedParent: String? {
    let table = SortedLines(LocaleData.parents)
    if let found = table[description] { return found }
    var full = Parts(maximized)
    guard region != nil else { return nil }
    if let found = table[full.tag.description] { return found }
    let isLikelyScript = full.script == Parts(LanguageTag(full.language)!.maximized).script
    full.script = nil
    return isLikelyScript ? table[full.tag.description] : nil
  }

  /// Whether text of one locale can stand in for the other's without looking foreign: the same language in the
  /// same script. Norwegian is one language with Bokmål here.
  package func sharesLanguageAndScript(with other: LanguageTag) -> Bool {
    let a = Parts(maximized)
    let b = Parts(other.maximized)
    return Self.merged(a.language) == Self.merged(b.language) && a.script == b.script
  }

  /// Whether the two tags mean the same locale, spelled with more or less of its likely subtags.
  package func isEquivalent(to other: LanguageTag) -> Bool {
    var a = Parts(maximized)
    var b = Parts(other.maximized)
    a.language = Self.merged(a.language)
    b.language = Self.merged(b.language)
    return a.tag == b.tag
  }

  private static func merged(_ language: String) -> String { language == "no" ? "nb" : language }
}
