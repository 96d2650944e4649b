import TestSupport

/// Makes documents of many units: most are as tools write them, some have what only libxml2 may read.
struct XLIFFRandomDocument {
  private var generator: SeededGenerator
  private let isVersion2: Bool
  /// One in so many pieces of a unit is unusual.
  private let rarity: Int

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    isVersion2 = generator.below(2) == 0
    rarity = [10, 40, 400][generator.below(3)]
  }

  mutating func text(units: Int) -> String {
    var body = ""
    var number = 0
    var isInGroup = false
    while number < units {
      switch generator.below(30) {
      case 0:
        body += isInGroup ? "</group>" : "<group id=\"g\(number)\">"
        isInGroup.toggle()
      case 1: body += pick(["<!-- <trans-unit> -->", "<?pi </unit>?>", "\n\n", "<note>n</note>", "\t", " "])
      case 2 where !isVersion2: body += "<bin-unit id=\"b\" mime-type=\"x\"></bin-unit>"
      default:
        body += unit(number)
        number += 1
      }
      body += pick(["\n", "\n    ", "", "\r\n"], last: 20)
    }
    if isInGroup { body += "</group>" }
    if !isVersion2 { return xliff12(body) }
    return xliff20(body, version: pick(["2.0", "2.2"]))
  }

  private mutating func isRare() -> Bool { generator.below(rarity) == 0 }

  private mutating func pick(_ list: [String], last rarity: Int = 1) -> String {
    // The last one comes less often.
    let count = rarity > 1 && generator.below(rarity) > 0 ? list.count - 1 : list.count
    return list[generator.below(count)]
  }

  // MARK: Units

  private mutating func unit(_ number: Int) -> String {
    let name = isVersion2 ? "unit" : "trans-unit"
    var attributes = [attribute("id", isVersion2 ? "u\(number)" : "k.\(number)")]
    if generator.below(3) == 0 { attributes.append(attribute(isVersion2 ? "name" : "resname", words())) }
    if generator.below(3) == 0 { attributes.append("xml:space=\"preserve\"") }
    if generator.below(9) == 0 { attributes.append(attribute("translate", pick(["yes", "no"]))) }
    if !isVersion2, generator.below(5) == 0 { attributes.append(attribute("approved", pick(["yes", "no"]))) }
    if isRare() { attributes.append(rareAttribute()) }
    var body = isVersion2 ? segments() : source() + blank() + target() + blank() + notes()
    if isRare() { body += rareContent() }
    let separator = pick([" ", "\n  ", "\t", "  "])
    let end = isRare() ? pick(["</\(name) >", "</\(name)\n>"]) : "</\(name)>"
    return "<\(name)\(separator)\(attributes.joined(separator: separator))>" + blank() + body + end
  }

  private mutating func segments() -> String {
    var result = ""
    if generator.below(4) == 0 { result += "<notes><note>\(words())</note></notes>" + blank() }
    for _ in 0..<(generator.below(6) == 0 ? 2 : 1) {
      let state = generator.below(2) == 0 ? " " + attribute("state", pick(["initial", "final", "odd"])) : ""
      result +=
        "<segment\(state)>" + blank() + source() + blank() + target() + blank() + "</segment>" + blank()
    }
    return result
  }

  private mutating func notes() -> String {
    generator.below(4) == 0 ? "<note\(pick(["", " from=\"dev\""]))>\(words())</note>" + blank() : ""
  }

  private mutating func source() -> String {
    let language = generator.below(12) == 0 ? " xml:lang=\"\(pick(["en", "fr"]))\"" : ""
    return "<source\(language)>\(content())</source>"
  }

  private mutating func target() -> String {
    if generator.below(8) == 0 { return pick(["", "<target/>", "<target></target>"]) }
    var attributes = ""
    if !isVersion2, generator.below(2) == 0 {
      attributes +=
        " " + attribute("state", pick(["translated", "new", "needs-translation", "x-own", "odd"]))
    }
    if generator.below(12) == 0 { attributes += " xml:lang=\"\(pick(["de", "de-AT", "fr"]))\"" }
    return "<target\(attributes)>\(content())</target>"
  }

  private mutating func content() -> String {
    var result = ""
    for _ in 0..<generator.below(4) {
      switch generator.below(12) {
      case 0: result += isVersion2 ? "<ph id=\"p\"/>" : "<x id=\"1\" equiv-text=\"%@\"/>"
      case 1: result += isVersion2 ? "<pc id=\"c\">\(words())</pc>" : "<g id='2'>\(words())</g>"
      case 2: result += pick(["&amp;", "&lt;", "&gt;", "&quot;", "&apos;"])
      case 3: result += pick(["\n", "\t", " ", "] ]>", "]", ">"])
      case 4 where !isVersion2: result += "<ph id=\"3\">&lt;br/></ph>"
      default: result += words()
      }
    }
    if isRare() { result += rareContent() }
    return result
  }

  // MARK: Pieces

  private mutating func blank() -> String { pick(["", "\n", "\n      ", " ", "\n\t\t"]) }

  private mutating func words() -> String {
    let list = [
      "Äpfel", "and", "a rather long run of plain words", "日本語", "𝄞", "x", "é", "\u{85}", "ÿ\u{7FF}", "שלום",
    ]
    return (0...generator.below(3)).map { _ in list[generator.below(list.count)] }.joined(separator: " ")
  }

  private mutating func attribute(_ name: String, _ value: String) -> String {
    let quote = generator.below(6) == 0 ? "'" : "\""
    return "\(name)=\(quote)\(value)\(quote)"
  }

  private mutating func rareAttribute() -> String {
    pick([
      "xmlns:o=\"urn:o\"", "xmlns=\"urn:other\"", "xmlns:o=\"urn:o\" o:x=\"1\"", "extradata=\"a&amp;b\"",
      "maxbytes=\"1\" maxbytes=\"2\"", "resname = \"a\"", "odd=\"1\"", "xml:base=\"x\"", "datatype=\"a\nb\"",
      "a-very-long-name-of-an-attribute=\"1\"", "restype=\"<\"", "x=\"1\"y=\"2\"", "xml:lang=\"\"",
      "xmlns=\"\"",
      "xml:space=\"odd\"", "ts=\"a>b\"", "ts='a\"b'", "ts=\"]]>\"", "ts=\"&#10;\"", "ts=\"\u{FFFE}\"",
      "xmlns=\"urn:oasis:names:tc:xliff:document:1.2\"", "é=\"1\"",
    ])
  }

  private mutating func rareContent() -> String {
    pick([
      "<!-- c -->", "<![CDATA[<c>]]>", "<?pi?>", "&#233;", "&#x1F600;", "&#0;", "&nbsp;", "& b", "\r\n",
      "]]>",
      "\u{1}", "\u{FFFF}", "\u{FFFD}", "<o:x xmlns:o=\"urn:o\">t</o:x>", "<unknown/>", "<o:x/>",
      "<g id=\"1\">",
      "</g>", "<x/>", "<x id=\"1\" />", "<", "<!-- </trans-unit></unit> -->", "<![CDATA[</trans-unit>]]>",
      "\u{7F}",
      "<a.b-c_d e=\"f\">t</a.b-c_d>", "<2/>", "<g id=\"1\"><g id=\"2\"><g id=\"3\">d</g></g></g>", "&amp",
      "&gt ;",
    ])
  }
}
