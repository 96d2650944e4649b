internal import CLibXML2

/// What receives the events of an `XMLPushParser`.
///
/// It is a value that the parser keeps behind one pointer, and its C callbacks are written for its concrete
/// type: an event costs no class, no closure, no exclusivity check and no `String`.
protocol XMLHandler: ~Copyable {
  /// The C functions that turn libxml2's events into calls of this type.
  static var callbacks: XMLCallbacks { get }

  var cursor: XMLCursor { get set }

  /// The element of which any number may follow next and pass libxml2 by, if they are plain; none where that is not so.
  ///
  /// Only where such an element without a prefix is in `passingNamespace`.
  var passing: XMLName { get }
  var passingNamespace: XMLName { get }
  /// The end tags of such elements: where `passing` may be worth a look.
  static var passingEndTags: [StaticString] { get }
  /// Delivers plain elements; a call of `passElements` that is compiled for the type.
  @unsafe static func pass(
    _ handler: UnsafeMutablePointer<Self>, _ window: XMLPlainWindow, _ scanner: inout XMLPlainScanner
  ) -> XMLPassage
}

extension XMLHandler where Self: ~Copyable {
  var passing: XMLName { .none }
  var passingNamespace: XMLName { .none }
  static var passingEndTags: [StaticString] { [] }

  @unsafe static func pass(
    _ handler: UnsafeMutablePointer<Self>, _ window: XMLPlainWindow, _ scanner: inout XMLPlainScanner
  ) -> XMLPassage {
    XMLPassage(end: window.fed)
  }
}

/// The C functions of one handler type; the first argument of each is the pointer to the handler.
@safe struct XMLCallbacks: Sendable {
  let start: startElementNsSAX2Func
  let end: endElementNsSAX2Func
  let text: charactersSAXFunc
  /// Text of a CDATA section: line ends are as in the file, pieces may be cut between any two characters.
  let cdata: cdataBlockSAXFunc
  /// A document type declaration, before its subset is read.
  let doctype: internalSubsetSAXFunc
  /// A reference to an entity that is not one of XML's own five.
  let entity: referenceSAXFunc
  /// Anything libxml2 has to complain about.
  let problem: xmlStructuredErrorFunc
}
