package import Diagnostics
internal import Translations

/// Reads `assets.yml`.
///
/// Strict on purpose: a field that is unknown, misspelt or of another type is an error, since a setting that is
/// ignored in silence is a safety rule that is ignored in silence.
package struct ConfigurationReader {
  /// Every rule that exists, for the names under `checks`; empty means any well-formed name.
  package var knownRules: [Rule]
  package var limits: ReadingLimits

  package init(knownRules: [Rule] = [], limits: ReadingLimits = .standard) {
    self.knownRules = knownRules
    self.limits = limits
  }

  /// - Returns: no configuration if anything in the file is an error.
  /// - Throws: what the source throws.
  package func read(_ source: any ByteSource, path: String) throws -> Parsed<ProjectConfiguration?> {
    let (root, early) = try YAMLTreeReader.read(source, path: path, limits: limits)
    var decoding = ConfigurationDecoding(
      decoder: NodeDecoder(path: path, rules: Self.fieldRules, diagnostics: early), knownRules: knownRules)
    var configuration: ProjectConfiguration?
    if let root {
      configuration = decoding.configuration(root)
    } else if early.isEmpty {
      decoding.decoder.report(
        ConfigurationRules.missingField, "the configuration is empty", at: YAMLMark(line: 1, column: 1),
        help: "write one with `assets init`")
    }
    let diagnostics = decoding.decoder.diagnostics.inFileOrder
    return Parsed(decoding.decoder.hasErrors ? nil : configuration, diagnostics: diagnostics)
  }

  private static let fieldRules = NodeDecoder.Rules(
    unknownField: ConfigurationRules.unknownField, missingField: ConfigurationRules.missingField,
    type: ConfigurationRules.type, value: ConfigurationRules.value)
}

/// One pass over the tree of a configuration.
struct ConfigurationDecoding {
  var decoder: NodeDecoder
  let knownRules: [Rule]
  private(set) var locales: [LanguageTag] = []
  private var spellings: [LanguageTag: String] = [:]

  init(decoder: NodeDecoder, knownRules: [Rule]) {
    self.decoder = decoder
    self.knownRules = knownRules
  }

  private static let fields = [
    "version", "project", "sourceLocale", "locales", "fallbacks", "fallbackLocale", "catalogs", "content",
    "keywords", "store", "publish", "import", "checks", "legacyIdentifiers",
  ]

  mutating func configuration(_ root: YAMLNode) -> ProjectConfiguration? {
    // A file of another version is not judged by this one's fields.
    if let version = root["version"], version.text != "1" {
      decoder.report(
        ConfigurationRules.version, "unknown version of the configuration, expected 1", at: version.start,
        help: "use a newer program for this file, or write `version: 1`")
      return nil
    }
    let isComplete = decoder.isMap(
      root, "the configuration", fields: Self.fields,
      required: ["version", "project", "sourceLocale", "locales", "catalogs"])
    guard root.entries != nil else { return nil }
    readLocales(root["locales"])
    let project = decoder.name(root["project"], "project")
    let sourceLocale = declaredLocale(root["sourceLocale"], "sourceLocale")
    let fallbackLocale = declaredLocale(root["fallbackLocale"], "fallbackLocale")
    let fallbacks = readFallbacks(root["fallbacks"])
    let catalogs = readCatalogs(root["catalogs"], sourceLocale: sourceLocale)
    let content = path(root["content"], "content", allowsLocale: false)
    let keywords = root["keywords"].flatMap { readKeywords($0) }
    let store = path(root["store"], "store", allowsLocale: false)
    let publishing = readPublishing(root["publish"])
    let importing = readImporting(root["import"])
    let checks = readChecks(root["checks"])
    let legacyIdentifiers = readLegacyIdentifiers(root["legacyIdentifiers"])
    guard isComplete, let project, let sourceLocale else { return nil }
    return ProjectConfiguration(
      project: project, sourceLocale: sourceLocale, locales: locales, fallbacks: fallbacks,
      fallbackLocale: fallbackLocale, catalogs: catalogs, content: content, keywords: keywords,
      store: store ?? "Bundles", publishing: publishing, importing: importing,
      checks: checks, legacyIdentifiers: legacyIdentifiers, localeSpellings: spellings,
      location: root.start.location(in: decoder.path),
      localesLocation: (root.entry("locales")?.keyMark ?? root.start).location(in: decoder.path))
  }

  // MARK: Locales

  private mutating func readLocales(_ node: YAMLNode?) {
    guard let node else { return }
    // An old code and its present form are one locale: whichever came last would take the other's place.
    var places: [LanguageTag: (locale: LanguageTag, mark: YAMLMark)] = [:]
    for item in decoder.items(node, "locales") {
      guard let locale = decoder.locale(item, "locale") else { continue }
      if let first = places.updateValue((locale, item.start), forKey: locale.canonicalized) {
        let other = first.locale == locale ? "" : ", as `\(first.locale)` first"
        decoder.report(
          ConfigurationRules.locale, "locale `\(locale)` is declared twice\(other)", at: item.start,
          help: "remove one",
          notes: [Diagnostic.Note("the first is here", at: first.mark.location(in: decoder.path))])
        continue
      }
      locales.append(locale)
      spellings[locale] = item.text
    }
    if locales.isEmpty, !decoder.hasErrors {
      decoder.reportValue("locales is empty", at: node.start, help: "declare at least the source locale")
    }
  }

  mutating func declaredLocale(
    _ node: YAMLNode?, _ name: String, rule: Rule = ConfigurationRules.locale
  ) -> LanguageTag? {
    guard let node, let locale = decoder.locale(node, name) else { return nil }
    guard locales.contains(locale) else {
      decoder.report(
        rule, "\(name) `\(locale)` is not among the declared locales", at: node.start,
        help: nearestName(to: locale.description, in: locales.map(\.description)).map {
          "did you mean `\($0)`? else add it to `locales`"
        } ?? "add it to `locales`")
      return nil
    }
    return locale
  }

  private mutating func readFallbacks(_ node: YAMLNode?) -> [LanguageTag: [LanguageTag]] {
    var chains: [LanguageTag: [LanguageTag]] = [:]
    for entry in decoder.entries(node, "fallbacks") {
      let key = YAMLNode(content: .scalar(entry.key, isNull: false), start: entry.keyMark, end: entry.keyMark)
      guard let locale = declaredLocale(key, "fallback for", rule: ConfigurationRules.fallback) else {
        continue
      }
      if chains[locale] != nil {
        decoder.report(
          ConfigurationRules.fallback, "two fallback chains for `\(locale)`", at: entry.keyMark,
          help: "keep one")
        continue
      }
      var chain: [LanguageTag] = []
      for item in decoder.items(entry.value, "fallbacks of \(locale)") {
        guard let member = declaredLocale(item, "fallback", rule: ConfigurationRules.fallback) else {
          continue
        }
        if member == locale || chain.contains(member) {
          decoder.report(
            ConfigurationRules.fallback,
            member == locale
              ? "`\(locale)` cannot fall back to itself" : "`\(member)` stands twice in a fallback chain",
            at: item.start, help: "remove it")
        } else {
          chain.append(member)
        }
      }
      chains[locale] = chain
    }
    return chains
  }

  // MARK: Catalogs

  private mutating func readCatalogs(
    _ node: YAMLNode?, sourceLocale: LanguageTag?
  ) -> [ProjectConfiguration.CatalogEntry] {
    guard let node else { return [] }
    var catalogs: [ProjectConfiguration.CatalogEntry] = []
    for item in decoder.items(node, "catalogs") {
      guard let catalog = readCatalog(item, sourceLocale: sourceLocale) else { continue }
      for earlier in catalogs where earlier.name == catalog.name || earlier.target == catalog.target {
        let what =
          earlier.name == catalog.name
          ? "two catalogs are named `\(catalog.name)`" : "two catalogs have the same files"
        decoder.report(
          ConfigurationRules.duplicate, what, at: item.start, help: "rename or remove one",
          notes: [Diagnostic.Note("the first is here", at: earlier.location)])
      }
      catalogs.append(catalog)
    }
    if node.items?.isEmpty == true {
      decoder.reportValue("catalogs is empty", at: node.start, help: "declare at least one catalog")
    }
    return catalogs
  }

  private mutating func readCatalog(
    _ node: YAMLNode, sourceLocale: LanguageTag?
  ) -> ProjectConfiguration.CatalogEntry? {
    let fields = ["name", "source", "target", "placeholders", "limits", "layout", "key", "scope"]
    let isComplete = decoder.isMap(node, "a catalog", fields: fields, required: ["name", "target"])
    guard node.entries != nil else { return nil }
    let name = catalogName(node["name"])
    let target = path(node["target"], "target", allowsLocale: true)
    let source = path(node["source"], "source", allowsLocale: false)
    let placeholders = decoder.choice(
      node["placeholders"], "placeholder syntax", of: ProjectConfiguration.PlaceholderSyntax.self)
    var limits: [ExactString: Int] = [:]
    for entry in decoder.entries(node["limits"], "limits") {
      limits[ExactString(entry.key)] = decoder.count(entry.value, "the limit of `\(entry.key)`")
    }
    let layout = decoder.choice(node["layout"], "layout", of: CatalogLayout.self)
    let key = decoder.choice(node["key"], "key", of: ProjectConfiguration.XLIFFKey.self)
    let scope = decoder.choice(node["scope"], "scope", of: ProjectConfiguration.XLIFFScope.self)
    guard isComplete, let name, let target, let targetNode = node["target"] else { return nil }
    guard let format = format(of: target, at: targetNode.start) else { return nil }
    if format == .yaml {
      for field in ["key", "scope"] as [StaticString] {
        guard let entry = node.entry(field) else { continue }
        decoder.report(
          ConfigurationRules.value, "`\(field)` is for XLIFF catalogs only", at: entry.keyMark,
          help: "remove it")
      }
    }
    if format == .xliff, let entry = node.entry("layout") {
      decoder.report(
        ConfigurationRules.value, "`layout` is for YAML catalogs only", at: entry.keyMark, help: "remove it")
    }
    var derived = source
    if derived == nil, format == .yaml, let sourceLocale {
      derived = target.split(separator: "{locale}", omittingEmptySubsequences: false).joined(
        separator: spellings[sourceLocale] ?? sourceLocale.description)
    }
    return ProjectConfiguration.CatalogEntry(
      name: name, source: derived, target: target, format: format, placeholders: placeholders, limits: limits,
      layout: layout, key: key ?? .id, scope: scope ?? .file, location: node.start.location(in: decoder.path))
  }

  private mutating func catalogName(_ node: YAMLNode?) -> String? {
    guard let node, let name = decoder.name(node, "the name of a catalog") else { return nil }
    let isPlain = name.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) || $0 == 0x2D || $0 == 0x5F
        || $0 >= 0x80
    }
    guard isPlain, name.utf8.count <= 64 else {
      decoder.reportValue(
        "the name of a catalog is of letters, digits, `-` and `_`, and at most 64 bytes long", at: node.start)
      return nil
    }
    return name
  }

  private mutating func format(of path: String, at mark: YAMLMark) -> DocumentFormat? {
    switch path.split(separator: ".").last?.lowercased() {
    case "yml", "yaml": return .yaml
    case "xliff", "xlf": return .xliff
    default:
      decoder.report(
        ConfigurationRules.path, "target names no known kind of file", at: mark,
        help: "a catalog's files end in .yml, .yaml, .xliff or .xlf")
      return nil
    }
  }
}
