internal import Translations

extension ExportDocument {
  /// The document as XLIFF 1.2: a file element for each original, units and notes as Xcode writes them, and what this
  /// hand-off is in attributes of our own namespace.
  var xliff1Bytes: [UInt8] {
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    lines.append(
      "<xliff xmlns=\"urn:oasis:names:tc:xliff:document:1.2\" xmlns:assets=\"\(HandoffOrigin.namespace)\" version=\"1.2\">"
    )
    for (original, units) in byOriginal {
      lines.append(
        "  <file \(XMLMarkup.attribute("original", original)) datatype=\"plaintext\" source-language=\"\(sourceLocale)\" "
          + "target-language=\"\(locale)\"\(originAttributes)>")
      lines.append("    <body>")
      for unit in units { lines += unit.xliff1Lines(policy: policy) }
      lines += ["    </body>", "  </file>"]
    }
    lines += ["</xliff>", ""]
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// What this hand-off is, as attributes with a space before each.
  var originAttributes: String {
    var attributes = [
      XMLMarkup.attribute("assets:handoff", handoff), XMLMarkup.attribute("assets:base", "\(base)"),
      XMLMarkup.attribute("assets:catalog", catalog),
    ]
    if let lineage { attributes.append(XMLMarkup.attribute("assets:lineage", lineage)) }
    return attributes.map { " " + $0 }.joined()
  }

  /// The units by file element, both in key order.
  var byOriginal: [(original: String, units: [ExportUnit])] {
    var result: [(original: String, units: [ExportUnit])] = []
    for unit in units {
      if let last = result.last, last.original.utf8.elementsEqual(unit.original.utf8) {
        result[result.count - 1].units.append(unit)
      } else {
        result.append((unit.original, [unit]))
      }
    }
    return result
  }
}

extension ExportUnit {
  fileprivate func xliff1Lines(policy: ExportDocument.Policy) -> [String] {
    var attributes = [XMLMarkup.attribute("id", id)]
    // Where the name or the source is the key, it has to come back as a name.
    if policy == .byName { attributes.append(XMLMarkup.attribute("resname", id)) }
    if let limit { attributes += ["maxwidth=\"\(limit)\"", "size-unit=\"char\""] }
    if handoffState.isApproved { attributes.append("approved=\"yes\"") }
    attributes.append("xml:space=\"preserve\"")
    var lines = ["      <trans-unit \(attributes.joined(separator: " "))>"]
    lines.append("        <source>\(source.markup)</source>")
    if let target {
      lines.append("        <target state=\"\(Self.state(handoffState))\">\(target.markup)</target>")
    }
    for note in notes { lines.append("        <note from=\"assets\">\(XMLMarkup.text(note))</note>") }
    if let old = previousTarget ?? (previousSource == nil ? nil : target) {
      lines.append("        <alt-trans alttranstype=\"previous-version\">")
      if let previousSource { lines.append("          <source>\(previousSource.markup)</source>") }
      lines += ["          <target>\(old.markup)</target>", "        </alt-trans>"]
    }
    return lines + ["      </trans-unit>"]
  }

  private static func state(_ state: TranslationState) -> String {
    switch state {
    case .absent, .untranslated: "new"
    case .needsTranslation: "needs-translation"
    case .needsReview: "needs-review-translation"
    case .translated: "translated"
    case .reviewed: "signed-off"
    case .final: "final"
    }
  }
}

extension Message {
  /// The text as XLIFF of either version writes it, codes as the elements they were read from.
  var markup: String {
    parts.map { part in
      switch part {
      case .text(let text): return XMLMarkup.text(text)
      case .code(let code): return code.markup
      }
    }.joined()
  }

  /// The elements of its codes, by their names.
  var codeKinds: Set<String> {
    Set(
      parts.compactMap { part in
        guard case .code(let code) = part else { return nil }
        return code.kind.hasPrefix("/") ? String(code.kind.dropFirst()) : code.kind
      })
  }
}

extension InlineCode {
  fileprivate var markup: String {
    if kind.hasPrefix("/") { return "<\(kind)>" }
    let isVersion2 = ExportFormat.version2Codes.contains(kind)
    var text = "<\(kind) \(XMLMarkup.attribute("id", id))"
    if !equivalent.isEmpty {
      text += " \(XMLMarkup.attribute(isVersion2 ? "equiv" : "equiv-text", equivalent))"
    }
    return text + (["g", "pc", "mrk"].contains(kind) ? ">" : "/>")
  }
}
