"""Projects in temporary folders, commands typed in them, and XLIFF documents changed as a translator's tool would."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests/Oracle")]
sys.dont_write_bytecode = True

from lxml import etree  # noqa: E402

import histories  # noqa: E402
import make_project  # noqa: E402

XLIFF = "urn:oasis:names:tc:xliff:document:1.2"


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
