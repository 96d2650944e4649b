/// The modules of XLIFF 2.x and the names of our own hand-offs, which are known and hold no translation.
enum XLIFFModule {
  static let plural = "urn:oasis:names:tc:xliff:pgs:1.0"

  private static let known: Set<String> = [
    plural,
    "urn:oasis:names:tc:xliff:matches:2.0",
    "urn:oasis:names:tc:xliff:glossary:2.0",
    "urn:oasis:names:tc:xliff:fs:2.0",
    "urn:oasis:names:tc:xliff:metadata:2.0",
    "urn:oasis:names:tc:xliff:resourcedata:2.0",
    "urn:oasis:names:tc:xliff:changetracking:2.0",
    "urn:oasis:names:tc:xliff:changetracking:2.1",
    "urn:oasis:names:tc:xliff:sizerestriction:2.0",
    "urn:oasis:names:tc:xliff:validation:2.0",
    "urn:oasis:names:tc:xliff:itsm:2.1",
    HandoffMark.namespace,
    "http://www.w3.org/2005/11/its",
    "http://www.w3.org/2001/XMLSchema-instance",
  ]

  static func isKnown(_ namespace: String) -> Bool { known.contains(namespace) }
}
