"""Publishes random small projects and compares every manifest and every index with brute force.

    fuzz.py --binary PATH [--seed N] [--rounds N]

Each round makes a project with fallback chains, plurals, states, inline codes and shared keys, edits it at
random, publishes after each edit, and then compares the manifest of every pair of revisions with the
projections of both, and an index that followed along with one built from nothing. Texts are always new, so
nothing is a rollback. Exit 1 on a difference, with the seed that shows it again.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import compare
from make_project import quoted, write
from projections import Project

LOCALES = ["en", "de", "es", "es-419", "es-MX", "pt", "pt-BR", "zh-Hans", "zh-TW", "zh-Hant", "sr", "sr-Latn"]
STATES = ["", "new", "needs-review-translation", "translated", "signed-off", "final"]
FORMS = ["one", "other"]


class World:
    """What the files of a project say, and how to change it."""

    def __init__(self, source):
        self.random = source
        self.counter = 0
        self.locales = ["en"] + source.sample(LOCALES[1:], source.randint(2, 5))
        self.minimum = source.choice(["translated", "needs-review", "reviewed"])
        self.fallbacks = {
            locale: source.sample([each for each in self.locales if each != locale], source.randint(0, 2))
            for locale in self.locales
            if source.random() < 0.25
        }
        self.fallback_locale = source.choice(["en", "en", None])
        # (catalog, key) -> whether it is a plural; the same in every locale.
        self.keys = {(name, f"k{n}"): source.random() < 0.2 for name in ("words", "app") for n in range(8)}
        # (locale, catalog, key) -> a text, or a text per form, and a state for XLIFF.
        self.values = {}
        for locale in self.locales:
            for catalog, key in self.keys:
                if locale == "en" or source.random() < 0.6:
                    self.set_value(locale, catalog, key)
        self.keywords = {}
        for locale in self.locales:
            for number in range(4):
                if source.random() < 0.6:
                    self.set_keywords(locale, f"set{number}")
        self.items = {f"item:{n}": self.new_item(n) for n in range(10)}

    def text(self):
        self.counter += 1
        return f"text {self.counter}"

    def set_value(self, locale, catalog, key):
        forms = FORMS if self.keys[catalog, key] else [None]
        state = self.random.choice(STATES) if catalog == "app" else ""
        self.values[locale, catalog, key] = {form: self.text() for form in forms}, state

    def set_keywords(self, locale, key, state=None):
        """A set with one new term and perhaps one that other sets have too."""
        state = state or self.random.choice(["approved", "approved", "approved", "proposed"])
        terms = [(f"term {self.text()[5:]}", self.random.choice(["alternative", "hidden"]))]
        if self.random.random() < 0.5:
            terms.append(
                (f"shared {self.random.randrange(3)}", self.random.choice(["alternative", "hidden"]))
            )
        self.random.shuffle(terms)
        self.keywords[locale, key] = state, terms

    def new_item(self, number):
        catalog, title = self.random.choice(list(self.keys))
        item = {
            "domain": self.random.choice(["a", "b", "a.b"]),
            "route": f"r://{number}",
            "titleKey": f"{catalog}/{title}",
        }
        if self.random.random() < 0.6:
            item["descriptionKey"] = "/".join(self.random.choice(list(self.keys)))
        if self.random.random() < 0.7:
            names = [f"set{n}" for n in range(4)]
            item["keywordKeys"] = self.random.sample(names, self.random.randint(1, 3))
        item["access"] = self.random.choice(["public", "public", "public", "account", "private"])
        item["isSearchable"] = self.random.choice(["true", "true", "true", "false"])
        return item

    def edit(self):
        """One to six changes; at most two values go away, so that nothing looks like a truncated file."""
        removals = 0
        for _ in range(self.random.randint(1, 6)):
            locale = self.random.choice(self.locales)
            catalog, key = self.random.choice(list(self.keys))
            kinds = ["value", "value", "remove", "keywords", "withdraw", "item", "drop", "chain"]
            kind = self.random.choice(kinds)
            if kind == "value":
                self.set_value(locale, catalog, key)
            elif kind == "remove" and locale != "en" and removals < 2:
                removals += self.values.pop((locale, catalog, key), None) is not None
            elif kind == "keywords":
                self.set_keywords(locale, f"set{self.random.randrange(4)}")
            elif kind == "withdraw":
                # What was published stays in force until the new terms are approved.
                sets = [key for key, (state, _) in self.keywords.items() if state == "approved"]
                if sets:
                    self.set_keywords(*self.random.choice(sets), state="proposed")
            elif kind == "item":
                number = self.random.randrange(14)
                self.items[f"item:{number}"] = self.new_item(number)
            elif kind == "drop" and len(self.items) > 3:
                del self.items[self.random.choice(list(self.items))]
            elif kind == "chain":
                others = [each for each in self.locales if each != locale]
                self.fallbacks[locale] = self.random.sample(others, self.random.randint(0, 2))

    # The files.

    def write(self, folder):
        write(folder / "assets.yml", self.configuration().encode())
        lines = ["content:"] if self.items else ["content: []"]
        for name, item in sorted(self.items.items()):
            fields = ", ".join(
                f"{field}: [{', '.join(value)}]" if isinstance(value, list) else f"{field}: {quoted(value)}"
                for field, value in item.items()
                if field != "isSearchable"
            )
            lines.append(
                f"  - {{ contentID: {quoted(name)}, isSearchable: {item['isSearchable']}, {fields} }}"
            )
        write(folder / "content.yml", ("\n".join(lines) + "\n").encode())
        for locale in self.locales:
            write(folder / "words" / f"{locale}.yml", self.yaml(locale).encode())
            write(folder / "keywords" / f"{locale}.yml", self.keyword_file(locale).encode())
            if locale != "en":
                write(folder / "app" / f"{locale}.xliff", self.xliff(locale).encode())

    def configuration(self):
        lines = [
            "version: 1",
            "project: fuzz",
            "sourceLocale: en",
            f"locales: [{', '.join(self.locales)}]",
            "catalogs:",
            '  - { name: words, source: words/en.yml, target: "words/{locale}.yml" }',
            '  - { name: app, target: "app/{locale}.xliff", scope: document }',
            "content: content.yml",
            'keywords: { path: "keywords/{locale}.yml" }',
            "store: Bundles",
            f"publish: {{ minimumState: {self.minimum} }}",
            "checks: { rules: { PL-MISSING: off, PL-EXTRA: off } }",
        ]
        if self.fallback_locale:
            lines.append(f"fallbackLocale: {self.fallback_locale}")
        if self.fallbacks:
            chains = ", ".join(
                f"{name}: [{', '.join(chain)}]" for name, chain in sorted(self.fallbacks.items())
            )
            lines.append(f"fallbacks: {{ {chains} }}")
        return "\n".join(lines) + "\n"

    def yaml(self, locale):
        lines = [f"{locale}:"]
        for (where, catalog, key), (forms, _) in sorted(self.values.items()):
            if (where, catalog) == (locale, "words"):
                lines.append(f"  {key}:" + (f" {quoted(forms[None])}" if None in forms else ""))
                lines += [f"    {form}: {quoted(text)}" for form, text in forms.items() if form]
        return "\n".join(lines) + "\n"

    def xliff(self, locale):
        units = []
        for (catalog, key), is_plural in sorted(self.keys.items()):
            for form in FORMS if is_plural and catalog == "app" else [None]:
                if catalog != "app":
                    continue
                source = self.values["en", catalog, key][0][form]
                name = f"{key}|==|plural.{form}" if form else key
                units.append(f'<trans-unit id="{name}"><source>{source}<x id="1" equiv-text="!"/></source>')
                if (locale, catalog, key) in self.values:
                    forms, state = self.values[locale, catalog, key]
                    state = f' state="{state}"' if state else ""
                    units[-1] += f'<target{state}>{forms[form]}<x id="1" equiv-text="!"/></target>'
                units[-1] += "</trans-unit>"
        body = "\n".join(units)
        return f"""<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="o" source-language="en" target-language="{locale}" datatype="plaintext"><body>
{body}
</body></file></xliff>
"""

    def keyword_file(self, locale):
        lines = [f"locale: {locale}"]
        sets = {key: value for (where, key), value in self.keywords.items() if where == locale}
        lines.append("keywords:" if sets else "keywords: {}")
        for key, (state, terms) in sorted(sets.items()):
            shown = ", ".join(f"{{ text: {quoted(text)}, kind: {kind} }}" for text, kind in terms)
            lines.append(f"  {key}: {{ state: {state}, terms: [{shown}] }}")
        return "\n".join(lines) + "\n"


class Refused(Exception):
    """The command did not do what it was asked to."""


def run(binary, folder, *arguments):
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000", "CI": "true", "NO_COLOR": "1"}
    done = subprocess.run([binary, *arguments], cwd=folder, env=environment, capture_output=True, timeout=120)
    if done.returncode:
        text = (done.stderr or done.stdout).decode()
        raise Refused(f"`assets {' '.join(arguments)}` exits {done.returncode}: {text[:1500]}")
    return done.stdout.decode()


def one_round(binary, folder, seed):
    """Publishes one project several times; returns how many comparisons held."""
    world = World(random.Random(seed))
    states, comparisons, project = [{}], 0, None
    locale = world.locales[seed % len(world.locales)]
    for _ in range(5):
        world.write(folder)
        receipt = json.loads(run(binary, folder, "publish", "--format", "json"))
        project = Project(folder, before=project)
        rows = {
            (row["contentID"], row["locale"]): row["projection"]
            for row in project.rows()
            if "projection" in row
        }
        if receipt["status"] == "published":
            states.append(rows)
        elif rows != states[-1]:
            raise Refused("publish says that nothing changed, but projections differ")
        run(binary, folder, "index", "apply", "--locale", locale)
        run(binary, folder, "index", "rebuild", "--locale", locale, "--index", "other.db")
        digests = {run(binary, folder, "index", "digest", *more) for more in ([], ["--index", "other.db"])}
        if len(digests) != 1:
            raise Refused(f"the followed and the rebuilt index of {locale} differ")
        comparisons += 1
        world.edit()
    for old in range(len(states)):
        for new in range(len(states)):
            manifest = json.loads(run(binary, folder, "manifest", f"r{old}..r{new}"))
            problems = compare.compare(manifest, states[old], states[new])
            if problems:
                raise Refused(f"r{old}..r{new}: " + "; ".join(problems[:4]))
            comparisons += 1
    return comparisons


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--binary", required=True)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()
    failures = comparisons = 0
    for seed in range(options.seed, options.seed + options.rounds):
        folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
        try:
            comparisons += one_round(str(Path(options.binary).resolve()), folder, seed)
            shutil.rmtree(folder)
        except Refused as problem:
            failures += 1
            print(f"seed {seed}: {problem}\n  project: {folder}")
    print(f"{options.rounds} projects, {comparisons} comparisons, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
