/// Where the parser stands when plain elements may pass libxml2 by.
///
/// Only valid inside the call that received it.
@safe struct XMLPlainWindow {
  let bytes: UnsafePointer<UInt8>
  /// The offset of the first byte in the document.
  let start: Int
  /// Up to where everything was given to libxml2 or has passed it by, and the end of the piece.
  let fed: Int
  let end: Int

  /// - Precondition: there are `end` bytes.
  @unsafe init(bytes: UnsafePointer<UInt8>, start: Int, fed: Int, end: Int) {
    unsafe self.bytes = bytes
    self.start = start
    self.fed = fed
    self.end = end
  }
}

/// What has passed libxml2 by.
struct XMLPassage {
  /// Whether anything could have.
  var isAtRest = false
  var elements = 0
  /// Up to where it has, in the window.
  var end: Int
}

extension XMLHandler where Self: ~Copyable {
  /// Delivers the plain elements that stand next, if the handler waits for some and libxml2 is in nothing and has taken
  /// all it was given.
  @inline(__always) @unsafe static func passElements(
    _ handler: UnsafeMutablePointer<Self>, _ window: XMLPlainWindow, _ scanner: inout XMLPlainScanner
  ) -> XMLPassage {
    var passage = XMLPassage(end: window.fed)
    let element = unsafe handler.pointee.passing
    guard !element.isNone, unsafe handler.pointee.cursor.isAtRest(window.start + window.fed) else {
      return passage
    }
    passage.isAtRest = true
    let first = XMLPlainScanner.Place(index: window.fed, line: unsafe handler.pointee.cursor.line)
    var place = first
    let limit = window.end - XMLPlainScanner.margin
    while let next = unsafe scanner.scan(window.bytes, from: place, limit: limit, element: element) {
      unsafe deliver(scanner, to: handler, window)
      passage.elements += 1
      place = next
      guard unsafe !handler.pointee.cursor.isStopping && handler.pointee.passing == element else { break }
    }
    unsafe handler.pointee.cursor.pass(bytes: place.index - first.index, lines: place.line - first.line)
    passage.end = place.index
    return passage
  }

  /// Makes the calls that libxml2 would make for the element that the scanner has taken.
  @inline(__always) @unsafe private static func deliver(
    _ scanner: borrowing XMLPlainScanner, to handler: UnsafeMutablePointer<Self>, _ window: XMLPlainWindow
  ) {
    let callbacks = Self.callbacks
    let namespace = unsafe handler.pointee.passingNamespace.address
    for index in 0..<scanner.tokens.count {
      let token = scanner.tokens[index]
      unsafe handler.pointee.cursor.stand(at: window.start &+ Int(token.end), line: Int(token.line))
      switch token.kind {
      case .start:
        unsafe callbacks.start(
          handler, token.name.address, nil, namespace, 0, nil, token.count, 0,
          scanner.attributes + Int(token.first) &* 5)
      case .end: unsafe callbacks.end(handler, token.name.address, nil, namespace)
      case .text: unsafe callbacks.text(handler, window.bytes + Int(token.first), token.count)
      case .entity:
        var character = UInt8(truncatingIfNeeded: token.count)
        unsafe callbacks.text(handler, &character, 1)
      }
      if unsafe handler.pointee.cursor.isStopping { return }
    }
  }
}
