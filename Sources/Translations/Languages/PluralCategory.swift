/// A CLDR plural category (UTS #35, part 3, "Language Plural Rules").
public enum PluralCategory: String, Hashable, Sendable, CaseIterable, Comparable {
  case zero
  case one
  case two
  case few
  case many
  case other

  /// The order of the cases.
  public static func < (a: PluralCategory, b: PluralCategory) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .zero: 0
    case .one: 1
    case .two: 2
    case .few: 3
    case .many: 4
    case .other: 5
    }
  }
}

/// Which plural categories a language has for counted things.
public struct PluralRequirements: Hashable, Sendable {
  /// Reached by whole numbers: a message without one of them breaks.
  public let required: [PluralCategory]
  /// Reached only by fractions or whole millions.
  public let optional: [PluralCategory]
  /// Categories that one whole number alone reaches, so a text may leave the number out, and that number.
  public let exactly: [PluralCategory: Int]

  /// - Returns: `nil` for a language that CLDR has no rule for.
  public init?(_ locale: LanguageTag) {
    guard let fields = Self.fields(locale.canonicalized) else { return nil }
    func categories(_ field: Substring) -> [PluralCategory] {
      field.split(separator: ",").compactMap { PluralCategory(rawValue: String($0)) }
    }
    required = categories(fields[0])
    optional = fields.count > 1 ? categories(fields[1]) : []
    var exactly: [PluralCategory: Int] = [:]
    for pair in fields.count > 2 ? fields[2].split(separator: ",") : [] {
      let sides = pair.split(separator: "=")
      if let category = PluralCategory(rawValue: String(sides[0])) { exactly[category] = Int(sides[1]) }
    }
    self.exactly = exactly
  }

  /// The CLDR version of the rules.
  public static var cldrVersion: String { PluralData.cldrVersion }

  /// The rule of the tag or of its nearest ancestor in the same language: `pt-AO` counts like `pt-PT`.
  private static func fields(_ locale: LanguageTag) -> [Substring]? {
    let table = SortedLines(PluralData.cardinals)
    var candidate: LanguageTag? = locale
    while let current = candidate, current.language == locale.language {
      if let found = table[current.description] { return split(found) }
      candidate = current.parent
    }
    return table[locale.language].map(split)
  }

  private static func split(_ line: String) -> [Substring] {
    line.split(separator: " ", omittingEmptySubsequences: false)
  }
}
