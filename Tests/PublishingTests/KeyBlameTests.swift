import Bundles
import Publishing
import TestSupport
import Testing
import Translations

@Suite struct KeyBlameTests {
  private let ja = SmallProject.ja

  private func blame(_ key: String, _ root: String) throws -> [String] {
    let store = try StoreReader(root: root)
    return try KeyBlame(MessageKey(catalog: "m", path: [key]), in: ja, of: store).steps.map { step in
      let origin = step.movedFrom.map { " from \($0)" } ?? ""
      return "r\(step.head.revision) \(step.change.rawValue) \(step.key)\(origin) "
        + (step.value.map { "\($0.message.plainText) \($0.state.name)" } ?? "-")
    }
  }

  @Test func everyRevisionThatTouchedTheKeyAndNoOther() throws {
    let folder = try TemporaryDirectory()
    let english = ["a": "A", "b": "B"]
    var project = SmallProject(english, ["a": "一"])
    try project.publish(to: folder.path)
    project.japanese["a"] = "二"
    try project.publish(to: folder.path)
    project.japanese["b"] = "別"
    try project.publish(to: folder.path)
    project.states["a"] = .reviewed
    try project.publish(to: folder.path)
    project.japanese["a"] = nil
    try project.publish(to: folder.path)
    project.japanese["a"] = "三"
    project.english["c"] = "C"
    try project.publish(to: folder.path)
    project.english["c"] = "D"
    try project.publish(to: folder.path)
    #expect(
      try blame("a", folder.path) == [
        "r6 added m/a 三 reviewed", "r5 removed m/a -", "r4 state m/a 二 reviewed",
        "r2 changed m/a 二 translated",
        "r1 added m/a 一 translated",
      ])
    #expect(try blame("b", folder.path) == ["r3 added m/b 別 translated"])
    #expect(try blame("none", folder.path).isEmpty)
  }

  @Test func theHistoryGoesOnBeforeARename() throws {
    let folder = try TemporaryDirectory()
    var project = SmallProject(["a": "A", "x": "X"], ["a": "一", "x": "他"])
    try project.publish(to: folder.path)
    project.japanese["a"] = "二"
    try project.publish(to: folder.path)
    project.english = ["b": "A", "x": "X"]
    project.japanese = ["b": "二", "x": "他"]
    try project.publish(to: folder.path)
    #expect(
      try blame("b", folder.path) == [
        "r3 moved m/b from m/a 二 translated", "r2 changed m/a 二 translated", "r1 added m/a 一 translated",
      ])
    // Seen from the old name it ended there.
    #expect(try blame("a", folder.path).first == "r3 removed m/a -")
  }
}
