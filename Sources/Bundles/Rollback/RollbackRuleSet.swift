public import Diagnostics

/// The rules about revisions going backwards; `assets explain` shows their texts.
public enum RollbackRuleSet {
  /// `RB-REVISION`: a head below one that a pin, a branch or the caller expects.
  public static let revision = Rule(
    "RB-REVISION", .error, "the revision number went backwards",
    cause: "a store, a lock or a branch from before the last publish is in use; numbers only ever go up",
    bad: "HEAD names r41, and r42 was already published", good: "HEAD names r42 or a later revision")
  /// `RB-VALUE`: a value that differs from the present one in more than white space and equals a superseded
  /// one of
  /// its key.
  public static let value = Rule(
    "RB-VALUE", .error, "a value returns to one that was published earlier and replaced since",
    cause: "an old file was merged or re-imported over a newer translation",
    bad: "r1 \"Uhr\", r2 \"Wecker\", now \"Uhr\" again",
    good: "keep \"Wecker\", or accept the return: `assets accept RB-VALUE --key … --reason …`")
  /// `RB-STALE-HANDOFF`: at least five changes of a locale, four in five of which equal one older revision.
  /// It speaks
  /// for the single values among them.
  public static let staleHandoff = Rule(
    "RB-STALE-HANDOFF", .error, "the changes of a locale are those of an older revision",
    cause: "at least five values changed, and four in five of them equal one older revision: an old file",
    bad: "37 of 40 changed keys equal r12, head is r19", good: "ask for a hand-off made against r19")
  /// `RB-RESURRECT`: a key without a present value that gets one it had before.
  public static let resurrect = Rule(
    "RB-RESURRECT", .warning, "a key that was taken out comes back with an old text",
    cause: "a removed message was restored from an old file",
    bad: "r3 removed the key, now its text of r2 is back",
    good: "write the text anew, or leave the key out")
  /// `RB-LOCALE-DROP`: a locale that had values and has none, declared or not. Accepting it for one that is
  /// not declared retires it.
  public static let localeDrop = Rule(
    "RB-LOCALE-DROP", .error, "a locale that was published has no values any more",
    cause: "a file is missing or empty, or the locale was taken out of assets.yml",
    bad: "locales: [en, de] after [en, de, ja]",
    good: "put the file back, or accept the retirement: `assets accept RB-LOCALE-DROP --locale ja --reason …`"
  )
  /// `RB-KEY-COLLAPSE`: more than five values of a locale, and more than one in fifty, gone, emptied or equal
  /// to the
  /// source although the source still has them.
  public static let keyCollapse = Rule(
    "RB-KEY-COLLAPSE", .error, "many values of a locale were lost although their source still exists",
    cause: "a truncated export, or a tool that wrote the source over the translations",
    bad: "ar: 120 of 880 values are gone, empty or equal to the source", good: "ask for the whole file")
  /// `RB-KEYWORDS`: an approved set that equals a superseded one, an emptied one, or the loss of all of five
  /// and more.
  public static let keywords = Rule(
    "RB-KEYWORDS", .error, "approved keywords return to an earlier list or vanish as a whole",
    cause: "an old keyword file was merged, or a bulk import replaced curated terms",
    bad: "r1 [timer], r2 [timer, focus], now [timer] again", good: "keep the newer list")
  /// `RB-UNCHECKED`: a lock names a revision whose history cannot be read.
  public static let unchecked = Rule(
    "RB-UNCHECKED", .warning, "the value rules could not run because there is no history",
    cause: "assets.lock says that revisions were published, and the store is not here",
    bad: "a checkout without the store", good: "fetch the store, then check again")
  /// `RB-RESTORED`: a store whose head is below the revision the lock names.
  public static let restored = Rule(
    "RB-RESTORED", .error, "the store is behind what its consumers have seen",
    cause: "the store was lost or restored from a backup", bad: "assets.lock r42, store r40",
    good: "fetch the newer store; a new publish must not reuse r41")
  /// `RB-LINEAGE`: a head of another lineage than the trusted one; nothing else is compared then.
  public static let lineage = Rule(
    "RB-LINEAGE", .error, "the store is another one",
    cause: "two stores were mixed up; their numbers cannot be compared",
    bad: "assets.lock names another lineage than the store", good: "use the store that belongs to the lock")

  /// `RB-EQUIVOCATION`: the trusted number with another address.
  public static let equivocation = Rule(
    "RB-EQUIVOCATION", .error, "two different states carry the same revision number",
    cause: "two stores were published to apart from each other, or history was rewritten",
    bad: "assets.lock and the store both name r6, with different digests",
    good: "one store, published to by everybody")
  /// `RB-FORK`: a newer head that the trusted one is no ancestor of.
  public static let fork = Rule(
    "RB-FORK", .error, "the head does not descend from a revision that was published",
    cause: "a store went on from an older copy while another one was published to",
    bad: "assets.lock names an r6 that is not among the ancestors of r7", good: "the store that r6 is part of"
  )

  /// `RB-GAP`: a head whose number is not one more than its parent's.
  public static let gap = Rule(
    "RB-GAP", .error, "a revision does not follow its parent by one",
    cause: "a number was skipped or set by hand; every publish adds exactly one",
    bad: "r9 names r7 as its parent", good: "r8 names r7 as its parent")
  /// `RB-PARTIAL`: a locale row that is missing, below the trusted one or above the head, or that contradicts
  /// the content.
  public static let partial = Rule(
    "RB-PARTIAL", .error, "a locale of the head is from another publish than the rest",
    cause: "files of two publishes were mixed, or one locale was put back from a copy",
    bad: "assets.lock knows 'ja' at r42, the head r43 lists it at r40",
    good: "every locale at the revision the head gives it")
  /// `RB-CLOCK`: a head with an earlier time than its parent's; a note, because no rule reads the time.
  public static let clock = Rule(
    "RB-CLOCK", .note, "a revision carries an earlier time than its parent",
    cause: "the clock of a machine was wrong; no rule reads the time, revisions alone decide",
    bad: "r5 of 2026-11-30, its parent r4 of 2027-01-02", good: "nothing needs to be done")

  /// `RB-WITHDRAWN`: a value or keyword set that a rollback replaced, and that the ledger therefore lists.
  public static let withdrawn = Rule(
    "RB-WITHDRAWN", .error, "a value comes back that a rollback took back",
    cause: "the file the rollback was made for was imported again, or a branch still has its text",
    bad: "r5 rolled \"Tippen\" back, and now it is there again",
    good: "keep the text of the head: `assets restore --key … --from head`")
  /// `RB-PLURAL`: plural forms that go, where an older revision had the message without them; a new text with the
  /// placeholders of an older one, which its source does not have.
  public static let plural = Rule(
    "RB-PLURAL", .warning, "the plural forms or placeholders of a message are those of an older revision",
    cause: "a file from before the forms or placeholders were added was merged or imported",
    bad:
      "r1 one, other; r2 one, few, many, other; now one, other again; or r1 %d, r2 %d and %@, now another text "
      + "with %d alone, where the source has both",
    good: "keep the forms or the text of the head: `assets restore --key … --from head`")
  /// `RB-APPROVAL`: an approved text that is not approved any more, the same text made against the same source.
  public static let approval = Rule(
    "RB-APPROVAL", .error, "a text lost its approval although neither it nor its source changed",
    cause: "a tool rewrote the file without states, or an older file was imported",
    bad: "r1 final, now translated, the same text", good: "keep the state of the head, or change the text")
  /// `RB-UNAPPROVED-REPLACES`: another text below the approved states in the place of an approved one, made
  /// against the
  /// same source.
  public static let unapprovedReplaces = Rule(
    "RB-UNAPPROVED-REPLACES", .warning, "an approved text is replaced by one that nobody approved",
    cause: "an import overwrote reviewed work, or the review of the new text is still to come",
    bad: "\"Wecker\" reviewed, now \"Uhr\" translated", good: "publish when the new text is reviewed")
  /// `RB-SOURCE`: a content record that equals a superseded one, or a source revision that went down.
  public static let source = Rule(
    "RB-SOURCE", .error, "the source side of an item returns to an earlier published state",
    cause: "an old content map was merged, or a store was put back from a copy",
    bad: "r1 titleKey a.title, r2 titleKey a.name, now a.title again", good: "keep the record of the head")
  /// `RB-STALE-SOURCE`: a new text that was made against another source text than the present one; an error
  /// if it is
  /// approved and the source had that text before.
  public static let staleSource = Rule(
    "RB-STALE-SOURCE", .warning, "a new translation was made against another source text than today's",
    cause: "the source changed while the file was with the translator",
    bad: "the file's <source> is that of r3, the source is that of r5",
    good: "have the translation looked at again; it is an error if the text counts as approved")

  /// Every rule of the family `RB`.
  public static let all: [Rule] = [
    revision, gap, equivocation, fork, lineage, restored, partial, localeDrop, keyCollapse, value,
    staleHandoff,
    resurrect, withdrawn, plural, approval, unapprovedReplaces, keywords, source, staleSource, unchecked,
    clock,
  ]
}
