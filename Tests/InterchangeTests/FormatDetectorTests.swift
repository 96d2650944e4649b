import Testing
import Translations

@testable import Interchange

@Suite struct FormatDetectorTests {
  @Test func namesTellLocales() {
    #expect(FormatDetector.locale(ofFile: "a/validators.zh_CN.xlf")?.description == "zh-CN")
    #expect(FormatDetector.locale(ofFile: "a/de.xliff")?.description == "de")
    #expect(FormatDetector.locale(ofFile: "a/export.xliff") == nil)
  }

  @Test func theNameDecides() {
    for name in ["xliff", "xlf", "XLF", "sdlxliff", "mqxliff"] {
      #expect(FormatDetector.format(pathExtension: name, head: []) == .xliff)
    }
    for name in ["yml", "yaml", "YAML"] {
      #expect(FormatDetector.format(pathExtension: name, head: []) == .yaml)
    }
  }

  @Test func elseTheFirstBytes() {
    func format(_ bytes: [UInt8], _ pathExtension: String = "xml") -> DocumentFormat? {
      FormatDetector.format(pathExtension: pathExtension, head: bytes)
    }
    let document = "\n<?xml version='1.0'?>\n<x:xliff version='1.2'/>"
    #expect(format(Array(document.utf8)) == .xliff)
    #expect(format([0xEF, 0xBB, 0xBF] + Array(document.utf8), "") == .xliff)
    #expect(format(utf16(document, bigEndian: true)) == .xliff)
    #expect(format(utf16(document, bigEndian: false)) == .xliff)
    #expect(format(Array("<html>xlif</html>".utf8)) == nil)
    #expect(format(Array("de:\n  xliff: <b>".utf8), "txt") == nil)
    #expect(format([]) == nil)
  }
}
