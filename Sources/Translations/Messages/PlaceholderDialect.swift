/// How the texts of a catalog mark what the program fills in.
package enum PlaceholderDialect: String, Hashable, Sendable, CaseIterable {
  /// `%@`, `%1$@`, `%lld`, `%#@items@`, and `%arg` in a substitution.
  case apple
  /// `%s`, `%1$d`.
  case printf
  /// ICU MessageFormat: `{name}`, `{count, plural, one {…} other {…}}`.
  case icu
  /// `%{name}`, `%<price>.2f`.
  case ruby
  /// `%name%`, `{{ name }}`.
  case symfony
  /// `{0}`, `{0:N2}`.
  case dotnet
  case none
}

extension PlaceholderDialect {
  /// The dialect that most texts speak, `none` if none has a placeholder.
  ///
  /// A text counts for the first dialect whose own signs it shows; `%d` and `%s` alone are printf.
  package static func detect(_ texts: some Sequence<ArraySlice<UInt8>>) -> PlaceholderDialect {
    var votes: [PlaceholderDialect: Int] = [:]
    for text in texts {
      guard let dialect = sign(of: text) else { continue }
      votes[dialect, default: 0] += 1
    }
    // Apple's texts are full of `%d`, which alone says nothing.
    if let apple = votes[.apple] { votes[.apple] = apple + votes[.printf, default: 0] }
    let order: [PlaceholderDialect] = [.ruby, .apple, .symfony, .dotnet, .icu, .printf]
    var best = PlaceholderDialect.none
    for dialect in order where votes[dialect, default: 0] > votes[best, default: 0] { best = dialect }
    return best
  }

  private static func sign(of text: ArraySlice<UInt8>) -> PlaceholderDialect? {
    guard text.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "{") }) else { return nil }
    func has(_ dialect: PlaceholderDialect) -> Bool {
      !PlaceholderSet(text, hasCodes: false, dialect: dialect).items.isEmpty
    }
    if has(.ruby) { return .ruby }
    let formats = PlaceholderSet(text, hasCodes: false, dialect: .apple).items
    if formats.contains(where: { $0.kind == .object || $0.kind == .variable || $0.kind == .argument }) {
      return .apple
    }
    if has(.symfony) { return .symfony }
    if has(.dotnet) { return .dotnet }
    if formats.contains(where: \.isUnmistakable) { return formats[0].text.contains("l") ? .apple : .printf }
    if has(.icu) { return .icu }
    return formats.isEmpty ? nil : .printf
  }
}
