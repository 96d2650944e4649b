internal import Translations

extension XLIFFWriter {
  mutating func beginDocument2() {
    let names = [
      ("", "document:2.0"), (":mtc", "matches:2.0"),
      (":slr", "sizerestriction:2.0"),
    ]
    let namespaces = names.map { " xmlns\($0)=\"urn:oasis:names:tc:xliff:\($1)\"" }.joined()
    line(
      "<xliff\(namespaces)\(markNamespace) version=\"2.1\"\(attribute("srcLang", "\(handoff.sourceLocale)"))"
        + "\(attribute("trgLang", handoff.targetLocale?.description))>")
  }

  mutating func beginFile2(original: String) {
    line(
      "  <file id=\"\(fileID)\"\(attribute("original", original))\(markAttributes) xml:space=\"preserve\">")
    line("    <slr:profiles generalProfile=\"xliff:codepoints\"/>")
  }

  mutating func write2(_ unit: HandoffUnit, number: Int) throws(InlineWriter.Problem) {
    let limit = unit.maximumLength.map { " slr:sizeRestriction=\"\($0)\"" } ?? ""
    let translate = unit.isUntranslatable ? " translate=\"no\"" : ""
    line("    <unit id=\"u\(number)\"\(attribute("name", unit.id))\(translate)\(limit)>")
    let segmentID = freeID(in: unit)
    if unit.previousSource != nil || unit.previousTarget != nil {
      line("      <mtc:matches>")
      line("        <mtc:match ref=\"#\(segmentID)\" origin=\"previous\">")
      let source = try (unit.previousSource ?? unit.source).map(content) ?? []
      element("source", "", source, indent: "          ")
      element("target", "", try unit.previousTarget.map(content) ?? [], indent: "          ")
      line("        </mtc:match>")
      line("      </mtc:matches>")
    }
    writeNotes2(unit)
    line("      <segment id=\"\(segmentID)\"\(stateAttributes(unit))>")
    element("source", "", try unit.source.map(content) ?? [], indent: "        ")
    if let target = unit.target { element("target", "", try content(target), indent: "        ") }
    line("      </segment>")
    line("    </unit>")
  }

  private mutating func writeNotes2(_ unit: HandoffUnit) {
    let notes =
      unit.notes.map { ("", $0) } + unit.contentIDs.map { (" category=\"content-id\"", $0) }
      + unit.routes.map { (" category=\"route\"", $0) }
    guard !notes.isEmpty else { return }
    line("      <notes>")
    for (category, note) in notes { element("note", category, text(note), indent: "        ") }
    line("      </notes>")
  }

  /// Codes and segments share their ids in a unit.
  private func freeID(in unit: HandoffUnit) -> String {
    let used = [unit.source, unit.target].compactMap { $0 }.flatMap(\.parts).compactMap { part in
      if case .code(let code) = part { ExactString(code.id) } else { nil }
    }
    var id = "s"
    while used.contains(ExactString(id)) { id += "s" }
    return id
  }

  private func stateAttributes(_ unit: HandoffUnit) -> String {
    guard unit.target != nil else { return "" }
    var subState = XLIFFSubState(
      state: .none, qualifier: unit.isRejected ? .rejected : unit.isMachineTranslation ? .machine : .none)
    let word: String
    switch unit.state {
    case .absent, .untranslated: word = "initial"
    case .needsTranslation:
      word = "initial"
      subState.state = .needsTranslation
    case .needsReview:
      word = "initial"
      subState.state = .needsReview
    case .translated: word = "translated"
    case .reviewed: word = "reviewed"
    case .final: word = "final"
    }
    return attribute("state", word) + attribute("subState", subState.value)
  }
}
