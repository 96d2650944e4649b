#!/usr/bin/env python3
"""Kills `assets import` at each system call from its first write to its exit, and looks at what is left.

    kill_import.py --binary PATH [--limit N] [--seed S]

A hand-off that changes files of two catalogs and two locales is imported into the sample project. One run under strace
lists the calls; then one run per call is killed there. After each kill every working file must be the old or the new one,
byte for byte; the same import again must make all of them new, leave no temporary file, and a third one must have
nothing to do. With --limit a seeded sample of the calls is taken.

Prints the counts and `N passed, N failed`; exits 1 on failure.
"""

import argparse
import json
import os
import pathlib
import random
import re
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
from inject import calls_from_first_write, run  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = ["articles/ja.yml", "articles/de.yml", "app/ja.xliff", "app/de.xliff"]


def hand_off(binary, project):
    done = run([binary, "export", "--locale", "ja,de", "--out", "Handoff"], project)
    assert done.returncode == 0, done.stderr
    for path in sorted((project / "Handoff").rglob("*.xliff")):
        text = path.read_text("utf-8")
        # Whatever has no placeholder gets a mark at its end.
        text = re.sub(r"(<target state=\"\w+\">[^<%]+)(</target>)", r"\1 *\2", text, count=3)
        path.write_text(text, "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--limit", type=int, default=0, help="calls to kill at; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    binary = os.path.abspath(options.binary)
    command = [binary, "import", "Handoff", "--jobs", "1", "--format", "json", "--quiet"]
    failed = kills = 0
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        base = work / "base"
        shutil.copytree(ROOT / "Catalogs", base)
        shutil.rmtree(base / "Bundles", ignore_errors=True)
        (base / "assets.lock").unlink(missing_ok=True)
        hand_off(binary, base)
        old = {name: (base / name).read_bytes() for name in FILES}
        traced = work / "traced"
        shutil.copytree(base, traced)
        log = work / "trace.txt"
        done = run(["strace", "-f", "-o", str(log)] + command, traced)
        assert done.returncode == 0, done.stderr
        new = {name: (traced / name).read_bytes() for name in FILES}
        assert json.loads(done.stdout)["written"] and all(old[name] != new[name] for name in FILES)
        # The first file that is made new is a temporary one beside a catalog.
        calls = calls_from_first_write(log.read_text().replace(".tmp-", "Bundles.tmp-"))
        assert calls, "no write was traced"
        chosen = calls
        if options.limit and options.limit < len(calls):
            chosen = random.Random(options.seed).sample(calls, options.limit)
        for name, ordinal in chosen:
            project = work / "kill"
            shutil.copytree(base, project)
            inject = f"inject={name}:signal=SIGKILL:when={ordinal}"
            done = run(["strace", "-f", "-o", "/dev/null", "-e", inject] + command, project)
            kills += done.returncode != 0
            problem = None
            for file in FILES:
                if (project / file).read_bytes() not in (old[file], new[file]):
                    problem = f"{file} is neither old nor new"
            again = run(command, project)
            if again.returncode != 0:
                problem = problem or "second run: " + again.stderr
            elif any((project / file).read_bytes() != new[file] for file in FILES):
                problem = problem or "the second run did not finish the first"
            elif left := [str(path) for path in project.rglob(".tmp*")]:
                problem = problem or f"left behind: {left}"
            elif json.loads(run(command, project).stdout)["written"]:
                problem = problem or "a third run wrote something"
            if problem:
                failed += 1
                print(f"kill_import: {name} number {ordinal}: {problem}")
            shutil.rmtree(project)
        print(f"kill_import: {len(calls)} calls, {len(chosen)} tried, {kills} killed, {failed} wrong")
    if kills == 0:
        print("kill_import: no process was killed; strace cannot inject here")
        failed += 1
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
