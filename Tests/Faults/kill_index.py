#!/usr/bin/env python3
"""Kills changes of the index – rebuild, delta, switch, purge – and looks at what is left.

    kill_index.py --binary PATH [--kills N] [--writes N] [--borders N] [--seed S] [--items N]

Each change is killed

  - at every border of a commit: before the record that ends a transaction in the write-ahead log, between its two
    parts, and when it is there; before and after a journal is deleted, a file cut or renamed (`changes.c`, preloaded,
    lists these places and ends the process at one of them);
  - at seeded random times of its run; only those count at which it was still running;
  - at a seeded sample of all its other writes.

After each kill:

  - the index can be read, and if it says that it is up to date, `index verify` finds every document as the
    revision has it (a stamp never claims more than is there);
  - a switch that was killed still reports the old locale, or the new one as a whole;
  - the same change once more ends with the digest of the run that nobody disturbed, and `index verify` is content;
  - after a purge no byte of database, journal or WAL holds a word that only the purged items had;
  - what the commands said, in results, errors and event lines, holds no text of the catalogs.

ASSETS_FULL=1 kills at every border, at 500 random times and at 100 other writes; otherwise at a twentieth of the
times and writes, and at a seeded eighth of the borders. Prints each count; exits 1 on failure. Needs a C compiler.
"""

import argparse
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SECRET = "xqsecret"
TEXT = "xqtext"


def write_project(folder: pathlib.Path, items: int):
    (folder / "Catalogs").mkdir(parents=True)
    (folder / "assets.yml").write_text(
        "version: 1\nproject: kill\nsourceLocale: en\nlocales: [en, ja]\nfallbackLocale: en\n"
        "catalogs:\n  - { name: a, source: Catalogs/en.yml, target: 'Catalogs/{locale}.yml' }\n"
        "content: content.yml\nstore: Bundles\n"
    )
    (folder / "content.yml").write_text(
        "content:\n"
        + "".join(
            f"  - {{ contentID: 'item:{n}', domain: d, route: 'app://{n}', titleKey: a/t{n}.title }}\n"
            for n in range(items)
        )
    )
    write_catalog(folder, "en", {n: f"{TEXT} number {n}" for n in range(items)})
    write_catalog(folder, "ja", {n: f"設定{n}番" for n in range(items) if n % 5})


def write_catalog(folder: pathlib.Path, locale: str, titles: dict):
    text = "".join(f"  t{n}:\n    title: {title}\n" for n, title in titles.items())
    (folder / "Catalogs" / f"{locale}.yml").write_text(f"{locale}:\n{text}")


class Change:
    """One kind of change: how it begins, what it does, how it is finished."""

    def __init__(self, name, base, arguments, locale):
        self.name, self.base, self.arguments, self.locale = name, base, arguments, locale
        self.expected = None
        self.seconds = 0.0
        # The places where it changes a file: the number of the change, and "+" for the moment after it.
        self.borders, self.writes = [], []


class Harness:
    def __init__(self, binary, work: pathlib.Path, items: int):
        self.binary, self.work, self.items = binary, work, items
        self.project = work / "project"
        self.said = []
        self.problems = []
        self.stale = self.whole = 0

    def run(self, *arguments, index=None, expected=(0,)):
        command = [self.binary, "-C", str(self.project), *arguments]
        if index:
            command += ["--index", str(index)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        self.said += [done.stdout, done.stderr]
        if done.returncode not in expected:
            raise AssertionError(f"{' '.join(arguments)}: exit {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def prepare(self):
        self.build_shim()
        write_project(self.project, self.items)
        self.run("publish", "--message", "one", "--format", "json")
        old = self.work / "old" / "index.db"
        old.parent.mkdir()
        self.run("index", "apply", index=old)
        changed = {n: f"{TEXT} {'changed' if n % 2 else 'number'} {n}" for n in range(self.items)}
        write_catalog(self.project, "en", changed)
        self.run("publish", "--message", "two", "--format", "json")
        new = self.work / "new" / "index.db"
        shutil.copytree(old.parent, new.parent)
        self.run("index", "apply", index=new)
        private = self.work / "private" / "index.db"
        shutil.copytree(new.parent, private.parent)
        notes = self.work / "notes.yml"
        notes.write_text(
            "records:\n"
            + "".join(
                f"  - {{ contentID: 'note:{n}', domain: notes, title: {SECRET}{n}, account: ann }}\n" for n in range(700)
            )
        )
        self.run("index", "upsert", "--records", str(notes), index=private)
        empty = self.work / "empty"
        empty.mkdir()
        self.changes = [
            Change("rebuild", empty, ["index", "apply", "--locale", "en"], None),
            Change("delta", old.parent, ["index", "apply"], "en"),
            Change("switch", new.parent, ["index", "switch", "ja"], "en"),
            Change("purge", private.parent, ["index", "purge", "--account", "ann"], "en"),
        ]
        for change in self.changes:
            folder = self.copy(change)
            started = time.monotonic()
            self.run(*change.arguments, "--format", "json", index=folder / "index.db")
            change.seconds = time.monotonic() - started
            change.expected = self.digest(folder)
            self.list_places(change)

    def copy(self, change) -> pathlib.Path:
        folder = self.work / "kill"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(change.base, folder)
        return folder

    def digest(self, folder):
        return self.run("index", "digest", index=folder / "index.db").strip()

    def command(self, change, folder):
        log = ["--events", str(folder / "events.jsonl")]
        return [
            self.binary, "-C", str(self.project), *change.arguments, "--index", str(folder / "index.db"), *log,
        ]

    def build_shim(self):
        self.shim = self.work / "changes.so"
        source = pathlib.Path(__file__).with_name("changes.c")
        compiler = os.environ.get("CC", "cc")
        subprocess.run(
            [compiler, "-shared", "-fPIC", "-O1", "-o", str(self.shim), str(source), "-ldl"], check=True)

    def watched(self, **variables):
        return dict(os.environ, LD_PRELOAD=str(self.shim), **variables)

    def list_places(self, change):
        """Runs the change once and notes where it changes files."""
        folder = self.copy(change)
        log = self.work / "changes.txt"
        subprocess.run(
            self.command(change, folder), capture_output=True, timeout=300, check=True,
            env=self.watched(CHANGES_LOG=str(log)))
        change.commits = 0
        for line in log.read_text().splitlines():
            number, what, _ = line.split(" ", 2)
            if what == "commit":
                change.commits += 1
                # The head of the last page, and the page itself, which is the next write.
                change.borders += [number, "+" + number, f"+{int(number) + 1}"]
            elif what in ("unlink", "truncate", "rename"):
                change.borders += [number, "+" + number]
            else:
                change.writes.append(number)

    def kill_at_place(self, change, place):
        folder = self.copy(change)
        done = subprocess.run(
            self.command(change, folder), capture_output=True, text=True, timeout=300,
            env=self.watched(CHANGES_KILL=place))
        self.said += [done.stdout, done.stderr]
        label = f"{change.name}, killed {'after' if place[0] == '+' else 'before'} change {place.lstrip('+')}"
        if done.returncode != -signal.SIGKILL:
            self.problems.append(f"{label}: exit {done.returncode}, the kill did not happen")
        self.examine(change, folder, label)

    def kill_at_time(self, change, seconds):
        folder = self.copy(change)
        process = subprocess.Popen(
            self.command(change, folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            out, err = process.communicate()
        self.said += [out, err]
        killed = process.returncode == -signal.SIGKILL
        if killed:
            self.examine(change, folder, f"{change.name}, killed after {seconds * 1000:.0f} ms")
        elif process.returncode:
            self.problems.append(f"{change.name}: exit {process.returncode}: {err.strip()}")
        return killed

    def examine(self, change, folder, label):
        index = folder / "index.db"
        try:
            status = json.loads(self.run("index", "status", "--format", "json", index=index))
            if not status["stale"] and status["locale"]:
                self.whole += 1
                # Records of the app are no differences; a purge leaves the revision's documents as they are.
                self.run("index", "verify", index=index)
            else:
                self.stale += 1
            if change.name == "switch" and status["locale"] not in ("en", "ja"):
                raise AssertionError(f"locale {status['locale']}")
            if change.name == "switch" and status["stale"] and status["locale"] != "en":
                raise AssertionError("half a language is reported")
            self.run(*change.arguments, "--format", "json", index=index)
            if (found := self.digest(folder)) != change.expected:
                raise AssertionError(f"digest {found[:12]}, not {change.expected[:12]}")
            self.run("index", "verify", index=index)
            if change.name == "purge":
                for path in folder.glob("index.db*"):
                    if SECRET.encode() in path.read_bytes():
                        raise AssertionError(f"{path.name} holds what was purged")
            events = folder / "events.jsonl"
            if events.exists():
                self.said.append(events.read_text())
        except (AssertionError, ValueError, subprocess.TimeoutExpired) as error:
            self.problems.append(f"{label}: {error}")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    full = os.environ.get("ASSETS_FULL") == "1"
    parser.add_argument("--kills", type=int, default=500 if full else 25, help="at random times")
    parser.add_argument("--writes", type=int, default=100 if full else 5, help="at other writes")
    parser.add_argument("--borders", type=int, default=1 if full else 8, help="one border of so many")
    parser.add_argument("--items", type=int, default=2400)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chosen = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        harness = Harness(os.path.abspath(options.binary), pathlib.Path(folder), options.items)
        harness.prepare()
        done, totals = 0, [0, 0, 0]
        for number, change in enumerate(harness.changes):
            borders = [place for index, place in enumerate(change.borders)
                       if (index + options.seed) % options.borders == 0]
            for place in borders:
                harness.kill_at_place(change, place)
            share = [count // 4 + (number < count % 4) for count in (options.kills, options.writes)]
            times = tries = 0
            while times < share[0] and tries < 4 * share[0] + 20:
                tries += 1
                times += harness.kill_at_time(change, chosen.uniform(0.002, change.seconds))
            if times < share[0]:
                harness.problems.append(f"{change.name}: was over before in {tries - times} of {tries} tries")
            writes = sorted(chosen.sample(change.writes, min(share[1], len(change.writes))), key=int)
            for place in writes:
                harness.kill_at_place(change, place)
            print(
                f"{change.name}: killed at {len(borders)} of {len(change.borders)} borders ({change.commits} commits), "
                f"at {times} random times of {tries}, at {len(writes)} other writes", flush=True)
            done += len(borders) + times + len(writes)
            totals = [a + b for a, b in zip(totals, (len(borders), times, len(writes)))]
        print("in all: {} borders, {} random times, {} other writes".format(*totals))
        said = "\n".join(harness.said)
        for word in (SECRET, TEXT, "設定", "app://"):
            if re.search(re.escape(word), said):
                harness.problems.append(f"what the commands said holds '{word}'")
        print(f"after the kill {harness.stale} said that they were stale, {harness.whole} were whole and verified")
        print(f"{len(harness.said)} outputs without text of the catalogs, seed {options.seed}")
        for problem in harness.problems[:20]:
            print(f"kill_index: {problem}", file=sys.stderr)
        print(f"{done - len(harness.problems)} passed, {len(harness.problems)} failed")
        return 1 if harness.problems else 0


if __name__ == "__main__":
    sys.exit(main())
