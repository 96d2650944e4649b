package import Diagnostics
internal import Translations

/// Where each setting of a configuration is written, by its name with dots: `publish.minimumState`.
package struct ConfigurationPlaces {
  private var places: [ExactString: SourceLocation] = [:]

  /// - Throws: what the source throws. A file that cannot be read as YAML has no places.
  package init(_ source: any ByteSource, path: String) throws {
    let (root, _) = try YAMLTreeReader.read(source, path: path, limits: .standard)
    if let root { add(root, below: "", path) }
  }

  private mutating func add(_ node: YAMLNode, below prefix: String, _ path: String) {
    for entry in node.entries ?? [] {
      // Locales have one name here, however they are spelled there.
      let isLocale = ExactString(prefix) == "fallbacks."
      let key = isLocale ? LanguageTag(entry.key)?.description ?? entry.key : entry.key
      places[ExactString(prefix + key)] = entry.keyMark.location(in: path)
      add(entry.value, below: "\(prefix)\(key).", path)
    }
  }

  /// `nil` for a setting that is not written anywhere, which has its default.
  package subscript(_ name: String) -> SourceLocation? { places[ExactString(name)] }
}
