internal import Interchange
internal import Translations

/// What an import was asked to do.
struct HandoffOptions {
  /// How much an error stops.
  enum Partial: String, CaseIterable {
    /// Everything.
    case none
    /// The locale it is in.
    case locale
    /// The file it is in.
    case file
  }

  var onConflict: ProjectConfiguration.ConflictPolicy
  var minimumState: TranslationState
  var acceptStale: Bool
  var partial: Partial
  /// Whether an old hand-off is taken all the same.
  var force: Bool
  var skipped: [LanguageTag]
  /// Patterns of printed keys; empty for all.
  var onlyKeys: [String]
  /// The catalog of every file, if it was named.
  var catalog: String?

  func isWanted(_ key: MessageKey) -> Bool {
    guard !onlyKeys.isEmpty else { return true }
    let printed = key.description
    return onlyKeys.contains { NamePattern($0).matches(printed) }
  }
}

/// A name in which `*` stands for any run of characters; compared as bytes.
struct NamePattern {
  private let bytes: [UInt8]

  init(_ pattern: String) { bytes = Array(pattern.utf8) }

  func matches(_ name: String) -> Bool {
    // The last star takes one more byte whenever what follows it does not fit.
    let name = Array(name.utf8)
    var (i, j) = (0, 0)
    var retry: (pattern: Int, name: Int)?
    while j < name.count {
      if i < bytes.count, bytes[i] == UInt8(ascii: "*") {
        retry = (i, j)
        i += 1
      } else if i < bytes.count, bytes[i] == name[j] {
        i += 1
        j += 1
      } else if let last = retry {
        retry = (last.pattern, last.name + 1)
        i = last.pattern + 1
        j = last.name + 1
      } else {
        return false
      }
    }
    return bytes[i...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
