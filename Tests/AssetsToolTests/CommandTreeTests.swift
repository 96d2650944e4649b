import ArgumentParsing
import Testing

@testable import AssetsTool

@Suite struct CommandTreeTests {
  @Test func theDeclarationsAreSound() {
    #expect(Assets.declarationProblems() == [])
  }
}
