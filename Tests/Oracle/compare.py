"""Compares a change manifest with the brute-force difference of two lists of projections.

    compare.py MANIFEST.json OLD.jsonl NEW.jsonl

OLD and NEW are printed by projections.py, MANIFEST.json by `assets manifest A..B`. Every row of both states
is compared, so nothing the product derived is trusted. Prints each difference; exit 1 if there is one.
"""

import json
import sys
from collections import Counter, defaultdict

FIELDS = ("title", "description", "keywords")


def read_projections(path):
    """`{(contentID, locale): projection}` of the rows that have one."""
    with open(path, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return {(row["contentID"], row["locale"]): row["projection"] for row in rows if "projection" in row}


def place(identity, projection):
    """What names an entry of a manifest: content ID, locale, domain, access."""
    return (*identity, projection["domain"], projection["access"])


def field_is_empty(name, value):
    return value is None or name == "keywords" and value[0] == [] and not any(value[1])


def differing(old, new):
    """The names of the fields that differ, and of those the ones that may as well be left out.

    A field with nothing in it can be written as absent or as an empty value; where the other side is no
    projection at all, both are right.
    """
    required, optional = set(), set()
    for name in FIELDS:
        before = old[name] if old else None
        after = new[name] if new else None
        if before == after:
            continue
        empty = field_is_empty(name, before) and field_is_empty(name, after)
        (optional if empty and (old is None or new is None) else required).add(name)
    return required, optional


def expected(old, new):
    """`(deletes, upserts)`: `{place: (had a row before, has one after, required, optional fields)}`."""
    deletes, upserts = {}, {}
    for identity in old.keys() | new.keys():
        before, after = old.get(identity), new.get(identity)
        if before == after:
            continue
        if before and after and place(identity, before) == place(identity, after):
            upserts[place(identity, after)] = (True, True, *differing(before, after))
            continue
        if before:
            deletes[place(identity, before)] = (True, False, *differing(before, None))
        if after:
            upserts[place(identity, after)] = (False, True, *differing(None, after))
    return deletes, upserts


def entry_place(entry):
    return entry["contentID"], entry["locale"], entry["domain"], entry["access"]


def compare_lists(kind, wanted, entries, complain):
    found = Counter(entry_place(entry) for entry in entries)
    for where, count in found.items():
        if count > 1:
            complain(f"{kind}: {where} is listed {count} times")
        if where not in wanted:
            complain(f"{kind}: {where} is listed, but the projections there are equal")
    for where in wanted:
        if where not in found:
            complain(f"{kind}: {where} is missing")
    keys = [tuple(part.encode() for part in entry_place(entry)) for entry in entries]
    if keys != sorted(keys):
        complain(f"{kind}: not sorted")
    for entry in entries:
        if entry_place(entry) in wanted:
            compare_entry(kind, entry, wanted[entry_place(entry)], complain)


def compare_entry(kind, entry, wanted, complain):
    had, has, required, optional = wanted
    where = entry_place(entry)
    if (entry["before"] is not None) != had or (entry["after"] is not None) != has:
        complain(f"{kind}: {where} has before {entry['before']} and after {entry['after']}")
    if entry["before"] == entry["after"]:
        complain(f"{kind}: {where} has equal digests")
    names = set(entry["fields"])
    if not required <= names <= required | optional:
        complain(f"{kind}: {where} lists the fields {sorted(names)}, expected {sorted(required)}")
    for name, (before, after) in entry["fields"].items():
        if before == after:
            complain(f"{kind}: {where} lists {name} with equal sides")


def compare_provenance(entries, old, new, complain):
    """Digests speak only of equality: equal text with equal provenance must give equal pairs, others not."""
    seen, by_pair = {}, {}
    for entry in entries:
        identity = entry["contentID"], entry["locale"]
        for name, sides in entry["fields"].items():
            for side, state in zip(sides, (old, new)):
                value = state.get(identity, {}).get(name)
                if side is None or value is None:
                    continue
                if name != "keywords" and side[1] != value[1]:
                    complain(f"{entry_place(entry)}: {name} comes from {side[1]}, expected {value[1]}")
                digest, text = side[0], json.dumps([name == "keywords", value[0]])
                if seen.setdefault((name, text), digest) != digest:
                    complain(f"{entry_place(entry)}: equal {name} with two digests")
                if by_pair.setdefault((name, digest), text) != text:
                    complain(f"{entry_place(entry)}: one digest for two values of {name}")


def compare_locales(manifest, old, new, complain):
    counts = [Counter(locale for _, locale in state) for state in (old, new)]
    touched = defaultdict(int)
    for entry in manifest["deletes"] + manifest["upserts"]:
        touched[entry["locale"]] += 1
    for locale in touched:
        if locale not in manifest["locales"]:
            complain(f"locales: {locale} has entries but no row")
    for locale, row in manifest["locales"].items():
        items = [counts[0][locale], counts[1][locale]]
        if row["items"] != items:
            complain(f"locales: {locale} says {row['items']} items, expected {items}")
        hint = 2 * touched[locale] > items[1]
        if row["rebuildHint"] != hint:
            complain(f"locales: {locale} has rebuildHint {row['rebuildHint']}, expected {hint}")


def compare(manifest, old, new):
    """Every difference between a manifest and the truth, as sentences."""
    problems = []
    if manifest.get("schema") != "assets.manifest/1":
        problems.append(f"schema is {manifest.get('schema')!r}")
    deletes, upserts = expected(old, new)
    compare_lists("deletes", deletes, manifest["deletes"], problems.append)
    compare_lists("upserts", upserts, manifest["upserts"], problems.append)
    if manifest["counts"] != {"deletes": len(deletes), "upserts": len(upserts)}:
        problems.append(f"counts are {manifest['counts']}, expected {len(deletes)} and {len(upserts)}")
    compare_provenance(manifest["deletes"] + manifest["upserts"], old, new, problems.append)
    compare_locales(manifest, old, new, problems.append)
    return problems


def main(arguments):
    if len(arguments) != 3:
        print(__doc__, file=sys.stderr)
        return 64
    with open(arguments[0], encoding="utf-8") as file:
        manifest = json.load(file)
    old, new = read_projections(arguments[1]), read_projections(arguments[2])
    problems = compare(manifest, old, new)
    for problem in problems:
        print(problem)
    deletes, upserts = expected(old, new)
    print(f"{len(deletes)} deletes, {len(upserts)} upserts, {len(problems)} differences")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
