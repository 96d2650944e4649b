import Diagnostics
import Interchange
import Translations

/// Everything of a document that a reader's caller can see.
struct Image: Equatable {
  private var lines: [String]

  func firstDifference(from other: Image) -> String? {
    if self == other { return nil }
    let pair = zip(lines, other.lines).first { $0 != $1 }
    return pair.map { "\($0) | \($1)" } ?? "\(lines.count) | \(other.lines.count) lines"
  }

  init(_ document: ParsedDocument) {
    lines = ["\(document.isReadable) \(document.unitCount) \(document.version ?? "-")"]
    for diagnostic in document.diagnostics {
      lines.append(
        "\(diagnostic.rule.id) \(diagnostic.location?.description ?? "-") \(diagnostic.key ?? "-") \(diagnostic.message)"
      )
    }
    for catalog in document.catalogs {
      lines.append("\(catalog.locale?.description ?? "-") \(catalog.count)")
      for row in catalog.rows {
        lines.append("\(catalog.pathBytes(row)) \(row.line):\(row.column) \(row.state) \(row.flags.rawValue)")
        lines.append("\(catalog.source(row)?.bytes ?? [255]) \(catalog.target(row)?.bytes ?? [255])")
      }
    }
  }
}

/// Two images of one document must be the same.
func require(_ a: Image, equals b: Image, _ promise: String) {
  if let difference = a.firstDifference(from: b) { fatalError("broken promise: \(promise): \(difference)") }
}

/// A number that depends on every byte, to choose with (FNV-1a).
func seed(of bytes: [UInt8]) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

/// Ends the process when a promise is broken, so that the document is kept.
func require(_ holds: Bool, _ promise: String) {
  if !holds { fatalError("broken promise: \(promise)") }
}
