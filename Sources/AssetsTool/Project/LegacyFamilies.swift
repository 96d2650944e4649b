internal import Interchange
internal import SearchIndex

extension ProjectConfiguration {
  /// The families of old names that the project declares.
  func legacyFamilies() throws(ToolError) -> [LegacyIdentifierFamily] {
    var families: [LegacyIdentifierFamily] = []
    for template in legacyIdentifiers {
      guard let family = LegacyIdentifierFamily(template) else {
        throw ToolError(
          .unreadable, "the legacy identifier '\(template)' cannot be taken apart again",
          help: "write {contentID} once and {locale} at most once, with something between them")
      }
      families.append(family)
    }
    return families
  }
}
