internal import ArgumentParsing
internal import Interchange
internal import Translations

extension ExportDocument {
  /// The document as XLIFF: a file element for each original, and what this hand-off is in a mark of our own.
  /// - Throws: `XLIFFWriter.Refusal` for a unit that the format cannot hold; see `ExportFormat.obstacle`.
  func xliff(_ flavour: XLIFFWriter.Flavour) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var writer = XLIFFWriter(flavour, handoff: handoff(for: flavour)) { bytes += $0 }
    var original: String?
    for unit in units {
      if original.map({ !$0.utf8.elementsEqual(unit.original.utf8) }) ?? true {
        writer.beginFile(original: unit.original, datatype: "plaintext")
        original = unit.original
      }
      try writer.write(unit.handoffUnit(policy))
    }
    try writer.finish()
    return bytes
  }

  private func handoff(for flavour: XLIFFWriter.Flavour) -> Handoff {
    Handoff(
      sourceLocale: sourceLocale, targetLocale: locale,
      mark: HandoffMark(id: handoff, base: base, lineage: lineage, catalog: catalog),
      // Xcode takes files for its own by the name of the tool.
      tool: flavour == .apple12
        ? .init(id: "com.apple.dt.xcode", name: "Xcode", version: nil, build: nil)
        : .init(id: "assets", name: "assets", version: Assets.configuration.version, build: nil))
  }
}

extension ExportUnit {
  /// The unit as hand-offs write it.
  func handoffUnit(_ policy: ExportDocument.Policy) -> HandoffUnit {
    var unit = HandoffUnit(id: id, source: source, target: target, state: handoffState)
    // Where the name or the source is the key, it has to come back as a name.
    if policy == .byName { unit.name = id }
    unit.notes = notes
    unit.maximumLength = limit
    unit.previousSource = previousSource
    unit.previousTarget = previousTarget ?? (previousSource == nil ? nil : target)
    return unit
  }
}
