public import Diagnostics

/// The rules about revisions going backwards; `assets explain` shows their texts.
public enum RollbackRuleSet {
  public static let revision = Rule(
    "RB-REVISION", .error, "the revision number went backwards",
    cause: "a store, a lock or a branch from before the last publish is in use; numbers only ever go up",
    bad: "HEAD names r41, and r42 was already published", good: "HEAD names r42 or a later revision")
  public static let value = Rule(
    "RB-VALUE", .error, "a value returns to one that was published earlier and replaced since",
    cause: "an old file was merged or re-imported over a newer translation",
    bad: "r1 \"Uhr\", r2 \"Wecker\", now \"Uhr\" again",
    good: "keep \"Wecker\", or accept the return: `assets accept RB-VALUE --key … --reason …`")
  public static let staleHandoff = Rule(
    "RB-STALE-HANDOFF", .error, "the changes of a locale are those of an older revision",
    cause: "at least five values changed, and four in five of them equal one older revision: an old file",
    bad: "37 of 40 changed keys equal r12, head is r19", good: "ask for a hand-off made against r19")
  public static let resurrect = Rule(
    "RB-RESURRECT", .warning, "a key that was taken out comes back with an old text",
    cause: "a removed message was restored from an old file",
    bad: "r3 removed the key, now its text of r2 is back",
    good: "write the text anew, or leave the key out")
  public static let localeDrop = Rule(
    "RB-LOCALE-DROP", .error, "a locale that was published has no values any more",
    cause: "a file is missing or empty, or the locale was taken out of assets.yml",
    bad: "locales: [en, de] after [en, de, ja]",
    good: "put the file back, or accept the retirement: `assets accept RB-LOCALE-DROP --locale ja --reason …`"
  )
  public static let keyCollapse = Rule(
    "RB-KEY-COLLAPSE", .error, "many values of a locale were lost although their source still exists",
    cause: "a truncated export, or a tool that wrote the source over the translations",
    bad: "ar: 120 of 880 values are gone, empty or equal to the source", good: "ask for the whole file")
  public static let keywords = Rule(
    "RB-KEYWORDS", .error, "approved keywords return to an earlier list or vanish as a whole",
    cause: "an old keyword file was merged, or a bulk import replaced curated terms",
    bad: "r1 [timer], r2 [timer, focus], now [timer] again", good: "keep the newer list")
  public static let unchecked = Rule(
    "RB-UNCHECKED", .warning, "the value rules could not run because there is no history",
    cause: "assets.lock says that revisions were published, and the store is not here",
    bad: "a checkout without the store", good: "fetch the store, then check again")
  public static let restored = Rule(
    "RB-RESTORED", .error, "the store is behind what its consumers have seen",
    cause: "the store was lost or restored from a backup", bad: "assets.lock r42, store r40",
    good: "fetch the newer store; a new publish must not reuse r41")
  public static let lineage = Rule(
    "RB-LINEAGE", .error, "the store is another one",
    cause: "two stores were mixed up; their numbers cannot be compared",
    bad: "assets.lock names another lineage than the store", good: "use the store that belongs to the lock")

  public static let equivocation = Rule(
    "RB-EQUIVOCATION", .error, "two different states carry the same revision number",
    cause: "two stores were published to apart from each other, or history was rewritten",
    bad: "assets.lock and the store both name r6, with different digests",
    good: "one store, published to by everybody")
  public static let fork = Rule(
    "RB-FORK", .error, "the head does not descend from a revision that was published",
    cause: "a store went on from an older copy while another one was published to",
    bad: "assets.lock names an r6 that is not among the ancestors of r7", good: "the store that r6 is part of"
  )

  public static let all: [Rule] = [
    revision, value, staleHandoff, resurrect, localeDrop, keyCollapse, keywords, unchecked, restored, lineage,
    equivocation, fork,
  ]
}
