"""Projects in which every translation is of a document: a title, a description and keywords for each.

The generated catalogs have a document for every tenth unit only; what an index costs is counted in documents.
"""

import json
import os
import re
import shutil


def records(path):
    """The rows of a generated list: identifier, route, title, description, keywords, each keyword once."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            name, route, title, text, *keywords = line.rstrip("\n").split("\t")
            yield name, route, title, text, list({word.lower(): word for word in keywords}.values())


def write_project(folder, lists, locales, terms=8):
    """Writes a project with the documents of the lists, one list a locale, with so many keywords each, from nothing."""
    shutil.rmtree(folder, ignore_errors=True)
    for part in ("catalogs", "keywords"):
        os.makedirs(os.path.join(folder, part))
    with open(os.path.join(folder, "content.yml"), "w", encoding="utf-8") as content:
        content.write("content:\n")
        for name, route, *_ in records(lists[0]):
            content.write(
                f"  - {{ contentID: '{name}', domain: '{route.split('/')[1]}', route: 'app:/{route}', "
                f"titleKey: docs/{name}.title, descriptionKey: docs/{name}.text, keywordKeys: [{name}] }}\n")
    for locale, source in zip(locales, lists):
        with open(os.path.join(folder, "catalogs", f"{locale}.yml"), "w", encoding="utf-8") as catalog, \
                open(os.path.join(folder, "keywords", f"{locale}.yml"), "w", encoding="utf-8") as sets:
            catalog.write(f"{locale}:\n")
            sets.write(f"locale: {locale}\nkeywords:\n")
            for name, _, title, text, keywords in records(source):
                catalog.write(f"  {name}:\n    title: {quoted(title)}\n    text: {quoted(text)}\n")
                words = ", ".join(map(quoted, keywords[:terms]))
                sets.write(f"  {name}: {{ state: approved, terms: [{words}] }}\n")
    with open(os.path.join(folder, "assets.yml"), "w", encoding="utf-8") as file:
        # The generated keywords are random words that nobody has reviewed.
        file.write(
            f"version: 1\nproject: documents\nsourceLocale: {locales[0]}\nlocales: [{', '.join(locales)}]\n"
            f"fallbackLocale: {locales[0]}\n"
            "catalogs:\n  - { name: docs, source: 'catalogs/" + locales[0] + ".yml', "
            "target: 'catalogs/{locale}.yml', placeholders: none }\n"
            "content: content.yml\nkeywords: { path: 'keywords/{locale}.yml' }\nstore: Bundles\n"
            "checks: { failOn: error, rules: { " + ", ".join(f"{rule}: off" for rule in KEYWORD_RULES) + " } }\n")


KEYWORD_RULES = ["KW-UNREVIEWED", "KW-UNSEARCHABLE", "KW-EQUALS-TITLE", "KW-STOP-WORD", "KW-COLLISION"]


def change_titles(folder, locale, count, edition):
    """Gives so many titles of a locale, evenly spread, texts that they never had."""
    path = os.path.join(folder, "catalogs", f"{locale}.yml")
    with open(path, encoding="utf-8") as file:
        lines = file.readlines()
    titles = [index for index, line in enumerate(lines) if line.startswith("    title: ")]
    for index in titles[::max(1, len(titles) // count)][:count]:
        lines[index] = re.sub(r'( edition \d+)?"\n', f' edition {edition}"\n', lines[index])
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(lines)


def frequent_word(path, share):
    """The word that comes nearest to being in that share of the documents, and its share."""
    counts = {}
    total = 0
    for _, _, title, text, keywords in records(path):
        total += 1
        for word in set(re.findall(r"\w+", " ".join([title, text, *keywords]).lower())):
            counts[word] = counts.get(word, 0) + 1
    word = min(counts, key=lambda word: abs(counts[word] / total - share))
    return word, counts[word] / total


def quoted(text):
    """A YAML scalar in double quotes; JSON's escapes are a part of YAML's."""
    return json.dumps(text, ensure_ascii=False)
