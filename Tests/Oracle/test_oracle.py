"""Tests of the oracle itself: `python -m unittest discover Tests/Oracle` (needs lxml and PyYAML).

What concerns the corpus is compared with the counts in its SOURCES.md, and skipped where there is no corpus.
"""

import copy
import hashlib
import json
import random
import tempfile
import unittest
from pathlib import Path

import cldr
import compare
import histories
import make_project
import rollbacks
from catalogs import Unreadable, read_xliff, read_yaml_catalog, split_variation
from projections import Project, parse_key, print_key

CORPUS = Path(make_project.corpus_folder())


def project(files, settings="", locales="[en, de, pt, pt-BR, zh-Hant]"):
    """A project in a temporary folder, with one YAML catalog and one XLIFF catalog."""
    folder = tempfile.TemporaryDirectory()
    config = f"""
        version: 1
        project: test
        sourceLocale: en
        locales: {locales}
        fallbackLocale: en
        catalogs:
          - {{ name: words, source: words/en.yml, target: "words/{{locale}}.yml" }}
          - {{ name: app, target: "app/{{locale}}.xliff", scope: document }}
        content: content.yml
        keywords: {{ path: "keywords/{{locale}}.yml" }}
        store: Bundles
    """
    config = "\n".join(line[8:] for line in config.splitlines()) + settings
    for name, text in {"assets.yml": config, **files}.items():
        make_project.write(Path(folder.name) / name, text.encode())
    try:
        result = Project(folder.name)
    finally:
        folder.cleanup()
    return {
        (row["contentID"], row["locale"]): row.get("projection", row.get("absent")) for row in result.rows()
    }


def item(number, title, more=""):
    return f"  - {{ contentID: i{number}, domain: d, route: r://{number}, titleKey: {title}{more} }}\n"


def xliff(units, target="de"):
    return f"""<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
      <file original="o" source-language="en" target-language="{target}" datatype="plaintext">
      <body>{units}</body></file></xliff>"""


class ProjectionTests(unittest.TestCase):
    def test_fallback_follows_parents_and_ends_at_the_fallback_locale(self):
        rows = project(
            {
                "words/en.yml": "en: { a: A, b: B, c: C }\n",
                "words/pt.yml": "pt: { a: Ap, b: ~ }\n",
                "words/pt-BR.yml": "pt-BR: { c: '' }\n",
                "words/zh-Hant.yml": "zh-Hant: { b: 乙 }\n",
                "content.yml": "content:\n" + item(1, "words/a") + item(2, "words/b") + item(3, "words/c"),
            }
        )
        self.assertEqual(rows["i1", "pt-BR"]["title"], ["Ap", "pt"])
        self.assertEqual(rows["i2", "pt-BR"]["title"], ["B", "en"])
        self.assertEqual(rows["i3", "pt-BR"]["title"], ["", "pt-BR"])
        self.assertEqual(rows["i1", "zh-Hant"]["title"], ["A", "en"])
        self.assertEqual(rows["i2", "zh-Hant"]["title"], ["乙", "zh-Hant"])

    def test_an_explicit_chain_is_complete(self):
        rows = project(
            {
                "words/en.yml": "a: A\nb: B\n",
                "words/pt.yml": "a: Ap\n",
                "content.yml": "content:\n" + item(1, "words/a") + item(2, "words/b"),
            },
            "\nfallbacks: { pt-BR: [pt], de: [] }\n",
        )
        self.assertEqual(rows["i1", "pt-BR"]["title"], ["Ap", "pt"])
        self.assertEqual(rows["i2", "pt-BR"], "noTitle")
        self.assertEqual(rows["i1", "de"], "noTitle")
        self.assertEqual(rows["i2", "pt"]["title"], ["B", "en"])

    def test_a_plural_gives_its_other_form(self):
        units = (
            '<trans-unit id="n|==|plural.one"><source>one</source><target>eins</target></trans-unit>'
            '<trans-unit id="n|==|plural.other"><source>many</source><target>viele</target></trans-unit>'
        )
        rows = project(
            {
                "words/en.yml": "n: { one: 1, other: N }\n",
                "app/de.xliff": xliff(units),
                "content.yml": "content:\n" + item(1, "words/n") + item(2, "app/n"),
            }
        )
        self.assertEqual(rows["i1", "de"]["title"], ["N", "en"])
        self.assertEqual(rows["i2", "de"]["title"], ["viele", "de"])
        self.assertEqual(rows["i2", "pt"]["title"], ["many", "en"])

    def test_inline_codes_give_their_equivalent_text_or_nothing(self):
        units = (
            '<trans-unit id="c"><source>a<x id="1" equiv-text="{n}"/>b</source><target>ä <g id="2">stark</g>'
            '<ph id="3">%d</ph><x id="1" equiv-text="{n}"/></target></trans-unit>'
        )
        rows = project({"app/de.xliff": xliff(units), "content.yml": "content:\n" + item(1, "app/c")})
        self.assertEqual(rows["i1", "de"]["title"], ["ä stark{n}", "de"])
        self.assertEqual(rows["i1", "en"]["title"], ["a{n}b", "en"])

    def test_values_below_the_minimum_state_are_missing(self):
        def unit(name, attributes="", text="T", approved=""):
            target = f"<target {attributes}>{text}</target>"
            return f'<trans-unit id="{name}" {approved}><source>S</source>{target}</trans-unit>'

        units = [
            unit("new", 'state="new"'),
            unit("review", 'state="needs-review-translation"'),
            unit("plain"),
            unit("final", 'state="final"'),
            unit("blank", text="  "),
            unit("empty", text=""),
            unit("void", 'state="translated"', ""),
            unit("bad", 'state="final" state-qualifier="rejected-length"'),
            unit("yes", approved='approved="yes"'),
            unit("same", text="S"),
        ]
        names = ["new", "review", "plain", "final", "blank", "empty", "void", "bad", "yes", "same"]
        files = {
            "app/de.xliff": xliff("".join(units)),
            "content.yml": "content:\n" + "".join(item(name, f"app/{name}") for name in names),
        }
        texts = {name: row["title"] for (name, locale), row in project(files).items() if locale == "de"}
        own = {name for name, title in texts.items() if title[1] == "de"}
        self.assertEqual(own, {"iplain", "ifinal", "ivoid", "iyes", "isame"})
        self.assertEqual(texts["ivoid"], ["", "de"])
        strict = project(files, "\npublish: { minimumState: reviewed }\n")
        own = {name for (name, locale), row in strict.items() if locale == "de" and row["title"][1] == "de"}
        self.assertEqual(own, {"ifinal", "iyes"})
        self.assertEqual(strict["iplain", "de"]["title"], ["S", "en"], "a source text is never below it")

    def test_keywords_never_come_from_another_language_or_script(self):
        rows = project(
            {
                "words/en.yml": "a: A\n",
                "keywords/en.yml": "keywords: { k: { state: approved, terms: [one] } }\n",
                "keywords/pt.yml": """
                    keywords:
                      k: { state: approved, terms: [um, { text: dois, kind: hidden }] }
                      e: { state: approved, terms: [x] }
                """,
                "keywords/pt-BR.yml": """
                    keywords:
                      k: { state: proposed, terms: [hum] }
                      e: { state: approved, terms: [] }
                      s: { state: approved, terms: [dois, tres] }
                """,
                "content.yml": "content:\n" + item(1, "words/a", ", keywordKeys: [k, s, e]"),
            }
        )
        self.assertEqual(
            rows["i1", "pt-BR"]["keywords"],
            [[["um", "alternative"], ["dois", "hidden"], ["tres", "alternative"]], ["pt", "pt-BR", "pt-BR"]],
        )
        self.assertEqual(rows["i1", "de"]["keywords"], [[], [None, None, None]])
        self.assertEqual(rows["i1", "en"]["keywords"], [[["one", "alternative"]], ["en", None, None]])

    def test_private_and_unsearchable_items_have_no_projection(self):
        rows = project(
            {
                "words/en.yml": "a: A\n",
                "content.yml": "content:\n"
                + item(1, "words/a", ", access: private")
                + item(2, "words/a", ", isSearchable: false")
                + item(3, "words/a", ", access: account"),
            }
        )
        self.assertEqual([rows[name, "de"] for name in ("i1", "i2")], ["private", "notSearchable"])
        self.assertEqual(rows["i3", "de"]["access"], "account")

    def test_sources_that_disagree_are_refused(self):
        unit = '<trans-unit id="a"><source>{}</source></trans-unit>'
        with self.assertRaises(Unreadable):
            project(
                {
                    "app/de.xliff": xliff(unit.format("A")),
                    "app/pt.xliff": xliff(unit.format("B"), "pt"),
                    "content.yml": "content: []\n",
                }
            )

    def test_keys_print_and_parse(self):
        path = ("Base.lproj/Main.storyboard", "a\\b.c", "", "x")
        self.assertEqual(print_key("app", path), r"app/Base\.lproj\/Main\.storyboard.a\\b\.c..x")
        self.assertEqual(parse_key(print_key("app", path)), ("app", path))

    def test_variations_are_split_only_when_they_are_known(self):
        self.assertEqual(split_variation("k|==|plural.few"), ("k", "plural", "few"))
        self.assertEqual(
            split_variation("k|==|substitutions.a.b.plural.one"),
            ("k", "substitutions", "a.b", "plural", "one"),
        )
        self.assertEqual(
            split_variation("k|==|device.mac.plural.other"), ("k", "device", "mac", "plural", "other")
        )
        self.assertEqual(split_variation("k|==|plural.some"), ("k|==|plural.some",))
        self.assertEqual(split_variation("a|==|b|==|plural.one"), ("a|==|b", "plural", "one"))

    def test_parents(self):
        self.assertEqual(cldr.parents("es-MX"), ["es-419", "es"])
        self.assertEqual(cldr.parents("zh-TW"), ["zh-Hant"])
        self.assertEqual(cldr.parents("sr-Latn-ME"), ["sr-Latn"])
        self.assertEqual(cldr.parents("de-AT"), ["de"])

    def test_scripts(self):
        self.assertEqual(cldr.language_and_script("zh-TW"), ("zh", "Hant"))
        self.assertEqual(cldr.language_and_script("sr"), ("sr", "Cyrl"))
        self.assertEqual(cldr.language_and_script("pt-BR"), ("pt", "Latn"))


class YAMLTests(unittest.TestCase):
    def read(self, text, locale="no"):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "c.yml"
            path.write_bytes(text.encode())
            return {key: value.text.plain for key, value in read_yaml_catalog(path, locale).items()}

    def test_nothing_is_resolved(self):
        self.assertEqual(
            self.read("no:\n  a: no\n  b: 1.10\n  c: ~\n  d: '~'\n  e: \"\"\n  f:\n  g: [x, ~, 0x1F]\n"),
            {("a",): "no", ("b",): "1.10", ("d",): "~", ("e",): "", ("g", "0"): "x", ("g", "2"): "0x1F"},
        )

    def test_merge_keys(self):
        self.assertEqual(
            self.read("x: &x { a: 1, b: 2 }\ny:\n  <<: *x\n  b: 3\n", "de"),
            {("x", "a"): "1", ("x", "b"): "2", ("y", "a"): "1", ("y", "b"): "3"},
        )

    def test_of_two_equal_keys_the_first_stays(self):
        self.assertEqual(self.read("a: 1\nb: 2\n'a': 3\n", "de"), {("a",): "1", ("b",): "2"})

    def test_second_documents_and_lists_are_refused(self):
        for text in ("a: 1\n---\nb: 2\n", "a: &a [*a]\n", "- a\n"):
            with self.assertRaises(Unreadable, msg=text):
                self.read(text, "de")


class CompareTests(unittest.TestCase):
    """A correct manifest passes; each single fault is found."""

    def row(self, title, domain="d", keywords=()):
        return {
            "title": [title, "de"],
            "description": None,
            "keywords": [[[k, "alternative"] for k in keywords], ["de"]],
            "domain": domain,
            "access": "public",
        }

    def manifest(self, old, new):
        deletes, upserts = compare.expected(old, new)

        def digest(value):
            return value and hashlib.sha256(json.dumps(value).encode()).hexdigest()[:32]

        def entries(places):
            result = []
            for where, (had, has, required, _) in sorted(places.items()):
                before, after = (
                    state.get(where[:2]) if there else None for state, there in ((old, had), (new, has))
                )
                sides = {
                    name: [
                        side and side[name] and [digest(side[name]), side[name][1]]
                        for side in (before, after)
                    ]
                    for name in required
                }
                result.append(
                    {
                        "contentID": where[0],
                        "locale": where[1],
                        "domain": where[2],
                        "access": where[3],
                        "before": digest(before),
                        "after": digest(after),
                        "fields": sides,
                    }
                )
            return result

        locales = {}
        for locale in {locale for _, locale in old.keys() | new.keys()}:
            items = [sum(key[1] == locale for key in state) for state in (old, new)]
            touched = sum(where[1] == locale for places in (deletes, upserts) for where in places)
            locales[locale] = {"items": items, "rebuildHint": 2 * touched > items[1]}
        return {
            "schema": "assets.manifest/1",
            "deletes": entries(deletes),
            "upserts": entries(upserts),
            "locales": locales,
            "counts": {"deletes": len(deletes), "upserts": len(upserts)},
        }

    def states(self):
        old = {(f"i{n}", "de"): self.row(f"t{n}") for n in range(6)}
        new = copy.deepcopy(old)
        del new["i0", "de"]
        new["i1", "de"] = self.row("other", keywords=["k"])
        new["i2", "de"] = self.row("t2", domain="e")
        new["i9", "de"] = self.row("t9")
        return old, new

    def test_a_true_manifest_passes(self):
        old, new = self.states()
        self.assertEqual(compare.compare(self.manifest(old, new), old, new), [])
        deletes, upserts = compare.expected(old, new)
        self.assertEqual([where[0] for where in sorted(deletes)], ["i0", "i2"])
        self.assertEqual([where[0] for where in sorted(upserts)], ["i1", "i2", "i9"])
        self.assertEqual(upserts["i1", "de", "d", "public"][2], {"title", "keywords"})

    def test_each_fault_is_found(self):
        old, new = self.states()

        def missing(m):
            m["upserts"].pop()

        def twice(m):
            m["deletes"].append(m["deletes"][-1])

        def invented(m):
            m["upserts"].append({**m["upserts"][0], "contentID": "i5"})

        def field(m):
            m["upserts"][0]["fields"].pop("title")

        def extra(m):
            m["upserts"][0]["fields"]["description"] = [["a", "de"], ["b", "de"]]

        def before(m):
            m["upserts"][0]["before"] = None

        def order(m):
            m["upserts"].reverse()

        def counted(m):
            m["counts"]["deletes"] += 1

        def items(m):
            m["locales"]["de"]["items"][1] += 1

        def origin(m):
            m["upserts"][0]["fields"]["title"][1][1] = "en"

        def locale(m):
            m["locales"].clear()

        for fault in (missing, twice, invented, field, extra, before, order, counted, items, origin, locale):
            manifest = self.manifest(old, new)
            fault(manifest)
            self.assertNotEqual(compare.compare(manifest, old, new), [], fault.__name__)

    def test_random_states(self):
        seed = random.randrange(1 << 32)
        source = random.Random(seed)
        for _ in range(200):
            old, new = (
                {
                    (f"i{n}", locale): self.row(
                        source.choice("ab"), source.choice("de"), source.choice(["", "k"])
                    )
                    for n in range(8)
                    for locale in ("de", "ja")
                    if source.random() < 0.7
                }
                for _ in range(2)
            )
            self.assertEqual(compare.compare(self.manifest(old, new), old, new), [], f"seed {seed}")


@unittest.skipUnless(CORPUS.is_dir(), f"LOUD NOTICE: no corpus at {CORPUS}, set ASSETS_CORPUS")
class CorpusTests(unittest.TestCase):
    def counts(self, name, locale):
        """added / removed / source changed / target changed / stale, as SOURCES.md counts them."""
        history = histories.BY_NAME[name]
        old, new = (
            {unit.path: unit for unit in read_xliff(history.path(CORPUS, state, locale))[2]}
            for state in history.states
        )

        def bare(text):
            """The parts without what a code stands for, which SOURCES.md does not count as text."""
            return text and [part if isinstance(part, str) else part[:2] for part in text.parts]

        pairs = [(old[path], new[path]) for path in old.keys() & new.keys()]
        sources = [bare(a.source) != bare(b.source) for a, b in pairs]
        targets = [[bare(unit.target and unit.target.text) for unit in pair] for pair in pairs]
        return [
            len(new.keys() - old.keys()),
            len(old.keys() - new.keys()),
            sum(sources),
            sum(a != b for a, b in targets),
            sum(changed and a == b and a is not None for changed, (a, b) in zip(sources, targets)),
        ]

    def test_counts_of_xliff_histories(self):
        expected = {
            ("focusios-l10n", "de"): [93, 57, 3, 7, 2],
            ("focusios-l10n", "ja"): [93, 57, 3, 7, 2],
            ("focusios-l10n", "ar"): [93, 57, 3, 30, 2],
            ("focusios-l10n", "th"): [93, 57, 3, 18, 1],
            ("gomap", "ar"): [36, 29, 7, 0, 2],
            ("gomap", "de"): [36, 29, 7, 11, 2],
            ("gomap", "ru"): [36, 29, 7, 71, 2],
            ("elytra-localisations", "de"): [617, 429, 5, 30, 4],
            ("symfony-validator", "de"): [16, 0, 5, 3, 2],
            ("symfony-validator", "ja"): [16, 0, 5, 2, 3],
            ("symfony-validator", "ar"): [16, 0, 5, 5, 0],
            ("symfony-validator", "en"): [16, 0, 0, 4, 0],
            ("aam-digital-ndb-core", "de"): [401, 147, 0, 7, 0],
        }
        self.assertEqual({pair: self.counts(*pair) for pair in expected}, expected)

    def test_what_goes_back(self):
        def facts(name):
            history = histories.BY_NAME[name]
            published, candidate = rollbacks.candidate_of(history)
            return rollbacks.facts(history, CORPUS, published, candidate)

        mbin = facts("mbin-revert")
        self.assertEqual(len(mbin["pl"].gone), 8)
        self.assertEqual((len(mbin["pl"].back), len(mbin["pl"].resurrected)), (0, 0))
        self.assertEqual(len(mbin["en"].resurrected), 22)
        self.assertTrue(all(found.looks_like_old_file for found in mbin.values()))
        self.assertEqual(facts("rails-i18n")["he"], rollbacks.Facts())

    def test_a_change_that_only_bytes_show(self):
        history = histories.BY_NAME["rails-i18n-nbsp-revert"]
        past = [rollbacks.tables(history, CORPUS, state)["fr"] for state in history.states]
        changed = [key for key in past[1] if past[2].get(key) != past[1][key]]
        returned = [key for key in changed if past[2][key] == past[0][key]]
        self.assertEqual((len(changed), len(returned)), (52, 49))
        english = rollbacks.tables(history, CORPUS, "1-before")["en"]
        equal = [key for key in returned if past[2][key] == english.get(key)]
        found = rollbacks.facts(history, CORPUS, history.states[:2], history.states[2])["fr"]
        self.assertEqual((len(equal), len(found.untranslated), len(found.back)), (5, 5, 44))

    def test_moved_units_are_not_deletions(self):
        history = histories.BY_NAME["elytra-localisations"]
        found = rollbacks.facts(history, CORPUS, history.states, "old")["de"]
        self.assertEqual((len(found.moved), len(found.resurrected), len(found.back)), (327, 39, 0))

    def test_every_history_makes_a_project_in_every_state(self):
        for history in histories.ALL:
            with tempfile.TemporaryDirectory() as folder:
                contents = set()
                for number, state in enumerate(history.states):
                    make_project.make(history, CORPUS, state, folder, update=number > 0)
                    rows = Project(folder).rows()
                    self.assertGreater(sum("projection" in row for row in rows), 200, history.name)
                    contents.add((Path(folder) / "content.yml").read_bytes())
                self.assertEqual(len(contents), 1)


if __name__ == "__main__":
    unittest.main()
