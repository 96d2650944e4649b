package import Diagnostics
package import Translations

/// Compares the inline codes of every translation with those of its source, by kind and id; their order is free.
///
/// A code that formats a stretch of text may be left out, which is a warning; one that stands for a value may not.
/// Only rows that carry their source texts are compared; no other format has codes.
/// - Parameter isJudgedByFile: whether the file itself says which codes may be left out, and lets a target have codes of
///   its own, as XLIFF 2 does; its reader refuses what the file forbids, so that the rest is a warning.
/// - Complexity: O(rows); only texts with codes are looked at.
package func checkMarkup(
  catalog name: String, _ target: Catalog, locale: LanguageTag, isJudgedByFile: Bool = false,
  into sink: inout some DiagnosticSink
) {
  for row in target.rows where target.hasText(row) {
    guard !row.flags.isDisjoint(with: [.sourceHasCodes, .targetHasCodes]), !target.hasSameCodes(row),
      let source = target.source(row), let text = target.target(row)
    else { continue }
    for finding in MarkupComparison(source, text).findings() {
      var diagnostic = Diagnostic(
        finding.rule, finding.message, at: target.location(row), locale: locale.description,
        key: MessageKey(bytes: Array(name.utf8) + [0] + target.pathBytes(row)).description, help: finding.help
      )
      if let severity = finding.severity { diagnostic.severity = severity }
      let isAllowed = finding.rule == MarkupRules.codeMissing || finding.rule == MarkupRules.codeUnknown
      if isJudgedByFile, isAllowed { diagnostic.severity = .warning }
      sink.report(diagnostic)
    }
  }
}

extension Catalog {
  /// Whether both texts of a row have the same codes in the same order, about which there is nothing to say.
  fileprivate func hasSameCodes(_ row: Row) -> Bool {
    guard row.flags.isSuperset(of: [.sourceHasCodes, .targetHasCodes]), !row.source.isAbsent,
      !row.target.isAbsent
    else { return false }
    return unsafe arena.withUnsafeBufferPointer {
      unsafe Message.haveSameCodes(
        UnsafeBufferPointer(rebasing: $0[row.source.range]),
        UnsafeBufferPointer(rebasing: $0[row.target.range]))
    }
  }
}

/// One translation's codes against its source's.
struct MarkupComparison {
  typealias Finding = PlaceholderComparison.Finding

  private let source: [Code]
  private let target: [Code]
  private let text: String

  /// A code, or one half of a pair; `pc` and `sc` with `ec` are the same pair.
  private struct Code: Hashable {
    enum Role { case alone, start, end }
    var role: Role
    var id: ExactString
    var kind: String

    /// Whether the id is a name and not a number.
    var isNamed: Bool { id.string.utf8.first.map { (0x41...0x5A).contains($0) } ?? false }

    static func == (a: Code, b: Code) -> Bool { a.role == b.role && a.id == b.id }
    func hash(into hasher: inout Hasher) {
      hasher.combine(role)
      hasher.combine(id)
    }
  }

  init(_ source: Message, _ target: Message) {
    self.source = Self.codes(source)
    self.target = Self.codes(target)
    text = target.plainText
  }

  private static func codes(_ message: Message) -> [Code] {
    guard message.hasCodes else { return [] }
    return message.parts.compactMap { part in
      guard case .code(let code) = part else { return nil }
      let role: Code.Role =
        switch code.kind {
        case "g", "pc", "sc", "bx", "bpt": .start
        case "/g", "/pc", "ec", "ex", "ept": .end
        default: .alone
        }
      return Code(role: role, id: ExactString(code.id), kind: code.kind)
    }
  }

  func findings() -> [Finding] {
    let (here, there) = (Set(target), Set(source))
    let missing = Self.unique(source.filter { !here.contains($0) })
    let unknown = Self.unique(target.filter { !there.contains($0) })
    if let literal = missing.first(where: { isWrittenAsText($0) }) {
      return [
        Finding(
          rule: MarkupRules.codeLiteral, message: "the code \(Self.label(literal)) was written as text",
          help: "insert the code itself")
      ]
    }
    if let half = missing.first(where: { isHalf($0, here, there) }) {
      return [
        Finding(
          rule: MarkupRules.codePair,
          message: "the \(half.role == .start ? "start" : "end") of the code \(Self.label(half)) is missing",
          help: "put it back, or remove the other half too")
      ]
    }
    var findings: [Finding] = []
    if !missing.isEmpty {
      // Whatever only formats can be given up; what stands for something cannot. A name says what it stands for,
      // and a sentence can do without; Angular's codes have names.
      let isFormatting = missing.allSatisfy { $0.role != .alone || $0.isNamed }
      findings.append(
        Finding(
          rule: MarkupRules.codeMissing,
          message: "\(Self.list(missing)) of the source \(Self.verb(missing)) missing",
          help: "put it where the text needs it", severity: isFormatting ? .warning : nil))
    }
    if !unknown.isEmpty {
      findings.append(
        Finding(
          rule: MarkupRules.codeUnknown, message: "the source has no \(Self.list(unknown))",
          help: source.isEmpty
            ? "the source has no codes" : "the source has \(Self.list(Self.unique(source)))",
          severity: unknown.allSatisfy { $0.role != .alone } ? .warning : nil))
    }
    return findings
  }

  /// A half of a pair whose other half is there.
  private func isHalf(_ code: Code, _ here: Set<Code>, _ there: Set<Code>) -> Bool {
    guard code.role != .alone else { return false }
    let other: Code.Role = code.role == .start ? .end : .start
    let partner = Code(role: other, id: code.id, kind: code.kind)
    return there.contains(partner) && here.contains(partner)
  }

  private func isWrittenAsText(_ code: Code) -> Bool {
    let kind = code.kind.hasPrefix("/") ? String(code.kind.dropFirst()) : code.kind
    return text.contains("<\(kind) ") && text.contains("id=\"\(code.id.string)\"")
  }

  private static func unique(_ codes: [Code]) -> [Code] {
    var seen = Set<Code>()
    return codes.filter { seen.insert($0).inserted }
  }

  private static func label(_ code: Code) -> String {
    let kind = code.kind.hasPrefix("/") ? String(code.kind.dropFirst()) : code.kind
    return code.id.string.isEmpty ? "<\(kind)>" : "<\(kind) id=\"\(code.id.string)\">"
  }

  /// Both halves of a pair are one code to whoever reads this; nobody reads more than twenty.
  private static func labels(_ codes: [Code]) -> [String] {
    var labels: [String] = []
    for label in codes.prefix(20).map(label) where !labels.contains(label) { labels.append(label) }
    return labels
  }

  private static func list(_ codes: [Code]) -> String { labels(codes).joined(separator: ", ") }

  private static func verb(_ codes: [Code]) -> String { labels(codes).count == 1 ? "is" : "are" }
}
