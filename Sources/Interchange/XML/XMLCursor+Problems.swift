internal import CLibXML2
internal import Diagnostics

extension XMLCursor {
  /// Refuses a document type declaration, whatever is in it.
  mutating func refuseDoctype(_ name: UnsafePointer<UInt8>?) {
    let position = tagPosition()
    if let name = unsafe name, unsafe String(cString: name).lowercased() == "html" {
      return stop(
        XLIFFRules.notXLIFF, "the document is a web page, not XLIFF", at: position,
        help: "download the file itself; a page like this is often a login form")
    }
    stop(
      XLIFFRules.doctype, "a document type declaration is not read", at: position,
      help: "delete the DOCTYPE and write the characters its entities stand for")
  }

  mutating func refuseEntity() {
    stop(
      XLIFFRules.entity, "a reference to an entity that XML does not define", at: referencePosition(),
      help: "write the character itself, or a numeric reference such as &#160;")
  }

  /// Turns libxml2's first complaint into the reason why reading stops.
  mutating func report(_ error: UnsafeMutablePointer<xmlError>?) {
    guard let error = unsafe error, failure == nil, unsafe error.pointee.level != XML_ERR_WARNING else {
      return
    }
    let code = unsafe xmlParserErrors(rawValue: UInt32(bitPattern: error.pointee.code))
    switch code {
    case XML_WAR_NS_URI, XML_WAR_NS_URI_RELATIVE: return
    case XML_ERR_UNDECLARED_ENTITY, XML_WAR_UNDECLARED_ENTITY: return refuseEntity()
    case XML_ERR_NO_MEMORY: fatalError("libxml2 could not allocate memory")
    default: break
    }
    if let cut {
      return stop(
        XLIFFRules.malformed, message(for: cut), at: cut.position, help: "copy or export the file again")
    }
    if isAboutBytes(code) {
      return stop(
        XLIFFRules.encoding, "a byte here is not valid UTF-8", at: currentPosition(),
        help: "save the file as UTF-8, or declare the encoding it is written in")
    }
    let (message, help) = describe(code)
    // libxml2 has limits of its own for sections, comments, names and attributes.
    let isLimit = code == XML_ERR_INTERNAL_ERROR || code == XML_ERR_NAME_TOO_LONG
    stop(
      isLimit ? LimitRules.textSize : XLIFFRules.malformed, message, at: position(of: code), help: help)
  }

  /// Whether a complaint is about bytes that are no character; what libxml2 calls them depends on how many it has got.
  private func isAboutBytes(_ code: xmlParserErrors) -> Bool {
    switch code {
    case XML_ERR_INVALID_ENCODING: true
    case XML_ERR_TAG_NAME_MISMATCH, XML_NS_ERR_UNDEFINED_NAMESPACE: false
    default: isAtBrokenSequence
    }
  }

  private mutating func position(of code: xmlParserErrors) -> XMLPosition {
    switch code {
    case XML_ERR_TAG_NAME_MISMATCH, XML_NS_ERR_UNDEFINED_NAMESPACE: tagPosition()
    case XML_ERR_NAME_REQUIRED where isAfterAmpersand: referencePosition()
    case XML_ERR_INVALID_CHAR where isAfterReference: referencePosition()
    case XML_ERR_ENTITYREF_SEMICOL_MISSING, XML_ERR_INVALID_CHARREF, XML_ERR_INVALID_DEC_CHARREF,
      XML_ERR_INVALID_HEX_CHARREF:
      referencePosition()
    default: currentPosition()
    }
  }

  /// What to say when the document ends too early.
  private func message(for cut: Cut) -> String {
    if isAfterRoot { return "there is text outside the root element" }
    if cut.isInMarkup { return "the tag, comment or section that starts here does not end" }
    return openElementName.map { "the document ends before </\($0)>" }
      ?? "the document ends before its root element"
  }

  /// Our words for libxml2's code; never its own message, which can hold text of the document.
  private func describe(_ code: xmlParserErrors) -> (message: String, help: String?) {
    switch code {
    case XML_ERR_TAG_NAME_MISMATCH:
      let open = openElementName.map { "expected </\($0)>, found another end tag" }
      return (
        open ?? "an end tag does not match its start tag", "close the elements in the order they were opened"
      )
    case XML_ERR_INVALID_CHARREF, XML_ERR_INVALID_DEC_CHARREF, XML_ERR_INVALID_HEX_CHARREF,
      XML_ERR_INVALID_CHAR where isAfterReference:
      return ("a numeric reference names no character that XML allows", "remove the reference")
    case XML_ERR_INVALID_CHAR:
      return ("a character here is not allowed in XML", "remove the control character")
    case XML_ERR_NAME_REQUIRED where isAfterAmpersand: return ("an ampersand stands alone", "write &amp;")
    case XML_ERR_ENTITYREF_SEMICOL_MISSING:
      return ("a reference lacks its semicolon", "write &amp; for an ampersand")
    case XML_NS_ERR_UNDEFINED_NAMESPACE:
      return ("a namespace prefix is not declared", "declare it on the root element")
    case XML_ERR_INTERNAL_ERROR, XML_ERR_NAME_TOO_LONG:
      return ("one construct of the document is too long to be read", nil)
    default: return Self.describeMarkup(code)
    }
  }

  private static func describeMarkup(_ code: xmlParserErrors) -> (message: String, help: String?) {
    switch code {
    case XML_ERR_DOCUMENT_EMPTY: ("expected an XML document, found none", "export the file again")
    case XML_ERR_LT_IN_ATTRIBUTE: ("an attribute value holds <", "write &lt;")
    case XML_ERR_ATTRIBUTE_NOT_STARTED, XML_ERR_ATTRIBUTE_WITHOUT_VALUE, XML_ERR_ATTRIBUTE_NOT_FINISHED:
      ("an attribute has no complete value in quotes", "write name=\"value\"")
    case XML_ERR_ATTRIBUTE_REDEFINED, XML_NS_ERR_ATTRIBUTE_REDEFINED:
      ("an attribute stands twice in one tag", "keep one of them")
    case XML_ERR_SPACE_REQUIRED: ("white space is missing between two attributes", nil)
    case XML_ERR_NAME_REQUIRED, XML_ERR_LT_REQUIRED:
      ("a tag has no valid name", "write &lt; for a less-than sign in text")
    case XML_ERR_GT_REQUIRED, XML_ERR_TAG_NOT_FINISHED:
      ("a tag does not end with >", "write &lt; for a less-than sign in text")
    case XML_ERR_MISPLACED_CDATA_END: ("]]> stands in text", "write ]]&gt;")
    case XML_ERR_CDATA_NOT_FINISHED: ("a CDATA section does not end", "close it with ]]>")
    case XML_ERR_COMMENT_NOT_FINISHED: ("a comment does not end", "close it with -->")
    case XML_ERR_HYPHEN_IN_COMMENT: ("a comment holds two hyphens", nil)
    case XML_ERR_PI_NOT_FINISHED: ("a processing instruction does not end", "close it with ?>")
    case XML_ERR_RESERVED_XML_NAME:
      ("the XML declaration is not at the very start", "delete what stands before <?xml")
    case XML_ERR_XMLDECL_NOT_FINISHED, XML_ERR_XMLDECL_NOT_STARTED, XML_ERR_VERSION_MISSING,
      XML_ERR_STANDALONE_VALUE, XML_ERR_ENCODING_NAME:
      ("the XML declaration is not valid", "write <?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    case XML_ERR_DOCUMENT_END, XML_ERR_EXTRA_CONTENT:
      ("there is text outside the root element", "delete it")
    default: ("the document is not well-formed XML (libxml2 error \(code.rawValue))", nil)
    }
  }
}
