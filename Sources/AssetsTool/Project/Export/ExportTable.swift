internal import Translations

extension ExportDocument {
  /// The document as a table, one unit a line.
  var tableBytes: [UInt8] {
    var table = CommaSeparatedValues()
    table.append(HandoffTable.columns)
    for unit in units {
      table.append([
        handoff, "r\(base)", lineage ?? "", catalog, "\(locale)",
        MessageKey.printed(path: unit.key.segments.dropFirst()), unit.source.description,
        unit.target?.description ?? "", unit.stateName, unit.notes.joined(separator: "\n"),
        unit.limit.map { "\($0)" } ?? "", unit.previousSource?.description ?? "",
        unit.previousTarget?.description ?? "",
      ])
    }
    return table.bytes
  }
}

extension ExportUnit {
  /// The state as a hand-off says it; a translation for an older source is to be looked at again.
  var handoffState: TranslationState {
    switch state {
    case .new: .untranslated
    case .changed: .needsReview
    case .needsTranslation: .needsTranslation
    case .needsReview: .needsReview
    case .translated: .translated
    case .reviewed: .reviewed
    case .final: .final
    }
  }

  /// Empty where there is no text yet, so that what a translator writes there counts as translated.
  fileprivate var stateName: String { target == nil ? "" : handoffState.name }
}
