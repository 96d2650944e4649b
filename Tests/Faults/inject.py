#!/usr/bin/env python3
"""Makes system calls of `publish`, `rollback` and `gc` fail, and looks at what is left.

    inject.py --binary PATH [--project Catalogs] [--limit N] [--seed S]

Five runs are tried: the first publish, a second one, one that signs, a rollback, and a collection of garbage. One run
under strace lists the calls from the first write on; then one run per call and fault: SIGKILL at the call, or the
call answers ENOSPC, EIO or EINTR. Afterwards the store must be sound and stand at the old or the new revision; a
receipt means the new one; the same command again must finish the work and leave no temporary file.

With --limit, a seeded sample of the calls of each run is taken; without it, and with ASSETS_FULL=1, all. Prints the
counts and `N passed, N failed`; exits 1 on failure.
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
WRITES = re.compile(r"^\d+ +(mkdir|mkdirat|unlink|unlinkat)\(|O_EXCL")
# Calls whose failure is a matter of files; others are killed at, and not made to fail.
FILES = set(
    "open openat read pread64 write pwrite64 fsync fdatasync rename renameat renameat2 unlink unlinkat mkdir mkdirat "
    "flock close getdents64 ftruncate lseek stat fstat lstat newfstatat statx".split())
FAULTS = ["signal=SIGKILL", "error=ENOSPC", "error=EIO", "error=EINTR"]


def run(arguments, cwd, **options):
    return subprocess.run(arguments, cwd=cwd, capture_output=True, text=True, timeout=300, **options)


def calls_from_first_write(trace):
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
    """A command in a project, and what must hold after it."""

    def __init__(self, binary, base, before, after, *arguments):
        self.binary, self.base, self.before, self.after = binary, base, before, after
        self.command = [binary, *arguments, "--jobs", "1", "--format", "json", "--quiet"]

    def copy(self, work, name):
        target = work / name
        shutil.copytree(self.base, target, symlinks=True)
        return target

    def calls(self, work):
        project = self.copy(work, "trace")
        log = work / "trace.txt"
        done = run(["strace", "-f", "-o", str(log)] + self.command, project)
        assert done.returncode == 0, done.stderr
        shutil.rmtree(project)
        return calls_from_first_write(log.read_text())

    def revision(self, project):
        head = project / "Bundles" / "HEAD"
        return json.loads(head.read_text())["revision"] if head.exists() else 0

    def try_fault(self, work, name, ordinal, fault):
        """What is wrong afterwards, or None; and whether the command noticed."""
        project = self.copy(work, "faulted")
        try:
            inject = f"inject={name}:{fault}:when={ordinal}"
            done = run(["strace", "-f", "-o", "/dev/null", "-e", inject] + self.command, project)
            noticed = done.returncode != 0
            found = self.revision(project)
            if found not in (self.before, self.after):
                return f"stands at r{found}", noticed
            if done.stdout.strip() and done.returncode == 0 and found != self.after:
                return "acknowledged and not done", noticed
            if fault.endswith("SIGKILL") is False and done.returncode < 0:
                return f"ended by signal {-done.returncode}", noticed
            if found > 0:
                verified = run([self.binary, "verify", "--all"], project)
                if verified.returncode != 0 and "assets.lock names" not in verified.stdout:
                    return "not sound: " + verified.stdout + verified.stderr, noticed
            return self.finish(project), noticed
        finally:
            shutil.rmtree(project)

    def finish(self, project):
        again = run(self.command, project)
        if again.returncode != 0:
            return "second run: " + again.stderr
        if self.revision(project) != self.after:
            return f"second run reached r{self.revision(project)}"
        left = [str(p) for p in project.rglob(".tmp*")]
        if left:
            return f"left behind: {left}"
        verified = run([self.binary, "verify", "--all"], project)
        if verified.returncode != 0 or verified.stderr:
            return "not sound afterwards: " + verified.stdout + verified.stderr
        # What was done is done: the working files and the lock say what the head says.
        publish = run([self.binary, "publish", "--format", "json", "--quiet"], project)
        if publish.returncode != 0 or json.loads(publish.stdout)["status"] != "unchanged":
            return "not finished: " + publish.stdout + publish.stderr
        return None


def edit(project, old, new):
    path = project / "articles" / "en.yml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def cases(binary, source, work):
    bases = {name: work / name for name in ("first", "second", "third", "garbage")}
    shutil.copytree(source, bases["first"])
    for leftover in ("Bundles", ".assets"):
        shutil.rmtree(bases["first"] / leftover, ignore_errors=True)
    (bases["first"] / "assets.lock").unlink(missing_ok=True)
    shutil.copytree(bases["first"], bases["second"])
    assert run([binary, "publish", "--quiet"], bases["second"]).returncode == 0
    edit(bases["second"], "title: ", "title: New ")
    shutil.copytree(bases["second"], bases["third"])
    assert run([binary, "publish", "--quiet"], bases["third"]).returncode == 0
    shutil.copytree(bases["third"], bases["garbage"])
    for folder in ("heads/9-", "packs/"):
        (bases["garbage"] / "Bundles" / f"{folder}{'0' * 64}").write_text("{}\n")
    assert run([binary, "gc", "--quiet"], bases["garbage"]).returncode == 0
    key = work / "key"
    assert run([binary, "key", "generate", str(key)], work).returncode == 0
    return {
        "first publish": Case(binary, bases["first"], 0, 1, "publish", "--message", "m"),
        "second publish": Case(binary, bases["second"], 1, 2, "publish", "--message", "m"),
        "signed publish": Case(binary, bases["second"], 1, 2, "publish", "--signing-key", str(key)),
        "rollback": Case(binary, bases["third"], 2, 3, "rollback", "--to", "r1", "--reason", "x"),
        "gc": Case(binary, bases["garbage"], 2, 2, "gc", "--grace", "0"),
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--project", default=str(pathlib.Path(__file__).resolve().parents[2] / "Catalogs"))
    parser.add_argument("--limit", type=int, default=0, help="calls to try in each run; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="the name of one run")
    options = parser.parse_args()
    if os.environ.get("ASSETS_FULL") == "1":
        options.limit = 0
    binary = os.path.abspath(options.binary)
    passed = failed = kills = 0
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        for label, case in cases(binary, options.project, work).items():
            if options.only and options.only != label:
                continue
            calls = case.calls(work)
            points = [(n, o, f) for n, o in calls for f in FAULTS if f == FAULTS[0] or n in FILES]
            chosen = points
            if options.limit and options.limit < len(points):
                chosen = random.Random(options.seed).sample(points, options.limit)
            bad = noticed = 0
            for name, ordinal, fault in chosen:
                problem, seen = case.try_fault(work, name, ordinal, fault)
                noticed += seen
                kills += seen and fault == FAULTS[0]
                if problem:
                    bad += 1
                    print(f"inject: {label}: {fault} at {name} number {ordinal}: {problem.strip()}", flush=True)
            print(
                f"inject: {label}: {len(calls)} calls, {len(points)} faults, {len(chosen)} tried, "
                f"{noticed} stopped the command, {bad} wrong", flush=True)
            passed += len(chosen) - bad
            failed += bad
    if kills == 0:
        print("inject: no process was killed; strace cannot inject here")
        failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
