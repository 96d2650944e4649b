/// How much a reader takes before it refuses a document with an `SE-…` error.
package struct ReadingLimits: Hashable, Sendable {
  /// The deepest nesting of XML elements.
  package var xmlDepth: Int
  /// The deepest nesting of YAML collections.
  package var yamlDepth: Int
  /// The bytes of one text, after decoding to UTF-8.
  package var textBytes: Int
  package var yamlFileBytes: Int
  package var xliffFileBytes: Int
  package var unitsPerDocument: Int
  /// The scalars a YAML document may gain through aliases.
  package var leavesFromAliases: Int

  package init(
    xmlDepth: Int = 256, yamlDepth: Int = 100, textBytes: Int = 10 << 20, yamlFileBytes: Int = 512 << 20,
    xliffFileBytes: Int = 2 << 30, unitsPerDocument: Int = 10_000_000, leavesFromAliases: Int = 200_000
  ) {
    self.xmlDepth = xmlDepth
    self.yamlDepth = yamlDepth
    self.textBytes = textBytes
    self.yamlFileBytes = yamlFileBytes
    self.xliffFileBytes = xliffFileBytes
    self.unitsPerDocument = unitsPerDocument
    self.leavesFromAliases = leavesFromAliases
  }

  package static let standard = ReadingLimits()
}
