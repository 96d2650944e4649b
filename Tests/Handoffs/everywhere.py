#!/usr/bin/env python3
"""Exports every project of the corpus in every format and imports it unchanged: there must be nothing to do.

    everywhere.py --binary PATH --corpus DIRECTORY

Each folder of the corpus is copied and made a project with `init --from`. One without two languages, or with a file that
is not valid, has nothing to hand out; it is listed with what the command says. Prints `N passed, N failed` and exits 1 if
an import of an untouched export would write or says that something changed.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FORMATS = ("xliff-1.2", "xcode", "xliff-2.1", "csv")
# Cases for readers, and words without a project.
OTHERS = {"oasis-or-okapi", "synthetic", "appstore-keywords", "cldr-annotations"}
UNTOUCHED = {"same", "notReady"}


def projects(corpus):
    for kind in ("xliff", "yaml"):
        for folder in sorted((corpus / kind).iterdir()):
            if folder.is_dir() and folder.name not in OTHERS:
                if folder.name == "history":
                    yield from sorted(state for one in folder.iterdir() for state in one.iterdir() if state.is_dir())
                else:
                    yield folder


def round_trip(binary, folder):
    """What is wrong, or why there is nothing to hand out."""

    def run(*arguments):
        environment = {**os.environ, "NO_COLOR": "1", "CI": "true"}
        return subprocess.run([binary, *arguments], cwd=folder, env=environment, capture_output=True, text=True)

    def said(outcome):
        return (outcome.stderr or outcome.stdout).strip().split("\n")[0][:100]

    made = run("init", "--from", ".")
    if made.returncode:
        return [], f"exit {made.returncode}: {said(made)}"
    problems = []
    for form in FORMATS:
        out = run("export", "--locale", "*", "--format", form, "--out", f"Out-{form}")
        if out.returncode:
            return problems, f"exit {out.returncode}: {said(out)}"
        back = run("import", f"Out-{form}", "--format", "json")
        answer = json.loads(back.stdout)
        counts = {name for locale in answer["locales"].values() for name, count in locale.items() if count}
        if back.returncode or answer["written"] or counts - UNTOUCHED:
            problems.append(f"{form}: exit {back.returncode}, written {answer['written']}, {sorted(counts)}")
    return problems, None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--corpus", required=True, type=Path)
    options = parser.parse_args()
    passed = failed = 0
    for source in projects(options.corpus.resolve()):
        name = source.relative_to(options.corpus.resolve())
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / source.name
            shutil.copytree(source, copy)
            problems, reason = round_trip(os.path.abspath(options.binary), copy)
        if reason:
            print(f"nothing to hand out: {name}: {reason}", flush=True)
        elif problems:
            print(f"FAIL {name}", *problems, sep="\n    ", flush=True)
        failed += bool(problems)
        passed += not problems and not reason
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
