#!/usr/bin/env python3
"""Kills `assets publish` at each system call from its first write to its exit, and looks at what is left.

    kill_publish.py --binary PATH [--project Catalogs] [--limit N] [--seed S]

Two publishes are tried: the first one, into nothing, and a second one on top of it. One run under strace lists
the calls; then one run per call is killed there (`strace -e inject=NAME:signal=SIGKILL:when=K`). After each kill
the store must be sound and stand at the old or at the new revision; running the same command again must reach
the new one and leave no temporary file. With --limit a seeded sample of the calls is taken.

Prints the counts and `N passed, N failed`; exits 1 on failure.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

CALL = re.compile(r"^(\d+) +(\w+)\(")
WRITES = re.compile(r"^\d+ +(mkdir|mkdirat)\(|O_EXCL")


def run(arguments, cwd, **options):
    return subprocess.run(arguments, cwd=cwd, capture_output=True, text=True, timeout=120, **options)


def calls_from_first_write(trace: str):
    """The (name, ordinal of that name in its thread) of each call from the first write on, on that thread."""
    seen = collections.Counter()
    result = []
    writer = None
    for line in trace.splitlines():
        match = CALL.match(line)
        if not match:
            continue
        thread, name = match.groups()
        seen[thread, name] += 1
        if writer is None and WRITES.search(line) and "Bundles" in line:
            writer = thread
        if thread == writer:
            result.append((name, seen[thread, name]))
    return result


class Case:
    def __init__(self, binary, base: pathlib.Path, expected_before: int):
        self.binary, self.base, self.before = binary, base, expected_before

    def command(self):
        return [self.binary, "publish", "--jobs", "1", "--format", "json", "--message", "m", "--quiet"]

    def copy(self, work: pathlib.Path, name: str) -> pathlib.Path:
        target = work / name
        shutil.copytree(self.base, target)
        return target

    def trace(self, work):
        project = self.copy(work, "trace")
        log = work / "trace.txt"
        done = run(["strace", "-f", "-o", str(log)] + self.command(), project)
        assert done.returncode == 0, done.stderr
        return calls_from_first_write(log.read_text())

    def revision(self, project) -> int:
        head = project / "Bundles" / "HEAD"
        return json.loads(head.read_text())["revision"] if head.exists() else 0

    def kill(self, work, name, ordinal):
        """None if all is well, else what is wrong; and whether the process was killed."""
        project = self.copy(work, "kill")
        try:
            inject = f"inject={name}:signal=SIGKILL:when={ordinal}"
            done = run(["strace", "-f", "-o", "/dev/null", "-e", inject] + self.command(), project)
            killed = done.returncode != 0
            found = self.revision(project)
            if found not in (self.before, self.before + 1):
                return f"stands at r{found}", killed
            if done.stdout and found != self.before + 1:
                return "acknowledged and not published", killed
            if found > 0:
                verified = run([self.binary, "verify", "--all"], project)
                if verified.returncode != 0:
                    return "not sound: " + verified.stdout + verified.stderr, killed
            again = run(self.command(), project)
            if again.returncode != 0:
                return "second run: " + again.stderr, killed
            receipt = json.loads(again.stdout)
            if receipt["revision"] != self.before + 1 or self.revision(project) != self.before + 1:
                return f"second run reached r{receipt['revision']}", killed
            left = [str(p) for p in project.rglob(".tmp*")]
            if left:
                return f"left behind: {left}", killed
            verified = run([self.binary, "verify", "--all"], project)
            if verified.returncode != 0 or verified.stderr:
                return "not sound afterwards: " + verified.stdout + verified.stderr, killed
            return None, killed
        finally:
            shutil.rmtree(project)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--project", default=str(pathlib.Path(__file__).resolve().parents[2] / "Catalogs"))
    parser.add_argument("--limit", type=int, default=0, help="calls to kill at in each publish; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    binary = os.path.abspath(options.binary)
    passed = failed = kills = 0
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        first = work / "first"
        shutil.copytree(options.project, first)
        shutil.rmtree(first / "Bundles", ignore_errors=True)
        (first / "assets.lock").unlink(missing_ok=True)
        second = work / "second"
        shutil.copytree(first, second)
        assert run([binary, "publish", "--quiet"], second).returncode == 0
        english = second / "articles" / "en.yml"
        english.write_text(english.read_text().replace("title: ", "title: New ", 1))
        for label, case in (("first publish", Case(binary, first, 0)), ("second publish", Case(binary, second, 1))):
            calls = case.trace(work)
            shutil.rmtree(work / "trace")
            chosen = calls
            if options.limit and options.limit < len(calls):
                chosen = random.Random(options.seed).sample(calls, options.limit)
            bad = 0
            here = 0
            for name, ordinal in chosen:
                problem, killed = case.kill(work, name, ordinal)
                here += killed
                if problem:
                    bad += 1
                    print(f"kill_publish: {label}: {name} number {ordinal}: {problem}")
            print(f"kill_publish: {label}: {len(calls)} calls, {len(chosen)} tried, {here} killed, {bad} wrong")
            passed += len(chosen) - bad
            failed += bad
            kills += here
    if kills == 0:
        print("kill_publish: no process was killed; strace cannot inject here")
        failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
