"""A repository with a project in it, its clones, and what main publishes meanwhile."""

import os
import re
import shutil
import subprocess
import sys


class Report:
    def __init__(self):
        self.passed = self.failed = 0

    def tell(self, is_right, what, detail=""):
        self.passed, self.failed = self.passed + bool(is_right), self.failed + (not is_right)
        print(f"{'ok  ' if is_right else 'FAIL'}  {what}", flush=True)
        if not is_right and detail:
            print("      " + str(detail).replace("\n", "\n      "), flush=True)
        return is_right


class Clone:
    """One checkout of the repository, and the project in a folder of it."""

    def __init__(self, folder, binary, report):
        self.folder, self.binary, self.report = folder, binary, report
        self.project = folder / "texts"

    def git(self, *arguments, check=True, folder=None):
        identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
        run = subprocess.run(["git", *identity, *arguments], cwd=folder or self.folder, capture_output=True, text=True)
        if check and run.returncode != 0:
            sys.exit(f"pull request: git {' '.join(arguments)}: {run.stderr}")
        return run

    def run(self, *arguments, environment=None):
        environment = {**os.environ, "NO_COLOR": "1", "SOURCE_DATE_EPOCH": "1795996800", **(environment or {})}
        return subprocess.run(
            [self.binary, *arguments], cwd=self.project, capture_output=True, text=True, env=environment
        )

    def expect(self, what, status, *arguments, **options):
        run = self.run(*arguments, **options)
        self.report.tell(
            run.returncode == status,
            f"{what}: exit {status}",
            f"exit {run.returncode}: {run.stdout[:1500]}{run.stderr[:800]}",
        )
        return run

    def write(self, path, text):
        (self.project / path).write_text(text, "utf-8")

    def read(self, path):
        return (self.project / path).read_text("utf-8")

    def replace(self, path, old, new, count=1):
        text = self.read(path)
        if old not in text:
            sys.exit(f"pull request: no {old!r} in {path}")
        self.write(path, text.replace(old, new, count))

    def commit(self, message):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)

    def annotations(self, *arguments):
        run = self.run("check", "--rollback", *arguments, "--format", "github")
        found = []
        for line in run.stdout.splitlines():
            match = re.fullmatch(r"::(error|warning|notice) (.*?)::(.*)", line)
            if not match:
                self.report.tell(False, "every line is a workflow command", line)
                continue
            properties = dict(part.split("=", 1) for part in match[2].split(","))
            if properties["title"].startswith("RB-"):
                found.append((match[1], properties, match[3]))
        return run, found


FIRST = ["最初", "二番", "三番", "四番", "五番", "六番", "七番"]
SECOND = ["はじめに", "つぎに", "みっつめ", "よっつめ", "いつつめ", "むっつめ", "ななつめ"]


def catalog(locale, texts):
    lines = [f"{locale}:", "  # People edit this."]
    for number, text in enumerate(texts):
        lines += [f"  step{number}:", f"    title: {text}"]
    return "\n".join(lines) + "\n"


def make_origin(folder, binary, report, store_is_committed):
    """A repository whose main published r1, r2 and r3."""
    origin = Clone(folder / "origin", binary, report)
    origin.project.mkdir(parents=True)
    origin.git("init", "-q", "-b", "main")
    origin.write(
        "assets.yml",
        "version: 1\nproject: demo\nsourceLocale: en\nlocales: [en, ja]\nfallbackLocale: en\n"
        "catalogs:\n  - name: steps\n    source: en.yml\n    target: '{locale}.yml'\n"
        "content: content.yml\nkeywords: { path: 'keywords/{locale}.yml' }\nstore: Bundles\n",
    )
    origin.write("en.yml", catalog("en", [f"Step {number}" for number in range(7)]))
    origin.write("ja.yml", catalog("ja", FIRST))
    origin.write(
        "content.yml",
        "content:\n"
        + "".join(
            f"  - contentID: step:{number}\n    domain: steps\n    route: demo://steps/{number}\n"
            f"    titleKey: steps/step{number}.title\n    keywordKeys: [step{number}]\n"
            for number in range(7)
        ),
    )
    (origin.project / "keywords").mkdir()
    origin.write("keywords/en.yml", "locale: en\nkeywords: {}\n")
    origin.write("keywords/ja.yml", keywords(["集中"]))
    if not store_is_committed:
        (origin.folder / ".gitignore").write_text("texts/Bundles/\n")
    origin.expect("r1", 0, "publish", "--message", "first", "--publisher", "acme")
    origin.commit("r1")
    origin.write("ja.yml", catalog("ja", SECOND))
    origin.write("keywords/ja.yml", keywords(["集中", "手順"]))
    origin.expect("r2", 0, "publish", "--message", "glossary", "--publisher", "m.sato")
    origin.commit("r2")
    return origin


def keywords(terms):
    return "locale: ja\nkeywords:\n  step0:\n    state: approved\n    terms: [" + ", ".join(terms) + "]\n"


def clone(origin, folder, *options):
    folder.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        ["git", "clone", "-q", *options, origin.folder.as_uri() if options else str(origin.folder), str(folder)],
        check=True,
    )
    copy = Clone(folder, origin.binary, origin.report)
    if not (copy.project / "Bundles").exists() and not options:
        # The machine that publishes has a store; so has whoever fetched it.
        shutil.copytree(origin.project / "Bundles", copy.project / "Bundles")
    return copy


def publish_on_main(origin):
    """r3 and r4, after the branch began: other texts, a new key, a new locale."""
    origin.replace("ja.yml", SECOND[0], "第一歩")
    origin.replace("en.yml", "title: Step 6", "title: Step 6\n  extra:\n    title: Extra")
    origin.expect("r3 on main", 0, "publish", "--message", "r3")
    origin.commit("r3")
    origin.replace("assets.yml", "locales: [en, ja]", "locales: [en, ja, de]")
    origin.write("de.yml", catalog("de", [f"Schritt {number}" for number in range(7)]))
    origin.replace("ja.yml", SECOND[1], "第二歩")
    origin.expect("r4 on main", 0, "publish", "--message", "r4")
    origin.commit("r4")
