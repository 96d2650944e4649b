#!/usr/bin/env python3
"""Sends hand-offs out and takes them back as people and their tools do, and compares what is said and written.

    run.py --binary PATH [--corpus DIR] [--update] [--only NAME]...

1. Transcripts: the days of a localization engineer and of a vendor's manager on the sample project, and hand-offs on
   real histories that are old, stale, half ready, damaged, mixed up, laid out anew or from before a move. Every command,
   what it said and how it ended is compared with Tests/Handoffs/transcripts/NAME.txt; --update writes those.
2. Round trips: an export that comes back unchanged changes nothing, in four formats; one in which Translate Toolkit
   edited ten translations changes those ten values and no other byte around them.

All of the histories with ASSETS_FULL=1, else two of them. Prints `N passed, N failed`; exit 1 on a failure. Needs lxml,
PyYAML and translate-toolkit.
"""

import argparse
import difflib
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

from bench import XLIFF, Bench, change, child, histories, plain, quiet, set_target, translated, units
from lxml import etree
from roundtrips import ten_edits, unchanged

TRANSCRIPTS = Path(__file__).resolve().parent / "transcripts"
ROOT = Path(__file__).resolve().parents[2]
FULL = os.environ.get("ASSETS_FULL") == "1"


# MARK: Transcripts


def engineer(bench):
    """The localization engineer's day: a vendor's hand-off of three locales comes in."""
    s = bench.sample()
    quiet(s, "publish")
    quiet(s, "export", "--locale", "*", "--id", "acme-1128", "--out", "Handoff/acme-1128")
    s.edit("articles/ja.yml", "集中タイマーで静かに作業する", "フォーカスタイマーで作業する")
    quiet(s, "publish", "--message", "glossary")
    s.edit("Handoff/acme-1128/ja/articles.xliff", "一日の終わりの振り返り", "一日を短い振り返りで終える")

    def german(root):
        for unit in units(root):
            if unit.get("id") == "daily-review.title":
                set_target(unit, "Den Tag kurz abschließen")
            if unit.get("id") == "focus-timer.description":
                set_target(unit, "Noch nicht fertig", "needs-translation")

    change(s.folder / "Handoff/acme-1128/de/articles.xliff", german)

    def arabic(root):
        unit = next(u for u in units(root) if child(u, "target") is not None and "%" in (child(u, "target").text or ""))
        set_target(unit, "نص بلا عدد")

    change(s.folder / "Handoff/acme-1128/ar/app.xliff", arabic)
    s.say("Is it readable, which locales, what is new?")
    s.type("assets import Handoff/acme-1128 --dry-run", expect=1)
    s.say("A list for the vendor.")
    s.type("assets import Handoff/acme-1128 --dry-run --format csv > fixes.csv 2>/dev/null; head -c 400 fixes.csv")
    s.say("Take the clean locales today; in Japanese the catalog's own text stays.")
    s.type("assets import Handoff/acme-1128 --skip-locale ar --on-conflict ours")
    s.type("assets import Handoff/acme-1128 --skip-locale ar --on-conflict ours")
    s.say("What changed, and where the project stands.")
    s.type("assets diff")
    s.type("assets status")
    s.type('assets publish --message "Hand-off acme-1128"')
    return s


def vendor(bench):
    """The vendor manager's day: give me only what needs work."""
    s = bench.sample()
    quiet(s, "publish")
    s.edit("articles/en.yml", "Find any note again", "Find every note again")
    s.type("assets status")
    s.say("What is there to do, in words, for the quote.")
    s.type("assets export --locale '*' --for translate --count")
    s.type("assets export --locale ja --since r1 --state new,changed --catalog articles")
    s.type("assets export --locale ja --since r1 --for translate --id acme-1129 --out Handoff/ja")
    s.say("The translator sends it back with the one text done.")
    change(
        s.folder / "Handoff/ja/ja/articles.xliff",
        lambda root: [set_target(u, "どのメモも見つかる") for u in units(root)],
    )
    s.type("assets import Handoff/ja --dry-run")
    s.type("assets import Handoff/ja")
    s.type("assets export --locale ja --since r1 --for review --catalog articles --format csv 2>/dev/null | tail -n +2 | cut -c1-90")
    s.type("assets export --locale ja --since r1 --state new,changed --catalog articles", expect=5)
    return s


def old(bench):
    """A file from before the last revision."""
    s = bench.history("redmine")
    (s.folder / "Old").mkdir()
    shutil.copy(s.folder / "app/ja.yml", s.folder / "Old/ja.yml")
    quiet(s, "publish")
    bench.update(s, 1)
    s.type("assets publish --message second 2>/dev/null | head -1")
    before = s.files()
    s.type("assets import Old/ja.yml --max-diagnostics 1", expect=3)
    s.type("assets import Old/ja.yml --force --dry-run --max-diagnostics 1", expect=1)
    assert s.files() == before
    return s


def stale(bench):
    """A hand-off whose source changed while it was away."""
    s = bench.history("gomap")
    quiet(s, "publish")
    quiet(s, "export", "--locale", "de", "--id", "away", "--out", "Handoff")
    bench.update(s, 1)
    quiet(s, "publish")
    before = s.files()

    def edit(root):
        for number, unit in enumerate(translated(root)):
            if number % 40 == 0:
                set_target(unit, f"Neu {number}")

    change(s.folder / "Handoff/de/app.xliff", edit)
    s.type("assets import Handoff --dry-run --max-diagnostics 2", expect=1)
    s.type("assets import Handoff --on-conflict ours --max-diagnostics 2")
    assert s.files() != before
    s.type("assets import Handoff --on-conflict ours --max-diagnostics 0 2>/dev/null | head -4")
    return s


def half(bench):
    """A hand-off that is half done."""
    s = bench.history("wallabag")
    quiet(s, "publish")
    quiet(s, "export", "--locale", "ja", "--state", "new", "--out", "Handoff")

    def edit(root):
        for number, unit in enumerate(u for u in units(root) if plain(u)):
            set_target(unit, f"訳{number}", "translated" if number % 2 else "needs-review-translation")

    change(s.folder / "Handoff/ja/app.xliff", edit)
    s.type("assets import Handoff")
    s.type("assets import Handoff 2>&1 >/dev/null")
    return s


def broken(bench):
    """One damaged file of twenty."""
    tags = "ar bg cs da de el es fi fr he hu it ko nl pl pt-BR ru sv tr uk".split()
    s = bench.sample()
    for tag in tags:
        if tag not in ("ar", "de"):
            s.write(f"articles/{tag}.yml", f"{tag}:\n  focus-timer:\n    title: Old\n")
    text = s.read("assets.yml").replace("[en, ar, de, ja]", f"[en, {', '.join(tags)}]")
    text = re.sub(r"  - name: app\n(    .*\n)+", "", text).replace("content: content.yml\n", "")
    s.write("assets.yml", text)
    quiet(s, "export", "--locale", "*", "--out", "Handoff")
    for tag in tags:
        change(
            s.folder / f"Handoff/{tag}/articles.xliff",
            lambda root: [set_target(u, "Changed") for u in units(root) if u.get("id") == "offline.title"],
        )
    path = s.folder / "Handoff/de/articles.xliff"
    path.write_bytes(path.read_bytes()[:1500])
    s.type("assets import Handoff --dry-run", expect=2)
    s.type("assets import Handoff --partial none 2>&1 >/dev/null", expect=2)
    assert "Changed" not in s.read("articles/fr.yml")
    s.type("assets import Handoff 2>&1 >/dev/null", expect=2)
    assert all(("Changed" in s.read(f"articles/{tag}.yml")) == (tag != "de") for tag in tags)
    s.type("assets import Handoff --skip-locale de 2>&1 >/dev/null")
    return s


def locales(bench):
    """Files that are for another locale than their names say, for none of the project's, and for two."""
    s = bench.history("gomap")
    quiet(s, "export", "--locale", "de,ru", "--out", "Handoff")
    (s.folder / "Handoff/ar").mkdir()
    shutil.copy(s.folder / "Handoff/de/app.xliff", s.folder / "Handoff/ar/app.xliff")
    s.type("assets import Handoff/ar", expect=1)
    shutil.rmtree(s.folder / "Handoff/ar")
    text = s.read("Handoff/de/app.xliff").replace('target-language="de"', 'target-language="pt"')
    s.write("Handoff/pt/app.xliff", text)
    s.type("assets import Handoff/pt", expect=1)
    shutil.rmtree(s.folder / "Handoff/pt")

    german = etree.parse(str(s.folder / "Handoff/de/app.xliff"))
    russian = etree.parse(str(s.folder / "Handoff/ru/app.xliff"))
    for tree, word in ((german, "Gemischt"), (russian, "Смешано")):
        set_target(translated(tree.getroot())[3], word)
    for element in russian.getroot():
        german.getroot().append(element)
    (s.folder / "Handoff/mixed").mkdir()
    german.write(str(s.folder / "Handoff/mixed/both.xliff"), xml_declaration=True, encoding="UTF-8")
    s.type("assets import Handoff/mixed")
    return s


def copied(bench):
    """The source copied into every target, as if that were a translation."""
    s = bench.history("redmine")
    quiet(s, "publish")
    quiet(s, "export", "--locale", "pl", "--out", "Handoff")

    def edit(root):
        for unit in units(root):
            if plain(unit):
                set_target(unit, child(unit, "source").text)

    change(s.folder / "Handoff/pl/app.xliff", edit)
    before = s.files()
    s.type("assets import Handoff --max-diagnostics 1", expect=1)
    assert s.files() == before
    return s


def layout(bench):
    """Sorted and indented anew by a tool, with one text that did change."""
    s = bench.history("redmine")
    quiet(s, "publish")
    quiet(s, "export", "--locale", "de", "--out", "Handoff")

    def edit(root):
        chosen = translated(root)[5]
        for body in root.iter(f"{{{XLIFF}}}body"):
            body[:] = sorted(body, key=lambda unit: unit.get("id"), reverse=True)
        for unit in units(root):
            unit.attrib.pop("{http://www.w3.org/XML/1998/namespace}space", None)
            for name in ("source", "target"):
                element = child(unit, name)
                if element is not None and len(element) == 0 and element.text and plain(unit):
                    element.text = f"\n            {element.text}\n          "
        set_target(chosen, "\n            Nur dies\n          ")
        etree.indent(root, space="\t")

    change(s.folder / "Handoff/de/app.xliff", edit)
    before = s.files()
    s.type("assets import Handoff")
    after = s.files()
    changed = [path for path in after if after[path] != before[path]]
    assert changed == ["app/de.yml"], changed
    assert "Nur dies" in s.read("app/de.yml")
    return s


def moved(bench):
    """A hand-off from before the strings moved to other files."""
    s = bench.history("elytra-localisations")
    quiet(s, "publish")
    quiet(s, "export", "--locale", "de", "--out", "Handoff")
    bench.update(s, 1)
    quiet(s, "publish")

    def edit(root):
        for number, unit in enumerate(translated(root)[:200]):
            if number % 20 == 0:
                set_target(unit, f"Verschoben {number}")

    change(s.folder / "Handoff/de/app.xliff", edit)
    s.type("assets import Handoff --on-conflict theirs --max-diagnostics 2")
    s.type("assets import Handoff --on-conflict theirs --max-diagnostics 0 2>/dev/null | head -4")
    return s


DAYS = [engineer, vendor]
CASES = [old, stale, half, broken, locales, copied, layout, moved]


def compare(name, session, update):
    text = "\n".join(session.lines).rstrip() + "\n"
    path = TRANSCRIPTS / f"{name}.txt"
    if update:
        path.write_text(text, "utf-8")
        return
    known = path.read_text("utf-8") if path.exists() else ""
    if text != known:
        diff = difflib.unified_diff(known.splitlines(), text.splitlines(), "reviewed", "now", lineterm="", n=1)
        raise AssertionError("another transcript:\n" + "\n".join(list(diff)[:60]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--corpus", default=os.environ.get("ASSETS_CORPUS", str(ROOT.parent / "shared/corpus")))
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--only", action="append", default=[])
    options = parser.parse_args()
    binary = os.path.abspath(options.binary)
    jobs = [(day.__name__, lambda bench, day=day: compare(day.__name__, day(bench), options.update)) for day in DAYS]
    jobs.append(("broken", lambda bench: compare("broken", broken(bench), options.update)))
    if Path(options.corpus).is_dir():
        for case in CASES:
            if case is not broken:
                jobs.append(
                    (case.__name__, lambda bench, case=case: compare(case.__name__, case(bench), options.update))
                )
        names = [history.name for history in histories.ALL if "revert" not in history.name]
        trips = names if FULL else ["elytra-localisations", "redmine"]
        for name in trips:
            jobs.append((f"unchanged {name}", lambda bench, name=name: unchanged(bench, name)))
            jobs.append((f"ten edits {name}", lambda bench, name=name: ten_edits(bench, name)))
    else:
        print(f"handoffs: there is no corpus at {options.corpus}; the histories are skipped")
    passed = failed = 0
    for name, job in jobs:
        if options.only and name not in options.only:
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                job(Bench(binary, options.corpus, Path(folder)))
                passed += 1
            except Exception as error:  # noqa: BLE001
                failed += 1
                print(f"handoffs: {name}: {type(error).__name__}: {error}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
