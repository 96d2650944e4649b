internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Translations

/// Every setting of a project as it is in force, with where it comes from.
struct EffectiveSettings {
  struct Setting {
    /// With dots: `publish.minimumState`.
    var name: String
    /// `nil` for what is not there.
    var value: String?
    /// `nil` for a default.
    var place: SourceLocation?
  }

  private(set) var settings: [Setting] = []
  private let places: ConfigurationPlaces

  init(_ configuration: ProjectConfiguration, _ places: ConfigurationPlaces) {
    self.places = places
    add("project", configuration.project)
    addLocales(configuration)
    for catalog in configuration.catalogs {
      settings.append(
        Setting(name: "catalogs.\(catalog.name)", value: Self.text(catalog), place: catalog.location))
    }
    add("content", configuration.content)
    add("keywords.path", configuration.keywords?.path)
    if let keywords = configuration.keywords {
      add("keywords.maxTerms", "\(keywords.maxTerms)")
      add("keywords.appStoreBytes", keywords.appStoreBytes.map { "\($0)" })
    }
    add("store", configuration.store)
    add("publish.minimumState", configuration.publishing.minimumState.name)
    add("publish.trustedKeys", Self.list(configuration.publishing.trustedKeys))
    add("import.onConflict", configuration.importing.onConflict.rawValue)
    add("import.minimumState", configuration.importing.minimumState.name)
    addChecks(configuration.checks)
    add("legacyIdentifiers", Self.list(configuration.legacyIdentifiers))
  }

  private mutating func add(_ name: String, _ value: String?) {
    settings.append(Setting(name: name, value: value, place: places[name]))
  }

  /// The chains are shown as they are used, also those that come about by themselves.
  private mutating func addLocales(_ configuration: ProjectConfiguration) {
    add("sourceLocale", configuration.sourceLocale.description)
    add("locales", configuration.locales.map(\.description).joined(separator: ", "))
    for locale in configuration.locales {
      let chain = localeChain(
        for: locale, declared: configuration.locales, explicit: configuration.fallbacks[locale],
        fallback: configuration.fallbackLocale)
      add("fallbacks.\(locale)", Self.list(chain.dropFirst().map(\.description)))
    }
    add("fallbackLocale", configuration.fallbackLocale?.description)
  }

  private mutating func addChecks(_ checks: ProjectConfiguration.Checks) {
    add("checks.failOn", checks.failOn.rawValue)
    add("checks.baseline", checks.baseline)
    for (rule, level) in checks.rules.sorted(by: { $0.key < $1.key }) {
      add("checks.rules.\(rule)", level.rawValue)
    }
    for suppression in checks.suppressions {
      let locale = suppression.locale.map { " in \($0)" } ?? ""
      settings.append(
        Setting(
          name: "checks.suppress", value: "\(suppression.rule) for \(suppression.key)\(locale)",
          place: suppression.location))
    }
  }

  private static func list(_ items: [String]) -> String? {
    items.isEmpty ? nil : items.joined(separator: ", ")
  }

  private static func text(_ catalog: ProjectConfiguration.CatalogEntry) -> String {
    var parts = [catalog.target]
    if let source = catalog.source { parts.append("source \(source)") }
    parts.append("placeholders \(catalog.placeholders?.rawValue ?? "by content")")
    switch catalog.format {
    case .yaml: parts.append("layout \(catalog.layout?.rawValue ?? "by content")")
    case .xliff: parts += ["key \(catalog.key.rawValue)", "scope \(catalog.scope.rawValue)"]
    }
    for (segment, most) in catalog.limits.sorted(by: { $0.key < $1.key }) {
      parts.append("\(segment) at most \(most)")
    }
    return parts.joined(separator: ", ")
  }

  /// `assets.config/1`.
  var json: CanonicalJSON {
    [
      "schema": "assets.config/1",
      "settings": .array(
        settings.map { setting in
          [
            "name": .string(setting.name), "value": setting.value.map { .string($0) } ?? nil,
            "path": setting.place.map { .string($0.path) } ?? nil,
            "line": setting.place?.line.map { .integer($0) } ?? nil,
          ]
        }),
    ]
  }
}
