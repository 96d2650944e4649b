internal import Diagnostics

/// Why reading of a document stopped.
struct YAMLRefusal: Error {
  let diagnostic: Diagnostic

  init(_ diagnostic: Diagnostic) { self.diagnostic = diagnostic }
}

/// The C library could not allocate memory.
struct YAMLMemoryError: Error {}
