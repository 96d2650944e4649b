/// The file formats a catalog or a hand-off can have.
package enum DocumentFormat: String, Hashable, Sendable, CaseIterable {
  case xliff
  case yaml
}
