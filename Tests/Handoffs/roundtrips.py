"""Hand-offs that come back: unchanged, or with ten translations edited by Translate Toolkit."""

import json
import re

from lxml import etree
from translate.storage import xliff

from bench import quiet, translated


def unchanged(bench, name):
    s = bench.history(name)
    quiet(s, "publish")
    before = s.files()
    for form in ("xliff-1.2", "xcode", "xliff-2.1", "csv"):
        out = f"Handoff-{form}"
        quiet(s, "export", "--locale", "*", "--format", form, "--out", out)
        answer = json.loads(quiet(s, "import", out, "--format", "json"))
        counts = {k: sum(c[k] for c in answer["locales"].values()) for k in ("same", "notReady")}
        others = {k: v for c in answer["locales"].values() for k, v in c.items() if v and k not in counts}
        assert not others and answer["written"] == [] and counts["same"] > 0, (form, others, counts, answer["written"])
    assert s.files() == before


def ten_edits(bench, name):
    """Translate Toolkit opens the export, edits ten translations, and saves."""
    s = bench.history(name)
    quiet(s, "publish")
    locale = s.history.locales[1]
    quiet(s, "export", "--locale", locale, "--out", "Handoff")
    path = s.folder / f"Handoff/{locale}/app.xliff"
    wanted = {id(u) for u in translated(etree.parse(str(path)).getroot())}
    assert len(wanted) >= 10, "too few texts"
    names = [(u.getparent().getparent().get("original"), u.get("id")) for u in translated(etree.parse(str(path)).getroot())]
    chosen = set(names[:: max(1, len(names) // 10)][:10])
    store = xliff.xlifffile.parsefile(str(path))
    edited = 0
    for unit in store.units:
        original = unit.xmlelement.getparent().getparent().get("original")
        if (original, unit.xmlelement.get("id")) in chosen:
            unit.target = f"Bearbeitet {edited}"
            edited += 1
    assert edited == len(chosen) == 10, (edited, len(chosen))
    store.save()
    before = s.files()
    answer = json.loads(quiet(s, "import", "Handoff", "--format", "json"))
    counts = answer["locales"][locale]
    assert counts["changed"] == 10 and counts["conflict"] + counts["stale"] + counts["error"] == 0, counts
    after = s.files()
    changed = [file for file in after if after[file] != before[file]]
    assert changed == answer["written"] and len(changed) == 1, (changed, answer["written"])
    check_minimal(before[changed[0]].decode(), after[changed[0]].decode())
    again = json.loads(quiet(s, "import", "Handoff", "--format", "json"))
    assert again["written"] == []


def check_minimal(before, after):
    """Each of ten places has the new text; what stands around them is what stood there."""
    if "target-language" not in before:
        # A file that names no target language gets it with its first edit.
        after = re.sub(r' target-language="[^"]*"', "", after)
    pieces = re.split(r"Bearbeitet \d", after)
    assert len(pieces) == 11, len(pieces)
    position = 0
    for number, piece in enumerate(pieces):
        # A state, quotes or an indicator may differ right beside a new text.
        core = piece[(40 if number else 0) : (len(piece) - 40 if number < 10 else len(piece))]
        if len(core) < 1:
            continue
        found = before.find(core, position)
        assert found >= 0, f"other bytes changed around place {number}: {core[:80]!r}"
        position = found + len(core)
