package import Translations

extension BundleFile {
  /// The first line, without a line feed.
  package static func header(
    _ head: Head.Link, _ locales: [LanguageTag], since: Int?, heads: Int
  ) -> [UInt8] {
    let json: CanonicalJSON = [
      "schema": .string(schema), "head": head.json,
      "locales": .array(locales.map { .string($0.description) }),
      "since": CanonicalJSON(since), "heads": .integer(heads),
      "manifests": .integer(since == nil ? 0 : heads),
      "critical": [], "ext": [:],
    ]
    return json.bytes
  }

  /// The last line, with its line feed.
  package static func end(of body: [UInt8], lineCount: Int) -> [UInt8] {
    let json: CanonicalJSON = [
      "schema": .string(endSchema), "lines": .integer(lineCount), "digest": CanonicalJSON(Digest(of: body)),
    ]
    return json.bytes + [0x0A]
  }
}
