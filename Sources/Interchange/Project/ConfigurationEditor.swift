internal import Diagnostics
package import Translations

/// Changes what `assets.yml` declares about locales and leaves every other byte of it as it is.
///
/// Items and fields change in place, in the style they are in; new ones follow the last, and one that goes takes its
/// line with it. Comments stay.
package struct ConfigurationEditor {
  /// What shall be declared.
  package struct Declarations: Hashable, Sendable {
    /// All of them; the order of those that are in the file stays.
    package var locales: [LanguageTag]
    /// The chains that are written out; all others are implicit.
    package var fallbacks: [LanguageTag: [LanguageTag]]
    /// The end of every implicit chain.
    package var fallbackLocale: LanguageTag?
    /// `publish.minimumState`.
    package var minimumState: TranslationState

    package init(
      locales: [LanguageTag], fallbacks: [LanguageTag: [LanguageTag]], fallbackLocale: LanguageTag?,
      minimumState: TranslationState
    ) {
      self.locales = locales
      self.fallbacks = fallbacks
      self.fallbackLocale = fallbackLocale
      self.minimumState = minimumState
    }

    /// What a configuration declares.
    package init(_ configuration: ProjectConfiguration) {
      locales = configuration.locales
      fallbacks = configuration.fallbacks
      fallbackLocale = configuration.fallbackLocale
      minimumState = configuration.publishing.minimumState
    }
  }

  private var file: ProjectFileEdits
  private let root: YAMLNode

  /// The bytes of a configuration that declares what is wanted.
  ///
  /// The result is read again: it declares exactly that, and every other field says what it said.
  /// - Parameter bytes: the file in UTF-8.
  /// - Returns: no bytes if the file has errors, or a field cannot be edited; nothing is half done.
  package static func editing(
    _ wanted: Declarations, in bytes: [UInt8], path: String
  ) throws -> Parsed<[UInt8]?> {
    let before = try ConfigurationReader().read(BytesSource(bytes), path: path)
    let (root, _) = try YAMLTreeReader.read(BytesSource(bytes), path: path, limits: .standard)
    guard let configuration = before.value, let root else {
      return Parsed(nil, diagnostics: before.diagnostics)
    }
    var editor = ConfigurationEditor(
      file: ProjectFileEdits(
        bytes, path: path, rule: ConfigurationRules.notEditable, help: "edit the field by hand"), root: root)
    do {
      try editor.change(Declarations(configuration), to: wanted)
    } catch let refusal as YAMLRefusal {
      return Parsed(nil, diagnostics: [refusal.diagnostic])
    }
    guard let result = editor.file.result, try says(wanted, result, path, others: root) else {
      let refusal = editor.file.refusal(
        "the file cannot be edited without changing what else it says", at: nil)
      return Parsed(nil, diagnostics: [refusal.diagnostic])
    }
    return Parsed(result, diagnostics: [])
  }

  /// Whether edited bytes declare what is wanted, and in all other fields what they did.
  private static func says(
    _ wanted: Declarations, _ bytes: [UInt8], _ path: String, others before: YAMLNode
  ) throws -> Bool {
    let after = try ConfigurationReader().read(BytesSource(bytes), path: path)
    let (root, _) = try YAMLTreeReader.read(BytesSource(bytes), path: path, limits: .standard)
    guard let configuration = after.value, let root else { return false }
    var declared = Declarations(configuration)
    declared.locales.sort()
    var sorted = wanted
    sorted.locales.sort()
    let (fields, others) = (untouched(root), untouched(before))
    return declared == sorted && fields.count == others.count
      && zip(fields, others).allSatisfy { $0.key.isSame(as: $1.key) && $0.value.says(theSameAs: $1.value) }
  }

  /// The fields that are never edited.
  private static func untouched(_ root: YAMLNode) -> [YAMLNode.Entry] {
    (root.entries ?? []).flatMap { entry in
      switch entry.key {
      case "locales", "fallbacks", "fallbackLocale": [] as [YAMLNode.Entry]
      case "publish": (entry.value.entries ?? []).filter { $0.key != "minimumState" }
      default: [entry]
      }
    }
  }

  private mutating func change(_ now: Declarations, to wanted: Declarations) throws {
    try changeLocales(now.locales, to: wanted.locales)
    if now.fallbacks != wanted.fallbacks { try changeFallbacks(now.fallbacks, to: wanted.fallbacks) }
    if now.fallbackLocale != wanted.fallbackLocale {
      try change("fallbackLocale", to: wanted.fallbackLocale.map { YAMLText.scalar($0.description) })
    }
    if now.minimumState != wanted.minimumState { try changeMinimumState(to: wanted.minimumState) }
  }

  // MARK: - Fields of the root

  /// Sets, adds or, with `nil`, takes out a field of one value.
  private mutating func change(_ name: StaticString, to text: [UInt8]?) throws {
    switch (root.entry(name), text) {
    case (let entry?, let text?): try file.replace(entry.value, with: text, ifNot: nil)
    case (let entry?, nil): try remove(entry, of: root)
    case (nil, let text?):
      try append(Array("\(name): ".utf8) + text, behind: root.entry("fallbacks") ?? root.entry("locales"))
    case (nil, nil): break
    }
  }

  /// Adds a field to the root: behind another in a line of its own, or, in braces, behind the last.
  private mutating func append(_ field: [UInt8], behind entry: YAMLNode.Entry?) throws {
    guard let entry else { return }
    guard !root.isFlow else { return try file.insertLast(field, in: root, like: entry.keyMark) }
    file.insertLine(
      file.indentation(entry.keyMark) + field, behind: entry.value, file.lineEnd(near: entry.keyMark.line))
  }

  private mutating func remove(_ entry: YAMLNode.Entry, of map: YAMLNode) throws {
    guard !map.isFlow, file.places.isAfterIndentation(entry.keyMark) else {
      throw file.refusal("`\(entry.key)` has no line of its own to be taken out", at: entry.keyMark)
    }
    file.removeLines(from: entry.keyMark, through: entry.value)
  }

  private mutating func changeMinimumState(to state: TranslationState) throws {
    let word = Array(state.name.utf8)
    let field = Array("minimumState: ".utf8) + word
    guard let entry = root.entry("publish") else {
      return try append(Array("publish: ".utf8) + YAMLText.flowMap([field]), behind: root.entries?.last)
    }
    if let node = entry.value["minimumState"] {
      try file.replace(node, with: word, ifNot: nil)
    } else if let first = entry.value.entries?.first {
      try file.insertLast(field, in: entry.value, like: first.keyMark)
    } else {
      try file.replace(entry.value, with: YAMLText.flowMap([field]), ifNot: nil)
    }
  }

  // MARK: - Locales

  private mutating func changeLocales(_ now: [LanguageTag], to wanted: [LanguageTag]) throws {
    let new = wanted.filter { !now.contains($0) }.map { YAMLText.scalar($0.description) }
    let isKept = now.map { wanted.contains($0) }
    guard !new.isEmpty || isKept.contains(false), let list = root["locales"], let items = list.items else {
      return
    }
    try file.checkIsPlain(list)
    if list.isFlow {
      let kept = zip(items, isKept).filter(\.1).map { YAMLText.scalar($0.0.text ?? "") }
      try checkHasNoComment(list)
      return try file.replace(list, with: YAMLText.flowList(kept + new), ifNot: nil)
    }
    for (item, isKept) in zip(items, isKept) where !isKept {
      guard file.prefix(ofItem: item) != nil else {
        throw file.refusal("the locale has no line of its own to be taken out", at: item.start)
      }
      file.removeLines(from: item.start, through: item)
    }
    guard let last = zip(items, isKept).reversed().first(where: \.1)?.0,
      let prefix = file.prefix(ofItem: last)
    else {
      throw file.refusal("the list has no locale in a line of its own to follow", at: list.start)
    }
    for locale in new {
      file.insertLine(prefix + locale, behind: last, file.lineEnd(near: last.start.line))
    }
  }

  /// A list or map in brackets is written anew, which a comment in it would not survive.
  private func checkHasNoComment(_ node: YAMLNode) throws {
    let range = file.places.offset(node.start)..<file.places.offset(node.end)
    if node.start.line != node.end.line, file.places.bytes[range].contains(0x23) {
      throw file.refusal("a comment stands between the brackets", at: node.start)
    }
  }

  // MARK: - Fallbacks

  private mutating func changeFallbacks(
    _ now: [LanguageTag: [LanguageTag]], to wanted: [LanguageTag: [LanguageTag]]
  ) throws {
    let new = wanted.filter { now[$0.key] == nil }.sorted { $0.key < $1.key }
    guard let entry = root.entry("fallbacks"), let fields = entry.value.entries, !fields.isEmpty else {
      let map = YAMLText.flowMap(new.map { Self.field("\($0.key)", $0.value) })
      return try change("fallbacks", to: map)
    }
    if wanted.isEmpty { return try change("fallbacks", to: nil) }
    try file.checkIsPlain(entry.value)
    // The keys of a configuration without errors are tags.
    let known = fields.compactMap { field in LanguageTag(field.key).map { (locale: $0, field: field) } }
    if entry.value.isFlow {
      try checkHasNoComment(entry.value)
      let kept = known.compactMap { locale, field in wanted[locale].map { Self.field(field.key, $0) } }
      let map = YAMLText.flowMap(kept + new.map { Self.field("\($0.key)", $0.value) })
      return try file.replace(entry.value, with: map, ifNot: nil)
    }
    for (locale, field) in known {
      guard let chain = wanted[locale] else {
        try remove(field, of: entry.value)
        continue
      }
      if chain != now[locale] { try file.replaceList(field.value, with: Self.members(chain)) }
    }
    for (locale, chain) in new {
      try file.insertLast(Self.field("\(locale)", chain), in: entry.value, like: fields[0].keyMark)
    }
  }

  private static func members(_ chain: [LanguageTag]) -> [[UInt8]] {
    chain.map { YAMLText.scalar($0.description) }
  }

  private static func field(_ name: String, _ chain: [LanguageTag]) -> [UInt8] {
    YAMLText.scalar(name) + Array(": ".utf8) + YAMLText.flowList(members(chain))
  }
}
