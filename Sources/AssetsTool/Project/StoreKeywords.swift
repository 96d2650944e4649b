internal import Bundles
internal import Interchange
internal import Translations

/// One locale's keywords as the App Store tools keep them: a text of terms between commas.
struct StoreKeywords {
  /// The folder's name, such as `de-DE`.
  var name: String
  private var path: String

  /// The lists below a folder, by name.
  static func lists(in folder: String) -> [StoreKeywords] {
    let names = (try? LocalFileSystem().list(folder)) ?? []
    return names.sorted { ExactString($0) < ExactString($1) }.compactMap { name in
      let path = "\(folder)/\(name)/keywords.txt"
      return (try? LocalFileSystem().status(path)) == nil ? nil : StoreKeywords(name: name, path: path)
    }
  }

  /// The project's locale that the folder is for: the same one, else one of the same language and script.
  func locale(among locales: [LanguageTag]) -> LanguageTag? {
    guard let tag = LanguageTag(name.replacing("_", with: "-")) else { return nil }
    if let same = locales.first(where: { $0 == tag }) { return same }
    return locales.first { $0.isEquivalent(to: tag) }
      ?? locales.first { $0.subtags.count == 1 && $0.sharesLanguageAndScript(with: tag) }
      ?? locales.first { $0.sharesLanguageAndScript(with: tag) }
  }

  func terms() throws(ToolError) -> [String] {
    let bytes: [UInt8]
    do { bytes = try LocalFileSystem().read(path, limit: 1 << 20) } catch {
      throw ToolError(.unreadable, "cannot read \(path): \(error.reason)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ToolError(.unreadable, "\(path) is not UTF-8", help: "save the file as UTF-8")
    }
    return Self.terms(of: text)
  }

  /// The terms of a text: translators use the commas of their own scripts too. Spaces around a term, empty terms and
  /// repetitions go; the order counts.
  static func terms(of text: String) -> [String] {
    let separators: [Unicode.Scalar] = [",", "\u{FF0C}", "\u{3001}", "\u{60C}", "\n", "\r"]
    var seen: Set<ExactString> = []
    var terms: [String] = []
    for part in text.unicodeScalars.split(whereSeparator: { separators.contains($0) }) {
      let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace || scalar == "\u{FEFF}" }
      var term = part.drop(while: isSpace)
      while let last = term.last, isSpace(last) { term.removeLast() }
      let string = String(String.UnicodeScalarView(term))
      if !string.isEmpty, seen.insert(ExactString(string)).inserted { terms.append(string) }
    }
    return terms
  }
}
