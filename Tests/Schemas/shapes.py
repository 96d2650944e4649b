"""What each kind of document may lack and where it holds any text, stated apart from the schemas."""

from mutants import Shape

FINDING = ["endLine", "endColumn", "locale", "key", "keys", "revisions", "cause", "contentIDs", "help"]
# What people wrote of an accepted finding.
DECISION = ["key", "reason", "by", "at"]

SHAPES = {
    # Files that people write.
    "assets": Shape(
        optional=[
            "fallbacks",
            "fallbackLocale",
            "content",
            "keywords",
            "store",
            "publish",
            "import",
            "checks",
            "legacyIdentifiers",
            "catalogs/?/source",
            "catalogs/?/placeholders",
            "catalogs/?/limits",
            "catalogs/?/layout",
            "catalogs/?/key",
            "catalogs/?/scope",
            "keywords/maxTerms",
            "keywords/appStoreBytes",
            "publish/minimumState",
            "publish/trustedKeys",
            "import/onConflict",
            "import/minimumState",
            "checks/failOn",
            "checks/rules",
            "checks/baseline",
            "checks/suppress",
            "checks/suppress/?/locale",
        ],
        text=["checks/suppress/?/key", "checks/suppress/?/reason"],
        free=["fallbacks", "catalogs/?/limits", "checks/rules"],
        closed=True,
        yaml=True,
    ),
    "content": Shape(
        optional=[
            "content/?/descriptionKey",
            "content/?/keywordKeys",
            "content/?/isSearchable",
            "content/?/access",
            "content/?/formerIDs",
        ],
        closed=True,
        yaml=True,
        # Keys hold whatever the ids of a catalog hold.
        text=["content/?/titleKey", "content/?/descriptionKey"],
    ),
    "keywords": Shape(
        optional=[
            "keywords/?/state",
            "keywords/?/reviewed",
            "keywords/?/terms/?/kind",
            "keywords/?/terms/?/loanword",
            "keywords/?/terms/?/note",
        ],
        text=["keywords/?/terms/?", "keywords/?/terms/?/text", "keywords/?/terms/?/note"],
        free=["keywords"],
        closed=True,
        yaml=True,
    ),
    # What the command writes and people may edit.
    "accepted": Shape(
        optional=["accepted/?/locale", "accepted/?/key"],
        text=["accepted/?/key"],
        closed=True,
        yaml=True,
    ),
    "states": Shape(optional=["states/*/source"], free=["states"], closed=True, yaml=True),
    # What the command writes.
    "diagnostic": Shape(optional=FINDING, text=["path", "locale", "key", "keys/?"]),
    "check": Shape(
        optional=["files/?/version", "files/?/sourceLocale", "files/?/locale"]
        + [f"diagnostics/?/{member}" for member in FINDING],
        text=["files/?/path", "files/?/version"]
        + [f"diagnostics/?/{member}" for member in ("path", "locale", "key", "keys/?")],
    ),
    "import": Shape(
        optional=["dryRun", "files/?/version", "files/?/sourceLocale", "files/?/locale"]
        + [f"diagnostics/?/{member}" for member in FINDING],
        text=[
            "files/?/path",
            "files/?/version",
            "diagnostics/?/path",
            "diagnostics/?/locale",
            "diagnostics/?/key",
            "diagnostics/?/keys/?",
            "written/?",
        ],
        free=["locales"],
    ),
    "export": Shape(text=["files/?/path", "files/?/catalog"], free=["locales"]),
    "status": Shape(text=["project", "head/publishedAt", "head/publisher"], free=["locales"]),
    "receipt": Shape(optional=["dryRun"]),
    "plan": Shape(text=["inputs/?/path"], closed=True),
    "signatures": Shape(closed=True),
    "gc": Shape(optional=["dryRun"]),
    "bundle": Shape(text=["critical/?"], free=["ext"]),
    "manifest": Shape(
        optional=[f"{list}/?/fields/*" for list in ("deletes", "upserts")],
        free=["locales", "ext"],
    ),
    "head": Shape(text=["message", "publisher"], free=["locales", "ext"]),
    "store-head": Shape(closed=True),
    "lock": Shape(free=["locales"], closed=True),
    "baseline": Shape(text=["findings/?/key", "findings/?/locale", "findings/?/path"]),
    "log": Shape(
        text=["revisions/?/message", "revisions/?/publisher"]
        + [f"revisions/?/accepted/?/{member}" for member in DECISION],
        free=["revisions/?/locales"],
    ),
    "show": Shape(
        optional=["values/?/value/text", "values/?/keywords/terms"],
        text=[
            "published/message",
            "published/publisher",
            "values/?/key",
            "values/?/value/text",
            "values/?/keywords/terms/?/text",
        ]
        + [f"published/accepted/?/{member}" for member in DECISION],
        free=["published/locales"],
    ),
    "published-value": Shape(
        optional=["value/text", "keywords/terms"],
        text=["key", "value/text", "keywords/terms/?/text"],
    ),
    "diff": Shape(
        optional=["locales/?/*/movedFrom"]
        + [f"locales/?/*/{side}/{member}" for side in ("before", "after") for member in ("text", "terms")],
        text=["locales/?/*/key", "locales/?/*/movedFrom", "locales/?/*/text"],
        free=["locales"],
    ),
    "blame": Shape(
        optional=["entries/?/value/text"],
        text=["key"] + [f"entries/?/{name}" for name in ("key", "movedFrom", "publisher", "message", "value/text")],
    ),
    "verify": Shape(text=["problems/?"]),
    "config": Shape(text=["settings/?/value", "settings/?/path"]),
    "doctor": Shape(text=["lines/?/text", "lines/?/fix"]),
    "rules": Shape(text=[f"rules/?/{member}" for member in ("summary", "cause", "bad", "good")]),
    "keyword-list": Shape(text=["locales/?/?/terms/?/text"], free=["locales"]),
    "unit": Shape(text=["key", "source", "target"]),
    "index": Shape(),
    "index-status": Shape(),
    "index-explain": Shape(text=["indexed/domain", "published/domain"]),
    "index-verify": Shape(),
    "index-route": Shape(text=["identifier", "route"]),
    "index-simulate": Shape(text=["stopped"]),
    "index-event": Shape(text=["code"]),
    "locale": Shape(),
    "rehearsal": Shape(text=["rows/?/detail"]),
    "search": Shape(text=["results/?/title"]),
    "pin": Shape(),
}
