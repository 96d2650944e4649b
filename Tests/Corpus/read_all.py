#!/usr/bin/env python3
"""Reads every XLIFF and YAML file of the corpus with the built binary.

    read_all.py --binary PATH --corpus FOLDER [--jobs N]

Each file is either read, or refused with its name, a line, a column and a cause; no run crashes, takes longer than
ten seconds, or ends without output and without a word. Prints the counts and `N passed, N failed`.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

SUFFIXES = {".xlf", ".xliff", ".xlf2", ".sdlxliff", ".yml", ".yaml"}


def judge(binary, corpus, path):
    """The outcome's name, and what is wrong or None."""
    shown = str(path.relative_to(corpus))
    try:
        done = subprocess.run(
            [binary, "show", shown, "--format", "jsonl"], cwd=corpus, capture_output=True, timeout=10)
    except subprocess.TimeoutExpired:
        return "hang", "no end after 10 s"
    error = done.stderr.decode("utf-8", "replace")
    place = re.search(r"--> " + re.escape(shown) + r":\d+:\d+", error)
    if done.returncode not in (0, 1, 2):
        return "crash", f"exit {done.returncode}: {error[-300:]}"
    lines = [line for line in done.stdout.decode("utf-8").split("\n") if line]
    for line in lines:
        unit = json.loads(line)
        if set(unit) != {"key", "locale", "source", "target", "state", "line"}:
            return "odd", f"members {sorted(unit)}"
    if done.returncode == 2:
        if lines:
            return "odd", "refused, and printed units all the same"
        if not place or "error[" not in error:
            return "vague", f"refused without a place: {error[-300:]}"
        return "refused", None
    if done.returncode == 1 and not place:
        return "vague", f"findings without a place: {error[-300:]}"
    if not lines and not error.strip():
        return "silent", "no unit and no word"
    return ("read with errors" if done.returncode == 1 else "read" if lines else "read, empty"), None


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    binary = os.path.abspath(options.binary)
    corpus = pathlib.Path(options.corpus).resolve()
    files = sorted(p for p in corpus.rglob("*") if p.suffix.lower() in SUFFIXES and p.is_file())
    counts = collections.Counter()
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, (name, problem) in zip(files, pool.map(lambda p: judge(binary, corpus, p), files)):
            counts[name] += 1
            if problem:
                failed += 1
                print(f"read_all: {path.relative_to(corpus)}: {problem}")
    print("read_all: " + ", ".join(f"{count} {name}" for name, count in sorted(counts.items())))
    if not files:
        print(f"read_all: no file in {corpus}")
        failed += 1
    print(f"{len(files) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
