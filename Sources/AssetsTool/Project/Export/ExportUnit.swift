internal import Translations

/// Why a unit of an export is there.
enum ExportState: String, CaseIterable {
  /// No translation yet.
  case new
  /// The source changed since it was translated.
  case changed
  case needsTranslation = "needs-translation"
  case needsReview = "needs-review"
  case translated
  case reviewed
  case final
}

/// One message that goes to a translator.
struct ExportUnit {
  var key: MessageKey
  /// The file element it stands in, for formats that have one.
  var original: String
  /// Its name in that element.
  var id: String
  var source: Message
  var target: Message?
  /// How far the translation has come; one for an older source needs another look.
  var state: ExportState
  /// For the translator: what shows the text, and where.
  var notes: [String]
  /// The most characters the translation may have.
  var limit: Int?
  /// What the translation was made for, if the source changed since.
  var previousSource: Message?
  /// What was published before.
  var previousTarget: Message?
}

/// What goes to a translator about one catalog in one language.
struct ExportDocument {
  var handoff: String
  var base: Int
  var lineage: String?
  var catalog: String
  var policy: Policy
  var sourceLocale: LanguageTag
  var locale: LanguageTag
  var units: [ExportUnit]

  /// What names the units of the catalog in its own files.
  enum Policy {
    case byID
    case byName
  }
}
