"""Reads translation catalogs for the oracle: YAML and XLIFF 1.2 into plain tables.

Written from what the formats are documented to mean, with PyYAML and lxml, so that it shares no code and no parser
with the product. It is not a validator: a file that the product must refuse makes it raise `Unreadable`. Of
two equal YAML keys, which are an error that can be known and lived with, the first stays.

A table maps a path (a tuple of segments, without the catalog's name) to a `Value`.
"""

import re
from dataclasses import dataclass

import yaml
from lxml import etree

STATES = ["absent", "untranslated", "needs-translation", "needs-review", "translated", "reviewed", "final"]


class Unreadable(Exception):
    """The input is outside what the oracle models; no answer is better than a wrong one."""


@dataclass(frozen=True)
class Text:
    """A text whose inline codes are kept apart: a string, or a `(kind, id, equivalent)` triple, per part."""

    parts: tuple

    @property
    def plain(self):
        """What a reader of the app sees: a code gives its equivalent text or nothing."""
        return "".join(part if isinstance(part, str) else part[2] for part in self.parts)


@dataclass(frozen=True)
class Value:
    text: Text
    state: str
    line: int
    must_not_ship: bool = False


@dataclass(frozen=True)
class Unit:
    path: tuple
    source: Text | None
    target: Value | None
    line: int


# YAML: a catalog is text, no type is ever resolved.

NULLS = {"", "~", "null", "Null", "NULL"}


def compose_yaml(path):
    """The node tree of a file with exactly one document (or none), aliases resolved, no tag resolved."""
    data = path.read_bytes()
    if not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        data = data.removeprefix(b"\xef\xbb\xbf")
        try:
            data = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise Unreadable(f"{path}: {error}") from error
    try:
        documents = list(yaml.compose_all(data, Loader=yaml.BaseLoader))
    except yaml.YAMLError as error:
        raise Unreadable(f"{path}: {error}") from error
    if len(documents) > 1:
        raise Unreadable(f"{path}: more than one document")
    return documents[0] if documents else None


def is_null(node):
    """A plain empty scalar, `~` or `null`; in quotes it is text."""
    if not isinstance(node, yaml.ScalarNode):
        return False
    return node.tag == "tag:yaml.org,2002:null" or node.style is None and node.value in NULLS


def mapping_items(node, path, duplicates):
    """The entries of a mapping with merge keys applied: own keys win, the earlier of several maps wins.

    The lines of later twins are added to `duplicates`.
    """
    own, merged, seen = [], [], {}
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):
            raise Unreadable(f"{path}:{key.start_mark.line + 1}: a key that is not a scalar")
        if key.value == "<<" and key.style is None:
            maps = value.value if isinstance(value, yaml.SequenceNode) else [value]
            for each in maps:
                if not isinstance(each, yaml.MappingNode):
                    raise Unreadable(f"{path}:{value.start_mark.line + 1}: merge of something that is no map")
                merged += mapping_items(each, path, duplicates)
            continue
        if key.value in seen:
            duplicates.add(key.start_mark.line + 1)
            continue
        seen[key.value] = True
        own.append((key.value, value))
    for name, value in merged:
        if name not in seen:
            seen[name] = True
            own.append((name, value))
    return own


def same_locale(a, b):
    return a.replace("_", "-").lower() == b.replace("_", "-").lower()


def read_yaml_catalog(path, locale, duplicates=None):
    """`{path: Value}` of a YAML catalog; Rails style when the only root key is the locale, else plain."""
    duplicates = set() if duplicates is None else duplicates
    root = compose_yaml(path)
    if root is None or is_null(root):
        return {}
    if not isinstance(root, yaml.MappingNode):
        raise Unreadable(f"{path}: the root is not a mapping")
    entries = mapping_items(root, path, duplicates)
    if len(entries) == 1 and same_locale(entries[0][0], locale):
        root = entries[0][1]
        if is_null(root):
            return {}
    table = {}

    def walk(node, prefix, open_nodes):
        if id(node) in open_nodes:
            raise Unreadable(f"{path}: an alias that holds itself")
        if isinstance(node, yaml.MappingNode):
            for name, value in mapping_items(node, path, duplicates):
                walk(value, prefix + (name,), open_nodes | {id(node)})
        elif isinstance(node, yaml.SequenceNode):
            for index, value in enumerate(node.value):
                walk(value, prefix + (str(index),), open_nodes | {id(node)})
        elif not is_null(node):
            line = node.start_mark.line + 1
            table[prefix] = Value(Text((node.value,) if node.value else ()), "translated", line)

    walk(root, (), frozenset())
    return table


# XLIFF 1.2

NAMESPACES = {
    "urn:oasis:names:tc:xliff:document:1.2",
    "urn:oasis:names:tc:xliff:document:1.1",
    "",
}
STATES_12 = {
    "new": "untranslated",
    "needs-translation": "needs-translation",
    "needs-l10n": "needs-translation",
    "needs-adaptation": "needs-translation",
    "needs-review-translation": "needs-review",
    "needs-review-l10n": "needs-review",
    "needs-review-adaptation": "needs-review",
    "translated": "translated",
    "signed-off": "reviewed",
    "final": "final",
}
CATEGORY = "(?:zero|one|two|few|many|other)"
DEVICE = r"device\.[A-Za-z0-9]+"
VARIATION = re.compile(
    rf"(?:{DEVICE}\.)?plural\.{CATEGORY}|{DEVICE}"
    rf"|(?:{DEVICE}\.)?substitutions\.(?P<name>.+?)\.(?:{DEVICE}\.)?(?:plural\.{CATEGORY}|{DEVICE})"
)


def split_variation(name):
    """`key|==|plural.one` is the key and the path of its variation; any other `|==|` is part of the key."""
    key, border, suffix = name.rpartition("|==|")
    match = VARIATION.fullmatch(suffix) if border else None
    if not match:
        return (name,)
    hidden = match.group("name")
    if hidden is None:
        return (key, *suffix.split("."))
    head, _, tail = suffix.partition(f"substitutions.{hidden}.")
    return (key, *head.split(".")[:-1], "substitutions", hidden, *tail.split("."))


def text_of(element):
    """The parts of a `source` or `target`, white space as the file has it, inline codes as triples."""
    parts = []

    def add(text):
        if text and parts and isinstance(parts[-1], str):
            parts[-1] += text
        elif text:
            parts.append(text)

    def walk(node):
        add(node.text)
        for child in node:
            if not isinstance(child.tag, str):
                if child.tag is etree.Entity:
                    raise Unreadable(f"line {child.sourceline}: an entity reference inside content")
            else:
                kind = etree.QName(child).localname
                code, equivalent = child.get("id", ""), child.get("equiv-text", "")
                if kind == "mrk" and child.get("mtype") == "seg":
                    walk(child)
                elif kind in ("g", "mrk"):
                    parts.append((kind, code, equivalent))
                    walk(child)
                    parts.append(("/" + kind, code, ""))
                else:
                    # x, bx, ex, ph, it, bpt, ept: what they hold is native code, not text.
                    parts.append((kind, code, equivalent))
            add(child.tail)

    walk(element)
    return Text(tuple(parts))


def target_value(element, unit, source):
    """The value of a `target` with its state, or `None` where the format says that nothing was translated."""
    text = text_of(element)
    name = element.get("state")
    if name is None:
        state = "translated"
    elif name in STATES_12:
        state = STATES_12[name]
    else:
        raise Unreadable(f"line {element.sourceline}: the state {name!r} is not modelled")
    if unit.get("approved") == "yes" and state == "translated":
        state = "reviewed"
    if not text.parts:
        if name is None or STATES.index(state) < STATES.index("translated"):
            return None
    elif text == source and STATES.index(state) < STATES.index("translated"):
        state = "untranslated"
    elif not text.plain.strip(" \t\r\n") and source is not None and source.plain.strip(" \t\r\n"):
        state = "untranslated"
    qualifier = element.get("state-qualifier", "")
    return Value(text, state, element.sourceline, must_not_ship=qualifier.startswith("rejected-"))


def read_xliff(path, key="id", scope="file"):
    """`(source locale, target locale or None, [Unit])` of an XLIFF 1.x file."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        tree = etree.parse(str(path), parser)
    except etree.XMLSyntaxError as error:
        raise Unreadable(f"{path}: {error}") from error
    if tree.docinfo.doctype:
        raise Unreadable(f"{path}: a DOCTYPE")
    root = tree.getroot()
    namespace = etree.QName(root).namespace or ""
    if etree.QName(root).localname != "xliff" or namespace not in NAMESPACES:
        raise Unreadable(f"{path}: not XLIFF 1.x")
    prefix = "{" + namespace + "}" if namespace else ""
    sources, targets, units = set(), set(), []
    for file in root.iter(prefix + "file"):
        sources.add(file.get("source-language"))
        targets.add(file.get("target-language"))
        for unit in file.iter(prefix + "trans-unit"):
            units.append(read_unit(unit, file, prefix, key, scope))
    if len(sources) != 1 or len(targets) != 1:
        raise Unreadable(f"{path}: not one language pair: {sources}, {targets}")
    return sources.pop(), targets.pop(), units


def read_unit(unit, file, prefix, key, scope):
    source_element = unit.find(prefix + "source")
    target_elements = unit.findall(prefix + "target")
    if len(target_elements) > 1:
        raise Unreadable(f"line {unit.sourceline}: two targets")
    source = None if source_element is None else text_of(source_element)
    target = target_value(target_elements[0], unit, source) if target_elements else None
    if key == "source":
        # Symfony's rule: the text is the key unless the unit has a name of its own.
        name = (unit.get("resname") or source.plain,)
    elif key == "resname":
        name = split_variation(unit.get("resname"))
    else:
        name = split_variation(unit.get("id"))
    path = (file.get("original"), *name) if scope == "file" else name
    return Unit(path, source, target, unit.sourceline)
