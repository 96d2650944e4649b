internal import TextAnalysis

/// The searchable fields of a document as tokens, exactly as an index is given them.
///
/// One buffer with two borders: title, then keywords, then description; UTF-8, tokens separated by single spaces,
/// keywords by the analyzer's border token.
public struct AnalyzedText: Hashable, Sendable {
  /// Title, keywords and description, one behind the other.
  public private(set) var bytes: [UInt8]
  private let titleEnd: Int
  private let keywordsEnd: Int

  /// Fields that are analysed already.
  public init(
    title: some Collection<UInt8>, keywords: some Collection<UInt8>, description: some Collection<UInt8>
  ) {
    bytes = []
    bytes.reserveCapacity(title.count + keywords.count + description.count)
    bytes.append(contentsOf: title)
    titleEnd = bytes.count
    bytes.append(contentsOf: keywords)
    keywordsEnd = bytes.count
    bytes.append(contentsOf: description)
  }

  /// Analyses the fields of a projection.
  init(_ projection: Projection, with analyzer: TextAnalyzer) {
    let title = projection.title.text
    let description = projection.description?.text
    var room = title.utf8.count + (description?.utf8.count ?? 0)
    for term in projection.terms { room += term.text.utf8.count + 8 }
    var writer = TokenWriter(analyzer, room: room)
    writer.append(title.string)
    titleEnd = writer.count
    for term in projection.terms { writer.append(keyword: term.text.string, ofListFrom: titleEnd) }
    keywordsEnd = writer.count
    if let description { writer.append(description.string) }
    bytes = writer.finish()
  }

  /// The tokens of the title.
  public var title: ArraySlice<UInt8> { bytes[..<titleEnd] }
  /// The tokens of all terms, with the border token between two terms.
  public var keywords: ArraySlice<UInt8> { bytes[titleEnd..<keywordsEnd] }
  /// The tokens of the description; empty if there is none.
  public var description: ArraySlice<UInt8> { bytes[keywordsEnd...] }

  /// The fields in the order of the index's columns.
  var fields: [ArraySlice<UInt8>] { [title, keywords, description] }
}
