import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Interchange

/// Broken files and the exact finding for each: Tests/Fixtures/YAML/broken-inputs.tsv, one input a line with rule, line,
/// column, message and help of every finding, "-" for none.
@Suite struct YAMLBrokenInputTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var input: String
    var findings: [String]
    var testDescription: String { String(input.prefix(40)) }
  }

  static let cases: [Case] = {
    let path = packageRoot + "/Tests/Fixtures/YAML/broken-inputs.tsv"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let findings = stride(from: 1, to: fields.count, by: 5).map {
        fields[$0..<$0 + 5].joined(separator: "\t")
      }
      return Case(input: fields[0], findings: findings)
    }
  }()

  @Test(arguments: cases) func diagnosticsAreExact(_ test: Case) throws {
    let document = try readYAML(bytes: Self.bytes(test.input), path: "case.yml")
    let findings = document.diagnostics.map { diagnostic in
      [
        diagnostic.rule.id, diagnostic.location?.line.map(String.init) ?? "-",
        diagnostic.location?.column.map(String.init) ?? "-", diagnostic.message, diagnostic.help ?? "-",
      ].joined(separator: "\t")
    }
    #expect(findings == test.findings)
  }

  @Test func thereAreEnoughOfThem() { #expect(Self.cases.count >= 60) }

  /// `\n`, `\t`, `\\`, and `\xNN` for any other byte.
  private static func bytes(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == 0x5C, let kind = rest.popFirst() else {
        result.append(byte)
        continue
      }
      switch kind {
      case 0x6E: result.append(0x0A)
      case 0x74: result.append(0x09)
      case 0x78:
        result.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
        rest.removeFirst(2)
      default: result.append(kind)
      }
    }
    return result
  }
}
