"""Breaks a document in every way that a schema has to notice."""

import copy
from fnmatch import fnmatchcase

# What takes the place of a value to give it a wrong type: for JSON, and for YAML, where any scalar is a text.
WRONG_IN_JSON = {str: 17.5, int: "1", bool: "true", type(None): False, list: {}, dict: []}
WRONG_IN_YAML = {str: [], int: [], float: [], bool: [], list: {}, dict: []}


class Shape:
    """What may be done to a document of one kind. Paths are patterns of member names and list positions.

    optional: members that may be missing. text: where every string is right. free: maps whose members are
    entries with names of their own. closed: whether unknown members are errors. yaml: whether any scalar is a text.
    """

    def __init__(self, optional=(), text=(), free=(), closed=False, yaml=False):
        self.optional, self.text, self.free = optional, text, free
        self.closed, self.is_yaml = closed, yaml
        self.wrong = WRONG_IN_YAML if yaml else WRONG_IN_JSON

    @staticmethod
    def is_in(patterns, path):
        return any(fnmatchcase(path, pattern) for pattern in patterns)


def replaced(document, place, value):
    """A copy of the document with another value at a place, a list of names and positions."""
    if not place:
        return value
    document = copy.deepcopy(document)
    parent = document
    for step in place[:-1]:
        parent = parent[step]
    parent[place[-1]] = value
    return document


def without(document, place):
    document = copy.deepcopy(document)
    parent = document
    for step in place[:-1]:
        parent = parent[step]
    del parent[place[-1]]
    return document


def mutants(document, shape, seen=None):
    """Yields (what was done, document, whether it is still right), each kind of place once.

    seen: what was done to other documents of the kind already.
    """
    seen = set() if seen is None else seen

    def once(what, path):
        name = f"{what} {path or 'the document'}"
        if name in seen:
            return None
        seen.add(name)
        return name

    def walk(value, place, path):
        if name := once(f"wrong type ({type(value).__name__}) of", path):
            yield name, replaced(document, place, shape.wrong[type(value)]), False
        if isinstance(value, str) and not shape.is_in(shape.text, path):
            if name := once("line end behind", path):
                yield name, replaced(document, place, value + "\n"), False
        if isinstance(value, int) and not isinstance(value, bool):
            if name := once("negative", path):
                yield name, replaced(document, place, -1), False
        if isinstance(value, list):
            for index, item in enumerate(value):
                # The parts of pairs mean different things.
                yield from walk(item, place + [index], f"{path}/{index if len(value) <= 2 else '*'}".strip("/"))
        if isinstance(value, dict):
            is_free = shape.is_in(shape.free, path)
            if not is_free and (name := once("unknown member in", path)):
                yield name, replaced(document, place + ["zzUnknown"], 1), not shape.closed
            for member, item in value.items():
                inner = f"{path}/{'*' if is_free else member}".strip("/")
                if not is_free and (name := once("no", inner)):
                    yield name, without(document, place + [member]), shape.is_in(shape.optional, inner)
                yield from walk(item, place + [member], inner)

    yield from walk(document, [], "")
