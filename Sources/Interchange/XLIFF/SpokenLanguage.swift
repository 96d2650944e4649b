internal import Translations

/// The language that the targets of a 1.x document name where its file elements name none.
///
/// Only what all targets with text say counts; the attribute of the file element is optional in 1.x.
struct SpokenLanguage {
  /// Whether the open file element names no target language.
  var isWanted = false
  /// Where the first such file element with a unit stands.
  var position: XMLPosition?
  /// What the open target says.
  private var said: String?
  private var agreed: String?
  private var isContradicted = false

  /// The language, once the document has ended.
  var language: LanguageTag? { isContradicted ? nil : agreed.flatMap(LanguageTag.init) }

  mutating func begin(_ language: String) { said = language }

  mutating func end(hasText: Bool) {
    defer { said = nil }
    guard hasText, !isContradicted else { return }
    if said == nil || agreed != nil && agreed != said { isContradicted = true } else { agreed = said }
  }
}
