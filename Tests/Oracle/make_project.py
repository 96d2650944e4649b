"""Makes a project from a history of the corpus.

    make_project.py [--corpus DIR] HISTORY STATE OUT_DIR [--update]

Catalogs are byte copies. The content map names a few hundred keys of the source locale and is the same for
every state; keywords are generated and never change. With `--update` only the catalogs are replaced.
"""

import argparse
import os
import sys
from pathlib import Path

import histories
from catalogs import Unreadable
from projections import print_key
from rollbacks import tables

CATALOG = "app"
CATEGORIES = {"zero", "one", "two", "few", "many", "other"}
ITEMS = 300

# Six plain nouns per language, in its own script.
WORDS = {
    "ar": "ميناء فانوس بوصلة مرساة منارة صارية",
    "de": "Hafen Laterne Kompass Anker Leuchtturm Mast",
    "en": "harbor lantern compass anchor lighthouse mast",
    "fr": "port lanterne boussole ancre phare voilier",
    "he": "נמל פנס מצפן עוגן מגדלור תורן",
    "ja": "港 提灯 羅針盤 錨 灯台 帆柱",
    "pl": "port latarnia kompas kotwica żaglowiec maszt",
    "ru": "гавань фонарь компас якорь маяк мачта",
    "th": "ท่าเรือ โคมไฟ เข็มทิศ สมอเรือ ประภาคาร เสากระโดง",
    "zh-Hans": "港口 灯笼 指南针 船锚 灯塔 桅杆",
}


def title_keys(history, corpus):
    """Printed keys, sorted, that have a source text in some state; plurals by their common name."""
    paths = set()
    for state in history.states:
        for path, text in tables(history, corpus, state)[history.source_locale].items():
            if not history.is_yaml and history.scope == "file" and path[0].endswith(".stringsdict"):
                continue
            if any("\n" in segment or segment == "" for segment in path):
                continue
            if text.plain.strip() == "":
                continue
            if path[-1] in CATEGORIES and len(path) > 1:
                path = path[:-1] if path[-1] == "other" else None
                if path and path[-1] == "plural" and not history.is_yaml:
                    path = path[:-1]
            if path and "substitutions" not in path and "device" not in path:
                paths.add(path)
    return [print_key(CATALOG, path) for path in sorted(paths, key=lambda path: [s.encode() for s in path])]


def quoted(text):
    """A YAML double-quoted scalar."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t") + '"'


def content_map(keys):
    """Every record as lines of YAML; which keys it takes depends on its number only."""
    step = max(1, len(keys) // ITEMS)
    chosen = keys[::step]
    lines = ["content:"]
    for number, key in enumerate(chosen):
        lines += [
            f"  - contentID: item:{number:04}",
            f"    domain: {('articles', 'settings', 'help')[number % 3]}",
            f"    route: sample://item/{number:04}",
            f"    titleKey: {quoted(key)}",
        ]
        if number % 3 == 2:
            # A neighbour's title: one key serves several items.
            lines.append(f"    descriptionKey: {quoted(chosen[(number * 7 + 1) % len(chosen)])}")
        if number % 4 == 1:
            lines.append(f"    keywordKeys: [set-{number % 7}, set-{(number + 2) % 7}]")
        if number % 31 == 5:
            lines.append("    isSearchable: false")
        if number % 19 == 3:
            lines.append("    access: account")
        elif number % 37 == 7:
            lines.append("    access: private")
    return "\n".join(lines) + "\n"


def keyword_file(locale, is_source):
    """Seven sets: overlapping, empty, proposed, and one that only the source has."""
    words = WORDS[locale].split()
    sets = [
        ("approved", words[0:2]),
        ("approved", words[2:3]),
        ("approved", words[1:4]),
        ("approved", []),
        ("approved" if is_source else "proposed", words[4:5]),
        ("approved", words[5:6] + words[3:4]),
    ]
    if is_source:
        sets.append(("approved", words[4:6]))
    lines = [f"locale: {locale}", "keywords:"]
    for number, (state, terms) in enumerate(sets):
        hidden = [f"{{ text: {quoted(term)}, kind: hidden }}" for term in terms[2:]]
        shown = [quoted(term) for term in terms[:2]]
        lines.append(f"  set-{number}: {{ state: {state}, terms: [{', '.join(shown + hidden)}] }}")
    return "\n".join(lines) + "\n"


def configuration(history):
    lines = [
        "version: 1",
        f"project: {history.name}",
        f"sourceLocale: {history.source_locale}",
        f"locales: [{', '.join(history.locales)}]",
        f"fallbackLocale: {history.source_locale}",
        "catalogs:",
        f"  - name: {CATALOG}",
    ]
    if history.has_source:
        lines.append(f"    source: {history.target.replace('{locale}', history.source_locale)}")
    lines.append(f"    target: {quoted(history.target)}")
    if not history.is_yaml:
        lines += [f"    key: {history.key}", f"    scope: {history.scope}"]
    lines += [
        "content: content.yml",
        'keywords: { path: "keywords/{locale}.yml" }',
        "store: Bundles",
        "checks: { baseline: assets-baseline.json }",
        "",
    ]
    return "\n".join(lines)


def make(history, corpus, state, out, update=False):
    """Writes the project, or with `update` only its catalogs."""
    out = Path(out)
    if state not in history.states:
        raise Unreadable(f"{history.name} has the states {', '.join(history.states)}")
    for locale in history.locales:
        path = history.path(corpus, state, locale)
        if path is not None:
            write(out / history.target.replace("{locale}", locale), path.read_bytes())
    if update:
        return
    write(out / "assets.yml", configuration(history).encode())
    write(out / "content.yml", content_map(title_keys(history, corpus)).encode())
    for locale in history.locales:
        text = keyword_file(locale, locale == history.source_locale)
        write(out / "keywords" / f"{locale}.yml", text.encode())


def write(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def corpus_folder():
    """`ASSETS_CORPUS`, else `shared/corpus` next to the checkout."""
    return os.environ.get("ASSETS_CORPUS") or Path(__file__).parents[3] / "shared" / "corpus"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--corpus", default=corpus_folder())
    parser.add_argument("--update", action="store_true", help="replace the catalogs, nothing else")
    parser.add_argument("history", choices=sorted(histories.BY_NAME))
    parser.add_argument("state")
    parser.add_argument("out")
    options = parser.parse_args()
    try:
        make(histories.BY_NAME[options.history], options.corpus, options.state, options.out, options.update)
    except Unreadable as error:
        print(f"make_project.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
