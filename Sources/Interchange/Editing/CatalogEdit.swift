package import Translations

/// One wanted change of one value in a working catalog.
///
/// The surgical editors of XLIFF and YAML take a list of these for one file and change nothing else in its bytes.
package struct CatalogEdit: Hashable, Sendable {
  /// The path below the catalog's name, one value a path; each plural form is a path of its own.
  package var path: [ExactString]
  /// The text to be there, or `nil` for none: a YAML entry goes, a `<target>` goes.
  package var message: Message?
  /// The state to be written where the format has a place for one; `nil` leaves what is there, or what the
  /// format says of a new value.
  package var state: TranslationState?

  package init(path: [ExactString], message: Message?, state: TranslationState? = nil) {
    self.path = path
    self.message = message
    self.state = state
  }
}
