/// How far a translation has come; ordered from the weakest.
///
/// XLIFF 1.2 and 2.x states, `approved` and the absence of a target are mapped here at the border; the
/// weakest segment decides for a unit.
public enum TranslationState: UInt8, Hashable, Sendable, Comparable, CaseIterable {
  case absent
  case untranslated
  case needsTranslation
  case needsReview
  case translated
  case reviewed
  case final

  public static func < (a: TranslationState, b: TranslationState) -> Bool { a.rawValue < b.rawValue }

  /// The spelling used in `assets.yml`, in reports and in bundles.
  public var name: String {
    switch self {
    case .absent: "absent"
    case .untranslated: "untranslated"
    case .needsTranslation: "needs-translation"
    case .needsReview: "needs-review"
    case .translated: "translated"
    case .reviewed: "reviewed"
    case .final: "final"
    }
  }

  public init?(name: some StringProtocol) {
    guard let state = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = state
  }

  /// Whether a person has signed the text off.
  public var isApproved: Bool { self >= .reviewed }
}
