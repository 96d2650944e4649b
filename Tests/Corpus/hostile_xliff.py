#!/usr/bin/env python3
"""Gives the built binary hostile XLIFF documents and watches what it does.

    hostile_xliff.py --binary PATH [--corpus FOLDER]

Each document is refused by the rule that is named beside it, in less than a second, within 64 MiB, and while that
happens no file but the document itself and the libraries is opened, and no socket. Times and memory are measured
without the tracer; without strace, tracing is left out with a notice. Prints `N passed, N failed`.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SECONDS = 1.0
MEBIBYTES = 64
OPEN = '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">'
FILE = '<file original="a" source-language="en" target-language="de" datatype="x"><body>'
CLOSE = "</body></file></xliff>"


def document(units, prologue="", start=OPEN + FILE, end=CLOSE):
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{prologue}{start}{units}{end}'


def unit(target, id="k"):
    return f'<trans-unit id="{id}"><source>S</source><target>{target}</target></trans-unit>'


def laughs(depth, width):
    lines = ['<!ENTITY a0 "ha">']
    for level in range(1, depth):
        lines.append(f'<!ENTITY a{level} "{f"&a{level - 1};" * width}">')
    return "<!DOCTYPE xliff [" + "".join(lines) + "]>"


def cases(secret):
    """(name, rule, document) of each."""
    yield "billion laughs", "SE-DOCTYPE", document(unit("&a9;"), laughs(10, 10))
    big = '<!DOCTYPE xliff [<!ENTITY a "' + "x" * 50_000 + '">]>'
    yield "quadratic expansion", "SE-DOCTYPE", document(unit("&a;" * 20_000), big)
    for name, address in [("a file", f"file://{secret}"), ("the network", "http://127.0.0.1:9/x"), ("a name", secret)]:
        external = f'<!DOCTYPE xliff [<!ENTITY x SYSTEM "{address}">]>'
        yield f"entity from {name}", "SE-DOCTYPE", document(unit("&x;"), external)
        parameter = f'<!DOCTYPE xliff [<!ENTITY % x SYSTEM "{address}"> %x;]>'
        yield f"parameter entity from {name}", "SE-DOCTYPE", document(unit("T"), parameter)
        yield f"doctype from {name}", "SE-DOCTYPE", document(unit("T"), f'<!DOCTYPE xliff SYSTEM "{address}">')
    yield "public doctype", "SE-DOCTYPE", document(
        unit("T"), '<!DOCTYPE xliff PUBLIC "-//XLIFF//DTD XLIFF//EN" "http://www.oasis-open.org/x.dtd">')
    yield "undeclared entity", "SE-ENTITY", document(unit("10&nbsp;km"))
    yield "300 groups", "SE-DEPTH", document("<group>" * 300 + unit("T") + "</group>" * 300)
    yield "a million groups", "SE-DEPTH", document("<group>" * 1_000_000)
    yield "300 codes", "SE-DEPTH", document(unit('<g id="1">' * 300 + "T" + "</g>" * 300))
    yield "300 foreign elements", "SE-DEPTH", document("<a xmlns='b'>" * 300 + "</a>" * 300 + unit("T"))
    yield "a target of 11 MiB", "SE-TEXT-SIZE", document(unit("x" * (11 << 20)))
    yield "a section of 11 MiB", "SE-TEXT-SIZE", document(unit("<![CDATA[" + "x" * (11 << 20) + "]]>"))
    include = '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="' + secret + '" parse="text"/>'
    yield "an include in a target", "XL-FOREIGN", document(unit(include))
    style = f'<?xml-stylesheet href="file://{secret}"?>'
    yield "a style sheet", None, document(unit("T"), style)
    schema = f' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:x {secret}">'
    yield "a schema", None, document(unit("T"), start=OPEN[:-1] + schema + FILE)
    skeleton = f'<header><skl><external-file href="file://{secret}"/></skl></header><body>'
    yield "a skeleton", None, document(unit("T"), start=OPEN + FILE.replace("<body>", skeleton))
    binary = f'<bin-unit id="b" mime-type="x"><bin-source><external-file href="{secret}"/></bin-source></bin-unit>'
    yield "a binary unit", "XL-BINARY", document(binary + unit("T"))
    start2 = '<xliff version="2.0" srcLang="en" trgLang="de" xmlns="urn:oasis:names:tc:xliff:document:2.0"><file id="f">'
    codes = "".join(f'<ph id="{number}" copyOf="{number + 1}"/>' for number in range(20_000))
    yield "20,000 copies of copies", "XL-COPY-OF", document(
        f'<unit id="u"><segment><source>{codes}</source></segment></unit>', start=start2, end="</file></xliff>")
    ends = "".join(f'<ec startRef="{number}"/>' for number in range(20_000))
    yield "20,000 lone ends", "XL-CODE-PAIR", document(
        f'<unit id="u"><segment><source>{ends}</source></segment></unit>', start=start2, end="</file></xliff>")
    languages = "".join(
        f'<unit id="u{n}" xml:lang="x-{n}"><segment><source>S</source></segment></unit>' for n in range(10_000))
    yield "10,000 languages", "XL-LANGUAGE-MISMATCH", document(languages, start=start2, end="</file></xliff>")
    prefixes = "".join(f'<a xmlns="urn:{n}"/>' for n in range(20_000))
    yield "20,000 namespaces", "XL-FOREIGN", document(prefixes + unit("T"))


# The peak of a child begins with that of its parent, so a small process starts what is measured.
MEASURE = """
import json, os, subprocess, sys, time
started = time.monotonic()
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
output = process.stdout.read().decode("utf-8", "replace")
_, status, usage = os.wait4(process.pid, 0)
print(json.dumps([os.waitstatus_to_exitcode(status), output, time.monotonic() - started, usage.ru_maxrss / 1024]))
"""


def measure(binary, path):
    """Exit code, output, seconds and MiB of one check."""
    command = [binary, "check", "--format", "concise", "--fail-on", "note", path.name]
    done = subprocess.run(
        [sys.executable, "-S", "-c", MEASURE] + command, cwd=path.parent, capture_output=True, timeout=60)
    return json.loads(done.stdout)


def opened(binary, path):
    """Files and sockets that a check of the document opens, but for libraries, devices and the document."""
    trace = path.parent / "trace.txt"
    subprocess.run(
        ["strace", "-f", "-qq", "-o", trace, "-e", "trace=open,openat,openat2,socket,connect,sendto,execve",
         binary, "check", "--format", "concise", path.name],
        cwd=path.parent, capture_output=True, timeout=60)
    found = []
    for line in trace.read_text(errors="replace").splitlines():
        call = re.search(r"\b(open|openat|openat2|socket|connect|sendto|execve)\((.*)", line)
        if not call:
            continue
        name = re.search(r'"((?:[^"\\]|\\.)*)"', call[2])
        target = name[1] if name else call[2]
        if call[1] == "execve" and target == binary:
            continue
        if call[1].startswith("open") and re.match(r"/(lib|usr|etc/ld\.so|proc|sys|dev)\b", target):
            continue
        if call[1].startswith("open") and re.search(r"\.so(\.\d+)*$", target):
            continue
        if call[1].startswith("open") and pathlib.Path(target).name in (path.name, "assets.yml", ".", "..", "/"):
            continue
        if call[1].startswith("open") and "O_DIRECTORY" in call[2]:
            continue
        found.append(f"{call[1]} {target}")
    return found


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--binary", required=True)
    arguments.add_argument("--corpus")
    options = arguments.parse_args()
    binary = os.path.abspath(options.binary)
    traces = shutil.which("strace") is not None
    if not traces:
        print("NOTICE: strace is not installed; what is opened is NOT traced")
    passed, failures, slowest, largest = 0, [], 0.0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        secret = folder / "secret.txt"
        secret.write_text("hush")
        documents = [(name, rule, text.encode()) for name, rule, text in cases(str(secret))]
        if options.corpus:
            for name in ["billion-laughs", "quadratic-blowup", "xxe-external-entity", "xxe-parameter-entity",
                         "internal-entity-benign"]:
                path = pathlib.Path(options.corpus) / "xliff/synthetic" / f"{name}.xlf"
                documents.append((name, "SE-DOCTYPE", path.read_bytes()))
        for number, (name, rule, content) in enumerate(documents):
            path = folder / f"hostile-{number}.xlf"
            path.write_bytes(content)
            code, output, seconds, mebibytes = measure(binary, path)
            slowest, largest = max(slowest, seconds), max(largest, mebibytes)
            problems = []
            if rule and rule not in output:
                problems.append(f"expected {rule}, got exit {code}: {output[:200]!r}")
            if rule and rule.startswith("SE-") and code != 2:
                problems.append(f"exit {code} instead of 2")
            if "hush" in output:
                problems.append("the secret was read")
            if seconds > SECONDS:
                problems.append(f"{seconds:.2f} s")
            if mebibytes > MEBIBYTES:
                problems.append(f"{mebibytes:.0f} MiB")
            if traces:
                problems += [f"opened: {what}" for what in opened(binary, path)]
            path.unlink()
            if problems:
                failures.append(f"{name}: {'; '.join(problems)}")
            else:
                passed += 1
    for failure in failures:
        print(f"FAIL {failure}")
    print(f"slowest {slowest:.2f} s, largest {largest:.0f} MiB, traced: {'yes' if traces else 'no'}")
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
