#!/usr/bin/env python3
"""Measures the preview of a large hand-off against the cost of parsing it.

    size.py --binary PATH [--locales 20] [--files 5] [--units 10000] [--seed 1] [--runs 3]

Makes a project of XLIFF catalogs and a hand-off of the same size in which one unit in a hundred changed, and runs
`assets import --dry-run` on it. The floor is libxml2's SAX2 parser with callbacks that only count, over the working files
and the hand-off, one after the other. Prints CPU time and peak memory of the least of the runs, and their ratios. Exit 1
if a run failed. Needs a C compiler and libxml2's headers.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORDS = "harbor lantern compass anchor lighthouse mast quiet evening timer notebook review release".split()
TAGS = "ar bg cs da de el es fi fr he hu it ja ko nl pl pt-BR ru sv tr uk zh-Hans".split()


def document(locale, number, count, seed, edited):
    chance = random.Random(f"{seed} {number}")
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">',
        f'<file original="c{number}" source-language="en" target-language="{locale}" datatype="plaintext"><body>',
    ]
    for unit in range(count):
        source = " ".join(chance.choices(WORDS, k=chance.randint(2, 9)))
        target = f"{locale} {source[::-1]}" + (" new" if edited and unit % 100 == 7 else "")
        lines.append(
            f'<trans-unit id="u{unit:05}.title"><source>{source}</source>'
            f'<target state="translated">{target}</target></trans-unit>'
        )
    return "\n".join([*lines, "</body></file></xliff>", ""])


def measure(usage, command, folder, runs):
    """The least CPU seconds and the peak KiB of several runs."""
    best = None
    for _ in range(runs):
        read, write = os.pipe()
        # `usage` answers on file descriptor 3.
        done = subprocess.run(
            ["bash", "-c", f'"$@" 3>&{write}', "bash", usage, *map(str, command)],
            cwd=folder, pass_fds=(write,), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )
        os.close(write)
        with os.fdopen(read) as pipe:
            code, microseconds, kib = map(int, pipe.read().split())
        if done.returncode not in (0,) or code != 0:
            sys.exit(f"size: {command[0]} ended with {code}: {done.stderr.decode()[-500:]}")
        now = (microseconds / 1e6, kib)
        best = now if best is None else (min(best[0], now[0]), min(best[1], now[1]))
    return best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--locales", type=int, default=20)
    parser.add_argument("--files", type=int, default=5)
    parser.add_argument("--units", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    binary = os.path.abspath(options.binary)
    tags = TAGS[: options.locales]
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        floors = ROOT / "Benchmarks/floors"
        flags = subprocess.run(["xml2-config", "--cflags", "--libs"], capture_output=True, text=True).stdout.split()
        subprocess.run(["cc", "-O2", "-o", work / "floor", floors / "xml_floor.c", *flags], check=True)
        subprocess.run(["cc", "-O2", "-o", work / "usage", floors / "usage.c"], check=True)
        project = work / "project"
        lines = ["version: 1", "project: size", "sourceLocale: en", f"locales: [en, {', '.join(tags)}]", "catalogs:"]
        files, size = [], 0
        for number in range(options.files):
            lines.append(f'  - {{ name: c{number}, target: "c{number}/{{locale}}.xliff" }}')
            for tag in tags:
                for path, edited in ((project / f"c{number}/{tag}.xliff", False), (project / f"H/c{number}/{tag}.xliff", True)):
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(document(tag, number, options.units, options.seed, edited), "utf-8")
                    files.append(path)
                    size += path.stat().st_size
        (project / "assets.yml").write_text("\n".join([*lines, "store: Bundles", ""]), "utf-8")
        floor = measure(work / "usage", [work / "floor", *files], project, options.runs)
        preview = measure(work / "usage", [binary, "import", "H", "--dry-run", "--format", "json"], project, options.runs)
    units = options.locales * options.files * options.units
    print(f"{options.locales} locales x {options.files} files x {options.units} units = {units} units, "
          f"{size / 1e6:.0f} MB with the working files, seed {options.seed}, least of {options.runs}")
    print(f"floor    {floor[0]:6.2f} s CPU  {floor[1] / 1024:7.1f} MiB")
    print(f"preview  {preview[0]:6.2f} s CPU  {preview[1] / 1024:7.1f} MiB")
    print(f"ratio    {preview[0] / floor[0]:6.2f}        {preview[1] * 1024 / size:7.2f} x the bytes of both sides")


if __name__ == "__main__":
    main()
