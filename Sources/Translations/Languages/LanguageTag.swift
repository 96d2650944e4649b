/// A BCP 47 language tag in canonical case (`pt-BR`, `zh-Hans`), compared without regard to how it was written.
///
/// RFC 5646, section 2.1. The type holds any well-formed tag; POSIX spellings (`pt_BR`) are read, and the caller
/// can see that they were not canonical by comparing with `description`.
public struct LanguageTag: Hashable, Sendable {
  /// Canonical spelling.
  private let text: String

  /// - Returns: `nil` unless the text is a well-formed tag of at most 35 bytes.
  public init?(_ string: some StringProtocol) {
    if (2...3).contains(string.utf8.count), string.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) {
      // Most tags are a language alone, in canonical spelling.
      text = String(string)
      return
    }
    let parts = string.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    guard string.utf8.count <= 35, let canonical = Self.canonical(parts.map { String($0) }) else {
      return nil
    }
    text = canonical
  }

  private static func canonical(_ subtags: [String]) -> String? {
    guard let language = subtags.first, language.utf8.allSatisfy(isLetter) else { return nil }
    guard (2...8).contains(language.utf8.count) || language.lowercased() == "x" else { return nil }
    var result = [language.lowercased()]
    var inExtension = result[0] == "x"
    for subtag in subtags.dropFirst() {
      let count = subtag.utf8.count
      guard (1...8).contains(count), subtag.utf8.allSatisfy({ isLetter($0) || isDigit($0) }) else {
        return nil
      }
      let isAlphabetic = subtag.utf8.allSatisfy(isLetter)
      if inExtension || count == 1 {
        inExtension = true
        result.append(subtag.lowercased())
      } else if count == 4, isAlphabetic {
        result.append(subtag.prefix(1).uppercased() + subtag.dropFirst().lowercased())
      } else if count == 2, isAlphabetic {
        result.append(subtag.uppercased())
      } else {
        result.append(subtag.lowercased())
      }
    }
    // A singleton introduces something; one at the end introduces nothing.
    guard result.last!.utf8.count > 1 else { return nil }
    return result.joined(separator: "-")
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// The parts between hyphens in canonical case, the primary language first.
  public var subtags: [Substring] { text.split(separator: "-") }

  /// The primary language subtag: `zh` of `zh-Hans-CN`.
  public var language: String { String(subtags[0]) }

  /// The script subtag as written, if there is one: `Hans`.
  public var script: String? {
    subtags.dropFirst().prefix { $0.utf8.count > 1 }.first {
      $0.utf8.count == 4 && $0.utf8.allSatisfy(Self.isLetter)
    }.map(String.init)
  }

  /// The region subtag as written, if there is one: `BR`, `419`.
  public var region: String? {
    subtags.dropFirst().prefix { $0.utf8.count > 1 }.first {
      ($0.utf8.count == 2 && $0.utf8.allSatisfy(Self.isLetter))
        || ($0.utf8.count == 3 && $0.utf8.allSatisfy(Self.isDigit))
    }.map(String.init)
  }
}

extension LanguageTag: CustomStringConvertible, Comparable {
  /// The tag in canonical case.
  public var description: String { text }

  /// The order of the canonical spellings as bytes.
  public static func < (a: LanguageTag, b: LanguageTag) -> Bool {
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }
}
