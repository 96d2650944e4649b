package import Translations

/// Tells what format a file has, by its name or else by its first bytes.
package enum FormatDetector {
  /// - Parameters:
  ///   - pathExtension: the part of the name after the last dot, in any case; empty if there is none.
  ///   - head: the first bytes of the file; a few hundred are enough.
  /// - Returns: `nil` for a file that is no catalog.
  package static func format(pathExtension: String, head: [UInt8]) -> DocumentFormat? {
    switch pathExtension.lowercased() {
    case "xliff", "xlf", "xlf2", "sdlxliff", "mqxliff", "mxliff": .xliff
    case "yaml", "yml": .yaml
    default: holdsXLIFF(head) ? .xliff : nil
    }
  }

  /// The locale that the name of a file tells, such as that of `validators.zh_CN.xlf`.
  package static func locale(ofFile path: String) -> LanguageTag? { LocaleName.named(inFile: path)?.tag }

  /// Whether the text looks like an XLIFF document; zero bytes are left out, so that UTF-16 reads like UTF-8.
  private static func holdsXLIFF(_ head: [UInt8]) -> Bool {
    let text = head.prefix(4096).filter { $0 != 0 }
    guard let first = text.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) && $0 < 0x80 }) else {
      return false
    }
    return first == UInt8(ascii: "<") && String(decoding: text, as: UTF8.self).contains("xliff")
  }
}
