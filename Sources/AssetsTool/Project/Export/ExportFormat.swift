internal import ArgumentParsing
internal import Translations

/// The formats of a hand-off.
enum ExportFormat: String, CaseIterable, ExpressibleByArgument {
  case xliff12 = "xliff-1.2"
  case xliff21 = "xliff-2.1"
  case csv

  var pathExtension: String { self == .csv ? "csv" : "xliff" }

  func bytes(of document: ExportDocument) -> [UInt8] {
    switch self {
    case .xliff12: document.xliff1Bytes
    case .xliff21: document.xliff2Bytes
    case .csv: document.tableBytes
    }
  }

  static let version1Codes: Set<String> = ["x", "g", "bx", "ex", "bpt", "ept", "it", "sub"]
  static let version2Codes: Set<String> = ["pc", "sc", "ec", "cp", "sm", "em"]

  /// Why a unit cannot be written so that it comes back as it is; `nil` if it can.
  func obstacle(_ unit: ExportUnit) -> String? {
    let messages = [unit.source, unit.target, unit.previousSource, unit.previousTarget].compactMap { $0 }
    let kinds = messages.reduce(into: Set<String>()) { if $1.hasCodes { $0.formUnion($1.codeKinds) } }
    switch self {
    case .csv: return kinds.isEmpty ? nil : "a table cannot hold inline codes"
    case .xliff12 where !kinds.isDisjoint(with: Self.version2Codes): return "its codes are those of XLIFF 2"
    case .xliff21 where !kinds.isDisjoint(with: Self.version1Codes): return "its codes are those of XLIFF 1.2"
    case .xliff12, .xliff21:
      let isPlain =
        messages.allSatisfy { $0.hasCodes || XMLMarkup.canHold($0.bytes) }
        && XMLMarkup.canHold(unit.key.bytes.filter { $0 != 0 })
      return isPlain ? nil : "XML cannot hold one of its characters"
    }
  }
}
