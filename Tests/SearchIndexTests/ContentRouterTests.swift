import SearchIndex
import Testing

@Suite struct ContentRouterTests {
  @Test func identifiersLeadToTheRecordOfToday() async throws {
    var project = RandomProject()
    project.set("article:focus", route: "app://focus", formerIDs: ["article:pomodoro"], ["en": "Focus"])
    project.set("article:draft", isSearchable: false, route: "app://draft", ["en": "Draft"])
    let source = try MemoryRevisions(project)
    let router = try ContentRouter(Snapshot(source.head!, from: source), from: source)
    let focus = ContentID("article:focus")!
    #expect(router.destination(of: "article:focus") == .content(focus, route: "app://focus"))
    #expect(router.destination(of: "article:pomodoro") == .content(focus, route: "app://focus"))
    #expect(router.destination(of: "account\u{1F}article:focus") == .content(focus, route: "app://focus"))
    #expect(router.destination(of: "article:gone") == .gone)
    #expect(router.destination(of: "") == .unknown)
    #expect(try ContentRouter(.empty, from: source).destination(of: "a") == .gone)
  }
}
