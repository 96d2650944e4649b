"""Damaged stores, and forged ones: every address is right, and something is said that does not follow.

`flip` changes one bit of a copy. `FORGERIES` change the newest revision of a `Forged` store in memory;
`Forged.seal` then makes the pack, the head and HEAD fit, so that only a recomputation can tell.
"""

import json
import re

from bundle import EMPTY, Store, address_of, build, manifest, write

ADDRESS = re.compile(rb'"([0-9a-f]{64})"')


def flip(folder, random):
    """Changes one bit of a file that is part of the format; returns what was changed."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and ".local" not in path.parts)
    path = random.choice([path for path in paths if path.suffix != ".sig"])
    data = bytearray(path.read_bytes())
    place = random.randrange(len(data) * 8)
    data[place // 8] ^= 1 << place % 8
    path.write_bytes(data)
    return f"bit {place} of {path.relative_to(folder)}"


class Forged:
    """The newest revision of a store that nobody has to believe."""

    def __init__(self, folder, random):
        self.folder, self.random, self.store = folder, random, Store(folder)
        self.head = self.store.heads[self.store.newest]
        self.older = {key for added in self.store.added[:-1] for key in added}
        self.extra = []

    def put(self, data):
        self.store.nodes[address_of(data)] = data
        return address_of(data)

    def reachable(self, *addresses):
        found, pending = set(), list(addresses)
        while pending:
            address = pending.pop()
            if address not in found and address in self.store.nodes:
                found.add(address)
                pending += (each.decode() for each in ADDRESS.findall(self.store.nodes[address]))
        return found

    def replace(self, old, new):
        """Names the node `new` wherever this revision names `old`."""
        for name in "content", "ledger":
            if self.head[name] == old:
                self.head[name] = new
        for address in self.reachable(self.head["content"], self.head["ledger"]) - {new}:
            data = self.store.nodes[address]
            if f'"{old}"'.encode() in data:
                self.replace(address, self.put(data.replace(old.encode(), new.encode())))

    def ledger_trees(self):
        _, rows, sources, withdrawn, _, _ = self.store.node(self.head["ledger"])
        roots = [root for row in rows for root in row[1:]] + [sources, withdrawn]
        return [root for root in roots if root != EMPTY]

    def set_tree(self, old, entries):
        """Puts a tree with these entries in the place of the tree at this root of the ledger."""
        new = write(build(entries, self.store.nodes)).decode()
        root = self.store.nodes[self.head["ledger"]].decode()
        self.head["ledger"] = self.put(root.replace(write(old).decode(), new, 1).encode())

    def any_leaf(self):
        """A leaf of at least two entries that this revision names, or None."""
        reachable = self.reachable(self.head["content"], self.head["ledger"])
        leaves = sorted(a for a in reachable if self.store.nodes[a].startswith(b"[0,[["))
        leaves = [each for each in leaves if len(self.store.node(each)) > 2]
        return self.random.choice(leaves) if leaves else None

    def seal(self, manifest_follows=True):
        nodes = self.reachable(self.head["content"], self.head["ledger"]) - self.older
        lines = [self.store.nodes[each] for each in sorted(nodes)] + self.extra
        pack = b"".join(line + b"\n" for line in lines)
        self.head["pack"] = address_of(pack)
        (self.folder / "packs" / self.head["pack"]).write_bytes(pack)
        if manifest_follows:
            self.store.trees = {EMPTY[0]: self.store.trees[EMPTY[0]]}
            try:
                document = manifest(self.store, self.store.newest - 1, self.store.newest)
                self.head["manifest"] = address_of(write(document))
            except Exception:
                pass  # No manifest follows from a broken tree.
        head = write(self.head) + b"\n"
        name = address_of(head)
        (self.folder / "heads" / f"{self.head['revision']}-{name}").write_bytes(head)
        newest = {"head": name, "revision": self.head["revision"], "schema": "assets.store-head/1"}
        (self.folder / "HEAD").write_bytes(write(newest) + b"\n")


# The forgeries. Each answers what it did, or None if this store has nothing of the kind.


def drop_ledger_entry(forged):
    root = forged.random.choice(forged.ledger_trees() or [EMPTY])
    entries = dict(forged.store.tree(root, set()))
    if entries:
        del entries[forged.random.choice(sorted(entries))]
        forged.set_tree(root, entries)
        return "an entry of the ledger is gone"


def change_ledger_entry(forged):
    root = forged.random.choice(forged.ledger_trees() or [EMPTY])
    entries = dict(forged.store.tree(root, set()))
    if entries:
        key = forged.random.choice(sorted(entries))
        payload = write(entries[key]).decode()
        places = list(
            re.finditer(r'(?<=")[0-9a-f]{32}(?=")|(?<=[\[,])(\d+|null|true|false)(?=[,\]])', payload)
        )
        if not places:
            return None
        place = forged.random.choice(places)
        new = {"null": "1", "true": "false", "false": "true"}.get(place[0])
        new = new or (
            str(int(place[0]) + 1) if place[0].isdecimal() and len(place[0]) < 16 else place[0][::-1]
        )
        if new == place[0]:
            return None
        entries[key] = json.loads(payload[: place.start()] + new + payload[place.end() :])
        forged.set_tree(root, entries)
        return f"{place[0]} of an entry of the ledger is {new}"


def add_ledger_entry(forged):
    root = forged.random.choice(forged.ledger_trees() or [EMPTY])
    entries = dict(forged.store.tree(root, set()))
    if entries:
        key = forged.random.choice(sorted(entries))
        entries[key + "x"] = entries[key]
        forged.set_tree(root, entries)
        return "an entry of the ledger is new"


def retire(forged):
    ledger = forged.store.node(forged.head["ledger"])
    ledger[5] = [["xx", 1], *ledger[5]] if not ledger[5] else ledger[5][1:]
    forged.head["ledger"] = forged.put(write(ledger))
    return "another locale is retired"


def swap_entries(forged):
    leaf = forged.any_leaf()
    if leaf:
        level, *entries = forged.store.node(leaf)
        place = forged.random.randrange(len(entries) - 1)
        entries[place : place + 2] = entries[place : place + 2][::-1]
        forged.replace(leaf, forged.put(write([level, *entries])))
        return "two entries are swapped"


def split_leaf(forged):
    leaf = forged.any_leaf()
    if leaf:
        _, *entries = forged.store.node(leaf)
        place = forged.random.randrange(1, len(entries))
        children = [
            [part[0][0], forged.put(write([0, *part])), len(part)]
            for part in (entries[:place], entries[place:])
        ]
        forged.replace(leaf, forged.put(write([1, *children])))
        return "a leaf has a border too many"


def add_space(forged):
    leaf = forged.any_leaf()
    if leaf:
        forged.replace(leaf, forged.put(forged.store.nodes[leaf].replace(b"[0,", b"[0, ", 1)))
        return "a node holds a space"


def count_more(forged):
    name = forged.random.choice(["content", "ledger"])
    data = forged.store.nodes[forged.head[name]]
    places = list(re.finditer(rb'[0-9a-f]{64}",(\d+)\]', data))
    place = forged.random.choice(places)
    data = data[: place.start(1)] + b"%d" % (int(place[1]) + 1) + data[place.end(1) :]
    forged.head[name] = forged.put(data)
    return f"a count in the root of the {name} is higher"


def approve_more(forged):
    content = forged.store.node(forged.head["content"])
    catalogs = [catalog for row in content[4] for catalog in row[3]]
    if catalogs:
        forged.random.choice(catalogs)[2] += 1
        forged.head["content"] = forged.put(write(content))
        return "one more value is approved"


def add_node(forged):
    forged.extra.append(b'[0,[["extra"],1]]')
    return "the pack holds a node that nothing names"


def change_row(forged):
    rows = [row for row in forged.head["locales"].values()]
    if rows:
        row = forged.random.choice(rows)
        name = forged.random.choice(sorted(row))
        row[name] += 1
        return f"{name} of a locale row is higher"


def change_source_revision(forged):
    forged.head["sourceRevision"] += 1
    return "the source revision is higher"


def change_lineage(forged):
    forged.head["lineage"] = forged.head["lineage"][::-1]
    return "the lineage is another"


def need_extension(forged):
    forged.head["critical"] = ["unheard-of"]
    return "an extension is needed that nobody knows"


def change_parent(forged):
    if forged.head["parent"]:
        forged.head["parent"]["revision"] -= 1
        return "the parent is one older"


def change_manifest(forged):
    forged.head["manifest"] = forged.head["manifest"][::-1]
    return "the manifest's address is another"


FORGERIES = [
    drop_ledger_entry, change_ledger_entry, change_ledger_entry, add_ledger_entry, retire, swap_entries,
    split_leaf, add_space, count_more, approve_more, add_node, change_row, change_source_revision,
    change_lineage, need_extension, change_parent, change_manifest,
]  # fmt: skip
