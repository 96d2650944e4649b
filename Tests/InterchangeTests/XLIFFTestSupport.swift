import Diagnostics
import Testing
import Translations

@testable import Interchange

/// Reads a document given as text.
func readXLIFF(
  _ text: String, options: XLIFFReader.Options = .init(), limits: ReadingLimits = .standard,
  chunkSize: Int = .max, feedSize: Int = 1 << 16
) throws -> ParsedDocument {
  try readXLIFF(
    bytes: Array(text.utf8), options: options, limits: limits, chunkSize: chunkSize, feedSize: feedSize)
}

func readXLIFF(
  bytes: [UInt8], options: XLIFFReader.Options = .init(), limits: ReadingLimits = .standard,
  chunkSize: Int = .max, feedSize: Int = 1 << 16, path: String = "test.xliff"
) throws -> ParsedDocument {
  var source = BytesSource(bytes, chunkSize: chunkSize)
  return try XLIFFReader.read(
    &source, path: path, options: options, limits: limits, feedSize: feedSize
  ).document
}

/// A 1.2 document around the units of one file element.
func xliff12(_ units: String, target: String? = "de", original: String = "a.strings") -> String {
  let language = target.map { " target-language=\"\($0)\"" } ?? ""
  return """
    <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
    <file original="\(original)" source-language="en"\(language) datatype="plaintext"><body>
    \(units)
    </body></file>
    </xliff>
    """
}

/// A 2.x document around the units of one file element.
func xliff20(_ units: String, version: String = "2.0", target: String? = "de") -> String {
  let language = target.map { " trgLang=\"\($0)\"" } ?? ""
  let namespace = version == "2.2" ? "2.2" : "2.0"
  return """
    <xliff version="\(version)" srcLang="en"\(language) xmlns="urn:oasis:names:tc:xliff:document:\(namespace)"
     xmlns:pgs="urn:oasis:names:tc:xliff:pgs:1.0">
    <file id="f">
    \(units)
    </file>
    </xliff>
    """
}

/// What a test wants to know of a row, as one line: `a\.strings.k | source | target | state flags`.
extension Catalog {
  var lines: [String] {
    rows.map { row in
      let unit = unit(row)
      var words = [unit.state.name]
      if row.flags.contains(.machine) { words.append("machine") }
      if row.flags.contains(.rejected) { words.append("rejected") }
      if row.flags.contains(.explicitlyEmpty) { words.append("explicitly-empty") }
      if row.flags.contains(.untranslatable) { words.append("untranslatable") }
      let parts = [
        MessageKey.printed(path: unit.path), unit.source?.description ?? "-", unit.target?.description ?? "-",
        words.joined(separator: " "),
      ]
      return parts.joined(separator: " | ")
    }
  }
}

extension ParsedDocument {
  /// The lines of the only catalog, or the errors.
  var lines: [String] {
    guard isReadable else { return diagnostics.map(\.concise) }
    return catalogs.count == 1 ? catalogs[0].lines : ["\(catalogs.count) catalogs"]
  }

  var concise: [String] { diagnostics.map(\.concise) }
}

extension Diagnostic {
  /// `XL-NO-ID 4:1`.
  var concise: String {
    guard let line = location?.line else { return rule.id }
    return "\(rule.id) \(line):\(location?.column ?? 0)"
  }
}

/// A text without its marks `▸`, and the 1-based places where they stood, counted without them.
func marked(_ text: String) -> (text: String, places: [String]) {
  var result = ""
  var places: [String] = []
  var line = 1
  var column = 1
  for scalar in text.unicodeScalars {
    if scalar == "▸" {
      places.append("\(line):\(column)")
      continue
    }
    result.unicodeScalars.append(scalar)
    column += 1
    if scalar == "\n" {
      line += 1
      column = 1
    }
  }
  return (result, places)
}

/// The UTF-16 form of a text, with a byte order mark.
func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
  let units = [0xFEFF] + Array(text.utf16)
  return units.flatMap { unit -> [UInt8] in
    let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
    return bigEndian ? [high, low] : [low, high]
  }
}
