internal import ArgumentParsing
internal import Interchange
internal import Translations

/// The formats of a hand-off.
enum ExportFormat: String, CaseIterable, ExpressibleByArgument {
  case xliff12 = "xliff-1.2"
  /// 1.2 in the shape of Xcode's own exports.
  case xcode
  case xliff21 = "xliff-2.1"
  case csv

  var pathExtension: String { self == .csv ? "csv" : "xliff" }

  /// The shape of an XLIFF format.
  private var flavour: XLIFFWriter.Flavour? {
    switch self {
    case .xliff12: .plain12
    case .xcode: .apple12
    case .xliff21: .version21
    case .csv: nil
    }
  }

  func bytes(of document: ExportDocument) throws -> [UInt8] {
    guard let flavour else { return document.tableBytes }
    return try document.xliff(flavour)
  }

  /// Why a unit cannot be written so that it comes back as it is; `nil` if it can.
  func obstacle(_ unit: ExportUnit) -> String? {
    guard let flavour else {
      let messages = [unit.source, unit.target, unit.previousSource, unit.previousTarget]
      return messages.contains { $0?.hasCodes == true } ? "a table cannot hold inline codes" : nil
    }
    return XLIFFWriter.obstacle(unit.handoffUnit(.byName), flavour)
  }
}
