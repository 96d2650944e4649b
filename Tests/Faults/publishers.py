#!/usr/bin/env python3
"""Many publishers at once on one store, some of them killed.

    publishers.py --binary PATH [--publishers 2,16,64] [--publishes 20] [--seed S]

Each publisher has a configuration and catalogs of its own and one folder with the others, and so one store and one
lock; its texts are ones that nobody ever published. It publishes until it has a receipt, again and again; a share of its runs is killed after a random time. A
killed run may have published, and others may have published over it: then its texts are a rollback, and its revision is
in the history without a receipt. At the end the revisions must be 1, 2, 3 … without a gap on one chain, `verify --all`
must find the store sound, every receipt must be of a revision in the history, and every state must be there exactly
once.

A twentieth of the publishes unless ASSETS_FULL=1. Prints `N passed, N failed`; exits 1 on failure.
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import threading

CONFIGURATION = """version: 1
project: crowd
sourceLocale: en
locales: [en, de]
catalogs: [{ name: m, target: "NUMBER/{locale}.yml" }]
content: content.yml
store: Bundles
checks: { rules: { ID-TRANSLATED: off } }
"""
CONTENT = "content:\n" + "".join(
    f"  - {{ contentID: c{n}, domain: d, route: 'x://{n}', titleKey: m/k{n} }}\n" for n in range(3))


class Publisher(threading.Thread):
    def __init__(self, binary, folder, number, publishes, seed):
        super().__init__()
        self.binary, self.folder, self.number, self.publishes = binary, folder, number, publishes
        self.random = random.Random(seed * 1000 + number)
        self.receipts, self.problems = [], []
        self.attempts = self.kills = self.overtaken = 0
        (folder / str(number)).mkdir()
        (folder / f"{number}.yml").write_text(CONFIGURATION.replace("NUMBER", str(number)))

    def command(self, *arguments, kill=False):
        process = subprocess.Popen(
            [self.binary, *arguments, "--config", f"{self.number}.yml"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if kill:
            try:
                process.wait(self.random.random() * 0.05)
            except subprocess.TimeoutExpired:
                process.kill()
                self.kills += 1
        output, error = process.communicate(timeout=300)
        return process.returncode, output, error

    def run(self):
        for step in range(self.publishes):
            for locale in ("en", "de"):
                texts = "".join(f"  k{n}: {locale} {self.number} {step} {n}\n" for n in range(3))
                (self.folder / str(self.number) / f"{locale}.yml").write_text(f"{locale}:\n{texts}")
            if not self.publish():
                return

    def publish(self):
        killed = self.kills
        for _ in range(20_000):
            self.attempts += 1
            # A lock that somebody else's publish has outrun is refreshed, as the message says.
            self.command("lock", "--quiet")
            code, output, error = self.command(
                "publish", "--no-cache", "--format", "json", "--quiet", "--jobs", "1", kill=self.random.random() < 0.1)
            if code == 0:
                receipt = json.loads(output)
                self.receipts.append((receipt["revision"], receipt["head"], receipt["status"]))
                return True
            if code == 3 and self.kills > killed:
                self.overtaken += 1
                return True
            if code not in (4, 7, -9):
                self.problems.append(f"publisher {self.number}: exit {code}: {error.strip()}")
                return False
        self.problems.append(f"publisher {self.number}: never got through")
        return False


def crowd(binary, work, count, publishes, seed):
    """The problems of one crowd."""
    folder = work / str(count)
    folder.mkdir()
    (folder / "content.yml").write_text(CONTENT)
    store = folder / "Bundles"
    publishers = [Publisher(binary, folder, n, publishes, seed) for n in range(count)]
    for publisher in publishers:
        publisher.start()
    for publisher in publishers:
        publisher.join()
    problems = [problem for publisher in publishers for problem in publisher.problems]
    first = publishers[0]
    code, output, error = first.command("log", "--format", "json")
    history = [(r["revision"], r["head"]) for r in json.loads(output)["revisions"]] if code == 0 else []
    if [revision for revision, _ in history] != list(range(len(history), 0, -1)):
        problems.append("revisions have a gap")
    receipts = [receipt for publisher in publishers for receipt in publisher.receipts]
    missing = [receipt for receipt in receipts if receipt[:2] not in set(history)]
    if missing:
        problems.append(f"{len(missing)} receipts of no revision, such as r{missing[0][0]}")
    # Every state was new, so each receipt is of a revision of its own.
    if len({receipt[0] for receipt in receipts}) != len(receipts):
        problems.append("two publishers have a receipt for one revision")
    overtaken = sum(p.overtaken for p in publishers)
    if len(history) != count * publishes or len(receipts) + overtaken != len(history):
        problems.append(f"{len(history)} revisions for {count * publishes} states")
    first.command("lock")
    code, output, error = first.command("verify", "--all")
    if code != 0:
        problems.append(f"verify: {output}{error}")
    left = [p.name for p in store.rglob(".tmp*")]
    first.command("gc", "--grace", "0")
    code, output, _ = first.command("gc", "--grace", "0", "--format", "json")
    removed = len(json.loads(output)["removed"]) if code == 0 else "?"
    if first.command("verify", "--all")[0] != 0 or [p.name for p in store.rglob(".tmp*")]:
        problems.append("not sound after gc")
    print(
        f"publishers: {count} publishers: {len(history)} revisions, {len(receipts)} receipts, {overtaken} overtaken, "
        f"{sum(p.attempts for p in publishers)} attempts, {sum(p.kills for p in publishers)} killed, "
        f"{len(left)} temporaries and {removed} orphans removed, {len(problems)} wrong", flush=True)
    shutil.rmtree(folder)
    return problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--publishers", default="2,16,64")
    parser.add_argument("--publishes", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    full = os.environ.get("ASSETS_FULL") == "1"
    publishes = options.publishes if full else max(1, options.publishes // 20)
    failed = 0
    crowds = [int(count) for count in options.publishers.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        for count in crowds:
            problems = crowd(os.path.abspath(options.binary), pathlib.Path(folder), count, publishes, options.seed)
            failed += bool(problems)
            for problem in problems[:10]:
                print(f"publishers: {count} publishers: {problem}")
    print(f"{len(crowds) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
