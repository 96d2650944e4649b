#!/usr/bin/env python3
"""Lets the built binary read YAML files that are made to exhaust it, and watches time and memory.

    hostile_yaml.py --binary PATH [--seconds 1] [--megabytes 64]

Each file is refused with exit 2, its rule and a place, in under a second of processor time and within 64 MiB at its
peak; none opens another file. Prints a line a file and `N passed, N failed`.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile


def laughs(levels, width):
    lines = ["a0: &a0 [x]"]
    for level in range(1, levels + 1):
        lines.append(f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * width)}]")
    return "\n".join(lines) + "\n"


def merges(levels):
    lines = ["m0: &m0 {k0: x, j0: x}"]
    for level in range(1, levels + 1):
        lines.append(f"m{level}: &m{level} {{a{level}: *m{level - 1}, b{level}: *m{level - 1}}}")
    return "\n".join(lines) + "\n"


# Name: what the file holds, and the rule that refuses it.
FILES = {
    "nine levels of aliases": (laughs(9, 9), "SE-ALIAS-EXPANSION"),
    "fifty levels of pairs": (merges(50), "SE-ALIAS-EXPANSION"),
    "aliases of one long list": (
        "l: &l [" + "x, " * 5000 + "x]\n" + "\n".join(f"c{n}: *l" for n in range(5000)) + "\n", "SE-ALIAS-EXPANSION"),
    "a long key under aliases": (
        "k: &k {" + "k" * 1000 + ": " + "{" + "j" * 1000 + ": x}}\n"
        + "\n".join("c%d: *k" % n for n in range(200_000)) + "\n", "SE-UNIT-COUNT"),
    "60,000 braces": ("{x: " * 60_000, "SE-DEPTH"),
    "60,000 brackets": ("a: " + "[" * 60_000, "SE-DEPTH"),
    "60,000 dashes": ("- " * 60_000 + "x\n", "SE-DEPTH"),
    "20,000 maps in lines": ("".join(" " * n + f"k{n}:\n" for n in range(2000)), "SE-DEPTH"),
    "an alias of itself": ("a: &a {b: [*a]}\n", "YM-ALIAS"),
    "a text of 11 MiB": ("a: \"" + "x" * (11 << 20) + "\"\n", "SE-TEXT-SIZE"),
    "an open quote over 8 MiB": ("a: \"" + "x y\n " * (2 << 20), "YM-UNCLOSED-QUOTE"),
    "a key of 2 MiB": ("k" * (2 << 20) + ": x\n", "YM-SYNTAX"),
    "a million merge keys": ("b: &b {x: y}\n" + "a: {<<: [" + "*b, " * 300_000 + "*b]}\n", "SE-ALIAS-EXPANSION"),
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--megabytes", type=int, default=64)
    options = parser.parse_args()
    binary = os.path.abspath(options.binary)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, (text, rule) in FILES.items():
            with open(f"{folder}/x.yml", "w", encoding="utf-8") as file:
                file.write(text)
            # A child that starts others tells each one's own peak.
            report = subprocess.run(
                [sys.executable, "-c", CHILD, binary], cwd=folder, capture_output=True, text=True)
            code, seconds, kilobytes, output = json.loads(report.stdout)
            errors = [d for d in json.loads(output)["diagnostics"] if d["severity"] == "error"] if code in (1, 2) else []
            problems = []
            if code != 2 or not errors or errors[0]["rule"] != rule:
                problems.append(f"exit {code}, {[d['rule'] for d in errors]}")
            elif "line" not in errors[0]:
                problems.append("no line")
            if seconds >= options.seconds:
                problems.append(f"{seconds:.2f} s")
            if kilobytes > options.megabytes * 1024:
                problems.append(f"{kilobytes >> 10} MiB")
            failed += bool(problems)
            print(f"{'FAIL' if problems else 'ok  '}  {name:28} {rule:20} {seconds:6.3f} s {kilobytes >> 10:4} MiB",
                  *problems, flush=True)
    print(f"{len(FILES) - failed} passed, {failed} failed")
    return 1 if failed else 0


CHILD = """
import json, resource, subprocess, sys
done = subprocess.run([sys.argv[1], "check", "x.yml", "--format", "json"], capture_output=True, text=True, timeout=60)
use = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([done.returncode, use.ru_utime + use.ru_stime, use.ru_maxrss, done.stdout]))
"""

if __name__ == "__main__":
    sys.exit(main())
