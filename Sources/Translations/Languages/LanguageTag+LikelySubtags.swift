/// Likely subtags, UTS #35, part 1, "Likely Subtags".
extension LanguageTag {
  /// The CLDR version of the locale tables.
  package static var cldrVersion: String { LocaleData.cldrVersion }

  /// The tag with replaced languages and renamed regions in their present form: `iw` is `he`, `in` is `id`,
  /// `sh` is `sr-Latn`. `no` and `nb` are both current and stay.
  package var canonicalized: LanguageTag {
    var parts = Parts(self)
    if let alias = SortedLines(LocaleData.languageAliases)[parts.language] {
      let replacement = Parts(LanguageTag(alias)!)
      parts.language = replacement.language
      parts.script = parts.script ?? replacement.script
      parts.region = parts.region ?? replacement.region
    }
    if let region = parts.region, let renamed = SortedLines(LocaleData.regionAliases)[region] {
      parts.region = renamed
    }
    return parts.tag
  }

  /// The tag with its likely script and region: `zh-TW` is `zh-Hant-TW`, `pt` is `pt-Latn-BR`. A language that
  /// the tables do not know stays as it is.
  package var maximized: LanguageTag {
    var parts = Parts(canonicalized)
    guard let likely = Self.likely(parts) else { return parts.tag }
    if parts.language == "und" { parts.language = likely.language }
    parts.script = parts.script ?? likely.script
    parts.region = parts.region ?? likely.region
    return parts.tag
  }

  /// The shortest tag that maximizes to the same: `zh-Hant-TW` is `zh-TW`, `en-Latn-US` is `en`.
  package var minimized: LanguageTag {
    let full = Parts(maximized)
    var short = full
    short.script = nil
    short.region = nil
    if short.tag.maximized == full.tag { return short.tag }
    short.region = full.region
    if short.tag.maximized == full.tag { return short.tag }
    short.region = nil
    short.script = full.script
    if short.tag.maximized == full.tag { return short.tag }
    return full.tag
  }

  private static func likely(_ parts: Parts) -> Parts? {
    let table = SortedLines(LocaleData.likelySubtags)
    let keys = [
      [parts.language, parts.script, parts.region], [parts.language, parts.script],
      [parts.language, parts.region], [parts.language], ["und", parts.script],
    ]
    for key in keys where !key.contains(nil) {
      if let found = table[key.compactMap { $0 }.joined(separator: "-")], let tag = LanguageTag(found) {
        return Parts(tag)
      }
    }
    return nil
  }

  /// A tag taken apart; `rest` is variants, extensions and private use.
  struct Parts {
    var language: String
    var script: String?
    var region: String?
    var rest: [String]

    init(_ tag: LanguageTag) {
      let subtags = tag.subtags.map { String($0) }
      language = subtags[0]
      script = tag.script
      region = tag.region
      var rest = subtags.dropFirst()
      if let script, let index = rest.firstIndex(of: script) { rest.remove(at: index) }
      if let region, let index = rest.firstIndex(of: region) { rest.remove(at: index) }
      self.rest = Array(rest)
    }

    /// - Precondition: the parts came from tags.
    var tag: LanguageTag {
      let subtags = [language, script, region].compactMap { $0 } + rest
      guard let tag = LanguageTag(subtags.joined(separator: "-")) else {
        preconditionFailure("subtags of well-formed tags make a well-formed tag")
      }
      return tag
    }
  }
}
