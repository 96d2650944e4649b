"""Random projects: catalogs, keywords and a content map that are edited and published again and again."""

import json
import os
import shutil
import subprocess
from xml.sax.saxutils import escape, quoteattr

LOCALES = ["en", "de", "de-AT", "ja", "pt-BR"]
PATHS = [
    ("a", "title"),
    ("a", "note"),
    ("b", "title"),
    ("b", "note"),
    ("c",),
    ("d.e/f", "x"),
    ("é",),
    ("e\u0301",),
    ("g",),
]
UNITS = ["u1", "u2", "u3", "u4"]
SHAPES = [("other",), ("one", "other"), ("few", "other")]
WORDS = [
    "One",
    "Two",
    "Three",
    "Four",
    "é",
    "e\u0301",
    "集中",
    "a\tb",
    'say "hi"',
    "\\",
    "😀",
    "two\nlines",
    "",
    " ",
]
SETS = ["k1", "k2", "k3", "é"]
TERMS = ["focus", "timer", "集中", "Wi-Fi", "é", "e\u0301", "quiet"]
XLIFF_STATES = [
    "new", "needs-translation", "needs-review-translation", "translated", "translated", "signed-off", "final",
]  # fmt: skip


class Broken(Exception):
    """The command answered what it must not."""


class RandomProject:
    """A project whose files follow from a model; the command reads and publishes them."""

    def __init__(self, random, folder, binary):
        self.random, self.folder, self.binary = random, folder, binary
        self.locales = ["en", *(each for each in LOCALES[1:] if random.random() < 0.7)]
        self.fallbacks, self.minimum, self.extra = {}, "translated", False
        self.texts = {}  # (catalog, locale) → {path: text or {form: text}}
        self.units = {}  # locale → {id: (text, state)}
        self.keywords = {}  # locale → {key: (state, [term])}
        self.records = {}  # content ID → record of the content map
        self.revision = self.refused = 0
        for _ in range(random.randrange(12, 60)):
            random.choice(
                [self.edit_text, self.edit_text, self.edit_unit, self.edit_keywords, self.edit_record]
            )()

    # The edits.

    def edit(self):
        edits = [
            (self.edit_text, 8), (self.edit_unit, 4), (self.edit_keywords, 4), (self.edit_record, 4),
            (self.rename, 4), (self.edit_fallbacks, 1), (self.edit_minimum, 1), (self.retire, 1),
            (self.toggle_catalog, 1),
        ]  # fmt: skip
        names, weights = zip(*edits)
        for each in self.random.choices(names, weights, k=self.random.randrange(1, 7)):
            each()

    def some_locale(self):
        return self.random.choice(self.locales)

    def table(self, locale=None):
        catalog = self.random.choice(["articles", "extra"] if self.extra else ["articles"])
        return self.texts.setdefault((catalog, locale or self.some_locale()), {})

    def edit_text(self):
        table, path, chance = self.table(), self.random.choice(PATHS), self.random.random()
        if chance < 0.2:
            table.pop(path, None)
        elif chance < 0.35:
            table[path] = {form: self.random.choice(WORDS) for form in self.random.choice(SHAPES)}
        else:
            table[path] = self.random.choice(WORDS)

    def rename(self):
        """A key of one or of all locales moves to another path, another catalog or into another shape."""
        locales = self.locales if self.random.random() < 0.7 else [self.some_locale()]
        here, there = (
            self.random.choice(["articles", "extra"] if self.extra else ["articles"]) for _ in "12"
        )
        old, new = self.random.choice(PATHS), self.random.choice(PATHS)
        for locale in locales:
            table = self.texts.setdefault((here, locale), {})
            if old in table:
                value = table.pop(old)
                if self.random.random() < 0.2:
                    value = {"other": value} if isinstance(value, str) else value["other"]
                self.texts.setdefault((there, locale), {})[new] = value

    def edit_unit(self):
        table = self.units.setdefault(self.some_locale(), {})
        name, chance = self.random.choice(UNITS), self.random.random()
        if chance < 0.25:
            table.pop(name, None)
        elif chance < 0.5 and name in table:
            table[name] = table[name][0], self.random.choice(XLIFF_STATES)
        else:
            table[name] = self.random.choice(WORDS), self.random.choice(XLIFF_STATES)

    def edit_keywords(self):
        table = self.keywords.setdefault(self.some_locale(), {})
        name, chance = self.random.choice(SETS), self.random.random()
        if chance < 0.2:
            table.pop(name, None)
            return
        state = self.random.choices(["approved", "proposed", "rejected", "retired"], [8, 2, 1, 1])[0]
        terms = self.random.sample(TERMS, self.random.randrange(0, 4))
        if chance < 0.3 and name in table:
            terms = [each["text"] for each in table[name][1]][::-1]
        table[name] = (
            state,
            [
                {
                    "text": each,
                    "kind": self.random.choice(["alternative", "alternative", "hidden"]),
                    "loanword": self.random.random() < 0.3,
                }
                for each in terms
            ],
        )

    def message_key(self):
        if self.random.random() < 0.3:
            return "app/" + self.random.choice(UNITS)
        path = self.random.choice(PATHS)
        catalog = self.random.choice(["articles", "articles", "extra"])
        return f"{catalog}/" + ".".join(each.replace(".", "\\.").replace("/", "\\/") for each in path)

    def edit_record(self):
        name, chance = f"item:{self.random.randrange(8)}", self.random.random()
        if name in self.records and chance < 0.2:
            del self.records[name]
        elif name in self.records and chance < 0.7:
            self.records[name] |= dict([self.random.choice(list(self.record(name).items()))])
        else:
            self.records[name] = self.record(name)

    def record(self, name):
        return {
            "contentID": name,
            "domain": self.random.choice(["articles", "billing"]),
            "route": f"app://{self.random.randrange(3)}/{name[5:]}",
            "titleKey": self.message_key(),
            "descriptionKey": self.random.choice([None, self.message_key()]),
            "keywordKeys": self.random.sample(SETS, self.random.randrange(3)),
            "isSearchable": self.random.random() < 0.9,
            "access": self.random.choices(["public", "account", "private"], [6, 2, 1])[0],
            "formerIDs": [f"old:{name[5:]}"] if self.random.random() < 0.2 else [],
        }

    def edit_fallbacks(self):
        locale = self.some_locale()
        self.fallbacks.pop(locale, None)
        if self.random.random() < 0.7:
            others = [each for each in self.locales if each != locale]
            self.fallbacks[locale] = self.random.sample(others, self.random.randrange(len(others) + 1))

    def edit_minimum(self):
        self.minimum = self.random.choice(["needs-review", "translated", "translated", "reviewed"])

    def retire(self):
        if len(self.locales) > 1 and self.random.random() < 0.6:
            self.locales.remove(self.random.choice(self.locales[1:]))
        else:
            self.locales.append(
                self.random.choice([each for each in LOCALES if each not in self.locales] or ["en"])
            )
            self.locales = list(dict.fromkeys(self.locales))
        self.fallbacks = {
            locale: [each for each in chain if each in self.locales]
            for locale, chain in self.fallbacks.items()
            if locale in self.locales
        }

    def toggle_catalog(self):
        self.extra = not self.extra

    # The files.

    def save(self):
        shutil.rmtree(self.folder / "c", ignore_errors=True)
        catalogs = [{"name": "articles", "source": "c/articles/en.yml", "target": "c/articles/{locale}.yml"}]
        if self.extra:
            catalogs.append({"name": "extra", "source": "c/extra/en.yml", "target": "c/extra/{locale}.yml"})
        catalogs.append({"name": "app", "target": "c/app/{locale}.xliff", "key": "id", "scope": "document"})
        configuration = {
            "version": 1, "project": "random", "sourceLocale": "en", "locales": self.locales,
            "fallbacks": self.fallbacks, "fallbackLocale": "en",
            "catalogs": catalogs, "content": "c/content.yml",
            "keywords": {"path": "c/keywords/{locale}.yml"}, "store": "Bundles",
            "publish": {"minimumState": self.minimum}, "checks": {"baseline": "baseline.json"},
        }  # fmt: skip
        self.write("assets.yml", json.dumps(configuration, ensure_ascii=False))
        records = [
            {name: value for name, value in record.items() if value is not None}
            for record in self.records.values()
        ]
        self.write("c/content.yml", json.dumps({"content": records}, ensure_ascii=False))
        for locale in self.locales:
            for catalog in ["articles", "extra"] if self.extra else ["articles"]:
                self.write(
                    f"c/{catalog}/{locale}.yml", yaml({locale: nested(self.texts.get((catalog, locale), {}))})
                )
            self.write(f"c/app/{locale}.xliff", self.xliff(locale))
            keywords = {
                name: {"state": state, "terms": terms}
                for name, (state, terms) in self.keywords.get(locale, {}).items()
            }
            self.write(
                f"c/keywords/{locale}.yml",
                json.dumps({"locale": locale, "keywords": keywords}, ensure_ascii=False),
            )

    def xliff(self, locale):
        source = self.units.get("en", {})
        units = []
        for name in UNITS:
            text = source.get(name, ("Source of " + name,))[0]
            target = self.units.get(locale, {}).get(name)
            if target and locale != "en":
                inline = '<x id="1" equiv-text="·"/>' if "o" in target[0] else ""
                target = f"<target state={quoteattr(target[1])}>{escape(target[0])}{inline}</target>"
            else:
                target = ""
            if name in source or target:
                units.append(
                    f"<trans-unit id={quoteattr(name)}><source>{escape(text)}</source>{target}</trans-unit>"
                )
        target = f' target-language="{locale}"' if locale != "en" else ""
        return (
            '<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">'
            f'<file original="app" source-language="en"{target} datatype="plaintext"><body>'
            + "\n".join(units)
            + "</body></file></xliff>\n"
        )

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())

    # The command.

    def run(self, *arguments, expect=(0,)):
        done = run(self.binary, self.folder, *arguments)
        if done.returncode not in expect:
            raise Broken(
                f"`assets {' '.join(arguments)}` exits {done.returncode}: {done.stderr.decode()[:600]}"
            )
        return done

    def live(self, publishes):
        """Publishes this often, with edits and a rollback now and then in between."""
        for _ in range(publishes):
            self.publish()
            if self.revision > 1 and self.random.random() < 0.4:
                self.rollback()
            self.edit()

    def publish(self):
        """Publishes the files as they are; known errors go to the baseline, what goes back is accepted."""
        self.save()
        done = self.run("publish", "--format", "json", expect=(0, 1, 3))
        if done.returncode:
            self.run("check", "--write-baseline", expect=(0, 1))
            report = self.run("check", "--rollback", "--format", "json", expect=(0, 1, 3))
            for rule in sorted({each["rule"] for each in json.loads(report.stdout)["diagnostics"]}):
                if rule.startswith("RB-"):
                    self.run("accept", rule, "--reason", "random", "--by", "random")
            done = self.run("publish", "--format", "json", expect=(0, 1, 3))
        self.refused += done.returncode != 0
        self.look()

    def rollback(self):
        """Goes back to an older revision, in a scope; the next publish undoes it, and has to accept that."""
        arguments = ["--to", f"r{self.random.randrange(1, self.revision)}"]
        if self.random.random() < 0.4:
            arguments += ["--locale", self.some_locale()]
        if self.random.random() < 0.3:
            arguments += ["--key", self.random.choice([self.message_key(), self.random.choice(SETS)])]
        if self.random.random() < 0.7:
            arguments.append("--store-only")
        # Files that cannot be edited, a key that is nowhere and a state that cannot be published are refused.
        self.run("rollback", *arguments, "--reason", "random", expect=(0, 1, 2, 3, 5))
        self.look()

    def look(self):
        newest = self.folder / "Bundles" / "HEAD"
        self.revision = json.loads(newest.read_bytes())["revision"] if newest.exists() else 0


def run(binary, folder, *arguments):
    """What the command answers in a folder, with no influence from outside."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("ASSETS_", "GITHUB_"))
    }
    environment |= {
        "ASSETS_LINEAGE": "00112233445566778899aabbccddeeff", "SOURCE_DATE_EPOCH": "1700000000", "CI": "true",
    }  # fmt: skip
    return subprocess.run([binary, *arguments], cwd=folder, env=environment, capture_output=True, timeout=120)


def nested(table):
    result = {}
    for path, text in table.items():
        here = result
        for segment in path[:-1]:
            here = here.setdefault(segment, {})
        here[path[-1]] = text
    return result


def yaml(value, indent=0):
    """Block mappings of double-quoted scalars."""
    if isinstance(value, str):
        return f" {json.dumps(value, ensure_ascii=False)}\n"
    if not value:
        return " {}\n"
    lines = "".join(
        " " * indent + json.dumps(name, ensure_ascii=False) + ":" + yaml(each, indent + 2)
        for name, each in value.items()
    )
    return ("\n" if indent else "") + lines
