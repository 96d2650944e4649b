"""What a rollback detector must find in a history, computed from the catalogs alone.

    rollbacks.py CORPUS [HISTORY...]

The published states are the first two of a history; the candidate is the third, or the first again. For each
locale it compares values key by key and prints how many return and how.
"""

import re
import sys
from dataclasses import dataclass, field

import histories
from catalogs import Unreadable, read_xliff, read_yaml_catalog


@dataclass
class Facts:
    """Keys of one locale whose value differs from the published one, by what became of it."""

    # A value that was superseded stands again, another one was there in between.
    back: list = field(default_factory=list)
    # Absent at head, and the old value is there again.
    resurrected: list = field(default_factory=list)
    # There at head, absent before and absent again, while the candidate's source still has the key.
    gone: list = field(default_factory=list)
    # The same, but the source does not have the key either.
    gone_with_source: list = field(default_factory=list)
    # Text equal to the source, which is no rollback and no evidence of one.
    untranslated: list = field(default_factory=list)
    # New text, and what was never absent before.
    other: list = field(default_factory=list)
    # New names of values that only moved.
    moved: list = field(default_factory=list)

    @property
    def changed(self):
        return len(self.back) + len(self.resurrected) + len(self.gone) + len(self.other)

    @property
    def equal_to_old(self):
        return len(self.back) + len(self.resurrected) + len(self.gone)

    @property
    def looks_like_old_file(self):
        """RB-STALE-HANDOFF: at least five changed keys and four fifths of them equal one older revision."""
        return self.changed >= 5 and self.equal_to_old >= 0.8 * self.changed

    @property
    def is_error(self):
        return bool(self.back) or self.looks_like_old_file


def same_but_for_space(a, b):
    """Equal when runs of space, tab, CR and LF count as one; NBSP and ideographic space are text."""
    if a is None or b is None:
        return a is b
    return [squeezed(part) for part in a.parts] == [squeezed(part) for part in b.parts]


def squeezed(part):
    return re.sub("[ \t\r\n]+", " ", part) if isinstance(part, str) else part


def tables(history, corpus, state):
    """`{locale: {path: Text}}` of every value, whatever its state, and the source texts."""
    result, derived = {}, {}
    for locale in history.locales:
        path = history.path(corpus, state, locale)
        if path is None:
            continue
        if history.is_yaml:
            table = read_yaml_catalog(path, locale)
            result[locale] = {key: value.text for key, value in table.items()}
            continue
        _, _, units = read_xliff(path, history.key, history.scope)
        result[locale] = {unit.path: unit.target.text for unit in units if unit.target is not None}
        for unit in [] if history.has_source else units:
            if unit.source is not None and derived.setdefault(unit.path, unit.source) != unit.source:
                raise Unreadable(f"{history.name}: <source> texts of {unit.path} disagree")
    if history.source_locale not in result:
        result[history.source_locale] = derived
    return result


def facts(history, corpus, published, candidate):
    """`{locale: Facts}` for a candidate state after the published states, oldest first."""
    past = [tables(history, corpus, state) for state in published]
    now = tables(history, corpus, candidate)
    sources = past[-1][history.source_locale], now[history.source_locale]
    return {
        locale: compare(
            [each[locale] for each in past], now[locale], sources, locale == history.source_locale
        )
        for locale in history.locales
    }


def moves(head, now, sources):
    """`{old path: new path}` of values that stand under another key today: same source and text, unique."""

    def by_text(table, other, source):
        groups = {}
        for path, text in table.items():
            if path not in other:
                groups.setdefault((source.get(path), text), []).append(path)
        return groups

    left, arrived = by_text(head, now, sources[0]), by_text(now, head, sources[1])
    return {
        paths[0]: arrived[pair][0]
        for pair, paths in left.items()
        if len(paths) == 1 and len(arrived.get(pair, ())) == 1
    }


def compare(past, now, sources, is_source):
    """The facts of one locale; `sources` are the source texts at head and of the candidate."""
    result, head, source = Facts(), past[-1], sources[1]
    moved = moves(head, now, sources)
    result.moved = sorted(moved.values())
    for key in sorted(now.keys() | head.keys()):
        value, current = now.get(key), head.get(key)
        if same_but_for_space(value, current) or key in moved or key in result.moved:
            continue
        older = [table.get(key) for table in past[:-1]]
        if value is None:
            if is_source or key not in source:
                kind = result.gone_with_source
            else:
                kind = result.gone if None in older else result.other
        elif not is_source and value == source.get(key):
            kind = result.untranslated
        elif value not in older:
            kind = result.other
        else:
            kind = result.resurrected if current is None else result.back
        kind.append(key)
    return result


def candidate_of(history):
    """The published states and the one that goes back."""
    return history.states[:2], history.states[2] if len(history.states) > 2 else history.states[0]


def main(arguments):
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 64
    names = arguments[1:] or [history.name for history in histories.ALL]
    kinds = ["back", "resurrected", "gone", "gone_with_source", "untranslated", "other", "moved"]
    print(f"{'history':24} {'locale':7} {' '.join(f'{kind:>16}' for kind in kinds)}  finding")
    for name in names:
        history = histories.BY_NAME[name]
        published, candidate = candidate_of(history)
        for locale, found in facts(history, arguments[0], published, candidate).items():
            word = "old file" if found.looks_like_old_file else "values" if found.is_error else "-"
            counts = " ".join(f"{len(getattr(found, kind)):16}" for kind in kinds)
            print(f"{name:24} {locale:7} {counts}  {word}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
