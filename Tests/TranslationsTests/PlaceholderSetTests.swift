import Testing
import Translations

@Suite struct PlaceholderSetTests {
  private func set(_ text: String, _ dialect: PlaceholderDialect) -> PlaceholderSet {
    PlaceholderSet(Array(text.utf8)[...], hasCodes: false, dialect: dialect)
  }

  @Test(arguments: [
    ("%@ and %d", "1 object, 2 integer"), ("%2$@ of %1$lld", "2 object, 1 integer"), ("%.2f%%", "1 float"),
    ("%#@items@ in %1$#@boxes@", "items variable, boxes variable"), ("%arg points", "arg argument"),
    ("%*d", "2 integer"), ("%-5.3ld|%08x", "1 integer, 2 integer"), ("%dMB", "1 integer"), ("100 %", ""),
    ("50 % de", ""), ("70% and", ""), ("100%complete 50%off", ""), ("%50'si", ""), ("100%'lik", ""),
    ("%", ""),
    ("%%@", ""), ("%1$", ""), ("%argument", ""), ("50%", ""), ("%s %S", "1 string, 2 string"), ("%n", ""),
  ])
  func appleFormats(text: String, expected: String) {
    #expect(describe(set(text, .apple)) == expected)
  }

  @Test func printfHasNoObjects() {
    #expect(describe(set("%@ %s %#@x@ %D", .printf)) == "1 string")
  }

  @Test(arguments: [
    ("%{name} %<price>.2f!", "name, price"), ("%%{name}", ""), ("100% {name}", ""), ("%{a|b}", "a|b"),
    ("%{பிழைகள்}", "பிழைகள்"), ("%<n>d%<n>", "n, n"), ("%d.%m.%Y", ""), ("%{}", ""),
  ])
  func rubyNames(text: String, expected: String) {
    #expect(names(set(text, .ruby)) == expected)
  }

  @Test(arguments: [
    ("%{%{name}", 0..<2), ("%{name)", 0..<6), ("ab %{first name}", 3..<10), ("%{name", 0..<6),
  ])
  func brokenRubyNames(text: String, place: Range<Int>) {
    #expect(set(text, .ruby).malformed == [place])
  }

  @Test(arguments: [
    ("%name% {{ limit }} {{value}}", "name, limit, value"), ("100%50%", ""), ("50 % of %count%", "count"),
    ("{{ x", ""), ("{x}", ""),
  ])
  func symfonyNames(text: String, expected: String) {
    #expect(names(set(text, .symfony)) == expected)
  }

  @Test(arguments: [("{0} {1,8} {2:N2}", "0, 1, 2"), ("{{0}} {x} {}", ""), ("{0", ""), ("{{{0}}}", "0")])
  func dotnetIndexes(text: String, expected: String) {
    #expect(names(set(text, .dotnet)) == expected)
  }

  @Test func rangesAreThoseOfTheText() {
    let text = "é %1$@"
    let item = set(text, .apple).items[0]
    #expect(item.text == "%1$@")
    #expect(item.range == 3..<7)
    #expect(item.isNumbered)
  }

  @Test func inlineCodesArePassedOver() {
    let bytes = Array("%@ ".utf8) + [1] + Array("x\u{1F}1\u{1F}%d".utf8) + [2] + Array(" %d".utf8)
    #expect(PlaceholderSet(bytes[...], hasCodes: true, dialect: .apple).items.map(\.text) == ["%@", "%d"])
    #expect(PlaceholderSet(bytes[...], hasCodes: false, dialect: .apple).items.count == 3)
  }

  @Test func mixedNumberingIsSeen() {
    #expect(set("%1$@ %d", .apple).mixesNumbering)
    #expect(!set("%1$@ %2$d %#@x@", .apple).mixesNumbering)
  }

  @Test(arguments: [
    (["Hello", "%{name}", "%{count} items"], PlaceholderDialect.ruby), (["%@", "%d items"], .apple),
    (["%d items", "%lld", "%s"], .apple), (["%d items", "%s"], .printf), (["{0} files", "x"], .dotnet),
    (["Hi %name%", "{{ limit }}"], .symfony), (["{count, plural, one {x} other {y}}", "{name}"], .icu),
    (["100 %", "Hello"], .none), ([], .none),
  ])
  func theDialectIsFoundByContent(texts: [String], expected: PlaceholderDialect) {
    #expect(PlaceholderDialect.detect(texts.map { Array($0.utf8)[...] }) == expected)
  }

  private func describe(_ set: PlaceholderSet) -> String {
    set.items.map { item in
      switch item.name {
      case .position(let number): "\(number) \(item.kind)"
      case .name(let name): "\(name) \(item.kind)"
      }
    }.joined(separator: ", ")
  }

  private func names(_ set: PlaceholderSet) -> String {
    set.items.map { item in
      switch item.name {
      case .position(let number): String(number)
      case .name(let name): name.string
      }
    }.joined(separator: ", ")
  }
}
