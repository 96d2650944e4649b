import Foundation
import TestSupport
import Testing

/// Side files of states count from the working files to the published values.
@Suite struct StateFileCommandTests {
  private static let key = "articles/focus-timer.title"
  private static let path = "articles/.state/de.yml"

  /// The value of the key in a revision: digest, state, digest of the source it was made against.
  private func value(_ revision: String, _ harbor: SampleProject) throws -> [String: Any] {
    let shown = try harbor.assets("show", "\(revision):de/\(Self.key)", "--format", "json").output
    let document = try JSONSerialization.jsonObject(with: Data(shown.utf8))
    return try #require(find(document), "\(shown)")
  }

  private func find(_ json: Any) -> [String: Any]? {
    if let map = json as? [String: Any] {
      if map["state"] is String, map["digest"] is String { return map }
      return map.values.lazy.compactMap { find($0) }.first
    }
    return (json as? [Any])?.lazy.compactMap { find($0) }.first
  }

  private func writeState(_ state: String, _ value: String, source: String, _ harbor: SampleProject) throws {
    try FileManager.default.createDirectory(
      atPath: "\(harbor.path)/articles/.state", withIntermediateDirectories: true)
    try harbor.write(
      "locale: de\nstates:\n  \"\(Self.key)\": { state: \(state), source: \"\(source)\", value: \"\(value)\" }\n",
      to: Self.path)
  }

  @Test func anEntryCountsUntilTheValueIsEdited() throws {
    let harbor = try SampleProject()
    #expect(try harbor.assets("publish").code == 0)
    let first = try value("r1", harbor)
    #expect(first["state"] as? String == "translated")
    let digest = try #require(first["digest"] as? String)

    let older = String(repeating: "0a", count: 16)
    try writeState("reviewed", digest, source: older, harbor)
    let published = try harbor.assets("publish")
    #expect(published.code == 0, "\(published.output)\(published.error)")
    #expect(try value("r2", harbor)["state"] as? String == "reviewed")
    #expect(try value("r2", harbor)["source"] as? String == older)
    #expect(try harbor.assets("publish").output.contains("othing to publish"))

    // The edit voids the entry: translated, and made against today's source.
    try harbor.replace("Ungestört arbeiten", with: "Ruhig arbeiten", in: "articles/de.yml")
    _ = try harbor.assets("publish")
    let third = try value("head", harbor)
    #expect(third["digest"] as? String != digest)
    #expect(third["state"] as? String == "translated")
    #expect(third["source"] as? String == first["source"] as? String)
  }

  @Test func aBrokenSideFileIsNotGuessedAt() throws {
    let harbor = try SampleProject()
    try writeState(
      "finale", String(repeating: "0a", count: 16), source: String(repeating: "0a", count: 16), harbor)
    let check = try harbor.assets("check", "--format", "concise")
    #expect(check.code == 2)
    #expect(check.output.contains("articles/.state/de.yml:3:") && check.output.contains("ST-FILE-FORM"))
    #expect(try harbor.assets("publish").code == 2)
  }

  @Test func theLayoutIsSaidAndCanBeSaid() throws {
    let harbor = try SampleProject()
    let check = try harbor.assets("check", "-v")
    #expect((check.error + check.output).contains("articles/de.yml: yaml (locale-root)"))
    try harbor.replace(
      "target: articles/{locale}.yml", with: "target: articles/{locale}.yml\n    layout: message-list",
      in: "assets.yml")
    #expect(try harbor.assets("check").output.contains("YM-LAYOUT"))
    try harbor.replace("layout: message-list", with: "layout: rails", in: "assets.yml")
    #expect(try harbor.assets("check").error.contains("locale-root"))
  }
}
