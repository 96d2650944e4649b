internal import ArgumentParsing
internal import Translations

/// Texts of the command line that are recorded for ever: reasons, messages, names.
enum RecordedText {
  /// Refuses what would make a listing lie: an empty text, a second line, control and bidirectional characters.
  /// - Parameter option: as it is typed.
  static func validate(
    _ text: String, of option: String, mayBeEmpty: Bool = false
  ) throws(ValidationError) {
    if text.isEmpty && !mayBeEmpty { throw ValidationError("'\(option)' needs a text") }
    if text.unicodeScalars.contains(where: \.isControlOrBidirectionalFormatting) {
      throw ValidationError("'\(option)' takes one line without control characters")
    }
  }
}
