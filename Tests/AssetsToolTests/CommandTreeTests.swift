import ArgumentParsing
import Testing

@testable import AssetsTool

@Suite struct CommandTreeTests {
  @Test func theDeclarationsAreSound() {
    #expect(Assets.declarationProblems() == [])
  }

  /// A default is shown as somebody would type it, not as Swift describes a value.
  @Test func defaultsCanBeTyped() {
    for command in CommandDescription(root: Assets.self).tree {
      for argument in command.arguments {
        let isCode = argument.defaultValue?.contains { "(:\"".contains($0) } ?? false
        #expect(!isCode, "\(command.path) \(argument.label)")
      }
    }
  }
}
