#!/usr/bin/env python3
"""What a publish costs in a large store: bytes and nodes for one edit, and time after many revisions.

    run.py --binary PATH [--keys 1000000] [--revisions 10000]

1. A catalog of many keys and one of a tenth of them are published; one text is edited and published again. The second
   pack must hold at most 24 nodes and 256 KB, and in the large catalog at most twice the bytes of the small one.
2. The manifest of that edit must read as many nodes as the small catalog's does, give or take the depth of a tree.
3. A small project is published again and again: each time another text is edited, and in a second one always the
   same. Then `publish`, `log -n 5`, `status` and `check --rollback` must take at most 1.2 times the CPU time they take
   in a copy of ten revisions, plus 0.5 ms: the least of twenty, measured in turns.

A twentieth of keys and revisions unless ASSETS_FULL=1. Prints `N passed, N failed`; exits 1 on failure.
"""

import argparse
import copy
import json
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

CONFIGURATION = """version: 1
project: scale
sourceLocale: en
locales: [en]
catalogs: [{ name: m, target: "{locale}.yml" }]
content: content.yml
store: Bundles
"""


class Checks:
    passed = failed = 0

    def check(self, holds, text):
        self.passed, self.failed = self.passed + holds, self.failed + (not holds)
        print(f"scale: {'ok  ' if holds else 'FAIL'}  {text}", flush=True)


def cpu(command, folder):
    """Output and CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert run.returncode == 0, run.stderr
    return run.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def project(folder, keys):
    folder.mkdir()
    (folder / "assets.yml").write_text(CONFIGURATION)
    (folder / "content.yml").write_text("content:\n  - { contentID: c, domain: d, route: x, titleKey: m/a00.k00500 }\n")
    with open(folder / "en.yml", "w") as file:
        file.write("en:\n")
        per = 1000
        for group in range(keys // per):
            file.write(f"  a{group:02}:\n")
            file.writelines(f"    k{key:05}: Text number {group * per + key}\n" for key in range(per))


def newest_pack(folder):
    head = json.loads((folder / "Bundles/HEAD").read_text())
    data = json.loads((folder / f"Bundles/heads/{head['revision']}-{head['head']}").read_text())
    return (folder / "Bundles/packs" / data["pack"]).read_bytes()


def one_edit(binary, work, keys, checks):
    folder = work / f"keys-{keys}"
    project(folder, keys)
    cpu([binary, "publish", "--quiet"], folder)
    text = (folder / "en.yml").read_text()
    (folder / "en.yml").write_text(text.replace("Text number 500\n", "Another text\n", 1))
    _, seconds = cpu([binary, "publish", "--quiet"], folder)
    pack = newest_pack(folder)
    nodes = pack.count(b"\n")
    checks.check(nodes <= 24 and len(pack) <= 256 * 1024, f"{keys} keys, one edit: {nodes} nodes, {len(pack)} bytes, {seconds:.2f} s")
    output, manifest = cpu([binary, "manifest", "r1..r2"], folder)
    _, start = cpu([binary, "--version"], folder)
    checks.check(json.loads(output)["counts"] == {"deletes": 0, "upserts": 1}, f"{keys} keys: the manifest names one item")
    shutil.rmtree(folder)
    return len(pack), manifest - start


class Project:
    """A small project of which each revision edits the text `step` keys after the last one."""

    def __init__(self, binary, folder, step):
        self.binary, self.folder, self.step, self.revision = binary, folder, step, 0
        project(folder, 1000)
        self.text = (folder / "en.yml").read_text().split("\n")

    def edit(self):
        self.revision += 1
        key = (500 + self.step * self.revision) % 1000
        self.text[2 + key] = f"    k{key:05}: Edition {self.revision}"
        (self.folder / "en.yml").write_text("\n".join(self.text))

    def run(self, *words):
        return cpu([self.binary, *words, "--quiet"], self.folder)[1] * 1e3

    def copy(self, folder):
        shutil.copytree(self.folder, folder)
        other = copy.copy(self)
        other.folder, other.text = folder, [*self.text]
        return other


COMMANDS = {
    "check --rollback": ("check", "--rollback", "--against", "head"),
    "publish": ("publish",),
    "log -n 5": ("log", "-n", "5"),
    "status": ("status",),
}


def many_revisions(binary, work, revisions, checks, step):
    large = Project(binary, work / f"many-{step}", step)
    for revision in range(1, revisions + 1):
        large.edit()
        large.run("publish")
        if revision == 10:
            small = large.copy(work / f"ten-{step}")
    times = {name: ([], []) for name in COMMANDS}
    for _ in range(20):
        for side, each in enumerate((small, large)):
            each.edit()
            for name, words in COMMANDS.items():
                times[name][side].append(each.run(*words))
    shape = "another key in each" if step else "one key in each"
    for name, (early, late) in times.items():
        least, middle = ([function(each) for each in (early, late)] for function in (min, statistics.median))
        checks.check(
            least[1] <= 1.2 * least[0] + 0.5,
            f"{name} after {revisions} revisions, {shape}: {least[1]:.1f} ms, after ten {least[0]:.1f} ms, "
            f"ratio {least[1] / least[0]:.2f}; medians {middle[1]:.1f} and {middle[0]:.1f} ms")
    size = sum(each.stat().st_size for each in (large.folder / "Bundles/packs").iterdir())
    print(f"scale: note  {size / large.revision / 1e3:.0f} kB a revision, {shape}", flush=True)
    cpu([binary, "verify"], large.folder)
    shutil.rmtree(large.folder)


def memory():
    """A folder in memory with room enough, where no publish waits for a disk; `None` takes what the system gives."""
    folder = pathlib.Path("/dev/shm")
    return folder if folder.is_dir() and shutil.disk_usage(folder).free > 8 << 30 else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--keys", type=int, default=1_000_000)
    parser.add_argument("--revisions", type=int, default=10_000)
    options = parser.parse_args()
    if os.environ.get("ASSETS_FULL") != "1":
        options.keys, options.revisions = options.keys // 20, options.revisions // 20
    binary = os.path.abspath(options.binary)
    checks = Checks()
    with tempfile.TemporaryDirectory(dir=memory()) as folder:
        work = pathlib.Path(folder)
        small, small_time = one_edit(binary, work, options.keys // 10, checks)
        large, large_time = one_edit(binary, work, options.keys, checks)
        checks.check(large <= 2 * small, f"bytes of one edit: {large} at {options.keys} keys, {small} at a tenth")
        checks.check(
            large_time <= 2 * small_time + 0.01,
            f"manifest: {large_time * 1e3:.1f} ms above the start at {options.keys} keys, {small_time * 1e3:.1f} at a tenth")
        many_revisions(binary, work, options.revisions, checks, step=37)
        many_revisions(binary, work, options.revisions, checks, step=0)
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
