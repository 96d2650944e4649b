"""A generated project: what its files say, and how they are written. It knows nothing of the command's code."""

import copy
import hashlib
import json
import random
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

TARGETS = ["ar", "de", "fr", "ja", "pl", "pt-BR", "ru", "zh-Hans"]
LOCALES = ["en", *TARGETS]

# The forms that a language may have at an early revision, and those that came later; all have `other`.
FORMS = {
    "ar": ["few", "many"],
    "de": ["one"],
    "fr": ["one"],
    "pl": ["few", "many"],
    "pt-BR": ["one"],
    "ru": ["few", "many"],
}


@dataclass
class Unit:
    """One unit of the XLIFF catalog in one locale."""

    text: str
    source: str
    state: str = "translated"
    approved: bool = False


@dataclass
class State:
    """Everything a project says at one time."""

    # locale → path of a message, segments joined by dots → text
    yaml: dict = field(default_factory=dict)
    # locale → id → unit; the source locale has plain texts
    xliff: dict = field(default_factory=dict)
    # locale → keyword key → (state, terms)
    keywords: dict = field(default_factory=dict)
    # content ID → {route, titleKey, keywordKeys}
    records: dict = field(default_factory=dict)
    locales: list = field(default_factory=lambda: list(LOCALES))

    def copy(self):
        return copy.deepcopy(self)


class Words:
    """Texts that no two calls give twice."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count = 0

    def new(self, locale):
        self.count += 1
        alphabet = "あいうえおかきくけこ" if locale == "ja" else "abcdefghiklmnoprstuw"
        word = "".join(self.random.choice(alphabet) for _ in range(self.random.randint(3, 9)))
        return f"{word} {locale.lower()}{self.count}"


def first_state(words, items, units):
    """The project as it was published first."""
    state = State()
    for locale in LOCALES:
        texts = state.yaml[locale] = {}
        for number in range(items):
            texts[f"item{number}.title"] = words.new(locale)
            texts[f"item{number}.text"] = words.new(locale)
        for number in range(items // 4):
            texts[f"count{number}.other"] = words.new(locale)
            if locale == "en":
                texts[f"count{number}.one"] = words.new(locale)
        state.keywords[locale] = {
            f"k{number}": ("approved", [words.new(locale) for _ in range(3)]) for number in range(6)
        }
    state.xliff["en"] = {f"unit{number}": words.new("en") for number in range(units)}
    for locale in TARGETS:
        state.xliff[locale] = {
            name: Unit(words.new(locale), source, approved=number % 2 == 0)
            for number, (name, source) in enumerate(state.xliff["en"].items())
        }
    for number in range(items):
        state.records[f"item:{number}"] = {
            "route": f"demo://items/{number}",
            "titleKey": f"y/item{number}.title",
            "keywordKeys": [f"k{number % 6}"],
        }
    return state


# Files.


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def tree(texts):
    root = {}
    for path, text in texts.items():
        node = root
        *parents, last = path.split(".")
        for name in parents:
            node = node.setdefault(name, {})
        node[last] = text
    return root


def yaml_lines(node, indent):
    for name, value in node.items():
        if isinstance(value, dict):
            yield f"{' ' * indent}{name}:"
            yield from yaml_lines(value, indent + 2)
        else:
            yield f"{' ' * indent}{name}: {quoted(value)}"


def yaml_catalog(locale, texts):
    body = "\n".join(yaml_lines(tree(texts), 2))
    return f"{quoted(locale)}:\n{body}\n" if body else f"{quoted(locale)}: {{}}\n"


def xliff_catalog(state, locale):
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">',
        f'<file original="app" source-language="en" target-language="{locale}" datatype="plaintext"><body>',
    ]
    for name, unit in state.xliff[locale].items():
        if locale == "en":
            unit = Unit(unit, unit, approved=True)
        approved = ' approved="yes"' if unit.approved else ""
        kind = "final" if unit.approved else unit.state
        lines.append(
            f'<trans-unit id="{name}"{approved}><source>{escape(unit.source)}</source>'
            f'<target state="{kind}">{escape(unit.text)}</target></trans-unit>'
        )
    return "\n".join([*lines, "</body></file></xliff>", ""])


def keyword_file(locale, sets):
    lines = [f"locale: {quoted(locale)}", "keywords:" if sets else "keywords: {}"]
    for name, (kind, terms) in sets.items():
        lines += [f"  {name}:", f"    state: {kind}", f"    terms: {json.dumps(terms, ensure_ascii=False)}"]
    return "\n".join(lines) + "\n"


def content_map(records):
    lines = ["content:" if records else "content: []"]
    for name, record in records.items():
        lines += [f"  - contentID: {name}", "    domain: items"]
        lines += [f"    {key}: {json.dumps(value)}" for key, value in record.items()]
    return "\n".join(lines) + "\n"


def configuration(locales):
    return f"""version: 1
project: mutations
sourceLocale: en
locales: [{", ".join(locales)}]
fallbackLocale: en
catalogs:
  - name: y
    source: y/en.yml
    target: y/{{locale}}.yml
  - name: x
    source: x/en.xliff
    target: x/{{locale}}.xliff
    scope: document
content: content.yml
keywords: {{ path: "keywords/{{locale}}.yml" }}
store: Bundles
checks: {{ rules: {{ PL-MISSING: off, PL-EXTRA: off, KW-UNREVIEWED: off, KW-WRONG-SCRIPT: off }} }}
"""


def files(state):
    """Path → text of everything the project is made of."""
    result = {"assets.yml": configuration(state.locales), "content.yml": content_map(state.records)}
    for locale in state.locales:
        if state.yaml.get(locale) is not None:
            result[f"y/{locale}.yml"] = yaml_catalog(locale, state.yaml[locale])
        if state.xliff.get(locale) is not None:
            result[f"x/{locale}.xliff"] = xliff_catalog(state, locale)
        if state.keywords.get(locale) is not None:
            result[f"keywords/{locale}.yml"] = keyword_file(locale, state.keywords[locale])
    return result


class Files:
    """The files on disk; writes what differs and removes what is gone."""

    def __init__(self, folder):
        self.folder = folder
        self.now = {}

    def write(self, state):
        wanted = files(state)
        for path, text in wanted.items():
            if self.now.get(path) != text:
                target = self.folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, "utf-8")
        for path in self.now.keys() - wanted.keys():
            (self.folder / path).unlink()
        self.now = wanted


def digest(data):
    return hashlib.sha256(data).hexdigest()
