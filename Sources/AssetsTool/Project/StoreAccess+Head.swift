internal import Bundles
internal import Publishing

extension StoreAccess {
  /// What stands against publishing on the head, whatever the files say; `nil` if nothing does.
  func headProblem(expected: RevisionSelector?, plan: PublishPlan?) -> ToolError? {
    do {
      let parent = try reader()?.snapshot() ?? .empty
      let publisher = Publisher(store: DirectoryStore(root: root), lock: try lock(), signingKey: nil)
      try publisher.checkHead(parent, candidate: nil, expected: expected?.revision(head: parent.head))
      if let plan, !plan.isDone(by: parent.head) { try plan.check(parent: parent.head) }
      return nil
    } catch let error as PublishError {
      return ToolError(error)
    } catch let error as BundleError {
      return ToolError(error)
    } catch {
      return error as? ToolError
    }
  }
}
