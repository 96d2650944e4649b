/// What help says about an argument, an option or a flag; a string literal is the abstract alone.
public struct ArgumentHelp: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// One sentence.
  public var abstract: String
  /// More lines under the abstract.
  public var discussion: String
  /// What stands between angle brackets; the property's name in kebab case if `nil`.
  public var valueName: String?
  /// Whether help and completions list it; it works all the same.
  public var visibility: ArgumentVisibility

  public init(
    _ abstract: String = "", discussion: String = "", valueName: String? = nil,
    visibility: ArgumentVisibility = .default
  ) {
    self.abstract = abstract
    self.discussion = discussion
    self.valueName = valueName
    self.visibility = visibility
  }

  public init(stringLiteral value: String) { self.init(value) }
}
