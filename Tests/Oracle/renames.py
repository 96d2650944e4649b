"""A project whose few keys are edited and renamed again and again, so that their histories outgrow an entry."""

import re

from random_project import Broken, run

CONFIGURATION = """version: 1
project: renames
sourceLocale: en
locales: [en, de]
catalogs: [{ name: m, target: "{locale}.yml" }]
content: content.yml
store: Bundles
"""
RECORD = "content:\n  - { contentID: c, domain: d, route: x, titleKey: m/title }\n"
NAMES = [f"k{number}" for number in range(6)]


def live(random, folder, binary, revisions):
    """Publishes so many revisions; no text comes twice, so that nothing is a rollback."""
    (folder / "assets.yml").write_text(CONFIGURATION)
    (folder / "content.yml").write_text(RECORD)
    texts, number = {name: f"First {name}" for name in NAMES[:3]}, 0
    for _ in range(revisions):
        number += 1
        texts[random.choice(sorted(texts))] = f"Text {number}"
        if random.random() < 0.4:
            old, new = random.choice(sorted(texts)), random.choice([name for name in NAMES if name not in texts])
            texts[new] = texts.pop(old)
        for locale in ("en", "de"):
            lines = [f"  {name}: {text} {locale}\n" for name, text in sorted(texts.items())]
            (folder / f"{locale}.yml").write_text(f"{locale}:\n  title: T\n{''.join(lines)}")
        done = run(binary, folder, "publish", "--quiet")
        if done.returncode:
            raise Broken(f"publish exits {done.returncode}: {done.stderr.decode()}")


def older_spans(folder):
    """How many entries of older spans the packs hold of each kind: of the first list, of the second, of both."""
    packs = b"".join(pack.read_bytes() for pack in (folder / "Bundles/packs").iterdir())
    return [len(re.findall(rb'\["older",[^\]]*\],%d\]' % kind, packs)) for kind in (1, 2, 3)]
