#!/usr/bin/env python3
"""What a publish costs in a large store: bytes and nodes for one edit, and time after many revisions.

    run.py --binary PATH [--keys 1000000] [--revisions 10000]

1. A catalog of many keys and one of a tenth of them are published; one text is edited and published again. The second
   pack must hold at most 24 nodes and 256 KB, and in the large catalog at most twice the bytes of the small one.
2. The manifest of that edit must read as many nodes as the small catalog's does, give or take the depth of a tree.
3. A small project is published again and again, each time with another text edited; the last publishes and
   `log -n 5` must take at most twice the CPU time of the tenth, plus 10 ms. For one text that is edited each time
   the times are printed and not judged: a key's entry in the history holds all its former values.

A twentieth of keys and revisions unless ASSETS_FULL=1. Prints `N passed, N failed`; exits 1 on failure.
"""

import argparse
import json
import os
import pathlib
import resource
import shutil
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


def many_revisions(binary, work, revisions, checks, step):
    """Every revision edits the text `step` keys after the last one; of step 0 nothing is judged."""
    folder = work / f"many-{step}"
    project(folder, 1000)
    text = (folder / "en.yml").read_text().split("\n")
    times = {"publish": [], "log": []}
    for revision in range(1, revisions + 1):
        key = (500 + step * revision) % 1000
        text[2 + key] = f"    k{key:05}: Edition {revision}"
        (folder / "en.yml").write_text("\n".join(text))
        _, publish = cpu([binary, "publish", "--quiet"], folder)
        if revision <= 20 or revision > revisions - 20:
            times["publish"].append(publish)
            times["log"].append(cpu([binary, "log", "-n", "5", "--quiet"], folder)[1])
    for name, values in times.items():
        early, late = min(values[5:20]) * 1e3, min(values[-15:]) * 1e3
        words = f"{name} after {revisions} revisions {late:.1f} ms, after ten {early:.1f} ms"
        if step:
            checks.check(late <= 2 * early + 10, words)
        else:
            print(f"scale: note  {words}, one key in each", flush=True)
    cpu([binary, "verify"], folder)


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
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        small, small_time = one_edit(binary, work, options.keys // 10, checks)
        large, large_time = one_edit(binary, work, options.keys, checks)
        checks.check(large <= 2 * small, f"bytes of one edit: {large} at {options.keys} keys, {small} at a tenth")
        checks.check(
            large_time <= 2 * small_time + 0.01,
            f"manifest: {large_time * 1e3:.1f} ms above the start at {options.keys} keys, {small_time * 1e3:.1f} at a tenth")
        many_revisions(binary, work, options.revisions, checks, step=37)
        many_revisions(binary, work, options.revisions // 10, checks, step=0)
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
