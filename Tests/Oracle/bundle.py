#!/usr/bin/env python3
"""Verifies a store and computes change manifests, from Docs/BundleFormat.md and Docs/ChangeManifest.md alone.

    bundle.py verify STORE            recomputes everything of section 5 of the format
    bundle.py manifest STORE A..B     prints the manifest's exact bytes

Exits 0, or 1 with what is wrong. Signatures are out of scope.
"""

import hashlib
import itertools
import json
import sys
from pathlib import Path


class Refused(Exception):
    """What is wrong with a store, for people. Whatever else a malformed document raises refuses it too."""


def require(condition, message):
    if not condition:
        raise Refused(message)


def write(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def plain_integer(digits):
    require(digits.isdecimal() and int(digits) < 1 << 53, f"{digits} is no canonical number")
    return int(digits)


def parse(data, what, ending=b""):
    numbers = dict.fromkeys(("parse_int", "parse_float", "parse_constant"), plain_integer)
    value = json.loads(data.decode(), **numbers)
    require(write(value) + ending == data, f"{what} is not canonical")
    return value


def address_of(data):
    return hashlib.sha256(data).hexdigest()


def fingerprint(kind, *fields):
    fields = [each if isinstance(each, bytes) else str(each).encode() for each in fields]
    framed = (len(each).to_bytes(4, "big") + each for each in (b"assets/%s/v1" % kind.encode(), *fields))
    return address_of(b"".join(framed))[:32]


def build(entries, nodes):
    """The root of the tree with these entries (segments joined by U+0000 → payload); fills `nodes`."""
    level = [(key, [key.split("\0"), *entries[key]], 1) for key in sorted(entries)]
    for number in itertools.count():
        groups = [[]]
        for entry in level:
            groups[-1].append(entry)
            if len(groups[-1]) == 256 or int(fingerprint("chunk", number, entry[0])[:8], 16) % 64 == 0:
                groups.append([])
        level = []
        for group in groups if not groups[1:] or groups[-1] else groups[:-1]:
            data = write([number, *(entry[1] for entry in group)])
            nodes[address_of(data)] = data
            key, count = group[0][0] if group else "", sum(entry[2] for entry in group)
            level.append((key, [key.split("\0"), address_of(data), count], count))
        if len(level) == 1:
            return level[0][1][1:]


EMPTY = build({}, {})
EMPTY_CONTENT = ["assets.content/1", None, "translated", EMPTY, []]
EMPTY_LEDGER = ["assets.ledger/1", [], EMPTY, EMPTY, EMPTY, []]


class Store:
    """Section 2: the chain of heads, the nodes of their packs, and the addresses that each pack adds."""

    def __init__(self, folder):
        self.folder, self.nodes, self.trees = Path(folder), {}, {EMPTY[0]: ({}, {EMPTY[0]})}
        require((self.folder / "FORMAT").read_bytes() == b"assets.store/1\n", "FORMAT is another")
        link = parse((self.folder / "HEAD").read_bytes(), "HEAD", b"\n")
        require(link.pop("schema") == "assets.store-head/1", "HEAD has another schema")
        content, ledger = (address_of(write(root)) for root in (EMPTY_CONTENT, EMPTY_LEDGER))
        self.heads = {0: {"revision": 0, "content": content, "ledger": ledger, "locales": {}}}
        self.newest, lineages = link["revision"], set()
        for revision in range(self.newest, 0, -1):
            require(link and link["revision"] == revision, f"r{revision + 1} has another parent")
            head = self.heads[revision] = self.head(**link)
            lineages.add(head["lineage"])
            link = head["parent"]
        require(link is None and len(lineages) == 1, "the chain ends elsewhere, or changes its lineage")
        (self.lineage,) = lineages
        self.added = [self.open_pack(revision) for revision in range(1, self.newest + 1)]

    def head(self, head, revision):
        name = f"heads/{revision}-{head}"
        data = (self.folder / name).read_bytes()
        require(len(data) <= 1 << 20 and address_of(data) == head, f"{name} has another address")
        head = parse(data, name, b"\n")
        require(head["schema"] == "assets.head/1" and not head["critical"], f"{name} is of another format")
        require(head["revision"] == revision, f"{name} is of r{head['revision']}")
        require(head["kind"] == ("rollback" if head["restores"] else "publish"), f"{name}: another kind")
        return head

    def open_pack(self, revision):
        name = f"packs/{self.heads[revision]['pack']}"
        data = (self.folder / name).read_bytes()
        require(address_of(data) == name[6:], f"{name} has another address")
        *lines, rest = data.split(b"\n")
        added = {address_of(line): line for line in lines}
        require(not rest and len(added) == len(lines), f"{name} holds a node twice or a part of one")
        require(not added.keys() & self.nodes.keys(), f"{name} repeats a node of an older pack")
        self.nodes |= added
        return added.keys()

    def node(self, address):
        require(address in self.nodes, f"node {address} is in no pack")
        return parse(self.nodes[address], f"node {address}")

    def tree(self, root, addresses):
        """The entries below a root, a payload for each key; its nodes' addresses go to `addresses`."""
        if root[0] not in self.trees:
            rows, nodes = self.leaves(root[0]), {}
            entries = {"\0".join(segments): payload for segments, *payload in rows}
            sound = len(rows) == len(entries) and build(entries, nodes) == root
            require(sound, f"tree {root[0]} has other borders, another order or wrong counts")
            self.trees[root[0]] = entries, nodes.keys()
        entries, nodes = self.trees[root[0]]
        require(len(entries) == root[1], f"tree {root[0]} has {len(entries)} entries, not {root[1]}")
        addresses.update(nodes)
        return entries

    def leaves(self, address):
        level, *rows = self.node(address)
        return [each for row in rows for each in self.leaves(row[1])] if level else rows


STATES = "absent untranslated needs-translation needs-review translated reviewed final".split()
FORMS, CODE = ("", "\0other", "\0plural\0other"), "\x01%s\x1f%s\x1f%s\x02"


def spelled(text, code):
    parts = [text] if isinstance(text, str) else text
    return "".join(part if isinstance(part, str) else code % tuple(part) for part in parts)


class Locale:
    """What a locale publishes; `named` has the fingerprint of all of it under the keys of the ledger."""

    def __init__(self, store, row, minimum, addresses):
        self.row, (tag, self.chain, self.keyword_chain, catalogs, keywords) = row, row
        require(self.chain[0] == self.keyword_chain[0] == tag, f"a chain of {tag} begins elsewhere")
        self.values, self.approved, self.shown, self.named = {}, 0, {}, {}
        for catalog, root, approved in catalogs:
            values = store.tree(root, addresses)
            require(approved == sum(each[1] >= 5 for each in values.values()), f"{catalog}: approved")
            self.values |= {f"{catalog}\0{path}": each for path, each in values.items()}
            self.approved += approved
        for key, (text, state, _) in self.values.items():
            kind = "text" if isinstance(text, str) else "codes"
            self.named[f"values\0{key}"] = fingerprint("value", kind, spelled(text, CODE))
            if state >= minimum:
                self.shown[key] = spelled(text, "%.0s%.0s%s")
        self.keywords = {key: terms for key, (terms,) in store.tree(keywords, addresses).items()}
        for key, terms in self.keywords.items():
            flat = (each for text, kind, loanword in terms for each in (text, kind, int(loanword)))
            self.named[f"keywords\0{key}"] = fingerprint("terms", len(terms), *flat)


class Content:
    """A content root and everything below it, with the addresses of its nodes."""

    def __init__(self, store, root):
        self.addresses = {address_of(write(root))}
        _, self.source, minimum, records, rows = root
        for names in ([row[0] for row in rows], *([each[0] for each in row[3]] for row in rows)):
            require(names == sorted(set(names)), "locales or catalogs are not sorted")
        require(root[0] == "assets.content/1", "the content has another schema")
        self.records = store.tree(records, self.addresses)
        self.locales = {row[0]: Locale(store, row, STATES.index(minimum), self.addresses) for row in rows}
        self.nothing = Locale(store, [None, [None], [None], [], EMPTY], 0, set())

    def locale(self, tag):
        return self.locales.get(tag, self.nothing)

    def find(self, key, tag):
        keys = ["\0".join(key) + form for form in FORMS] if key else []
        for each, key in itertools.product(self.locales[tag].chain, keys):
            if key in self.locales[each].shown:
                return self.locales[each].shown[key], each
        return None, None

    def projection(self, record, tag):
        """A row of items without its revisions: fingerprint, domain, access, three fields; or None."""
        domain, access, searchable, _, title_key, description_key, keyword_keys, _ = record
        title, titled = self.find(title_key, tag)
        if not searchable or access == "private" or title is None:
            return None
        text, described = self.find(description_key, tag)
        kinds, origins = {}, []
        for key in keyword_keys:
            chain = self.locales[tag].keyword_chain
            origins.append(next((each for each in chain if key in self.locales[each].keywords), None))
            for term, kind, _ in self.locales[origins[-1]].keywords[key] if origins[-1] else ():
                kinds.setdefault(term, kind)
        terms = [*itertools.chain(*kinds.items())]
        fields = [title, titled, int(text is not None), text or "", described or "", len(kinds), *terms]
        fields += [len(origins), *(each or "" for each in origins), domain, access]
        description = None if text is None else [fingerprint("text", text), described]
        fields = [fingerprint("projection", *fields), domain, access, [fingerprint("text", title), titled]]
        return [*fields, description, [fingerprint("keywords", *terms), origins]]

    def source_side(self, record):
        source, fields = self.locale(self.source), [write(record)[1:-1]]
        for key, form in itertools.product(filter(None, record[4:6]), FORMS):
            text = source.shown.get("\0".join(key) + form)
            fields += [int(text is not None), text or ""]
        keywords = (source.named.get(f"keywords\0{key}", "") for key in record[6])
        return fingerprint("source", *fields, *keywords)


def ended(spans, was, revision):
    start = spans[-1][2] if spans else int(was is not None)
    return spans + [[was, start, revision]] if start < revision else spans


def spread(history):
    """The entries of a history: of each list of a key the newest four spans, and every older one."""
    entries = {key: [spans[-4:] for spans in lists] for key, lists in history.items()}
    for (key, lists), number in itertools.product(history.items(), (1, 2)):
        for digest, start, end in lists[number - 1][:-4]:
            segments = "older", fingerprint("place", key), digest or "", f"{end:016}", f"{start:016}"
            entries.setdefault("\0".join(segments), [0])[0] += number
    return entries


class Ledger:
    """The ledger of the newest revision that was followed; empty at first."""

    def __init__(self):
        self.items, self.same, self.history, self.retired = {}, {}, {}, {}
        self.sources, self.withdrawn, self.acceptances = {}, {}, {}

    def follow(self, revision, kind, old, new, acceptances):
        self.follow_sources(revision, new)
        for tag in self.items.keys() | new.locales.keys():
            self.follow_items(revision, tag, new)
            history = self.history.setdefault(tag, {})
            before, after = old.locale(tag).named, new.locale(tag).named
            for key in (before.keys() | after.keys()) if revision > 1 else ():
                if before.get(key) != after.get(key):
                    spans, inherited = history.get(key, [[], []])
                    history[key] = [ended(spans, before.get(key), revision), inherited]
                    if kind == "rollback" and key in before:
                        self.withdrawn[self.withdrawn_key(tag, key, before[key])] = [revision]
            self.move(tag, history, old.locale(tag), new.locale(tag))
            for key, digest in after.items():
                self.withdrawn.pop(self.withdrawn_key(tag, key, digest), None)
        added = {key: row for key, row in acceptances.items() if key.startswith(f"{revision}\0")}
        self.acceptances = self.acceptances | added
        require(self.acceptances == acceptances, "acceptances of another revision changed")
        self.retired |= {tag: revision for rule, tag, *_ in added.values() if rule == "RB-LOCALE-DROP"}
        self.retired = {tag: each for tag, each in self.retired.items() if tag not in new.locales}

    def follow_sources(self, revision, new):
        older, self.sources = self.sources, {}
        for name, record in new.records.items():
            side = new.source_side(record)
            stripped = fingerprint("record", write([record[0], "public", True, *record[3:]])[1:-1])
            row = older.get(name, [revision, side, stripped, []])
            former = row[3] if row[2] == stripped else ended(row[3], row[2], revision)
            self.sources[name] = [row[0] if row[1] == side else revision, side, stripped, former]

    def follow_items(self, revision, tag, new):
        older, self.items[tag] = self.items.get(tag, {}), {}
        for name, record in new.records.items() if tag in new.locales else ():
            if row := new.projection(record, tag):
                same = older.get(name, [0, None])[1] == row[0]
                self.items[tag][name] = older[name] if same else [revision, *row, self.sources[name][0]]
        self.same[tag] = self.items[tag] == older

    def withdrawn_key(self, tag, key, digest):
        return "\0".join([key.replace("\0", f"\0{tag}\0", 1), digest])

    def move(self, tag, history, before, after):
        moved = {}
        for side, (here, there) in enumerate(((before, after), (after, before))):
            for key in here.values.keys() - there.values.keys():
                (text, _, source), key = here.values[key], f"values\0{key}"
                if text:
                    moved.setdefault((here.named[key], source), ([], []))[side].append(key)
        for (old,), (new,) in (each for each in moved.values() if [*map(len, each)] == [1, 1]):
            spans = history[new][1] + history[old][1] + history[old][0][:-1]
            history[new][1] = [[*each[::-1]] for each in sorted({(*each[::-1],) for each in spans if each[0]})]
            for key, row in list(self.withdrawn.items()):
                if key == self.withdrawn_key(tag, old, key[-32:]):
                    self.withdrawn[self.withdrawn_key(tag, new, key[-32:])] = row

    def verify(self, store, address):
        """The addresses of the nodes below this address, if they say what this ledger says."""
        addresses, (schema, rows, *roots, retired) = {address}, store.node(address)
        trees = [[n, root, getattr(self, n)] for n, root in zip(("sources", "withdrawn", "acceptances"), roots)]
        for tag, *pair in rows:
            parts = self.items.get(tag, {}), spread(self.history.get(tag, {}))
            trees += [[f"{n} of {tag}", *each] for n, *each in zip(("items", "history"), pair, parts)]
        for name, root, computed in trees:
            found = store.tree(root, addresses)
            for key in found.keys() | computed.keys():
                pair = [write(each.get(key)).decode() for each in (found, computed)]
                require(pair[0] == pair[1], f"{name}: {key.split(chr(0))} is {pair[0]}, not {pair[1]}")
        found = [schema, len(roots), [row[0] for row in rows], retired]
        computed = ["assets.ledger/1", 3, sorted(self.items), sorted(map(list, self.retired.items()))]
        require(write(found) == write(computed), f"the ledger is {found}, not {computed}")
        return addresses


def verify(store):
    """Section 5, from the first revision on: every ledger follows from the contents up to it."""
    known, ledger, old = set(), Ledger(), Content(store, EMPTY_CONTENT)
    for revision in range(1, store.newest + 1):
        head, parents = store.heads[revision], store.heads[revision - 1]["locales"]
        new, rows = Content(store, store.node(head["content"])), {}
        ledger.follow(revision, head["kind"], old, new, store.tree(store.node(head["ledger"])[4], set()))
        nodes = (new.addresses | ledger.verify(store, head["ledger"])) - known
        require(store.added[revision - 1] == nodes, f"the pack of r{revision} does not hold the new nodes")
        for tag, locale in new.locales.items():
            same = locale.row == old.locale(tag).row and ledger.same[tag]
            counts = {"keys": locale.values, "keywords": locale.keywords, "items": ledger.items[tag]}
            rows[tag] = {name: len(each) for name, each in counts.items()} | {"approved": locale.approved}
            rows[tag]["revision"] = parents[tag]["revision"] if same else revision
        expected = {"locales": rows, "manifest": address_of(write(manifest(store, revision - 1, revision)))}
        expected["sourceRevision"] = max((row[0] for row in ledger.sources.values()), default=0)
        if head["restores"]:
            older = store.heads[min(head["restores"]["revision"], revision - 1)]
            expected["restores"] = {name: older[name] for name in ("revision", "content")}
        for name, value in expected.items():
            require(write(head[name]) == write(value), f"{name} of r{revision} is {head[name]}, not {value}")
        known, old = known | nodes, new
    return f"{store.newest} revisions, {len(known)} nodes"


PLACE = "contentID", "locale", "domain", "access"
COLUMNS = {"projection": 1, "title": 4, "description": 5, "keywords": 6, "sourceRevision": 7}


def manifest(store, a, b):
    require(a in store.heads and b in store.heads, "there is no such revision")
    entries, rows, locales = {}, {}, {}
    for side, revision in enumerate((a, b)):
        for tag, row in store.heads[revision]["locales"].items():
            rows.setdefault(tag, [{}, {}])[side] = row
        for tag, root, _ in store.node(store.heads[revision]["ledger"])[1] if revision else ():
            for name, row in store.tree(root, set()).items():
                place = entries.setdefault((name, tag, *row[2:4]), {each: [None, None] for each in COLUMNS})
                for each, column in COLUMNS.items():
                    place[each][side] = row[column]
    for tag in [tag for tag in rows if rows[tag][0] != rows[tag][1]]:
        locales[tag] = {name: [row.get(name, 0) for row in rows[tag]] for name in ("revision", "items")}
    ends = [{name: store.heads[n][name] for name in ("revision", "content", "ledger")} for n in (a, b)]
    head = store.heads[b] if b == a + 1 else {"kind": "composed", "restores": None}
    return assembled(store.lineage, ends, entries, locales, head["kind"], head["restores"])


def assembled(lineage, ends, entries, locales, kind="composed", restores=None):
    lists, counted = {"deletes": [], "upserts": []}, []
    for place, change in sorted(entries.items()):
        before, after = change["projection"]
        if before != after:
            entry = dict(zip(PLACE, place)) | {"before": before, "after": after}
            entry["sourceRevision"] = change["sourceRevision"]
            names = (name for name in change if name not in ("projection", "sourceRevision"))
            entry["fields"] = {name: change[name] for name in names if change[name][0] != change[name][1]}
            lists["upserts" if after else "deletes"].append(entry)
            counted.append(place[1])
    for tag, row in locales.items():
        row["rebuildHint"] = 2 * counted.count(tag) > row["items"][1]
    return lists | {
        "schema": "assets.manifest/1", "lineage": lineage, "base": ends[0], "head": ends[1], "kind": kind,
        "restores": restores, "locales": locales, "critical": [], "ext": {},
        "counts": {name: len(each) for name, each in lists.items()},
    }  # fmt: skip


def main():
    try:
        match sys.argv[1:]:
            case ["verify", folder]:
                print(verify(Store(folder)))
            case ["manifest", folder, revisions]:
                ends = map(int, revisions.replace("r", "").split(".."))
                sys.stdout.buffer.write(write(manifest(Store(folder), *ends)))
            case _:
                sys.exit(__doc__)
    except Exception as error:
        sys.exit(f"bundle.py: {error if isinstance(error, Refused) else repr(error)}")


if __name__ == "__main__":
    main()
