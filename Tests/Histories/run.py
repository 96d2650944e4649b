"""Replays public histories through the built command and compares every answer with an independent one.

    run.py --binary PATH [--corpus DIR] [--history NAME]... [--keep DIR]

For each history: a project of the old state is checked and published, then the new state; the manifest is
compared with the brute-force difference of all projections, an index that applied the change with one built
from nothing, and the old state that comes back must be refused as a rollback. Prints a table and `N passed,
N failed`; exit 1 on a failure, 2 if the corpus is missing. Needs lxml and PyYAML.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

ORACLE = Path(__file__).resolve().parents[1] / "Oracle"
sys.path.insert(0, str(ORACLE))

import compare
import histories
import make_project
import rollbacks
from projections import Project, parse_key


class Failed(Exception):
    """A check did not hold; the rest of its history may still run."""


class Tool:
    """The command in one project folder."""

    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder
        self.environment = {
            **{
                name: value
                for name, value in os.environ.items()
                if not name.startswith(("ASSETS_", "GITHUB_"))
            },
            "ASSETS_LINEAGE": "00112233445566778899aabbccddeeff",
            "SOURCE_DATE_EPOCH": "1700000000",
            "NO_COLOR": "1",
            "CI": "true",
        }

    def run(self, *arguments, expect=(0,)):
        """Standard output; fails when the exit status is not expected."""
        done = subprocess.run(
            [self.binary, *arguments], cwd=self.folder, env=self.environment, capture_output=True, timeout=600
        )
        output, errors = done.stdout.decode(), done.stderr.decode()
        if done.returncode not in expect:
            text = (errors or output).strip().splitlines()
            raise Failed(
                f"`assets {' '.join(arguments)}` exits {done.returncode}, expected "
                f"{' or '.join(map(str, expect))}: {' / '.join(text[:6])}"
            )
        return output

    def json(self, *arguments, expect=(0,)):
        return json.loads(self.run(*arguments, "--format", "json", expect=expect))


def check(condition, message):
    if not condition:
        raise Failed(message)


def projections(folder):
    return {
        (row["contentID"], row["locale"]): row["projection"]
        for row in Project(folder).rows()
        if "projection" in row
    }


class Replay:
    """One history from its first state to the attempt to go back."""

    STEPS = ["publish", "again", "manifest", "index", "rehearse", "both", "rollback", "intended", "show"]

    def __init__(self, history, binary, corpus, folder):
        self.history, self.corpus, self.folder = history, corpus, Path(folder)
        self.tool = Tool(binary, folder)
        self.results = {}
        self.published, self.candidate = rollbacks.candidate_of(history)
        # Projections per revision; nothing is indexed at r0.
        self.rows = [{}]

    def run(self):
        for step in self.STEPS:
            try:
                self.results[step] = (True, getattr(self, step)() or "")
            except Failed as failure:
                self.results[step] = (False, str(failure))
            except Exception:
                self.results[step] = (False, traceback.format_exc(limit=4).strip())
            yield step, *self.results[step]
            if len(self.rows) < 3:
                return

    def state(self, name, update=True):
        make_project.make(self.history, self.corpus, name, self.folder, update)

    # The steps.

    def publish(self):
        """Old, then new; content errors of the files as they are go into the baseline first."""
        details, refusal = [], None
        for number, state in enumerate(self.published):
            self.state(state, update=number > 0)
            details.append(self.baseline())
            try:
                receipt = self.tool.json("publish", "--message", state)
            except Failed as failure:
                # An ordinary update must pass; what was found is accepted for the sake of the other steps.
                refusal = refusal or failure
                receipt = self.accept_and_publish(state)
            self.is_receipt(receipt, "published", number + 1)
            self.rows.append(projections(self.folder))
            if number == 0:
                self.index_everywhere()
        if refusal:
            raise refusal
        return f"r1 and r2; {' and '.join(map(str, details))} known errors"

    def accept_and_publish(self, state):
        report = self.tool.json("check", "--rollback", expect=(1, 3))
        for each in report["diagnostics"]:
            if each["rule"].startswith("RB-") and each["severity"] == "error":
                where = [
                    part for name in ("locale", "key") if each.get(name) for part in (f"--{name}", each[name])
                ]
                self.tool.run("accept", each["rule"], *where, "--reason", "replay")
        return self.tool.json("publish", "--message", state)

    def baseline(self):
        report = self.tool.json("check", expect=(0, 1))
        check(report["schema"] == "assets.check/1", f"check answers {report['schema']}")
        errors = [each for each in report["diagnostics"] if each["severity"] == "error"]
        check(not any(each["rule"].startswith("RB-") for each in errors), "a rollback in a first publication")
        twins = {(each["path"], each["line"]) for each in errors if each["rule"] == "YM-DUPLICATE-KEY"}
        expected = Project(self.folder).duplicates
        check(twins == expected, f"duplicate keys at {sorted(twins)}, expected {sorted(expected)}")
        self.tool.run("check", "--write-baseline", expect=(0, 1))
        self.tool.run("check")
        return len(errors)

    def is_receipt(self, receipt, status, revision):
        check(receipt["schema"] == "assets.receipt/1", f"the receipt is {receipt['schema']}")
        check(
            (receipt["status"], receipt["revision"]) == (status, revision),
            f"the receipt says {receipt['status']} r{receipt['revision']}, expected {status} r{revision}",
        )

    def again(self):
        """Publishing the same again changes nothing and says so."""
        before = self.snapshot()
        self.is_receipt(self.tool.json("publish"), "unchanged", 2)
        check(self.snapshot() == before, "an unchanged publish wrote into the store")

    def snapshot(self):
        paths = [path for path in (self.folder / "Bundles").rglob("*") if path.is_file()]
        return {
            str(path): path.read_bytes() for path in [*paths, self.folder / "assets.lock"] if path.exists()
        }

    def manifest(self):
        """Every pair of revisions against brute force."""
        total = None
        for old in range(3):
            for new in range(3):
                manifest = json.loads(self.tool.run("manifest", f"r{old}..r{new}"))
                problems = compare.compare(manifest, self.rows[old], self.rows[new])
                check(not problems, f"r{old}..r{new}: {len(problems)} differences, first {problems[:3]}")
                if (old, new) == (1, 2):
                    total = manifest["counts"]
        return f"{total['deletes']} deletes, {total['upserts']} upserts"

    def index_everywhere(self):
        for locale in self.history.locales:
            self.tool.run("index", "rebuild", "--locale", locale, "--index", f".assets/{locale}.db")

    def index(self):
        """A delta writes exactly the changed items and ends where a rebuild ends."""
        written = 0
        for locale in self.history.locales:
            database, other = f".assets/{locale}.db", f".assets/{locale}-new.db"
            answer = self.tool.json("index", "apply", "--index", database)
            old, new = (
                {
                    identity[0]: row
                    for identity, row in state.items()
                    if identity[1] == locale and row["access"] != "account"
                }
                for state in self.rows[1:]
            )
            upserted = {name for name, row in new.items() if old.get(name) != row}
            self.is_answer(answer, locale, upserted, old.keys() - new.keys())
            written += len(upserted)
            rebuilt = self.tool.json("index", "rebuild", "--locale", locale, "--index", other)
            check(set(rebuilt["upserted"]) == new.keys(), f"{locale}: a rebuild does not list every item")
            digests = {
                self.tool.run("index", "digest", "--index", path).strip() for path in (database, other)
            }
            check(len(digests) == 1, f"{locale}: the applied and the rebuilt index differ: {digests}")
            again = self.tool.json("index", "apply", "--index", database)
            check(
                (again["mode"], again["upserted"], again["removed"]) == ("none", [], []),
                f"{locale}: a second apply is {again['mode']}",
            )
        return f"{written} items written"

    def is_answer(self, answer, locale, upserted, removed):
        found = set(answer["upserted"]), set(answer["removed"])
        check(answer["schema"] == "assets.index/1", f"index answers {answer['schema']}")
        check(not answer["failed"], f"{locale}: failed {answer['failed'][:3]}")
        check(
            found == (upserted, set(removed)),
            f"{locale}: apply ({answer['mode']}) wrote {len(found[0])} and removed {len(found[1])}, expected "
            f"{len(upserted)} and {len(removed)}; for example {sorted(found[0] ^ upserted)[:3]}",
        )
        changed = upserted or removed
        check(
            answer["mode"] == ("delta" if changed else "none") or not changed and answer["mode"] == "delta",
            f"{locale}: mode {answer['mode']}",
        )

    def rehearse(self):
        """Every promise of the indexer on this project; one that it gives no occasion for says why."""
        rows = self.tool.json("rehearse", expect=(0, 1))["rows"]
        broken = [f"{row['promise']}: {row['detail']}" for row in rows if row["verdict"] == "broken"]
        check(not broken, "; ".join(broken))
        idle = [row["promise"] for row in rows if row["verdict"] == "n/a"]
        return f"{len(rows) - len(idle)} promises kept" + (f", n/a: {' '.join(idle)}" if idle else "")

    def both(self):
        """The old catalogs bring back content errors that no baseline holds: the rollback weighs more."""
        self.state(self.candidate)
        errors = [
            each
            for each in self.tool.json("check", expect=(0, 1))["diagnostics"]
            if each["severity"] == "error"
        ]
        self.tool.run("publish", expect=(3,))
        return f"{len(errors)} content errors"

    def rollback(self):
        """The old catalogs again: check and publish refuse them in the locales that brute force names."""
        facts = rollbacks.facts(self.history, self.corpus, self.published, self.candidate)
        before = self.snapshot()
        self.state(self.candidate)
        report = self.tool.json("check", "--rollback", "--against", "r2", expect=(3,))
        findings = [each for each in report["diagnostics"] if each["rule"].startswith("RB-")]
        self.locales_match(findings, facts)
        self.values_match(findings, facts)
        named = [
            each
            for each in findings
            if re.search(r"\br1\b", each["message"] + " " + (each.get("help") or ""))
        ]
        check(named, "no finding names r1")
        self.tool.run("check", "--write-baseline", expect=(0, 1))
        self.tool.run("publish", expect=(3,))
        check(self.snapshot() == before, "a refused publish wrote something")
        return ", ".join(f"{locale} {found.equal_to_old}/{found.changed}" for locale, found in facts.items())

    def locales_match(self, findings, facts):
        errors = {each.get("locale") for each in findings if each["severity"] == "error"}
        expected = {locale for locale, found in facts.items() if found.is_error}
        check(errors >= expected, f"no error for {sorted(expected - errors)}")
        quiet = {locale for locale, found in facts.items() if not found.changed}
        check(not errors & quiet, f"an error where nothing changed: {sorted(errors & quiet)}")
        stale = {each.get("locale") for each in findings if each["rule"] == "RB-STALE-HANDOFF"}
        expected = {locale for locale, found in facts.items() if found.looks_like_old_file}
        check(stale == expected, f"RB-STALE-HANDOFF for {sorted(stale)}, expected {sorted(expected)}")

    def values_match(self, findings, facts):
        """Keys that are named one by one are keys that went back."""
        for rule, name in (("RB-VALUE", "back"), ("RB-RESURRECT", "resurrected")):
            for locale, found in facts.items():
                keys = {
                    each["key"] for each in findings if each["rule"] == rule and each.get("locale") == locale
                }
                known = {self.printed(key) for key in getattr(found, name)}
                check(
                    keys <= known, f"{rule} in {locale} for {sorted(keys - known)[:3]}, which did not go back"
                )
                check(
                    found.looks_like_old_file or keys == known,
                    f"{rule} in {locale} misses {len(known - keys)}: {sorted(known - keys)[:3]}",
                )

    def printed(self, path):
        return make_project.print_key(make_project.CATALOG, path)

    def intended(self):
        """The return is accepted: a new revision, and the manifest of its inverse."""
        self.state(self.candidate)
        self.tool.run("check", "--write-baseline", expect=(0, 1))
        findings = self.tool.json("check", "--rollback", "--against", "r2", expect=(3,))["diagnostics"]
        for rule in sorted({each["rule"] for each in findings if each["rule"].startswith("RB-")}):
            self.tool.run("accept", rule, "--reason", "replay")
        self.tool.run("check", "--rollback", "--against", "r2")
        self.is_receipt(self.tool.json("publish"), "published", 3)
        back = json.loads(self.tool.run("manifest", "r2..r3"))
        problems = compare.compare(back, self.rows[2], projections(self.folder))
        check(not problems, f"r2..r3: {len(problems)} differences, first {problems[:3]}")
        if self.candidate == self.published[0]:
            check(
                json.loads(self.tool.run("manifest", "r1..r3"))["counts"] == {"deletes": 0, "upserts": 0},
                "r1..r3 is not empty",
            )
        self.is_receipt(self.tool.json("publish"), "unchanged", 3)
        self.tool.run("verify", "--all")
        return f"{back['counts']['deletes']} deletes, {back['counts']['upserts']} upserts"

    def show(self):
        """Each file of each state, read by the command and by another program."""
        reader = ORACLE / ("read_yaml.py" if self.history.is_yaml else "read_xliff.py")
        check(reader.exists(), f"{reader.name} is not there")
        units = 0
        for state in self.history.states:
            for locale in self.history.locales:
                path = self.history.path(self.corpus, state, locale)
                if path is None:
                    continue
                # Findings about the content, such as a duplicate key, are said on the side.
                ours = lines(self.tool.run("show", str(path), "--format", "jsonl", expect=(0, 1)))
                check(ours == sorted(ours, key=position), f"{path.name} of {state} is not sorted by key")
                theirs = lines(
                    subprocess.run(
                        [sys.executable, reader, str(path)], check=True, capture_output=True
                    ).stdout.decode()
                )
                theirs.sort(key=position)
                check(ours == theirs, f"{path.name} of {state}: {first_difference(ours, theirs)}")
                units += len(ours)
        return f"{units} units"


def lines(text):
    return [json.loads(line) for line in text.split("\n") if line]


def position(unit):
    """Where a unit stands: by locale, then by the segments of its key as bytes, a prefix first."""
    _, path = parse_key("catalog/" + unit["key"])
    return unit["locale"] or "", [segment.encode() for segment in path]


def first_difference(ours, theirs):
    for number, (a, b) in enumerate(zip(ours, theirs), 1):
        if a != b:
            return f"line {number} is {a}, the other reader says {b}"
    return f"{len(ours)} units, the other reader finds {len(theirs)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--binary", required=True)
    parser.add_argument("--corpus", default=make_project.corpus_folder())
    parser.add_argument("--history", action="append", choices=sorted(histories.BY_NAME))
    parser.add_argument("--keep", help="leave the projects in this folder")
    options = parser.parse_args()
    if not Path(options.corpus).is_dir():
        print(f"run.py: no corpus at {options.corpus}; set ASSETS_CORPUS or --corpus", file=sys.stderr)
        return 2
    # The command runs in the project's folder, so neither path may depend on ours.
    binary, corpus = str(Path(options.binary).resolve()), Path(options.corpus).resolve()
    chosen = [each for each in histories.ALL if not options.history or each.name in options.history]
    passed = failed = 0
    base = Path(options.keep or tempfile.mkdtemp(prefix="histories-")).resolve()
    print(f"{'history':24} {'step':9} result")
    for history in chosen:
        folder = base / history.name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        replay = Replay(history, binary, corpus, folder)
        for step, good, detail in replay.run():
            print(
                f"{history.name:24} {step:9} {'ok' if good else 'FAILED'}{'  ' + detail if detail else ''}",
                flush=True,
            )
            passed, failed = passed + good, failed + (not good)
        # What could not be reached did not pass.
        failed += len(replay.STEPS) - len(replay.results)
    if not options.keep:
        shutil.rmtree(base)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
