internal import Interchange
internal import Translations

/// One file of a tree that was found, and where its name may say a locale.
struct SurveyFile {
  /// Relative to the project.
  let path: String
  let document: ParsedDocument
  /// From the front of the path to its end.
  let places: [Place]

  /// One way to see a locale in a path.
  struct Place {
    var template: String
    var locale: LanguageTag
    var spelling: String
  }

  /// - Throws: if the file cannot be opened or is of no known format.
  init(path: String) throws {
    self.path = path
    document = try DocumentLoader { try FileByteSource(path: $0) }.read(.init(path: path))
    places = Self.places(in: path, said: document.catalogs.compactMap(\.locale))
  }

  /// The document read in another way; `nil` if it is gone by now.
  func read(_ options: XLIFFReader.Options) -> ParsedDocument? {
    try? DocumentLoader { try FileByteSource(path: $0) }.read(.init(path: path, options: options))
  }

  /// - Parameter said: the locales that the file itself names; another one in its name is none.
  private static func places(in path: String, said: [LanguageTag]) -> [Place] {
    var places: [Place] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      let isFile = part.endIndex == path.endIndex
      for range in candidates(in: part, isFile: isFile) {
        let spelling = String(path[range])
        guard let locale = LanguageTag(spelling), isKnown(locale) || said.contains(locale) else { continue }
        guard said.isEmpty || said.contains(where: { $0.language == locale.language }) else { continue }
        // A bundle has the locale in its folder and in its file.
        let template = template(path, range, spelling)
        if !places.contains(where: { $0.template == template }) {
          places.append(Place(template: template, locale: locale, spelling: spelling))
        }
      }
    }
    return places
  }

  /// The path with the locale taken out at one place, and wherever else a part of the path or of a name is just that.
  private static func template(_ path: String, _ range: Range<String.Index>, _ spelling: String) -> String {
    var result = ""
    var index = path.startIndex
    while index < path.endIndex {
      let end = path[index...].firstIndex { $0 == "/" || $0 == "." } ?? path.endIndex
      if index <= range.lowerBound, range.upperBound <= end,
        !(index == range.lowerBound && end == range.upperBound)
      {
        result += path[index..<range.lowerBound] + "{locale}" + path[range.upperBound..<end]
      } else {
        result += path[index..<end] == spelling[...] ? "{locale}" : path[index..<end]
      }
      if end < path.endIndex { result.append(path[end]) }
      index = end < path.endIndex ? path.index(after: end) : end
    }
    return result
  }

  /// Pieces of one part of a path that may be a locale: between dots, or behind an underscore or a hyphen.
  private static func candidates(in part: Substring, isFile: Bool) -> [Range<String.Index>] {
    var pieces = part.split(separator: ".")
    if isFile, pieces.count > 1 { pieces.removeLast() }
    var ranges: [Range<String.Index>] = []
    for piece in pieces {
      ranges.append(piece.startIndex..<piece.endIndex)
      guard isFile else { continue }
      for index in piece.indices where piece[index] == "_" || piece[index] == "-" {
        ranges.append(piece.index(after: index)..<piece.endIndex)
      }
    }
    return ranges
  }

  /// Whether the language is one that people count in, and not an ordinary word of a few letters.
  private static func isKnown(_ tag: LanguageTag) -> Bool { PluralRequirements(tag) != nil }
}
