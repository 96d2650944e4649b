internal import Translations

extension XLIFFWriter {
  mutating func beginFile1(original: String, datatype: String) {
    let target = attribute("target-language", handoff.targetLocale?.description)
    line(
      "  <file\(attribute("original", original))\(attribute("source-language", "\(handoff.sourceLocale)"))"
        + "\(target)\(attribute("datatype", datatype))\(markAttributes)>")
    line("    <header>")
    let tool = handoff.tool
    line(
      "      <tool\(attribute("tool-id", tool.id))\(attribute("tool-name", tool.name))"
        + "\(attribute("tool-version", tool.version))\(attribute("build-num", tool.build))/>")
    line("    </header>")
    line("    <body>")
  }

  mutating func write1(_ unit: HandoffUnit) throws(InlineWriter.Problem) {
    let limit = unit.maximumLength.map { " maxwidth=\"\($0)\" size-unit=\"char\"" } ?? ""
    let translate = unit.isUntranslatable ? " translate=\"no\"" : ""
    let isApproved = unit.target != nil && unit.state.isApproved
    let approved = flavour == .plain12 && isApproved ? " approved=\"yes\"" : ""
    line(
      "      <trans-unit\(attribute("id", unit.id))\(attribute("resname", unit.name))\(translate)\(approved)\(limit) xml:space=\"preserve\">"
    )
    let indent = "        "
    if let source = unit.source { element("source", "", try content(source), indent: indent) }
    if let target = unit.target {
      element("target", targetAttributes(unit), try content(target), indent: indent)
    }
    if flavour == .plain12 { writeContext(unit) }
    for note in notes1(unit) { element("note", "", text(note), indent: indent) }
    if unit.previousTarget != nil || unit.previousSource != nil {
      line("\(indent)<alt-trans alttranstype=\"previous-version\">")
      if let source = unit.previousSource {
        element("source", "", try content(source), indent: indent + "  ")
      }
      element("target", "", try unit.previousTarget.map(content) ?? [], indent: indent + "  ")
      line("\(indent)</alt-trans>")
    }
    line("      </trans-unit>")
  }

  private func targetAttributes(_ unit: HandoffUnit) -> String {
    let word =
      switch unit.state {
      case .absent, .untranslated: "new"
      case .needsTranslation: "needs-translation"
      case .needsReview: "needs-review-translation"
      case .translated: "translated"
      case .reviewed: "signed-off"
      case .final: "final"
      }
    let qualifier = unit.isRejected ? "rejected-inaccurate" : unit.isMachineTranslation ? "leveraged-mt" : nil
    return attribute("state", word) + attribute("state-qualifier", qualifier)
  }

  private mutating func writeContext(_ unit: HandoffUnit) {
    guard !unit.contentIDs.isEmpty || !unit.routes.isEmpty else { return }
    line("        <context-group purpose=\"information\" name=\"assets\">")
    for id in unit.contentIDs {
      element("context", " context-type=\"x-content-id\"", text(id), indent: "          ")
    }
    for route in unit.routes {
      element("context", " context-type=\"x-route\"", text(route), indent: "          ")
    }
    line("        </context-group>")
  }

  /// Xcode's files have one note a unit, even an empty one.
  private func notes1(_ unit: HandoffUnit) -> [String] {
    guard flavour == .apple12 else { return unit.notes }
    let lines =
      unit.notes + unit.contentIDs.map { "Content: \($0)" } + unit.routes.map { "Route: \($0)" }
      + (unit.maximumLength.map { ["At most \($0) characters"] } ?? [])
    return [lines.joined(separator: "\n")]
  }
}
