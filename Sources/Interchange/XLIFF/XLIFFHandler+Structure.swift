internal import Diagnostics
internal import Translations

/// The elements outside units.
extension XLIFFHandler {
  // MARK: The root

  mutating func beginDocument(_ name: XMLName, _ namespace: XMLName, _ attributes: XMLAttributes) {
    let position = cursor.tagPosition()
    let uri = namespace.text
    guard name.text == "xliff", uri.isEmpty || uri.hasPrefix("urn:oasis:names:tc:xliff:document:") else {
      return cursor.stop(
        XLIFFRules.notXLIFF, "expected the root element xliff, found \(name.label)", at: position,
        help: "name the file after its format, or export it as XLIFF")
    }
    self.namespace = namespace
    let version = string(attributes, names.version)
    guard let version else {
      return cursor.stop(XLIFFRules.version, "the root element has no version", at: position)
    }
    self.version = version
    guard isConsistent(version, uri) else {
      let found = uri.isEmpty ? "no namespace" : "the namespace \(namespace.label)"
      return cursor.stop(
        XLIFFRules.version, "the version \(Self.printable(version)) does not go with \(found)", at: position,
        help: "1.0, 1.1, 1.2, 2.0, 2.1 and 2.2 are read, each in its own namespace")
    }
    if uri.isEmpty, version != "1.0" {
      report(
        XLIFFRules.noNamespace, "the document has no namespace; it is read as XLIFF \(version)", at: position,
        help: "add xmlns=\"urn:oasis:names:tc:xliff:document:\(version)\"")
    }
    structure.append(Frame(element: .xliff, position: position))
    guard version.hasPrefix("2") else { return checkAttributes(.xliff, name, attributes) }
    useVersion2()
    sourceLocale = language(attributes, names.srcLang, isRequired: true, at: position)
    targetLocale = language(attributes, names.trgLang, isRequired: false, at: position)
    validator.begin(
      namespace: namespace, sourceLanguage: string(attributes, names.srcLang) ?? "",
      targetLanguage: string(attributes, names.trgLang))
    validateStart(name, elements[name].core, namespace, attributes)
  }

  private func isConsistent(_ version: String, _ uri: String) -> Bool {
    switch uri.split(separator: ":").last.map(String.init) ?? "" {
    case "": ["1.0", "1.1", "1.2"].contains(version)
    case "2.0": version == "2.0" || version == "2.1"
    case "2.2": ["2.0", "2.1", "2.2"].contains(version)
    case "1.1": version == "1.1"
    case "1.2": version == "1.2"
    default: false
    }
  }

  // MARK: Elements

  mutating func startInStructure(_ element: XLIFFElement, _ name: XMLName, _ attributes: XMLAttributes) {
    let parent = structure[structure.count - 1].element
    if !isVersion2, element == .file || element == .group || element == .body {
      checkAttributes(element, name, attributes)
    }
    switch (parent, element) {
    case (.body, .unit), (.group, .unit): beginUnit(attributes)
    case (.file, .unit) where isVersion2: beginUnit(attributes)
    case (.xliff, .file): beginFile(attributes)
    case (.file, .body) where !isVersion2: push(.body, attributes)
    case (.body, .group), (.group, .group): push(.group, attributes)
    case (.file, .group) where isVersion2: push(.group, attributes)
    case (.body, .binaryUnit), (.group, .binaryUnit): skipBinaryUnit()
    case (_, .ignored): skip()
    default: unexpected(name, in: elementName(parent))
    }
  }

  private mutating func push(_ element: XLIFFElement, _ attributes: XMLAttributes) {
    structure[structure.count - 1].hasContent = true
    let inherited = structure[structure.count - 1].isUntranslatable
    structure.append(
      Frame(element: element, isUntranslatable: isUntranslatable(attributes) ?? inherited))
  }

  /// What an element says about being translated, if it says anything.
  @inline(__always) private func isUntranslatable(_ attributes: XMLAttributes) -> Bool? {
    string(attributes, names.translate).map { $0 == "no" }
  }

  private mutating func skipBinaryUnit() {
    unitCount += 1
    report(XLIFFRules.binary, "a binary unit is skipped", at: cursor.tagPosition())
    skip()
  }

  mutating func endStructure() {
    let frame = structure.removeLast()
    switch frame.element {
    case .file where !frame.hasContent:
      let child = isVersion2 ? "unit or group" : "body"
      report(XLIFFRules.structure, "the file element has no \(child)", at: frame.position)
    case .xliff where !hasFile:
      report(XLIFFRules.structure, "the document has no file element", at: frame.position)
    default: break
    }
  }

  // MARK: The file element

  private mutating func beginFile(_ attributes: XMLAttributes) {
    let position = cursor.tagPosition()
    noteForeignAttributes(attributes)
    hasFile = true
    fileStarts.append(position)
    structure.append(
      Frame(
        element: .file, isUntranslatable: isUntranslatable(attributes) ?? false, position: position))
    file = File(position: position)
    if isVersion2 {
      file.sourceLocale = sourceLocale
      file.targetLocale = targetLocale
    } else {
      file.sourceLocale = language(attributes, names.sourceLanguage, isRequired: true, at: position)
      file.targetLocale = language(attributes, names.targetLanguage, isRequired: false, at: position)
    }
    if firstFile == nil { firstFile = file }
    readOriginal(attributes)
  }

  private mutating func readOriginal(_ attributes: XMLAttributes) {
    let original = string(attributes, names.original)
    let id = isVersion2 ? string(attributes, names.id) : nil
    file.original = Array((original ?? id ?? "").utf8)
    if isVersion2, id == nil {
      report(XLIFFRules.noID, "the file element has no id", at: file.position)
    } else if !isVersion2, original == nil {
      report(XLIFFRules.structure, "the file element has no original", at: file.position)
    }
  }

  /// Settles the languages and the catalog of a file element at its first unit.
  ///
  /// One without units, such as a tool writes to keep data of its own, has no say in them.
  mutating func enterFile() {
    file.isEntered = true
    targetLocale = file.targetLocale
    if let known = sourceLocale, let source = file.sourceLocale, known != source {
      report(
        XLIFFRules.language, "the file elements have different source languages, \(known) and \(source)",
        at: file.position, help: "split the document by source language")
    }
    sourceLocale = sourceLocale ?? file.sourceLocale
    acceptedLanguage = []
    acceptedSourceLanguage = []
    spoken.isWanted = !isVersion2 && targetLocale == nil
    if spoken.isWanted, spoken.position == nil { spoken.position = file.position }
    useCatalog(of: targetLocale)
    guard options.scope == .file else { return }
    guard builder.prefixes.count < Int(UInt16.max) else {
      return cursor.stop(
        XLIFFRules.fileCount, "the document has more than \(UInt16.max - 1) different file elements",
        at: file.position)
    }
    prefix = builder.prefix(file.original)
  }

  /// Reads a language; an empty one counts as missing.
  private mutating func language(
    _ attributes: XMLAttributes, _ name: XMLName, isRequired: Bool, at position: XMLPosition
  ) -> LanguageTag? {
    let found = string(attributes, name)
    guard let text = found, !text.isEmpty else {
      // Tools write an empty target-language into what is yet to be translated; XLIFF 2 asks for a tag.
      if isRequired || (found != nil && isVersion2) {
        report(
          XLIFFRules.language, "the attribute \(name.label) is \(found == nil ? "missing" : "empty")",
          at: position)
      }
      return nil
    }
    guard let tag = LanguageTag(text) else {
      report(
        XLIFFRules.language, "the attribute \(name.label) holds no language tag: `\(text.prefix(40))`",
        at: position,
        help: "write a BCP 47 tag such as de or pt-BR")
      return nil
    }
    if text.utf8.contains(UInt8(ascii: "_")) {
      report(
        XLIFFRules.languageForm, "the attribute \(name.label) has an underscore; it is read as \(tag)",
        at: position,
        help: "write \(tag)")
    }
    return tag
  }

  /// Makes the catalog of a locale the current one.
  mutating func useCatalog(of locale: LanguageTag?) {
    let place = places[locale] ?? parked.count
    if place == parked.count {
      places[locale] = place
      parked.append((locale, CatalogBuilder()))
    }
    if place == current { return }
    putBuilderBack()
    current = place
    putBuilderBack()
  }

  /// Exchanges the builder in use with what stands in its place in the list.
  mutating func putBuilderBack() { swap(&builder, &parked[current].builder) }

  // MARK: Attributes

  /// The value of an attribute without a namespace.
  @inline(__always) func string(_ attributes: XMLAttributes, _ name: XMLName) -> String? {
    attributes.string(named: name)
  }

  mutating func noteForeignAttributes(_ attributes: XMLAttributes) {
    for index in 0..<attributes.count {
      let namespace = attributes.namespace(index)
      if !namespace.isNone, namespace != names.xmlNamespace { noteForeign(namespace) }
    }
  }

  // MARK: Names for messages

  private func elementName(_ element: XLIFFElement) -> String {
    switch element {
    case .file: "file"
    case .body: "body"
    case .group: "group"
    default: "xliff"
    }
  }

  static func printable(_ text: String) -> String {
    let start = text.prefix(20)
    return start.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? String(start) : "of the document"
  }
}
