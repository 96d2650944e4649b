/// How far a translation has come; ordered from the weakest.
///
/// XLIFF 1.2 and 2.x states, `approved` and the absence of a target are mapped here at the border; the
/// weakest segment decides for a unit.
public enum TranslationState: UInt8, Hashable, Sendable, Comparable, CaseIterable {
  /// There is no target.
  case absent
  /// A target that nobody has worked on: XLIFF 1.2 `new`, 2.x `initial`, an unfinished copy of the source.
  case untranslated
  /// XLIFF 1.2 `needs-translation`, `needs-l10n` and `needs-adaptation`.
  case needsTranslation
  /// XLIFF 1.2 `needs-review-translation`, `needs-review-l10n` and `needs-review-adaptation`; also an unknown
  /// word.
  case needsReview
  /// Done and not reviewed; also a target without a state.
  case translated
  /// XLIFF 1.2 `signed-off` or `approved`, 2.x `reviewed`.
  case reviewed
  /// Ready for use, `final`; also every text of the source locale.
  case final

  /// From the weakest to the strongest.
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

  /// Reads the spelling of `name`; `nil` for any other word.
  public init?(name: some StringProtocol) {
    guard let state = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = state
  }

  /// Whether a person has signed the text off.
  public var isApproved: Bool { self >= .reviewed }
}
