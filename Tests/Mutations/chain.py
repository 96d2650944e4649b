"""Ways to swap, wind back or forge a store, as an edit of its files. Each gives the rule that has to name it."""

import json
import shutil

from model import digest


class Chain:
    """A project whose store was kept after each of its revisions."""

    def __init__(self, tool, files, history, stores, locks, foreign):
        self.tool, self.files, self.history = tool, files, history
        self.stores, self.locks, self.foreign = stores, locks, foreign
        self.store, self.lock = tool.folder / "Bundles", tool.folder / "assets.lock"
        self.bundles = tool.folder.parent / f"{tool.folder.name}-bundles"
        self.bundles.mkdir(exist_ok=True)

    def put(self, store, lock):
        shutil.rmtree(self.store, ignore_errors=True)
        shutil.copytree(store, self.store)
        self.lock.write_bytes(lock)

    def newest(self):
        return len(self.stores) - 1

    def reset(self):
        self.put(self.stores[-1], self.locks[-1])
        self.files.write(self.history.head)

    def other(self, choose, store):
        """Another store to compare with: the folder, or the bundle file that was made from it."""
        if choose.random() < 0.5:
            return ["--against", str(store)]
        bundle = self.bundles / f"{store.parent.name}-{store.name}.bundle"
        if not bundle.exists():
            kept = self.bundles / "kept"
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(self.store, kept)
            lock = self.lock.read_bytes() if self.lock.exists() else None
            shutil.rmtree(self.store)
            shutil.copytree(store, self.store)
            # The lock is of the project's own store, and nothing is exported against it.
            self.lock.unlink(missing_ok=True)
            self.tool.run("bundle", "export", "--out", str(bundle), expect=(0,))
            shutil.rmtree(self.store)
            shutil.copytree(kept, self.store)
            if lock is not None:
                self.lock.write_bytes(lock)
        return ["--against", str(bundle)]

    # Each returns the arguments for `check --rollback`.

    def restored(self, choose, words):
        """The store comes back from a backup; the lock remembers more."""
        self.put(self.stores[choose.randint(1, self.newest() - 1)], self.locks[-1])
        return []

    def revision(self, choose, words):
        """The project goes on from an older store than others have."""
        number = choose.randint(1, self.newest() - 1)
        later = choose.randint(number + 1, self.newest())
        self.put(self.stores[number], self.locks[number])
        other = self.tool.folder.parent / "other.lock"
        other.write_bytes(self.locks[later])
        if choose.random() < 0.5:
            return self.other(choose, self.stores[later])
        return ["--against", choose.choice((str(other), f"r{later}"))]

    def lineage(self, choose, words):
        number = choose.randint(1, self.newest())
        if choose.random() < 0.5:
            self.put(self.foreign, self.locks[number])
            return []
        self.put(self.stores[number], self.locks[number])
        return self.other(choose, self.foreign)

    def equivocation(self, choose, words):
        """Two publishers gave out the same number."""
        number = self.publish_apart(choose, words, 1)
        if choose.random() < 0.5:
            return self.other(choose, self.stores[number + 1])
        self.lock.write_bytes(self.locks[number + 1])
        return []

    def fork(self, choose, words):
        """A store went on without a revision that others have."""
        number = self.publish_apart(choose, words, choose.randint(2, 3))
        if choose.random() < 0.5:
            return self.other(choose, self.stores[number + 1])
        self.lock.write_bytes(self.locks[number + 1])
        return []

    def publish_apart(self, choose, words, times):
        number = choose.randint(1, self.newest() - 1)
        self.put(self.stores[number], self.locks[number])
        state = self.history.states[number - 1].copy()
        for _ in range(times):
            locale = choose.choice(sorted(state.yaml))
            state.yaml[locale][choose.choice(sorted(state.yaml[locale]))] = words.new(locale)
            self.files.write(state)
            self.tool.run("publish", expect=(0,))
        return number

    def gap(self, choose, words):
        """A number is left out."""

        def change(head, parent):
            head["revision"] = parent["revision"] + choose.randint(2, 50)

        return self.forge(choose, change)

    def partial(self, choose, words):
        """One locale's row is from another publish."""

        def change(head, parent):
            head["revision"] = parent["revision"] + 1
            row = head["locales"][choose.choice(sorted(head["locales"]))]
            way = choose.choice(("keys", "approved", "gone"))
            if way == "gone":
                del head["locales"][choose.choice(sorted(head["locales"]))]
            else:
                row[way] = max(0, row[way] + choose.choice((-3, -2, -1, 1, 2, 3)) * (1 if row[way] > 3 else 4))

        return self.forge(choose, change)

    def forge(self, choose, change):
        """A head that nobody published, with every digest right."""
        number = choose.randint(1, self.newest())
        self.put(self.stores[number], self.locks[number])
        link = json.loads((self.store / "HEAD").read_text())
        path = self.store / "heads" / f"{link['revision']}-{link['head']}"
        head = json.loads(path.read_text("utf-8"))
        head["parent"] = {"revision": link["revision"], "head": link["head"]}
        head["kind"], head["restores"] = "publish", None
        change(head, link)
        data = canonical(head)
        forged = {"schema": "assets.store-head/1", "revision": head["revision"], "head": digest(data)}
        (self.store / "heads" / f"{head['revision']}-{forged['head']}").write_bytes(data)
        (self.store / "HEAD").write_bytes(canonical(forged))
        return []


def canonical(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode() + b"\n"


KINDS = {
    "RB-REVISION": Chain.revision,
    "RB-GAP": Chain.gap,
    "RB-EQUIVOCATION": Chain.equivocation,
    "RB-FORK": Chain.fork,
    "RB-LINEAGE": Chain.lineage,
    "RB-RESTORED": Chain.restored,
    "RB-PARTIAL": Chain.partial,
}
