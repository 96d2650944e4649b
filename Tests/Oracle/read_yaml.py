#!/usr/bin/env python3
"""Reads YAML catalogs the slow and obvious way, to compare `assets show` with.

    read_yaml.py FILE...

One JSON line a message, `{key, locale, source, target, state, line}`, sorted by locale and then by key: segment
by segment, as bytes, a prefix first. Built on PyYAML's composer, which resolves nothing: every scalar stays text. Only what a
reader has to decide is written here: which keys are locales, what is null, what merge keys bring, and that
the first of two equal keys wins. Written without looking at the Swift reader, so that a difference means
something; a file it cannot read gives one line on stderr and exit status 1.
"""

import json
import os
import re
import sys

import yaml

NULLS = {"", "~", "null", "Null", "NULL"}
MAP, LIST, TEXT = yaml.MappingNode, yaml.SequenceNode, yaml.ScalarNode


class Loader(yaml.reader.Reader, yaml.scanner.Scanner, yaml.parser.Parser, yaml.composer.Composer,
             yaml.resolver.BaseResolver):
    """A composer without types; a tag is kept only if the file wrote one."""

    def __init__(self, stream):
        yaml.reader.Reader.__init__(self, stream)
        yaml.scanner.Scanner.__init__(self)
        yaml.parser.Parser.__init__(self)
        yaml.composer.Composer.__init__(self)
        yaml.resolver.BaseResolver.__init__(self)

    def compose_node(self, parent, index):
        # YAML lets an anchor be set again, PyYAML does not.
        if not self.check_event(yaml.AliasEvent):
            self.anchors.pop(self.peek_event().anchor, None)
        return super().compose_node(parent, index)

    def resolve(self, kind, value, implicit):
        return "plain" if kind is TEXT and implicit[0] else "untagged"


def is_null(node):
    if not isinstance(node, TEXT):
        return False
    return node.tag == "tag:yaml.org,2002:null" or (node.tag == "plain" and node.value in NULLS)


def is_merge(key):
    return isinstance(key, TEXT) and key.tag == "plain" and key.value == "<<"


def pairs(node):
    """The entries of a map: its own, the first of equal keys; then what its merge keys bring."""
    own, merged = {}, []
    for key, value in node.value:
        if is_merge(key):
            merged += value.value if isinstance(value, LIST) else [value]
        else:
            own.setdefault(key.value, value)
    for base in merged:
        for key, value in pairs(base):
            own.setdefault(key, value)
    return list(own.items())


def leaves(node, path=()):
    if isinstance(node, MAP):
        for key, value in pairs(node):
            yield from leaves(value, path + (key,))
    elif isinstance(node, LIST):
        for index, value in enumerate(node.value):
            yield from leaves(value, path + (str(index),))
    else:
        yield path, node


def line_of(node, lines):
    """The line an editor shows: PyYAML also counts NEL, LS and PS, an editor only CR, LF and CRLF."""
    return lines[node.start_mark.index]


def number_lines(text):
    numbers, line = [], 1
    for index, character in enumerate(text):
        numbers.append(line)
        if character == "\n" or (character == "\r" and text[index + 1:index + 2] != "\n"):
            line += 1
    return numbers + [line]


# Locales ------------------------------------------------------------------------------------------------

def languages():
    """Languages by the system's ISO 639 tables where there are any: two letters, and three in few cases."""
    with open("/usr/share/iso-codes/json/iso_639-2.json", encoding="utf-8") as file:
        known = {entry["alpha_2"] for entry in json.load(file)["639-2"] if "alpha_2" in entry}
    return known | {"iw", "in", "ji", "mo", "sh", "pcm", "tlh", "art", "yue", "fil"}


LANGUAGES = languages()


def locale_tag(name):
    """The canonical tag of a spelling, or None."""
    if name.startswith("b+"):
        name = name[2:].replace("+", "-")
    name = re.sub(r"@latin$", "-Latn", name)
    name = name.replace("@", "-").replace("_", "-")
    if not re.fullmatch(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*", name):
        return None
    first, *rest = name.split("-")
    result = [first.lower()]
    for part in rest:
        if len(part) == 4 and part.isalpha():
            result.append(part.title())
        elif len(part) == 2 and part.isalpha():
            result.append(part.upper())
        else:
            result.append(part.lower())
    return "-".join(result)


def is_known(name):
    tag = locale_tag(name)
    return tag is not None and tag.split("-")[0] in LANGUAGES


def locale_of_path(path):
    stem = os.path.basename(path).rsplit(".", 1)[0].rsplit(".", 1)[-1]
    for name in (stem, os.path.basename(os.path.dirname(path))):
        if is_known(name):
            return locale_tag(name)
    return None


# Layouts ------------------------------------------------------------------------------------------------

def messages(root, path):
    """(locale, path, node) of every message."""
    if root is None or is_null(root):
        return
    if isinstance(root, LIST):
        seen = set()
        for item in root.value:
            entries = dict(pairs(item))
            if entries["id"].value in seen:
                continue
            seen.add(entries["id"].value)
            for rest, node in leaves(entries["translation"]):
                yield locale_of_path(path), (entries["id"].value,) + rest, node
        return
    if not isinstance(root, MAP):
        raise ValueError("neither a map nor a list")
    entries = pairs(root)
    if entries and entries[0][0] == "_version" and entries[0][1].value == "2":
        for _, group in [("", MAP("untagged", root.value[1:]))]:
            for whole, node in leaves(group):
                yield locale_tag(whole[-1]), whole[:-1], node
        return
    names = [name for name, _ in entries]
    if entries and all(isinstance(value, MAP) or is_null(value) for _, value in entries):
        known = sum(map(is_known, names))
        if known == len(names) or (
                known > len(names) / 2 and all(locale_tag(name) and len(locale_tag(name).split("-")[0]) <= 3
                                               for name in names)):
            for name, value in entries:
                for rest, node in leaves(value) if isinstance(value, MAP) else ():
                    yield locale_tag(name), rest, node
            return
    for rest, node in leaves(root):
        yield locale_of_path(path), rest, node


def printed(path):
    return ".".join(re.sub(r"([./\\])", r"\\\1", segment) for segment in path)


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    loader = Loader(data)
    root = loader.get_single_node()
    encoding = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}.get(data[:2], "utf-8")
    lines = number_lines(data.decode(encoding))
    rows = []
    for locale, key, node in messages(root, path):
        null = is_null(node)
        rows.append((locale or "", "\0".join(key).encode(), {
            "key": printed(key), "locale": locale, "source": None, "target": None if null else node.value,
            "state": "absent" if null else "translated", "line": line_of(node, lines)}))
    return [row for _, _, row in sorted(rows, key=lambda row: row[:2])]


def main():
    status = 0
    for path in sys.argv[1:]:
        try:
            for row in read(path):
                print(json.dumps(row, ensure_ascii=False))
        except (yaml.YAMLError, ValueError, KeyError, UnicodeDecodeError) as error:
            print(f"{path}: {error}".replace("\n", " "), file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
