internal import Translations

/// Writes hand-offs as XLIFF 1.2, in the shape of Xcode's exports or plain, or as XLIFF 2.1.
///
/// Units go out as they come, in the order in which they come; nothing but the unit at hand is kept. A reader finds
/// exactly the texts, codes and states that were written. The key policy to read with is `id` for 1.2 and `resname` for
/// 2.1, whose ids may not hold every key.
package struct XLIFFWriter {
  package enum Flavour: Hashable, Sendable, CaseIterable {
    /// 1.2 with notes, contexts, lengths, approvals and earlier texts in the places the standard has for them.
    case plain12
    /// 1.2 as Xcode writes it: what a translator should know is in the notes.
    case apple12
    case version21
  }

  /// A text that the format cannot hold; the message names no text.
  package struct Refusal: Error {
    package var id: String
    package var message: String
  }

  let flavour: Flavour
  let handoff: Handoff
  private let sink: ([UInt8]) throws -> Void
  private(set) var output: [UInt8] = []
  private var fileCount = 0
  private var unitCount = 0
  private var isInFile = false

  /// - Parameter sink: gets the document piece by piece.
  package init(_ flavour: Flavour, handoff: Handoff, sink: @escaping ([UInt8]) throws -> Void) {
    self.flavour = flavour
    self.handoff = handoff
    self.sink = sink
    beginDocument()
  }

  private static let pieceSize = 1 << 16

  var isVersion2: Bool { flavour == .version21 }

  // MARK: The document

  /// Begins the texts of one original; the one before ends.
  /// - Parameters:
  ///   - original: the first segment of the keys, such as the path of a source file.
  ///   - datatype: what 1.2 calls the kind of the original: `plaintext`, `x-yaml` and so on.
  package mutating func beginFile(original: String, datatype: String) {
    endFile()
    isInFile = true
    fileCount += 1
    if isVersion2 {
      beginFile2(original: original)
    } else {
      beginFile1(original: original, datatype: datatype)
    }
  }

  /// Why a format cannot hold a unit; `nil` if it can.
  package static func obstacle(_ unit: HandoffUnit, _ flavour: Flavour) -> String? {
    let tag = LanguageTag("en")!
    let tool = Handoff.Tool(id: "", name: "", version: nil, build: nil)
    var writer = XLIFFWriter(
      flavour, handoff: Handoff(sourceLocale: tag, targetLocale: tag, mark: nil, tool: tool)
    ) { _ in }
    writer.beginFile(original: "", datatype: "")
    do { try writer.write(unit) } catch { return (error as? Refusal)?.message }
    return nil
  }

  /// - Precondition: a file has begun.
  /// - Throws: `Refusal` for a unit that the format cannot hold, of which nothing is written; what the sink throws.
  package mutating func write(_ unit: HandoffUnit) throws {
    precondition(isInFile, "units stand in a file")
    unitCount += 1
    let start = output.count
    do throws(InlineWriter.Problem) {
      for name in [unit.id, unit.name ?? ""] {
        if let scalar = name.unicodeScalars.first(where: { !XMLText.isAllowed($0) }) {
          throw .character(scalar)
        }
      }
      if isVersion2 { try write2(unit, number: unitCount) } else { try write1(unit) }
    } catch {
      output.removeSubrange(start...)
      throw Refusal(id: unit.id, message: error.message(isVersion2: isVersion2))
    }
    if output.count >= Self.pieceSize { try flush() }
  }

  /// Ends the document and hands out what is left of it.
  package mutating func finish() throws {
    endFile()
    line("</xliff>")
    try flush()
  }

  private mutating func flush() throws {
    try sink(output)
    output.removeAll(keepingCapacity: true)
  }

  private mutating func beginDocument() {
    line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    if isVersion2 { return beginDocument2() }
    let schema =
      flavour == .apple12
      ? " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"\(Self.namespace1)"
        + " http://docs.oasis-open.org/xliff/v1.2/os/xliff-core-1.2-strict.xsd\"" : ""
    line("<xliff xmlns=\"\(Self.namespace1)\"\(markNamespace)\(schema) version=\"1.2\">")
  }

  private mutating func endFile() {
    guard isInFile else { return }
    isInFile = false
    if !isVersion2 { line("    </body>") }
    line("  </file>")
  }

  private static let namespace1 = "urn:oasis:names:tc:xliff:document:1.2"

  var fileID: String { "f\(fileCount)" }

  /// The declaration of our own namespace, if anything of it is written.
  var markNamespace: String { handoff.mark == nil ? "" : attribute("xmlns:assets", HandoffMark.namespace) }

  var markAttributes: String {
    guard let mark = handoff.mark else { return "" }
    return attribute("assets:handoff", mark.id) + attribute("assets:base", "\(mark.base)")
      + attribute("assets:catalog", mark.catalog) + attribute("assets:lineage", mark.lineage)
  }

  // MARK: Pieces

  mutating func line(_ text: String) {
    output += text.utf8
    output.append(0x0A)
  }

  /// One element with text in it, in a line of its own.
  mutating func element(_ name: String, _ attributes: String, _ content: [UInt8], indent: String) {
    output += "\(indent)<\(name)\(attributes)>".utf8
    output += content
    output += "</\(name)>\n".utf8
  }

  /// A plain text as content; characters that XML cannot hold are left out, since nothing depends on it.
  func text(_ string: String) -> [UInt8] {
    let allowed = String(String.UnicodeScalarView(string.unicodeScalars.filter(XMLText.isAllowed)))
    let writer = InlineWriter(document: .empty, isVersion2: isVersion2, prefix: "", lineEnd: [0x0A])
    return (try? writer.content(of: MessageAtoms(Message(allowed)).atoms, after: [], inCDATA: false)) ?? []
  }

  /// An attribute with a space before it; nothing for `nil`.
  func attribute(_ name: String, _ value: String?) -> String {
    value.map { " \(name)=\"\(InlineWriter.escaped($0))\"" } ?? ""
  }

  /// The content of a source or target.
  func content(_ message: Message) throws(InlineWriter.Problem) -> [UInt8] {
    var writer = InlineWriter(document: .empty, isVersion2: isVersion2, prefix: "", lineEnd: [0x0A])
    writer.spellings = CodeSpelling(message, isVersion2: isVersion2).spellings
    return try writer.content(of: MessageAtoms(message).atoms, after: [], inCDATA: false)
  }
}
