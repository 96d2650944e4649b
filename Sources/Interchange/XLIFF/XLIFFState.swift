internal import Translations

/// What a `state` attribute says, of any version.
enum XLIFFState: UInt8 {
  case none
  case new
  case needsTranslation
  case needsReview
  case translated
  case reviewed
  case final
  /// Not a word of the standard.
  case unknown

  /// - Returns: the state, and whether the word belongs to that version of XLIFF.
  @unsafe static func parse(
    _ text: UnsafeBufferPointer<UInt8>, isVersion2: Bool
  ) -> (state: XLIFFState, isStandard: Bool) {
    func matches(_ word: StaticString) -> Bool { unsafe equal(text, word) }
    switch text.count {
    case 3 where matches("new"): return (.new, !isVersion2)
    case 5 where matches("final"): return (.final, true)
    case 7 where matches("initial"): return (.new, isVersion2)
    case 8 where matches("reviewed"): return (.reviewed, isVersion2)
    case 10 where matches("translated"): return (.translated, true)
    case 10 where matches("signed-off"): return (.reviewed, !isVersion2)
    case 10 where matches("needs-l10n"): return (.needsTranslation, !isVersion2)
    case 16 where matches("needs-adaptation"): return (.needsTranslation, !isVersion2)
    case 17 where matches("needs-translation"): return (.needsTranslation, !isVersion2)
    case 17 where matches("needs-review-l10n"): return (.needsReview, !isVersion2)
    case 23 where matches("needs-review-adaptation"): return (.needsReview, !isVersion2)
    case 24 where matches("needs-review-translation"): return (.needsReview, !isVersion2)
    default: break
    }
    let isCustom = unsafe !isVersion2 && text.starts(with: [UInt8(ascii: "x"), UInt8(ascii: "-")])
    return (.unknown, isCustom)
  }
}

/// What a `state-qualifier` says that matters here.
enum XLIFFQualifier: UInt8 {
  case none
  /// Machine translation.
  case machine
  /// A proposal of a translation memory that is not an exact match.
  case proposal
  case rejected

  @unsafe init(_ text: UnsafeBufferPointer<UInt8>) {
    func matches(_ word: StaticString) -> Bool { unsafe equal(text, word) }
    if matches("leveraged-mt") || matches("mt-suggestion") {
      self = .machine
    } else if matches("fuzzy-match") || matches("tm-suggestion") {
      self = .proposal
    } else if unsafe text.starts(with: "rejected-".utf8) {
      self = .rejected
    } else {
      self = .none
    }
  }
}

/// Everything about one target that decides its state.
struct XLIFFEvidence {
  var state: XLIFFState
  var qualifier: XLIFFQualifier
  var isApproved: Bool
  var isEmpty: Bool
  /// Nothing but white space of XML, while the source has more than that.
  var isBlank: Bool
  var equalsSource: Bool

  struct Verdict {
    var state: TranslationState
    var flags: Catalog.Flags
    /// Approved, but the state says that there is work left.
    var contradictsApproval: Bool
  }

  /// The state of a target that is there.
  @inline(__always) func judge() -> Verdict {
    var result: TranslationState =
      switch state {
      case .none: qualifier == .proposal && !isApproved ? .needsReview : .translated
      case .new: .untranslated
      case .needsTranslation: equalsSource ? .untranslated : .needsTranslation
      case .needsReview, .unknown: .needsReview
      case .translated: .translated
      case .reviewed: .reviewed
      case .final: .final
      }
    let contradictsApproval = isApproved && result < .translated
    if isApproved, result >= .translated { result = max(result, .reviewed) }
    var flags: Catalog.Flags = []
    if isEmpty {
      let isMeant = result >= .translated && (state != .none || isApproved)
      if isMeant { flags.insert(.explicitlyEmpty) } else { result = .untranslated }
    } else if isBlank {
      result = .untranslated
    }
    if qualifier == .machine, result < .reviewed { flags.insert(.machine) }
    if qualifier == .rejected { flags.insert(.rejected) }
    return Verdict(state: result, flags: flags, contradictsApproval: contradictsApproval)
  }
}
