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
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests/Oracle")]
sys.dont_write_bytecode = True

from lxml import etree  # noqa: E402
from translate.storage import xliff  # noqa: E402

import histories  # noqa: E402
import make_project  # noqa: E402

TRANSCRIPTS = Path(__file__).resolve().parent / "transcripts"
XLIFF = "urn:oasis:names:tc:xliff:document:1.2"
FULL = os.environ.get("ASSETS_FULL") == "1"


class Session:
    """Commands typed in one folder, with everything they said."""

    def __init__(self, binary, folder):
        self.binary, self.folder, self.lines = binary, Path(folder), []
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("ASSETS_", "GITHUB_", "LC_"))}
        self.environment = {
            **kept,
            "ASSETS_LINEAGE": "00112233445566778899aabbccddeeff",
            "SOURCE_DATE_EPOCH": "1700000000",
            "NO_COLOR": "1",
            "CI": "true",
            "TERM": "xterm",
            "USER": "k.ito",
        }

    def run(self, *arguments):
        """Runs the command without a word in the transcript."""
        return subprocess.run(
            [self.binary, *map(str, arguments)], cwd=self.folder, env=self.environment, capture_output=True, text=True
        )

    def type(self, line, expect=0):
        """Runs a line of shell in which `assets` is the command; both streams go into the transcript."""
        script = f'assets() {{ "{self.binary}" "$@"; }}; {line}'
        done = subprocess.run(
            ["bash", "-c", script], cwd=self.folder, env=self.environment, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True,
        )
        self.lines.append(f"$ {line}")
        self.lines += [self.normal(text) for text in done.stdout.splitlines()]
        if done.returncode:
            self.lines.append(f"[exit {done.returncode}]")
        self.lines.append("")
        if done.returncode != expect:
            raise AssertionError(f"`{line}` ended with {done.returncode}, expected {expect}\n" + done.stdout[-3000:])
        return done.stdout

    def say(self, text):
        self.lines += [f"# {text}", ""]

    def normal(self, line):
        line = line.replace(str(self.folder), "PROJECT")
        return re.sub(r"k\.ito@[\w.-]+", "k.ito@host", line).rstrip()

    def read(self, path):
        return (self.folder / path).read_text("utf-8")

    def write(self, path, text):
        path = self.folder / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def edit(self, path, old, new):
        text = self.read(path)
        assert old in text, f"{path} has no {old!r}"
        self.write(path, text.replace(old, new))

    def files(self):
        """The working catalogs, by path."""
        found = [p for p in self.folder.rglob("*") if p.is_file() and p.suffix in (".yml", ".xliff", ".xlf")]
        skipped = ("Handoff", "Bundles", "Schemas", "Old")
        return {
            str(p.relative_to(self.folder)): p.read_bytes()
            for p in found
            if not str(p.relative_to(self.folder)).startswith(skipped)
        }


# MARK: Documents


def units(root):
    return list(root.iter(f"{{{XLIFF}}}trans-unit"))


def child(unit, name):
    return unit.find(f"{{{XLIFF}}}{name}")


def set_target(unit, text, state="translated"):
    target = child(unit, "target")
    if target is None:
        target = etree.Element(f"{{{XLIFF}}}target")
        child(unit, "source").addnext(target)
    for element in list(target):
        target.remove(element)
    target.text = text
    if state:
        target.set("state", state)


def change(path, edit):
    """Rewrites an XLIFF document by a function of its root."""
    tree = etree.parse(str(path))
    edit(tree.getroot())
    tree.write(str(path), xml_declaration=True, encoding="UTF-8")


def plain(unit):
    """Whether a unit has text and nothing that a placeholder check would miss."""
    source = child(unit, "source")
    return len(source) == 0 and source.text and not re.search(r"[%{}<&\n|@]", source.text)


def translated(root):
    return [u for u in units(root) if plain(u) and child(u, "target") is not None and child(u, "target").text]


# MARK: Projects


class Bench:
    def __init__(self, binary, corpus, work):
        self.binary, self.corpus, self.work, self.count = binary, corpus, work, 0

    def folder(self):
        self.count += 1
        path = self.work / f"{self.count}" / "project"
        path.parent.mkdir()
        return path

    def sample(self):
        folder = self.folder()
        shutil.copytree(ROOT / "Catalogs", folder)
        for leftover in ("Bundles", "assets.lock", ".assets"):
            target = folder / leftover
            shutil.rmtree(target) if target.is_dir() else target.unlink(missing_ok=True)
        return Session(self.binary, folder)

    def history(self, name, state=0, without_checks=True):
        history = histories.BY_NAME[name]
        folder = self.folder()
        folder.mkdir()
        make_project.make(history, self.corpus, history.states[state], folder)
        session = Session(self.binary, folder)
        session.history = history
        if without_checks:
            # What is wrong with the real texts is another matter than the way they come in.
            run = session.run("check", "--format", "json")
            rules = {d["rule"] for d in json.loads(run.stdout)["diagnostics"] if d["severity"] == "error"}
            levels = ", ".join(f"{rule}: warning" for rule in sorted(rules))
            session.edit("assets.yml", "checks: {", f"checks: {{ rules: {{ {levels} }}," if rules else "checks: {")
        return session

    def update(self, session, state):
        make_project.make(session.history, self.corpus, session.history.states[state], session.folder, update=True)


def quiet(session, *arguments, expect=0):
    done = session.run(*arguments)
    assert done.returncode == expect, f"{arguments} ended with {done.returncode}: {(done.stderr or done.stdout)[-2000:]}"
    return done.stdout


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


# MARK: Round trips


def unchanged(bench, name):
    s = bench.history(name)
    quiet(s, "publish")
    before = s.files()
    for form in ("xliff-1.2", "xcode", "xliff-2.1", "csv"):
        out = f"Handoff-{form}"
        quiet(s, "export", "--locale", "*", "--format", form, "--out", out)
        answer = json.loads(quiet(s, "import", out, "--format", "json"))
        counts = {k: sum(c[k] for c in answer["locales"].values()) for k in ("same", "notReady")}
        others = {k: v for c in answer["locales"].values() for k, v in c.items() if v and k not in counts}
        assert not others and answer["written"] == [] and counts["same"] > 0, (form, others, counts, answer["written"])
    assert s.files() == before


def ten_edits(bench, name):
    """Translate Toolkit opens the export, edits ten translations, and saves."""
    s = bench.history(name)
    quiet(s, "publish")
    locale = s.history.locales[1]
    quiet(s, "export", "--locale", locale, "--out", "Handoff")
    path = s.folder / f"Handoff/{locale}/app.xliff"
    wanted = {id(u) for u in translated(etree.parse(str(path)).getroot())}
    assert len(wanted) >= 10, "too few texts"
    names = [(u.getparent().getparent().get("original"), u.get("id")) for u in translated(etree.parse(str(path)).getroot())]
    chosen = set(names[:: max(1, len(names) // 10)][:10])
    store = xliff.xlifffile.parsefile(str(path))
    edited = 0
    for unit in store.units:
        original = unit.xmlelement.getparent().getparent().get("original")
        if (original, unit.xmlelement.get("id")) in chosen:
            unit.target = f"Bearbeitet {edited}"
            edited += 1
    assert edited == len(chosen) == 10, (edited, len(chosen))
    store.save()
    before = s.files()
    answer = json.loads(quiet(s, "import", "Handoff", "--format", "json"))
    counts = answer["locales"][locale]
    assert counts["changed"] == 10 and counts["conflict"] + counts["stale"] + counts["error"] == 0, counts
    after = s.files()
    changed = [file for file in after if after[file] != before[file]]
    assert changed == answer["written"] and len(changed) == 1, (changed, answer["written"])
    check_minimal(before[changed[0]].decode(), after[changed[0]].decode())
    again = json.loads(quiet(s, "import", "Handoff", "--format", "json"))
    assert again["written"] == []


def check_minimal(before, after):
    """Each of ten places has the new text; what stands around them is what stood there."""
    if "target-language" not in before:
        # A file that names no target language gets it with its first edit.
        after = re.sub(r' target-language="[^"]*"', "", after)
    pieces = re.split(r"Bearbeitet \d", after)
    assert len(pieces) == 11, len(pieces)
    position = 0
    for number, piece in enumerate(pieces):
        # A state, quotes or an indicator may differ right beside a new text.
        core = piece[(40 if number else 0) : (len(piece) - 40 if number < 10 else len(piece))]
        if len(core) < 1:
            continue
        found = before.find(core, position)
        assert found >= 0, f"other bytes changed around place {number}: {core[:80]!r}"
        position = found + len(core)


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
