internal import Diagnostics

/// Rules about changing working files in place.
enum WorkingFileRules {
  static let unpublished = Rule(
    "CF-UNPUBLISHED", .error, "a working file has a change that was never published",
    cause: "somebody edited the value since the last publish; a rollback would lose the edit",
    bad: "r5 rolls \"Tippen\" back, and the file says \"Antippen\"", good: "publish or revert the edit first")

  static let all = [unpublished]
}
