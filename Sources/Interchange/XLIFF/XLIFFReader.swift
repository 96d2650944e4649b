/// Reads XLIFF 1.0, 1.1, 1.2, 2.0, 2.1 and 2.2.
package enum XLIFFReader {
  /// What a project says about the XLIFF files of a catalog.
  package struct Options: Hashable, Sendable {
    /// Which part of a unit is its key.
    package enum KeyPolicy: String, Hashable, Sendable, CaseIterable {
      /// The `id`.
      case id
      /// `resname`, in 2.x `name`; a unit without it has its `id`.
      case resname
      /// As Symfony does it: `resname` or `name`; a unit without it has its source text.
      case source
    }

    package enum Scope: String, Hashable, Sendable, CaseIterable {
      /// A key begins with the `original` of its file element, so that ids are unique in that only.
      case file
      /// Ids are unique in the whole document.
      case document
    }

    package var key: KeyPolicy
    package var scope: Scope

    package init(key: KeyPolicy = .id, scope: Scope = .file) {
      self.key = key
      self.scope = scope
    }
  }
}

extension XLIFFReader {
  /// Reads one document.
  ///
  /// Memory grows with the keys and texts of the document only. A document with one error is not usable at
  /// all; the result then has no catalogs. A unit of which only some segments have a target counts as
  /// untranslated and has no target.
  /// - Parameter path: the path as it is shown to the user.
  /// - Throws: what the source throws, and nothing else.
  package static func read(
    _ source: inout some ByteSource, path: String, options: Options = Options(),
    limits: ReadingLimits = .standard
  ) throws -> ParsedDocument {
    try read(&source, path: path, options: options, limits: limits, feedSize: 1 << 16).document
  }

  /// - Parameters:
  ///   - feedSize: how many bytes are parsed at once; of a document without errors the result does not depend on it.
  ///   - passesPlainUnits: whether plain units pass libxml2 by; the result does not depend on it.
  /// - Returns: the document, and how many units passed libxml2 by.
  static func read(
    _ source: inout some ByteSource, path: String, options: Options, limits: ReadingLimits, feedSize: Int,
    passesPlainUnits: Bool = true
  ) throws -> (document: ParsedDocument, passedUnits: Int) {
    let expected = min(source.expectedByteCount ?? 0, limits.xliffFileBytes)
    var parser = XMLPushParser(
      path: path, byteLimit: limits.xliffFileBytes, feedSize: feedSize, passesPlainElements: passesPlainUnits
    ) { cursor in
      XLIFFHandler(cursor: cursor, options: options, limits: limits, expectedByteCount: expected)
    }
    var handler = try parser.parse(&source)
    for warning in parser.warnings { handler.findings.report(warning) }
    if let failure = handler.cursor.failure { handler.findings.report(failure) }
    return ((consume handler).finish(), parser.passedElements)
  }
}
