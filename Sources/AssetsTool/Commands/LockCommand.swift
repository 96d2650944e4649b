internal import ArgumentParsing
internal import Bundles
internal import Publishing

struct LockCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "lock", abstract: "Bring assets.lock up to the head of the store.",
    discussion: """
      Example:
        assets lock
      """)

  @OptionGroup var global: GlobalOptions

  func execute(_ console: Console) async throws -> ExitStatus {
    let loader = try ProjectLoader(global)
    let store = StoreAccess(location: loader.location, configuration: try loader.configuration())
    let reader = try store.requiredReader()
    guard let head = reader.head else {
      throw ToolError(
        .nothingMatched, "the store has no revision yet", help: "publish first: `assets publish`")
    }
    let state = try LockState(store.lock(), head: head, reader)
    if let conflict = state.conflict(with: head) { throw conflict }
    let changed = try store.writeLock(head)
    console.note("assets.lock \(changed ? "now names" : "names") r\(head.revision)")
    return .done
  }
}
