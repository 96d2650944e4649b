package import Diagnostics
package import Translations

extension ProjectConfiguration {
  /// How findings are weighed.
  package struct Checks: Sendable {
    /// The least severity that makes a check fail.
    package var failOn: Severity
    /// The rules whose weight the project sets, by their ids.
    package var rules: [String: RuleLevel]
    package var baseline: String?
    package var suppressions: [Suppression]
  }

  package enum RuleLevel: String, Sendable, CaseIterable {
    case off
    case note
    case warning
    case error

    /// `nil` for off.
    package var severity: Severity? { Severity(rawValue: rawValue) }
  }

  /// One finding that the project has decided to live with.
  package struct Suppression: Sendable {
    package var rule: String
    /// The printed message or keyword key, or the content ID, that the finding is about.
    package var key: ExactString
    /// `nil`: in every locale.
    package var locale: LanguageTag?
    package var reason: String
    package var location: SourceLocation
  }
}
