#!/usr/bin/env python3
"""What is reported when public histories go back, beside what an independent reading of the catalogs says.

usage: Tests/Histories/returns.py --binary PATH --corpus DIRECTORY [--out FILE]

The states of each history are published in order, except the last where the history itself ends in a revert; then
the first state, or that revert, is put into the working files and `check --rollback` is asked. For each locale the
table has what Tests/Oracle/rollbacks.py counts in the catalogs and what the command reported. Exit 1 if the two do
not fit: an old file or a returned value that nobody reported, or a report where nothing returned.
"""

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Oracle"))
sys.dont_write_bytecode = True

import histories  # noqa: E402
import make_project  # noqa: E402
import rollbacks  # noqa: E402

ERRORS = ("RB-VALUE", "RB-STALE-HANDOFF")


class Tool:
    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder
        self.environment = {**os.environ, "NO_COLOR": "1", "CI": "true", "SOURCE_DATE_EPOCH": "1795996800"}

    def run(self, *arguments, expect):
        done = subprocess.run(
            [self.binary, *arguments], cwd=self.folder, env=self.environment, capture_output=True, text=True
        )
        if done.returncode not in expect:
            sys.exit(f"returns: `assets {' '.join(arguments)}` exits {done.returncode}: {done.stdout}{done.stderr}")
        return done

    def findings(self):
        done = self.run("check", "--rollback", "--format", "json", expect=(0, 1, 3))
        report = json.loads(done.stdout)
        return [one for one in report["diagnostics"] if one["rule"].startswith("RB-")]


def replay(history, tool, corpus):
    """The findings of the ordinary update, and those of the return."""
    published, candidate = rollbacks.candidate_of(history)
    update = []
    for number, state in enumerate(published):
        make_project.make(history, corpus, state, tool.folder, number > 0)
        tool.run("check", "--write-baseline", expect=(0, 1))
        if number:
            update = tool.findings()
        for one in update:
            if one["severity"] == "error":
                where = [part for name in ("locale", "key") if one.get(name) for part in (f"--{name}", one[name])]
                tool.run("accept", one["rule"], *where, "--reason", "it was published", expect=(0, 5))
        tool.run("publish", "--message", state, expect=(0,))
    make_project.make(history, corpus, candidate, tool.folder, True)
    return update, tool.findings(), rollbacks.facts(history, corpus, published, candidate)


def by_locale(findings, locale):
    rules = collections.Counter(one["rule"] for one in findings if one.get("locale") == locale)
    return ", ".join(f"{rule} {count}" for rule, count in sorted(rules.items())) or "–"


def judge(history, facts, findings, updates):
    """What does not fit, as sentences."""
    for locale, found in facts.items():
        rules = {one["rule"] for one in findings if one.get("locale") == locale}
        keys = {one.get("key") for one in findings if one.get("locale") == locale and one["rule"] == "RB-VALUE"}
        if found.looks_like_old_file and "RB-STALE-HANDOFF" not in rules:
            yield f"{history.name} {locale}: an old file came back and was not reported"
        if not found.looks_like_old_file and len(keys) != len(found.back):
            yield f"{history.name} {locale}: {len(found.back)} values returned, {len(keys)} were reported"
        if not found.is_error and rules & set(ERRORS):
            yield f"{history.name} {locale}: nothing returned, reported {sorted(rules)}"
    for one in updates:
        if one["severity"] == "error":
            yield f"{history.name}: the ordinary update was refused: {one['rule']} {one.get('locale')}"


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("--binary", type=Path, required=True)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--out", type=Path, help="write the table into this file, between its two marks")
    options = parser.parse_args()
    lines = [
        "| history | locale | returned | back from nothing | gone again | with source | = source | new | reported |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    problems, updates = [], []
    with tempfile.TemporaryDirectory(prefix="returns-") as name:
        for history in histories.ALL:
            folder = Path(name) / history.name
            folder.mkdir()
            update, findings, facts = replay(history, Tool(options.binary.resolve(), folder), options.corpus)
            problems += judge(history, facts, findings, update)
            updates += [f"{history.name} {one.get('locale')} {one['rule']}" for one in update]
            for locale, found in facts.items():
                counts = (
                    found.back,
                    found.resurrected,
                    found.gone,
                    found.gone_with_source,
                    found.untranslated,
                    found.other,
                )
                numbers = " | ".join(str(len(each)) for each in counts)
                lines.append(f"| {history.name} | {locale} | {numbers} | {by_locale(findings, locale)} |")
            print(f"{history.name}: {len(findings)} findings", flush=True)
    counted = collections.Counter(line.split(" ", 2)[2] for line in updates)
    lines += [
        "",
        "Ordinary updates (old → new): "
        + (", ".join(f"{n} {r}" for r, n in sorted(counted.items())) or "nothing reported")
        + ".",
    ]
    if options.out:
        begin, end = "<!-- table -->\n", "<!-- end of table -->"
        text = options.out.read_text("utf-8")
        head, rest = text.split(begin)
        options.out.write_text(head + begin + "\n".join(lines) + "\n" + rest[rest.index(end) :], "utf-8")
    else:
        print("\n".join(lines))
    for problem in problems:
        print(f"FAIL {problem}")
    print(f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
