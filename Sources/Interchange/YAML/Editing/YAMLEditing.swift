internal import Diagnostics
internal import Translations

/// One file under edit: what it says, and how it is written.
struct YAMLEditing {
  let bytes: [UInt8]
  let path: String
  let locale: LanguageTag
  let layout: CatalogLayout
  /// The layout that the project says; `nil` where every reading looks anew.
  private let saidLayout: CatalogLayout?
  let document: ParsedDocument
  /// The messages of the locale; `nil` if the file has none of it.
  let catalog: Catalog?
  var syntax: YAMLSyntax
  /// How much deeper the entries of a map stand than its key.
  let step: Int

  init(_ bytes: [UInt8], path: String, locale: LanguageTag, layout: CatalogLayout?) throws {
    self.bytes = bytes
    self.path = path
    self.locale = locale
    document = try Self.read(bytes, path: path, locale: locale, layout: layout)
    self.layout = layout ?? document.layout ?? .localeRoot
    saidLayout = layout
    catalog = Self.catalog(of: locale, in: document)
    let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    if isUTF16 {
      throw YAMLRefusal(
        Diagnostic(
          YAMLRules.notEditable, "the file is in UTF-16, only UTF-8 is edited",
          at: SourceLocation(path: path),
          help: "save the file as UTF-8"))
    }
    syntax = try YAMLSyntax(bytes, path: path, limits: .standard)
    step = Self.step(of: syntax)
  }

  private static func read(
    _ bytes: [UInt8], path: String, locale: LanguageTag, layout: CatalogLayout?
  ) throws -> ParsedDocument {
    let document = try YAMLCatalogReader().read(
      BytesSource(bytes), path: path, expected: locale, layout: bytes.isEmpty ? nil : layout)
    if !document.isReadable, let error = document.diagnostics.last(where: { $0.severity == .error }) {
      throw YAMLRefusal(error)
    }
    let isOfAnother = document.catalogs.count == 1 && catalog(of: locale, in: document) == nil
    if isOfAnother, document.layout == .localeRoot,
      let error = document.diagnostics.first(where: { $0.rule == YAMLRules.localeMismatch })
    {
      throw YAMLRefusal(error)
    }
    return document
  }

  private static func catalog(of locale: LanguageTag, in document: ParsedDocument) -> Catalog? {
    document.catalogs.first { $0.locale == locale }
      ?? document.catalogs.first { $0.locale.flatMap { LocaleName($0.description)?.means(locale) } ?? true }
  }

  /// The commonest first step from a key to the keys below it.
  private static func step(of syntax: YAMLSyntax) -> Int {
    for node in syntax.nodes where node.kind == .mapping && !node.isFlow && !node.key.isEmpty {
      guard let child = node.children.first else { continue }
      let step =
        syntax.lines.column(syntax.nodes[child].key.lowerBound) - syntax.lines.column(node.key.lowerBound)
      if step > 0, step < 10 { return step }
    }
    return 2
  }

  // MARK: Paths

  /// Where a path leads in what is written.
  enum Place {
    case node(Int)
    /// The collection in which the first of the missing segments belongs.
    case missing(in: Int?, segments: [[UInt8]])
  }

  /// The node of a message.
  mutating func place(of segments: [[UInt8]]) throws -> Place {
    switch layout {
    case .plain: return try descend(syntax.root, segments[...])
    case .localeLeaves:
      let place = try descend(syntax.root, segments[...])
      guard case .node(let node) = place else {
        guard case .missing(let container, let rest) = place else { return place }
        return .missing(in: container, segments: rest + [Array(locale.description.utf8)])
      }
      return try descendToLocale(node)
    case .localeRoot:
      guard let root = syntax.root, !syntax.nodes[root].isNull else {
        return .missing(in: syntax.root, segments: [Array(locale.description.utf8)] + segments)
      }
      let place = try descendToLocale(root)
      guard case .node(let node) = place else {
        return .missing(in: root, segments: [Array(locale.description.utf8)] + segments)
      }
      return try descend(node, segments[...])
    case .messageList:
      guard let root = syntax.root, !syntax.nodes[root].isNull else {
        return .missing(in: syntax.root, segments: segments)
      }
      guard let item = syntax.nodes[root].children.first(where: { id($0) == segments[0][...] }) else {
        return .missing(in: root, segments: segments)
      }
      return try descend(item, [Array("translation".utf8)] + segments[1...])
    }
  }

  /// The `id` of an item of a message list.
  func id(_ item: Int) -> ArraySlice<UInt8>? {
    syntax.nodes[item].children.first { syntax.name($0)?.elementsEqual("id".utf8) == true }
      .map { syntax.text($0) }
  }

  private func descendToLocale(_ node: Int) throws -> Place {
    let child = syntax.nodes[node].children.first { child in
      guard let name = syntax.name(child), !syntax.isMerge(child) else { return false }
      return LocaleName(String(decoding: name, as: UTF8.self))?.means(locale) ?? false
    }
    if let child { return .node(child) }
    return .missing(in: node, segments: [Array(locale.description.utf8)])
  }

  private mutating func descend(_ start: Int?, _ segments: ArraySlice<[UInt8]>) throws -> Place {
    guard var node = start else { return .missing(in: nil, segments: Array(segments)) }
    for (index, segment) in zip(segments.indices, segments) {
      var next: Int?
      switch syntax.nodes[node].kind {
      case .mapping:
        let children = syntax.children(of: node, named: segment[...])
        if children.count > 1 {
          throw refusal("a key of the path stands twice", at: syntax.nodes[children[1]].key.lowerBound)
        }
        next = children.first
      case .sequence:
        let children = syntax.nodes[node].children
        if let place = Int(String(decoding: segment, as: UTF8.self)), children.indices.contains(place),
          String(place).utf8.elementsEqual(segment)
        {
          next = children[place]
        }
      case .alias:
        throw refusal("the key comes through an alias", at: syntax.nodes[node].bytes.lowerBound)
      case .text: break
      }
      guard let next else { return .missing(in: node, segments: Array(segments[index...])) }
      node = next
    }
    return .node(node)
  }

  // MARK: Verdicts

  func refusal(_ message: String, at offset: Int? = nil, key: String? = nil) -> YAMLRefusal {
    YAMLRefusal(
      Diagnostic(
        YAMLRules.notEditable, message,
        at: offset.map { syntax.lines.mark($0).location(in: path) } ?? SourceLocation(path: path),
        locale: locale.description, key: key, help: "edit the key by hand"))
  }

  func refusal(_ message: String, at offset: Int? = nil, _ change: YAMLModelChanges.Change) -> YAMLRefusal {
    refusal(
      message, at: offset,
      key: MessageKey.printed(path: change.segments.map { String(decoding: $0, as: UTF8.self) }))
  }

  /// Refuses a result that does not say exactly what the file said, and the changes.
  mutating func verify(_ result: [UInt8], says changes: YAMLModelChanges) throws {
    // As the project will read it: what is left may look like another layout.
    let seen = try? Self.read(result, path: path, locale: locale, layout: saidLayout)
    if let seen, seen.layout == nil || seen.layout == layout, isSame(seen, with: changes) { return }
    let known = try? Self.read(result, path: path, locale: locale, layout: layout)
    guard let known, isSame(known, with: changes) else { throw try causeOfDifference(changes) }
    throw YAMLRefusal(
      Diagnostic(
        YAMLRules.notEditable, "the edited file would be taken for one of another layout",
        at: SourceLocation(path: path), locale: locale.description,
        help: "write `layout: \(layout.rawValue)` to the catalog in assets.yml"))
  }

  private func isSame(_ after: ParsedDocument, with changes: YAMLModelChanges) -> Bool {
    let errors = { (document: ParsedDocument) in
      document.diagnostics.filter { $0.severity == .error }.map(\.rule.id).sorted()
    }
    guard errors(after) == errors(document) else { return false }
    let mine = Self.catalog(of: locale, in: after)
    guard changes.turn(catalog, into: mine) else { return false }
    let isOther = { (other: Catalog) in
      other.locale != nil && other.locale != catalog?.locale && other.locale != mine?.locale
    }
    let others = (document.catalogs.filter(isOther), after.catalogs.filter(isOther))
    return others.0.count == others.1.count
      && zip(others.0, others.1).allSatisfy { before, after in
        before.locale == after.locale && YAMLModelChanges([], in: nil).turn(before, into: after)
      }
  }

  /// Why an edit would change something else: an anchor if there is one.
  private mutating func causeOfDifference(_ changes: YAMLModelChanges) throws -> YAMLRefusal {
    for change in changes.changes {
      var node: Int? =
        switch try? place(of: change.segments) {
        case .node(let found): found
        case .missing(let container, _): container
        case nil: nil
        }
      while let current = node, current >= 0 {
        if let anchor = syntax.nodes[current].anchor, syntax.usedAnchors.contains(anchor) {
          return refusal(
            "other keys share the value through the anchor `&\(String(decoding: anchor, as: UTF8.self))`",
            at: syntax.nodes[current].bytes.lowerBound, change)
        }
        node = syntax.nodes[current].parent
      }
    }
    return refusal("the file cannot be edited without changing what else it says")
  }
}
