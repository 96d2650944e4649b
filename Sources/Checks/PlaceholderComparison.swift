import Diagnostics
import Translations

/// One translation against what its source allows and needs.
struct PlaceholderComparison {
  struct Finding {
    var rule: Rule
    var message: String
    var help: String?
    /// `nil`: that of the rule.
    var severity: Severity?
  }

  let dialect: PlaceholderDialect
  /// What any form of the source has.
  let allowed: [Placeholder]
  /// What the translation must have.
  var required: [Placeholder]
  let found: PlaceholderSet
  let text: ArraySlice<UInt8>
  /// The arguments are numbered by another text: only how many there are and of which kind counts.
  var isRelative = false
  /// Names that are always there in this place, whether the source shows them or not.
  var permitted: [ExactString] = []
  var sourceMixesNumbering = false
  var sourceIsMalformed = false
  var sourceEscapesPercents = false

  init(
    dialect: PlaceholderDialect, allowed: [Placeholder], required: [Placeholder], found: PlaceholderSet,
    text: ArraySlice<UInt8>
  ) {
    self.dialect = dialect
    self.allowed = allowed
    self.required = required
    self.found = found
    self.text = text
  }

  /// Whether a placeholder stands for the number that selects the plural form.
  func isCount(_ item: Placeholder) -> Bool {
    switch item.kind {
    case .integer, .float, .argument: return true
    case .object, .string, .pointer, .variable: return false
    case .value:
      guard case .name(let name) = item.name else { return false }
      if Set(allowed.map(\.name)).count == 1 { return true }
      let word = name.string.lowercased()
      return ["n", "num", "size", "total"].contains(word) || word.contains("count") || word.contains("number")
    }
  }

  func findings() -> [Finding] {
    var findings: [Finding] = []
    var unknown = unknownItems()
    var missing = missingItems()
    if let order = orderFinding() {
      findings.append(order)
      return findings
    }
    findings += typeFindings()
    let misses = PlaceholderNearMisses(dialect: dialect, text: text, found: found).find(missing)
    for miss in misses {
      findings.append(malformed(miss.text, miss.meant.text))
      missing.removeAll { $0.name == miss.meant.name }
    }
    if misses.isEmpty, !sourceIsMalformed, let place = found.malformed.first {
      let written = String(decoding: text.dropFirst(place.lowerBound).prefix(place.count), as: UTF8.self)
      findings.append(malformed(written, missing.first?.text))
      if let first = missing.first { missing.removeAll { $0.name == first.name } }
    }
    if sourceEscapesPercents, found.escapedPercents == 0, found.lonePercents > 0 {
      findings.append(
        Finding(
          rule: PlaceholderRules.malformed, message: "a single `%`, where the source has `%%`",
          help: "write `%%`; the text is a format", severity: .warning))
    }
    // One unknown and one missing name are one mistake: the name was changed.
    if unknown.count == 1, missing.count == 1, dialect != .apple, dialect != .printf {
      let meant = missing.removeFirst()
      let written = unknown.removeFirst()
      findings.append(
        Finding(
          rule: PlaceholderRules.unknown, message: "`\(written.text)` is no placeholder of the source",
          help: "write `\(meant.text)`, as the source does"))
    }
    if !unknown.isEmpty {
      findings.append(
        Finding(
          rule: PlaceholderRules.unknown,
          message:
            "\(Self.list(unknown)) \(unknown.count == 1 ? "is no placeholder" : "are no placeholders") of the source",
          help: allowed.isEmpty ? "the source has none" : "the source has \(Self.list(allowed))"))
    }
    if !missing.isEmpty {
      findings.append(
        Finding(
          rule: PlaceholderRules.missing,
          message: "\(Self.list(missing)) of the source \(missing.count == 1 ? "is" : "are") missing",
          help: "put \(missing.count == 1 ? "it" : "them") where the text needs the value"))
    }
    return findings
  }

  private func malformed(_ written: String, _ meant: String?) -> Finding {
    guard let meant else {
      return Finding(
        rule: PlaceholderRules.malformed, message: "`\(written)` begins like a placeholder and is none",
        help: nil)
    }
    return Finding(
      rule: PlaceholderRules.malformed, message: "`\(written)` was meant to be `\(meant)`",
      help: "write `\(meant)`")
  }

  private func unknownItems() -> [Placeholder] {
    if isRelative {
      let surplus = arguments(found.items).count - arguments(allowed).count
      let variables = found.items.filter { $0.kind == .variable && !contains(allowed, $0) }
      return Array(arguments(found.items).suffix(max(0, surplus))) + Self.unique(variables)
    }
    let sourceHasFormats = !allowed.isEmpty
    return Self.unique(
      found.items.filter { item in
        if contains(allowed, item) { return false }
        if case .name(let name) = item.name, permitted.contains(name) { return false }
        return sourceHasFormats || item.isUnmistakable
      })
  }

  private func missingItems() -> [Placeholder] {
    if isRelative {
      let lacking = arguments(required).count - arguments(found.items).count
      let variables = required.filter { $0.kind == .variable && !contains(found.items, $0) }
      return Array(arguments(required).suffix(max(0, lacking))) + Self.unique(variables)
    }
    return Self.unique(required.filter { !contains(found.items, $0) })
  }

  /// The arguments of a text, each once.
  private func arguments(_ items: [Placeholder]) -> [Placeholder] {
    Self.unique(items.filter { $0.kind != .variable })
  }

  private func contains(_ items: [Placeholder], _ item: Placeholder) -> Bool {
    items.contains { $0.name == item.name }
  }

  static func unique(_ items: [Placeholder]) -> [Placeholder] {
    var result: [Placeholder] = []
    for item in items where !result.contains(where: { $0.name == item.name }) { result.append(item) }
    return result
  }

  static func list(_ items: [Placeholder]) -> String {
    unique(items).map { "`\($0.text)`" }.joined(separator: ", ")
  }
}

/// Types and order, which only formats have.
extension PlaceholderComparison {
  private func orderFinding() -> Finding? {
    if found.mixesNumbering, !sourceMixesNumbering {
      return Finding(
        rule: PlaceholderRules.order, message: "arguments with and without numbers are mixed",
        help: "number all of them, as in `%1$@` and `%2$@`")
    }
    guard !isRelative else { return nil }
    let here = found.items.filter { !$0.isNumbered && $0.isPositional }
    let there = Self.unique(allowed).filter(\.isPositional)
    guard here.count == there.count, here.contains(where: { mismatch($0) != nil }),
      here.map(\.family).sorted() == there.map(\.family).sorted()
    else { return nil }
    return Finding(
      rule: PlaceholderRules.order,
      message:
        "arguments without numbers are \(here.map { "`\($0.text)`" }.joined(separator: ", ")) here and "
        + "\(there.map { "`\($0.text)`" }.joined(separator: ", ")) in the source",
      help: "number them, as in `%1$@` and `%2$@`")
  }

  private func typeFindings() -> [Finding] {
    if isRelative { return relativeTypeFindings() }
    return Self.unique(found.items).compactMap { item in
      if let expected = mismatch(item) { return typeFinding(item, expected) }
      return styleFinding(item)
    }
  }

  /// In a leaf the arguments are compared in the order they stand, and a `%arg` fits any number.
  private func relativeTypeFindings() -> [Finding] {
    let here = arguments(found.items)
    let kinds = Set(allowed.map(\.family))
    return here.compactMap { item in
      if kinds.contains(item.family) || kinds.isEmpty { return nil }
      let isNumber =
        item.kind == .argument && !kinds.isDisjoint(with: [Placeholder.integer, Placeholder.float])
      let wasNumber = kinds.contains(Placeholder.argument) && [.integer, .float].contains(item.kind)
      return isNumber || wasNumber ? nil : typeFinding(item, allowed[0])
    }
  }

  private func typeFinding(_ item: Placeholder, _ expected: Placeholder) -> Finding {
    Finding(
      rule: PlaceholderRules.type,
      message: "`\(item.text)` formats the argument that the source formats as `\(expected.text)`",
      help: "write `\(expected.text)`")
  }

  /// The same argument with another width or precision, which nobody changes on purpose.
  private func styleFinding(_ item: Placeholder) -> Finding? {
    guard item.isPositional else { return nil }
    let same = allowed.filter { $0.name == item.name }
    guard let first = same.first, !same.contains(where: { $0.style == item.style }) else { return nil }
    return Finding(
      rule: PlaceholderRules.type,
      message: "`\(item.text)` has another width or precision than `\(first.text)` of the source",
      help: "write `\(first.text)`", severity: .warning)
  }

  /// What the source has at the item's position, if that is another type.
  private func mismatch(_ item: Placeholder) -> Placeholder? {
    guard item.isPositional else { return nil }
    let same = allowed.filter { $0.name == item.name }
    return same.contains { $0.family == item.family } ? nil : same.first
  }
}

extension Placeholder {
  static let integer = 0
  static let float = 1
  static let argument = 2

  var isPositional: Bool { if case .position = name { true } else { false } }

  /// Kinds that the formatter reads alike have the same number.
  var family: Int {
    switch kind {
    case .integer: Self.integer
    case .float: Self.float
    case .argument: Self.argument
    case .object: 3
    case .string: 4
    case .pointer: 5
    case .variable: 6
    case .value: 7
    }
  }
}
