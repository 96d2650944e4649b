#!/usr/bin/env python3
"""Takes things back in every way there is, and counts what the command says about it.

usage: Tests/Mutations/run.py --binary PATH [--corpus DIRECTORY] [--seed NUMBER] [--only RULE]...

Generated projects with a published history, and the histories of the corpus, are edited from outside: catalogs,
keyword files, content map, lock, store, other stores. `check --rollback` has to name each place by its rule. Then
ordinary work is published, made by a generator of its own, and nothing of it may be refused as a rollback. With
ASSETS_FULL=1 1,000 places a kind, 100 a chain kind and 1,000 publishes; else a twentieth.

Prints the table of what was done and what was said; exit 1 if something was missed or wrongly refused.
"""

import argparse
import collections
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Oracle")]
sys.dont_write_bytecode = True

import chain  # noqa: E402
import mutations  # noqa: E402
from edits import Ordinary  # noqa: E402
from model import Files, Words, first_state  # noqa: E402

IS_FULL = os.environ.get("ASSETS_FULL") == "1"
PLACES, CHAIN_PLACES, PUBLISHES = (1000, 100, 1000) if IS_FULL else (50, 5, 50)
# What may be missed, in a thousand.
MISSES = {"RB-VALUE": 10}


class Tool:
    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("ASSETS_", "GITHUB_"))}
        self.environment = {**kept, "SOURCE_DATE_EPOCH": "1795996800", "NO_COLOR": "1", "CI": "true"}
        self.runs = 0

    def run(self, *arguments, expect):
        self.runs += 1
        done = subprocess.run(
            [self.binary, *arguments], cwd=self.folder, env=self.environment, capture_output=True, text=True
        )
        if expect is not None and done.returncode not in expect:
            sys.exit(
                f"mutations: `assets {' '.join(arguments)}` exits {done.returncode}, expected {expect}, in "
                f"{self.folder}:\n{done.stdout[:3000]}{done.stderr[:2000]}"
            )
        return done

    def findings(self, *arguments):
        """The exit status and the findings about history."""
        done = self.run("check", "--rollback", *arguments, "--format", "json", expect=None)
        try:
            report = json.loads(done.stdout)
        except ValueError:
            return done.returncode, [], done.stderr
        return done.returncode, [one for one in report["diagnostics"] if one["rule"].startswith("RB-")], done.stderr


class Tally:
    """What was done and what was said, by kind."""

    def __init__(self):
        self.done = collections.Counter()
        self.found = collections.Counter()
        self.also = collections.defaultdict(collections.Counter)
        self.wrong_exit = collections.Counter()
        self.misses = collections.defaultdict(list)

    def add(self, rule, places, status, findings, is_error, where):
        # Without the history that a lock names, the answer about values is unknown, and that weighs more.
        is_unknown = any(one["rule"] == "RB-UNCHECKED" for one in findings)
        if is_error and status != (2 if is_unknown else 3):
            self.wrong_exit[rule] += 1
        said = collections.defaultdict(set)
        for one in findings:
            names = {one.get("key"), None} | set(one.get("contentIDs", []))
            said[one["rule"]] |= {(locale, name) for name in names for locale in {one.get("locale"), None}}
        hit = set()
        for locale, key in places:
            keys = key if isinstance(key, tuple) else (key,)
            self.done[rule] += 1
            if any((locale, one) in said[rule] for one in keys):
                self.found[rule] += 1
                hit.add((locale, key))
            else:
                self.misses[rule].append(f"{where}: {locale} {key}")
        for one in findings:
            if one["rule"] != rule:
                self.also[rule][one["rule"]] += 1

    def is_complete(self, rule):
        return (self.done[rule] - self.found[rule]) * 1000 <= MISSES.get(rule, 0) * self.done[rule]

    def print(self, rules, known):
        print(
            f"\n{'injected':24} {'places':>7} {'found':>7} {'missed':>7} {'recall':>8} {'exit≠3':>7}  also reported there"
        )
        failed = []
        for rule in rules:
            if rule not in known:
                print(f"{rule:24} missing: the command has no such rule")
                failed.append(f"{rule} is missing")
                continue
            done, found = self.done[rule], self.found[rule]
            also = ", ".join(f"{other} {count}" for other, count in sorted(self.also[rule].items()))
            recall = f"{100 * found / done:.1f} %" if done else "-"
            print(f"{rule:24} {done:7} {found:7} {done - found:7} {recall:>8} {self.wrong_exit[rule]:7}  {also}")
            if not done or not self.is_complete(rule) or self.wrong_exit[rule]:
                failed.append(rule)
                for miss in self.misses[rule][:5]:
                    print(f"    missed {miss}")
        return failed


class Generated:
    """One generated project with its six revisions published."""

    def __init__(self, binary, folder, seed):
        self.seed, self.folder = seed, folder
        self.words = Words(seed)
        choose = random.Random(seed + 1)
        self.history = mutations.History(first_state(self.words, 24, 12), self.words, choose)
        (folder / "project").mkdir(parents=True)
        self.tool = Tool(binary, folder / "project")
        self.files = Files(self.tool.folder)
        self.stores, self.locks = [None], [None]
        for state in self.history.states[:4]:
            self.files.write(state)
            self.tool.run("publish", expect=(0,))
            self.keep()
        for locale in self.history.MISTAKEN:
            self.tool.run("rollback", "--to", "r3", "--locale", locale, "--reason", "a mistake", expect=(0,))
            self.keep()
        self.files.write(self.history.head)
        self.tool.run("publish", expect=(0,))

    def keep(self):
        number = len(self.stores)
        shutil.copytree(self.tool.folder / "Bundles", self.folder / f"r{number}")
        self.stores.append(self.folder / f"r{number}")
        self.locks.append((self.tool.folder / "assets.lock").read_bytes())

    def mutate(self, rule, choose, tally):
        change, is_error = mutations.KINDS[rule]
        state, places = change(self.history, choose, self.words)
        self.files.write(state)
        status, findings, error = self.tool.findings()
        if status not in (0, 1, 3):
            sys.exit(f"mutations: {rule} in seed {self.seed}: exit {status} {error}")
        tally.add(rule, places, status, findings, is_error, f"seed {self.seed}")
        self.files.write(self.history.head)

    def swap(self, rule, choose, links, tally):
        arguments = chain.KINDS[rule](links, choose, self.words)
        status, findings, error = self.tool.findings(*arguments)
        rules = {one["rule"] for one in findings}
        where = f"seed {self.seed}, {' '.join(arguments)} exit {status} {sorted(rules)} {error.strip()[:200]}"
        tally.add(rule, {(None, None)}, status, findings, True, where)
        links.reset()


def generated(binary, folder, seed, rules, tally):
    number = 0
    while number == 0 or any(tally.done[rule] < PLACES for rule in rules if rule in mutations.KINDS):
        project = Generated(binary, folder / f"g{number}", seed + 100 * number)
        choose = random.Random(seed + 100 * number + 2)
        for rule in [rule for rule in rules if rule in mutations.KINDS]:
            for _ in range(40 if IS_FULL else 8):
                if tally.done[rule] < PLACES:
                    project.mutate(rule, choose, tally)
        if number == 0:
            swap_stores(project, binary, folder, choose, rules, tally)
        shutil.rmtree(project.folder)
        number += 1
    return number


def swap_stores(project, binary, folder, choose, rules, tally):
    other = folder / "foreign"
    other.mkdir()
    tool = Tool(binary, other)
    Files(other).write(project.history.states[0])
    tool.run("publish", expect=(0,))
    links = chain.Chain(project.tool, project.files, project.history, project.stores, project.locks, other / "Bundles")
    for rule in [rule for rule in rules if rule in chain.KINDS]:
        for _ in range(CHAIN_PLACES):
            project.swap(rule, choose, links, tally)


def ordinary(binary, folder, seed):
    """Publishes of ordinary work: (how many, those refused as a rollback, warnings by rule)."""
    refused, warnings, kinds = [], collections.Counter(), collections.Counter()
    count = number = 0
    while count < PUBLISHES:
        choose, words = random.Random(seed + 7 * number), Words(seed + 7 * number)
        work = Ordinary(choose, words)
        root = folder / f"o{number}"
        root.mkdir(parents=True)
        tool, files = Tool(binary, root), Files(root)
        state = first_state(words, 24, 12)
        files.write(state)
        tool.run("publish", expect=(0,))
        for _ in range(min(100, PUBLISHES - count)):
            before = state.copy()
            what = work.work(state)
            kinds.update(what)
            files.write(state)
            status, findings, _ = tool.findings()
            warnings.update(one["rule"] for one in findings if one["severity"] != "error")
            done = tool.run("publish", expect=(0, 3))
            count += 1
            if done.returncode == 3:
                rules = sorted({one["rule"] for one in findings if one["severity"] == "error"})
                refused.append(f"seed {seed + 7 * number}, publish {count}: {what} {rules}")
                state = before
        shutil.rmtree(root)
        number += 1
    return count, refused, warnings, kinds


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("--binary", type=Path, required=True)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--only", action="append", help="only this kind")
    options = parser.parse_args()
    started = time.monotonic()
    binary = options.binary.resolve()
    known = {
        rule["id"]
        for rule in json.loads(
            subprocess.run([binary, "explain", "--format", "json"], capture_output=True, check=True).stdout
        )["rules"]
    }
    rules = options.only or [*mutations.KINDS, *chain.KINDS]
    print(f"seed {options.seed}, {PLACES} places a kind, {CHAIN_PLACES} a chain kind, {PUBLISHES} ordinary publishes")
    tally, from_corpus = Tally(), Tally()
    with tempfile.TemporaryDirectory(prefix="mutations-") as name:
        projects = generated(binary, Path(name), options.seed, [rule for rule in rules if rule in known], tally)
        print(f"{projects} generated projects of 9 locales")
        failed = tally.print(rules, known)
        if options.corpus:
            import corpus

            used = corpus.run(Tool, binary, options.corpus, Path(name), options.seed, PLACES, from_corpus)
            print(f"\n{used} histories of the corpus")
            failed += [f"{rule} in the corpus" for rule in from_corpus.print(corpus.KINDS, known)]
        if not options.only:
            count, refused, warnings, kinds = ordinary(binary, Path(name), options.seed)
            print(f"\n{count} ordinary publishes, {len(refused)} refused as a rollback")
            print("  of " + ", ".join(f"{kind} {number}" for kind, number in sorted(kinds.items())))
            print(
                "  with warnings "
                + (", ".join(f"{rule} {number}" for rule, number in sorted(warnings.items())) or "none")
            )
            for line in refused[:10]:
                print(f"    {line}")
            if len(refused) * 1000 > count:
                failed.append("ordinary publishes")
    print(
        f"\n{time.monotonic() - started:.0f} s; "
        + (f"FAILED: {', '.join(failed)}" if failed else "all as it should be")
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
