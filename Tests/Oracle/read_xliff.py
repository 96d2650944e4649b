#!/usr/bin/env python3
"""Read an XLIFF file the slow and obvious way and print its messages.

An independent second implementation, used to compare with `assets show FILE --format jsonl`: one JSON object
a line, {key, locale, source, target, state, line}, sorted by the bytes of the key, then by locale.

    read_xliff.py [--key id|resname|source] [--scope file|document] FILE...

Several files are separated by lines {"file": PATH}. It needs lxml (the tree) and uses expat for line numbers,
because libxml2 reports where a start tag ends. It reads what is there and judges little: whether a file may be
used at all is not its business.
"""

import argparse
import json
import sys
import xml.parsers.expat

from lxml import etree

XML = "{http://www.w3.org/XML/1998/namespace}"
PLURAL = "{urn:oasis:names:tc:xliff:pgs:1.0}"
CATEGORIES = {"zero", "one", "two", "few", "many", "other"}
DEVICES = {"iphone", "ipad", "ipod", "mac", "applewatch", "appletv", "applevision", "other"}
ORDER = ["absent", "untranslated", "needs-translation", "needs-review", "translated", "reviewed", "final"]
BLANK = " \t\r\n"


def start_lines(data):
    """The lines on which the start tags stand, in document order."""
    lines = []
    parser = xml.parsers.expat.ParserCreate()
    parser.StartElementHandler = lambda name, attributes: lines.append(parser.CurrentLineNumber)
    parser.Parse(data, True)
    return lines


def local(element):
    return etree.QName(element).localname if isinstance(element.tag, str) else None


class Text:
    """A source or target: literal pieces, and codes as (kind, id)."""

    def __init__(self):
        self.pieces = []

    def add(self, literal):
        if literal:
            self.pieces.append(literal)

    def code(self, kind, id):
        self.pieces.append((kind, id or ""))

    def __add__(self, other):
        joined = Text()
        joined.pieces = self.pieces + other.pieces
        return joined

    @property
    def is_empty(self):
        return not self.pieces

    @property
    def is_blank(self):
        return all(isinstance(piece, str) and not piece.strip(BLANK) for piece in self.pieces)

    def printed(self):
        result = ""
        for piece in self.pieces:
            if isinstance(piece, str):
                result += piece
                continue
            kind, id = piece
            slash = "" if kind.startswith("/") or kind in ("g", "pc", "mrk") else "/"
            name = f' id="{id}"' if id and not kind.startswith("/") else ""
            result += f"<{kind}{name}{slash}>"
        return result

    def normal(self):
        """The same text with neighbouring literals joined, for comparing."""
        result = []
        for piece in self.pieces:
            if isinstance(piece, str) and result and isinstance(result[-1], str):
                result[-1] += piece
            else:
                result.append(piece)
        return result


class Reader:
    def __init__(self, path, key, scope):
        data = open(path, "rb").read()
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, remove_comments=False)
        self.root = etree.fromstring(data, parser)
        self.lines = {}
        elements = [element for element in self.root.iter() if isinstance(element.tag, str)]
        for element, line in zip(elements, start_lines(data)):
            self.lines[element] = line
        self.key_policy = key
        self.scope = scope
        self.ns = etree.QName(self.root).namespace
        self.is2 = self.root.get("version", "").startswith("2")
        self.rows = []

    # -- structure --------------------------------------------------------

    def is_core(self, element):
        return isinstance(element.tag, str) and etree.QName(element).namespace == self.ns

    def children(self, element, *names):
        return [child for child in element if self.is_core(child) and local(child) in names]

    def spoken_language(self):
        """What all targets say in the file elements of 1.x that name no target language; None if they do not agree."""
        files = self.children(self.root, "file")
        silent = [file for file in files if not file.get("target-language")]
        said = {
            target.get("{http://www.w3.org/XML/1998/namespace}lang")
            for file in silent for unit in file.iter(f"{{{self.ns}}}trans-unit" if self.ns else "trans-unit")
            for target in self.children(unit, "target")[:1] if len(target) or target.text
        }
        others = {tag(file.get("target-language")) for file in files if file not in silent}
        language = said.pop() if len(said) == 1 else None
        return None if language is None or tag(language) in others else language

    def read(self):
        spoken = None if self.is2 else self.spoken_language()
        for file in self.children(self.root, "file"):
            locale = (self.root.get("trgLang") if self.is2 else file.get("target-language") or spoken) or None
            original = file.get("original")
            if self.is2 and original is None:
                original = file.get("id")
            prefix = [original] if original is not None and self.scope == "file" else []
            containers = [file] if self.is2 else self.children(file, "body")
            for container in containers:
                self.container(container, prefix, tag(locale))
        return self.rows

    def container(self, element, prefix, locale):
        for child in element:
            if not self.is_core(child):
                continue
            if local(child) == "group":
                self.container(child, prefix, locale)
            elif local(child) == ("unit" if self.is2 else "trans-unit"):
                self.unit(child, prefix, locale)

    def unit(self, unit, prefix, locale):
        id, name = unit.get("id"), unit.get("name" if self.is2 else "resname")
        chosen = {"id": id, "resname": id if name is None else name, "source": name}[self.key_policy]
        path = None if chosen is None else split(chosen)
        if not self.is2:
            parts = [self.part12(unit)]
        else:
            parts = [self.part2(child) for child in self.children(unit, "segment", "ignorable")]
        switch = unit.get(PLURAL + "switch") if self.is2 else None
        if switch is not None:
            for part in parts:
                if part["ignorable"]:
                    continue
                words = []
                for kind, case in zip(switch.split(), part["case"]):
                    words += [kind.split(":")[0], case]
                base = path or split(id)
                self.emit(unit, prefix + base + words, locale, part["source"], [part])
            return
        source = Text()
        seen_source = False
        for part in parts:
            if part["source"] is not None:
                source, seen_source = source + part["source"], True
        source = source if seen_source else None
        if path is None:
            path = [source.printed() if source else ""]
        self.emit(unit, prefix + path, locale, source, parts)

    def part12(self, unit):
        targets = self.children(unit, "target")
        sources = self.children(unit, "source")
        target = targets[0] if targets else None
        return {
            "ignorable": False,
            "source": self.text(sources[0]) if sources else None,
            "target": self.text(target) if target is not None else None,
            "element": target,
            "state": state12(target, unit),
            "partial": self.partial12(unit, target),
            "order": None,
        }

    def partial12(self, unit, target):
        """Whether some of the marked segments of a target are missing or empty."""
        def segments(element):
            return [mrk for mrk in element.iter() if self.is_core(mrk) and local(mrk) == "mrk" and mrk.get("mtype") == "seg"]

        def empty(found):
            return sum(1 for mrk in found if self.text(mrk).is_empty)

        if target is None:
            return False
        have = segments(target)
        want = [mrk for element in self.children(unit, "seg-source") for mrk in segments(element)]
        return bool(have) and (len(have) < len(want) or empty(have) > empty(want))

    def part2(self, segment):
        targets = self.children(segment, "target")
        sources = self.children(segment, "source")
        target = targets[0] if targets else None
        order = target.get("order") if target is not None else None
        return {
            "ignorable": local(segment) == "ignorable",
            "source": self.text(sources[0]) if sources else None,
            "target": self.text(target) if target is not None else None,
            "element": target,
            "state": (segment.get("state"), None, False),
            "partial": False,
            "order": int(order) if order else None,
            "case": segment.get(PLURAL + "case", "").split(),
        }

    # -- rows -------------------------------------------------------------

    def emit(self, unit, path, locale, source, parts):
        segments = [part for part in parts if not part["ignorable"]]
        done = [part for part in segments if part["target"] is not None]
        target, line = None, self.lines[unit]
        if not done:
            state = "absent"
        elif len(done) < len(segments) or any(part["partial"] for part in segments):
            state = "untranslated"
        else:
            state = min((judge(part) for part in segments), key=ORDER.index)
            numbered = [(part["order"] or index + 1, index, part) for index, part in enumerate(parts)]
            target = Text()
            for _, _, part in sorted(numbered, key=lambda entry: entry[:2]):
                text = part["target"] if part["target"] is not None else part["source"]
                target = target + (text or Text())
            line = self.lines[next(part["element"] for part in parts if part["element"] is not None)]
        self.rows.append({
            "key": ".".join(escape(segment) for segment in path),
            "locale": locale,
            "source": None if source is None else source.printed(),
            "target": None if target is None else target.printed(),
            "state": state,
            "line": line,
        })

    # -- text -------------------------------------------------------------

    def text(self, element):
        text = Text()
        self.walk(element, text)
        return text

    def walk(self, element, text):
        text.add(element.text)
        for child in element:
            if isinstance(child.tag, str) and self.is_core(child):
                self.inline(child, text)
            text.add(child.tail)

    def inline(self, element, text):
        kind, id = local(element), element.get("id")
        if kind in ("mrk", "sm", "em"):
            self.walk(element, text)
        elif kind in ("g", "pc"):
            text.code(kind, id)
            self.walk(element, text)
            text.code("/" + kind, id)
        elif kind == "cp":
            value = int(element.get("hex"), 16)
            if value in (0, 1, 2, 0x1F):
                text.code(kind, element.get("hex"))
            elif value <= 0x10FFFF and not 0xD800 <= value <= 0xDFFF:
                text.add(chr(value))
        elif kind == "ec":
            text.code(kind, element.get("startRef", id))
        else:
            text.code(kind, id)


def tag(text):
    """A language tag in the usual case."""
    if text is None:
        return None
    subtags = text.replace("_", "-").split("-")
    result = [subtags[0].lower()]
    extension = False
    for subtag in subtags[1:]:
        extension = extension or len(subtag) == 1
        if extension:
            result.append(subtag.lower())
        elif len(subtag) == 4 and subtag.isalpha():
            result.append(subtag.title())
        elif len(subtag) == 2 and subtag.isalpha():
            result.append(subtag.upper())
        else:
            result.append(subtag.lower())
    return "-".join(result)


def escape(segment):
    for character in "\\./":
        segment = segment.replace(character, "\\" + character)
    return segment


def split(key):
    """A key and the words of its Xcode variation."""
    head, border, suffix = key.rpartition("|==|")
    words = suffix.split(".")
    rest = words
    if not border:
        return [key]
    if rest[0] == "substitutions":
        if len(rest) < 4 or not rest[1]:
            return [key]
        rest = rest[2:]
    pairs = list(zip(rest[::2], rest[1::2]))
    kinds = [kind for kind, _ in pairs]
    allowed = {"plural": CATEGORIES, "device": DEVICES}
    if len(rest) % 2 or not pairs or len(set(kinds)) != len(kinds):
        return [key]
    if all(kind in allowed and word in allowed[kind] for kind, word in pairs):
        return [head] + words
    return [key]


def state12(target, unit):
    approved = unit.get("approved") == "yes"
    if target is None:
        return None, None, approved
    return target.get("state"), target.get("state-qualifier"), approved


def judge(part):
    """The state of a part that has a target."""
    word, qualifier, approved = part["state"]
    if word is None:
        proposal = qualifier in ("fuzzy-match", "tm-suggestion")
        state = "needs-review" if proposal and not approved else "translated"
    elif word in ("new", "initial"):
        state = "untranslated"
    elif word in ("needs-translation", "needs-l10n", "needs-adaptation"):
        same = part["target"].normal() == (part["source"] or Text()).normal()
        state = "untranslated" if same else "needs-translation"
    else:
        known = {"translated": "translated", "signed-off": "reviewed", "reviewed": "reviewed", "final": "final"}
        state = known.get(word, "needs-review")
    if approved and ORDER.index(state) >= ORDER.index("translated"):
        state = max(state, "reviewed", key=ORDER.index)
    if part["target"].is_empty:
        meant = ORDER.index(state) >= ORDER.index("translated") and (word is not None or approved)
        return state if meant else "untranslated"
    source = part["source"]
    if part["target"].is_blank and source is not None and not source.is_blank:
        return "untranslated"
    return state


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--key", choices=["id", "resname", "source"], default="id")
    arguments.add_argument("--scope", choices=["file", "document"], default="file")
    arguments.add_argument("files", nargs="+")
    options = arguments.parse_args()
    for path in options.files:
        if len(options.files) > 1:
            print(json.dumps({"file": path}, ensure_ascii=False))
        rows = {}
        for row in Reader(path, options.key, options.scope).read():
            rows.setdefault((row["key"], row["locale"]), row)
        for _, row in sorted(rows.items(), key=lambda item: (item[0][0].encode(), item[0][1] or "")):
            print(json.dumps(row, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
