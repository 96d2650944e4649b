internal import Diagnostics

/// Rules about changing working files in place.
enum WorkingFileRules {
  static let notEditable = Rule(
    "CF-NOT-EDITABLE", .error, "a working file cannot take the change",
    cause: "the project has no file for it any more, or none of its own for the source locale",
    bad: "a rollback of a catalog that was taken out of assets.yml", good: "the change made by hand")
  static let unpublished = Rule(
    "CF-UNPUBLISHED", .error, "a working file has a change that was never published",
    cause: "somebody edited the value since the last publish; a rollback would lose the edit",
    bad: "r5 rolls \"Tippen\" back, and the file says \"Antippen\"", good: "publish or revert the edit first")

  static let all = [notEditable, unpublished]
}
