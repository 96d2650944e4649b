#!/usr/bin/env python3
"""Checks the laws of Docs/ChangeManifest.md over what `assets manifest` prints, with an algebra of its own.

    manifest_laws.py STORE --binary PATH

The command prints the manifest of every pair of revisions of the store, which lies in its project's folder.
Composition is checked for all triples, the inverse for all pairs, associativity for quadruples. Exits 0, or 1
with what is wrong.
"""

import argparse
import itertools
import random
import subprocess
import sys
from pathlib import Path

from bundle import PLACE, Refused, Store, assembled, parse, require, write


def changes(document):
    """The changes by place and by locale: for each name a pair of states."""
    entries = {
        tuple(each[name] for name in PLACE): each["fields"]
        | {"projection": [each["before"], each["after"]], "sourceRevision": each["sourceRevision"]}
        for each in document["deletes"] + document["upserts"]
    }
    locales = {
        tag: {name: row[name] for name in ("revision", "items")} for tag, row in document["locales"].items()
    }
    return entries, locales


def then(first, second):
    """One change after the other; a name that only one of them has does not change in the other."""
    return {
        name: [first.get(name, second.get(name))[0], second.get(name, first.get(name))[1]]
        for name in first.keys() | second.keys()
    }


def composed(first, second):
    require(first["head"] == second["base"], "the first does not end where the second begins")
    entries, locales = (
        {place: then(a.get(place, {}), b.get(place, {})) for place in a.keys() | b.keys()}
        for a, b in zip(changes(first), changes(second))
    )
    locales = {tag: row for tag, row in locales.items() if any(a != b for a, b in row.values())}
    return assembled(first["lineage"], [first["base"], second["head"]], entries, locales)


def inverse(document):
    turned = (
        {place: {name: pair[::-1] for name, pair in change.items()} for place, change in each.items()}
        for each in changes(document)
    )
    return assembled(document["lineage"], [document["head"], document["base"]], *turned)


def returned(store):
    """The items whose projection came back to what it was, with another source revision."""
    found = {}
    for revision in range(1, store.newest + 1):
        for tag, root, _ in store.node(store.heads[revision]["ledger"])[1]:
            for name, row in store.tree(root, set()).items():
                found.setdefault((name, tag, row[1]), set()).add(row[7])
    return {place[:2] for place, revisions in found.items() if len(revisions) > 1}


def printed(binary, store, folder):
    """The exact bytes that the command prints for every pair of revisions."""
    result = {}
    for a, b in itertools.product(range(store.newest + 1), repeat=2):
        done = subprocess.run(
            [binary, "manifest", f"r{a}..r{b}"], cwd=folder, capture_output=True, timeout=120
        )
        require(done.returncode == 0, f"`assets manifest r{a}..r{b}`: {done.stderr.decode()[:300]}")
        result[a, b] = done.stdout
    return result


def check(store, outputs, seed, quadruples):
    m = {ends: parse(output, "the manifest of r%d..r%d" % ends, b"\n") for ends, output in outputs.items()}
    loose = returned(store)

    def bare(document):
        document = document | {"kind": None, "restores": None}
        for name in "deletes", "upserts":
            document[name] = [
                each | {"sourceRevision": None} if (each["contentID"], each["locale"]) in loose else each
                for each in document[name]
            ]
        return write(document)

    revisions = range(store.newest + 1)
    for a, b in m:
        require(bare(inverse(m[a, b])) == bare(m[b, a]), f"r{a}..r{b} turned is not r{b}..r{a}")
    for a, b, c in itertools.product(revisions, repeat=3):
        both = composed(m[a, b], m[b, c])
        require(bare(both) == bare(m[a, c]), f"r{a}..r{b} and then r{b}..r{c} is not r{a}..r{c}")
        if b != c:
            try:
                composed(m[a, b], m[c, b])
            except Refused:
                continue
            raise Refused(f"r{a}..r{b} and then r{c}..r{b} is not refused")
    chains = list(itertools.product(revisions, repeat=4))
    for a, b, c, d in random.Random(seed).sample(chains, min(quadruples, len(chains))):
        left = composed(composed(m[a, b], m[b, c]), m[c, d])
        right = composed(m[a, b], composed(m[b, c], m[c, d]))
        require(bare(left) == bare(right), f"r{a}..r{b}..r{c}..r{d} depends on what is composed first")
    return f"{len(m)} manifests, {len(revisions) ** 3} compositions, {len(loose)} items came back"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("store", type=Path)
    parser.add_argument("--binary", required=True)
    options = parser.parse_args()
    try:
        store = Store(options.store)
        outputs = printed(Path(options.binary).resolve(), store, options.store.resolve().parent)
        print(check(store, outputs, 0, quadruples=100_000))
    except Refused as refused:
        sys.exit(f"manifest_laws.py: {refused}")


if __name__ == "__main__":
    main()
