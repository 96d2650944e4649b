internal import Translations

extension ExportDocument {
  /// The document as XLIFF 2.1: keys in the names of units, limits by the size restriction module, what was there
  /// before as matches.
  var xliff2Bytes: [UInt8] {
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    lines.append(
      "<xliff xmlns=\"urn:oasis:names:tc:xliff:document:2.0\" xmlns:mtc=\"urn:oasis:names:tc:xliff:matches:2.0\" "
        + "xmlns:slr=\"urn:oasis:names:tc:xliff:sizerestriction:2.0\" xmlns:assets=\"\(HandoffOrigin.namespace)\" "
        + "version=\"2.1\" srcLang=\"\(sourceLocale)\" trgLang=\"\(locale)\" xml:space=\"preserve\">")
    var number = 0
    for (index, group) in byOriginal.enumerated() {
      lines.append(
        "  <file id=\"f\(index + 1)\" \(XMLMarkup.attribute("original", group.original))\(originAttributes)>")
      if group.units.contains(where: { $0.limit != nil }) {
        lines += [
          "    <slr:profiles generalProfile=\"xliff:codepoints\">", "      <slr:normalization/>",
          "    </slr:profiles>",
        ]
      }
      for unit in group.units {
        number += 1
        lines += unit.xliff2Lines(number)
      }
      lines.append("  </file>")
    }
    lines += ["</xliff>", ""]
    return Array(lines.joined(separator: "\n").utf8)
  }
}

extension ExportUnit {
  fileprivate func xliff2Lines(_ number: Int) -> [String] {
    let restriction = limit.map { " slr:sizeRestriction=\"\($0)\"" } ?? ""
    var lines = ["    <unit id=\"u\(number)\" \(XMLMarkup.attribute("name", id))\(restriction)>"]
    if let old = previousTarget ?? (previousSource == nil ? nil : target) {
      lines += [
        "      <mtc:matches>", "        <mtc:match ref=\"#s1\" type=\"tm\">",
        "          <source>\((previousSource ?? source).markup)</source>",
        "          <target>\(old.markup)</target>", "        </mtc:match>", "      </mtc:matches>",
      ]
    }
    if !notes.isEmpty {
      lines.append("      <notes>")
      for note in notes { lines.append("        <note>\(XMLMarkup.text(note))</note>") }
      lines.append("      </notes>")
    }
    let state =
      switch handoffState {
      case .absent, .untranslated: " state=\"initial\""
      case .needsTranslation, .needsReview: " state=\"initial\" subState=\"assets:\(handoffState.name)\""
      case .translated: " state=\"translated\""
      case .reviewed: " state=\"reviewed\""
      case .final: " state=\"final\""
      }
    lines.append("      <segment id=\"s1\"\(state)>")
    lines.append("        <source>\(source.markup)</source>")
    if let target { lines.append("        <target>\(target.markup)</target>") }
    return lines + ["      </segment>", "    </unit>"]
  }
}
