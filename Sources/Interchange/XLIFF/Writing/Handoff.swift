package import Translations

/// What a whole hand-off to translators says about itself.
package struct Handoff: Sendable {
  package var sourceLocale: LanguageTag
  /// `nil` for a document without translations; a 2.1 document may hold a target only if there is one.
  package var targetLocale: LanguageTag?
  package var mark: HandoffMark?
  package var tool: Tool

  /// The program that the document names as its writer.
  ///
  /// Tools choose a dialect by it: a file for Xcode's reader is best named as Xcode names its own.
  package struct Tool: Hashable, Sendable {
    package var id: String
    package var name: String
    package var version: String?
    package var build: String?

    package init(id: String, name: String, version: String?, build: String?) {
      self.id = id
      self.name = name
      self.version = version
      self.build = build
    }
  }

  package init(sourceLocale: LanguageTag, targetLocale: LanguageTag?, mark: HandoffMark?, tool: Tool) {
    self.sourceLocale = sourceLocale
    self.targetLocale = targetLocale
    self.mark = mark
    self.tool = tool
  }
}

/// One text of a hand-off.
package struct HandoffUnit: Hashable, Sendable {
  /// The name of the text in its file; unique there.
  package var id: String
  /// The 1.2 `resname`, for catalogs whose keys are names; 2.x has the id in its `name` anyway.
  package var name: String?
  package var source: Message?
  package var target: Message?
  /// The state of the target; of no meaning without one.
  package var state: TranslationState
  package var isMachineTranslation = false
  package var isRejected = false
  package var isUntranslatable = false

  /// What source and target were before the source changed.
  package var previousSource: Message?
  package var previousTarget: Message?
  /// For whoever translates; no part of the text.
  package var notes: [String] = []
  /// The content that shows the text, and where it is reached.
  package var contentIDs: [String] = []
  package var routes: [String] = []
  /// The most characters the target may have.
  package var maximumLength: Int?

  package init(id: String, source: Message?, target: Message?, state: TranslationState) {
    self.id = id
    self.source = source
    self.target = target
    self.state = state
  }

  /// A row of a catalog under the name that a reader turns into the same path again.
  package init(_ row: Catalog.Row, of catalog: Catalog, id: String) {
    self.init(id: id, source: catalog.source(row), target: catalog.target(row), state: row.state)
    isMachineTranslation = row.flags.contains(.machine)
    isRejected = row.flags.contains(.rejected)
    isUntranslatable = row.flags.contains(.untranslatable)
  }
}

extension HandoffUnit {
  /// The name of a path below its file: the segment itself, a variation in Xcode's spelling
  /// (`key|==|plural.one`), else the printed form of a key.
  ///
  /// The reader turns the first two back into the path, the printed form is one segment to it.
  package static func id(of path: [String]) -> String {
    if path.count == 1 { return path[0] }
    if path.count > 2 {
      let key = path[0] + "|==|" + path.dropFirst().joined(separator: ".")
      let wanted = path.map { Array($0.utf8) }.joined(separator: [0])
      if XLIFFVariation.path(of: Array(key.utf8)).map({ $0.elementsEqual(wanted) }) ?? false { return key }
    }
    return MessageKey.printed(path: path)
  }
}
