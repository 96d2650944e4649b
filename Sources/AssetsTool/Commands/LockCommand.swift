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
    if let lock = try store.lock() {
      if lock.lineage != head.lineage {
        throw ToolError(
          .conflict, "assets.lock belongs to the store \(lock.lineage), this is \(head.lineage)",
          help: "use the store that belongs to the lock, or remove assets.lock if it is the wrong one")
      }
      if lock.head.revision > head.revision {
        throw ToolError(
          .conflict, "assets.lock names r\(lock.head.revision), the store's head is r\(head.revision)",
          help: "fetch the newer store; a lock never goes back")
      }
      guard try store.isAncestor(lock.head, of: head, in: reader) else {
        throw ToolError(
          .conflict,
          "RB-FORK: r\(head.revision) does not descend from the r\(lock.head.revision) of assets.lock",
          help: "use the store that assets.lock belongs to; take one side of git if two branches published")
      }
    }
    let changed = try store.writeLock(head)
    console.note("assets.lock \(changed ? "now names" : "names") r\(head.revision)")
    return .done
  }
}
