"""The effective projection of every content ID in every locale, computed the slow way.

    projections.py PROJECT_DIR

prints one JSON line per (content ID, locale), sorted by those two as bytes. It is written from what
the formats are documented to mean and reads whole files with PyYAML and lxml; the product's trees, ledgers and
readers are not involved. Where that leaves room, this is how it was read:

- an explicit empty text (`title: ""`) is a value: it ends the search along the fallback chain;
- a text is looked up per locale of the chain as the key itself, key + `other`, key + `plural` + `other`;
- `rejected` and `retired` keyword sets are as good as deleted: the key is absent in that locale;
- a set that says `approved` is taken at its word (`reviewed.digest` is not recomputed); a `proposed` one
  keeps the terms it had in the project given as `before` (in memory only), without one it is absent;
- among terms of several keyword keys the first occurrence of a text is kept, whatever its kind;
- a text of the source locale is never below the minimum state: it is the original;
- `key: source` is Symfony's rule, where a `resname` goes before the source text;
- an implicit chain walks CLDR parents and truncation through undeclared locales, visits only declared ones
  (as they are spelled: that `pt` and `pt-BR` mean the same is not modelled).

Not modelled, refused with exit 2: side files `.state/`, XLIFF 2.x, states that start with `x-`.
"""

import json
import sys
from pathlib import Path

import yaml

import cldr
from catalogs import STATES, Unreadable, Value, read_xliff, read_yaml_catalog

ACCESS = ("public", "account", "private")


def load(path):
    """A YAML file as plain strings, lists and dictionaries."""
    return yaml.load(path.read_bytes(), Loader=yaml.BaseLoader)


def parse_key(printed):
    """A printed key as (catalog, path): `\\` escapes a dot, slash or backslash of a segment."""
    segments, current, catalog = [], "", None
    characters = iter(printed)
    for character in characters:
        if character == "\\":
            current += next(characters)
        elif character == "/" and catalog is None:
            catalog, current = current, ""
        elif character == "." and catalog is not None:
            segments.append(current)
            current = ""
        else:
            current += character
    if catalog is None:
        raise Unreadable(f"the key {printed!r} names no catalog")
    return catalog, (*segments, current)


def print_key(catalog, path):
    def escape(segment):
        for special in "\\./":
            segment = segment.replace(special, "\\" + special)
        return segment

    return escape(catalog) + "/" + ".".join(escape(segment) for segment in path)


class Project:
    """Everything a projection depends on, read from a project folder.

    `before` is the project as it was published last, for approvals that were withdrawn since.
    """

    def __init__(self, folder, before=None):
        self.folder = Path(folder)
        config = load(self.folder / "assets.yml")
        self.source_locale = config["sourceLocale"]
        self.locales = config["locales"]
        self.fallbacks = config.get("fallbacks") or {}
        self.fallback_locale = config.get("fallbackLocale")
        publish = config.get("publish") or {}
        self.minimum = STATES.index(publish.get("minimumState", "translated"))
        # (locale, catalog name) -> {path: Value}
        self.values = {}
        # (catalog file, line) of each later twin of a YAML key
        self.duplicates = set()
        for catalog in config["catalogs"]:
            self.read_catalog(catalog)
        self.content = self.read_content(config["content"])
        self.keywords = self.read_keywords(config.get("keywords"), before.keywords if before else {})

    def read_catalog(self, catalog):
        if list(self.folder.glob("**/.state")):
            raise Unreadable("side files in .state/ are not modelled")
        paths = {}
        for locale in self.locales:
            name = catalog["target"].replace("{locale}", locale)
            if locale == self.source_locale and "source" in catalog:
                name = catalog["source"]
            path = self.folder / name
            if path.exists():
                paths[locale] = path
        is_yaml = catalog["target"].endswith((".yml", ".yaml"))
        for locale in self.locales:
            self.values[locale, catalog["name"]] = {}
        if is_yaml:
            for locale, path in paths.items():
                lines = set()
                self.values[locale, catalog["name"]] = read_yaml_catalog(path, locale, lines)
                self.duplicates |= {(str(path.relative_to(self.folder)), line) for line in lines}
        else:
            self.read_xliff_catalog(catalog, paths)

    def read_xliff_catalog(self, catalog, paths):
        name = catalog["name"]
        derived = {}
        for locale, path in paths.items():
            source, target, units = read_xliff(path, catalog.get("key", "id"), catalog.get("scope", "file"))
            if not cldr.canonical(source) == self.source_locale:
                raise Unreadable(f"{path}: source-language is {source}")
            if target is not None and cldr.canonical(target) != locale:
                raise Unreadable(f"{path}: target-language is {target}")
            table, seen = self.values[locale, name], set()
            for unit in units:
                if unit.path in seen:
                    raise Unreadable(f"{path}:{unit.line}: duplicate key {unit.path}")
                seen.add(unit.path)
                if unit.target is not None:
                    table[unit.path] = unit.target
                elif locale == self.source_locale and unit.source is not None:
                    table[unit.path] = source_value(unit)
                if locale != self.source_locale and unit.source is not None:
                    first = derived.setdefault(unit.path, unit)
                    if first.source != unit.source:
                        raise Unreadable(f"{path}:{unit.line}: <source> texts of {unit.path} disagree")
        if self.source_locale not in paths:
            self.values[self.source_locale, name] = {
                path: source_value(unit) for path, unit in derived.items()
            }

    def read_content(self, pattern):
        records = []
        for path in sorted(self.folder.glob(pattern)):
            records += load(path)["content"] or []
        return records

    def read_keywords(self, config, before):
        """`{locale: {key: [(text, kind)]}}` of the sets in force."""
        result = {locale: {} for locale in self.locales}
        for locale in self.locales if config else []:
            path = self.folder / config["path"].replace("{locale}", locale)
            if not path.exists():
                continue
            for key, entry in (load(path).get("keywords") or {}).items():
                if entry["state"] == "approved":
                    result[locale][key] = [
                        (term, "alternative")
                        if isinstance(term, str)
                        else (term["text"], term.get("kind", "alternative"))
                        for term in entry.get("terms") or []
                    ]
                elif entry["state"] == "proposed" and key in before.get(locale, {}):
                    result[locale][key] = before[locale][key]
        return result

    def chain(self, locale):
        """The locale and those that stand in for it, in order."""
        if locale in self.fallbacks:
            rest = self.fallbacks[locale]
        else:
            rest = [tag for tag in cldr.parents(locale) if tag in self.locales]
            if self.fallback_locale:
                rest.append(self.fallback_locale)
        result = []
        for tag in [locale, *rest]:
            if tag not in result:
                result.append(tag)
        return result

    def text(self, locale, key):
        """The plain text of a key in one locale, without fallback; `None` if there is none to use."""
        catalog, path = parse_key(key)
        table = self.values.get((locale, catalog), {})
        for form in (path, (*path, "other"), (*path, "plural", "other")):
            value = table.get(form)
            if value is not None and (locale == self.source_locale or self.is_usable(value)):
                return value.text.plain
        return None

    def is_usable(self, value):
        return not value.must_not_ship and STATES.index(value.state) >= self.minimum

    def field(self, locale, key):
        """`[text, locale it came from]` along the chain, or `None`."""
        if key is None:
            return None
        for candidate in self.chain(locale):
            text = self.text(candidate, key)
            if text is not None:
                return [text, candidate]
        return None

    def keyword_set(self, locale, key):
        """`(terms, locale)` of the set in force; fallback only within one language and script."""
        written = cldr.language_and_script(locale)
        for candidate in self.chain(locale):
            if cldr.language_and_script(candidate) == written and key in self.keywords[candidate]:
                return self.keywords[candidate][key], candidate
        return [], None

    def projection(self, record, locale):
        """The projection, or the word for why there is none."""
        access = record.get("access", "public")
        if access not in ACCESS:
            raise Unreadable(f"{record['contentID']}: access {access!r}")
        if record.get("isSearchable", "true") == "false":
            return "notSearchable"
        if access == "private":
            return "private"
        title = self.field(locale, record["titleKey"])
        if title is None:
            return "noTitle"
        terms, provenance = {}, []
        for key in record.get("keywordKeys") or []:
            found, origin = self.keyword_set(locale, key)
            provenance.append(origin)
            for text, kind in found:
                terms.setdefault(text, kind)
        return {
            "title": title,
            "description": self.field(locale, record.get("descriptionKey")),
            "keywords": [[list(term) for term in terms.items()], provenance],
            "domain": record["domain"],
            "access": access,
        }

    def rows(self):
        rows = []
        for record in self.content:
            for locale in self.locales:
                projection = self.projection(record, locale)
                row = {"contentID": record["contentID"], "locale": locale}
                row["projection" if isinstance(projection, dict) else "absent"] = projection
                rows.append(row)
        return sorted(rows, key=lambda row: (row["contentID"].encode(), row["locale"].encode()))


def source_value(unit):
    """A `<source>` text as the value of the source locale."""
    return Value(unit.source, "translated", unit.line)


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 64
    try:
        for row in Project(arguments[0]).rows():
            print(json.dumps(row, ensure_ascii=False))
    except Unreadable as error:
        print(f"projections.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
