"""Every way to take something back, as an edit of what the files say. Each gives the state and the places it hit."""

from model import FORMS, TARGETS, Unit


class History:
    """A project with six revisions that hold something of everything to go back to.

    r1 as made; r2 changes many things; r3 takes some keys out and changes more; r4 was a mistake in two locales, r5
    and r6 are the rollbacks of it there.
    """

    MISTAKEN = ["de", "ja"]

    def __init__(self, first, words, choose):
        self.states = [first]
        second = first.copy()
        for locale in ["en", *TARGETS]:
            for path in choose.sample(sorted(second.yaml[locale]), len(second.yaml[locale]) * 2 // 3):
                second.yaml[locale][path] = words.new(locale)
            for path in [path for path in second.yaml[locale] if path.startswith("count")]:
                for form in FORMS.get(locale, []):
                    second.yaml[locale][path.replace(".other", f".{form}")] = words.new(locale)
        for locale in TARGETS:
            for name, unit in second.xliff[locale].items():
                if choose.random() < 0.6:
                    unit.text = words.new(locale)
            for name in second.keywords[locale]:
                second.keywords[locale][name] = ("approved", [words.new(locale) for _ in range(3)])
        for record in second.records.values():
            record["route"] += "/new"
        self.states.append(second)

        third = second.copy()
        for name in sorted(third.xliff["en"])[::3]:
            third.xliff["en"][name] = words.new("en")
            for locale in TARGETS:
                third.xliff[locale][name] = Unit(words.new(locale), third.xliff["en"][name])
        # A feature is gone everywhere, with its texts; its source stays, so that a text of it can come back.
        self.removed = [
            path for path in sorted(third.yaml["en"]) if path.startswith("item") and path.endswith("7.text")
        ]
        for locale in TARGETS:
            for path in self.removed:
                del third.yaml[locale][path]
        self.states.append(third)

        fourth = third.copy()
        self.mistakes = {}
        for locale in self.MISTAKEN:
            paths = [path for path in sorted(third.yaml[locale]) if path.endswith("title")]
            for path in choose.sample(paths, len(paths) // 2):
                self.mistakes[locale, path] = fourth.yaml[locale][path] = words.new(locale)
        self.states.append(fourth)
        for locale in self.MISTAKEN:
            rolled = self.states[-1].copy()
            rolled.yaml[locale] = dict(third.yaml[locale])
            self.states.append(rolled)

    @property
    def head(self):
        return self.states[-1]


def superseded(history, locale):
    """(path, older text) of values that another text replaced."""
    now = history.head.yaml[locale]
    for number in (0, 1):
        for path, text in history.states[number].yaml[locale].items():
            if path in now and now[path] != text and (locale, path) not in history.mistakes:
                yield path, text


def few(choose, items, most=4):
    """Fewer places than an old hand-off has."""
    items = sorted(items)
    return choose.sample(items, min(most, len(items)))


def value(history, choose, words):
    state, places = history.head.copy(), set()
    for locale in TARGETS:
        for path, text in few(choose, set(dict(superseded(history, locale)).items())):
            state.yaml[locale][path] = text
            places.add((locale, f"y/{path}"))
    return state, places


def stale_handoff(history, choose, words):
    state, places = history.head.copy(), set()
    for locale in TARGETS:
        old = history.states[choose.choice((0, 1))].yaml[locale]
        paths = [
            path for path in state.yaml[locale] if old.get(path, state.yaml[locale][path]) != state.yaml[locale][path]
        ]
        paths = [path for path in paths if (locale, path) not in history.mistakes]
        if len(paths) < 5:
            continue
        chosen = choose.sample(sorted(paths), choose.randint(5, len(paths)))
        for path in chosen:
            state.yaml[locale][path] = old[path]
        # Up to a fifth of an old file may be somebody's new work.
        others = sorted(set(state.yaml[locale]) - set(paths))
        for path in choose.sample(others, min(len(others), choose.randint(0, len(chosen) // 4))):
            state.yaml[locale][path] = words.new(locale)
        places.add((locale, None))
    return state, places


def resurrect(history, choose, words):
    state, places = history.head.copy(), set()
    for locale in TARGETS:
        for path in few(choose, history.removed):
            state.yaml[locale][path] = history.states[1].yaml[locale][path]
            places.add((locale, f"y/{path}"))
    return state, places


def locale_drop(history, choose, words):
    state, places = history.head.copy(), set()
    for locale in choose.sample(TARGETS, choose.randint(1, 4)):
        way = choose.choice(("declaration", "files", "empty"))
        if way == "declaration":
            state.locales.remove(locale)
        elif way == "files":
            state.yaml[locale] = state.xliff[locale] = None
        else:
            state.yaml[locale], state.xliff[locale] = {}, {}
        places.add((locale, None))
    return state, places


def key_collapse(history, choose, words):
    state, places = history.head.copy(), set()
    for locale in TARGETS:
        texts = state.yaml[locale]
        own = [path for path in texts if path.startswith("item")]
        least = max(5, (len(texts) + len(state.xliff[locale])) // 50) + 1
        for path in choose.sample(sorted(own), choose.randint(least, len(own) // 2)):
            way = choose.choice(("gone", "empty", "source"))
            if way == "gone":
                del texts[path]
            else:
                texts[path] = "" if way == "empty" else state.yaml["en"][path]
        places.add((locale, None))
    return state, places


def withdrawn(history, choose, words):
    state, places = history.head.copy(), set()
    for (locale, path), text in choose.sample(sorted(history.mistakes.items()), min(8, len(history.mistakes))):
        state.yaml[locale][path] = text
        places.add((locale, f"y/{path}"))
    return state, places


def plural(history, choose, words):
    state, places = history.head.copy(), set()
    for locale in FORMS:
        messages = sorted(path for path in state.yaml[locale] if path.startswith("count") and path.endswith(".other"))
        for path in few(choose, messages, 2):
            forms = [path.replace(".other", f".{form}") for form in FORMS[locale]]
            for form in forms:
                del state.yaml[locale][form]
            places.add((locale, tuple(f"y/{form}" for form in forms)))
    return state, places


def approval(history, choose, words):
    state, places = history.head.copy(), set()
    for locale in TARGETS:
        for name in few(choose, [name for name, unit in state.xliff[locale].items() if unit.approved]):
            state.xliff[locale][name].approved = False
            state.xliff[locale][name].state = choose.choice(("translated", "needs-review-translation"))
            places.add((locale, f"x/{name}"))
    return state, places


def unapproved_replaces(history, choose, words):
    state, places = history.head.copy(), set()
    for locale in TARGETS:
        for name in few(choose, [name for name, unit in state.xliff[locale].items() if unit.approved]):
            state.xliff[locale][name] = Unit(words.new(locale), state.xliff[locale][name].source)
            places.add((locale, f"x/{name}"))
    return state, places


def keywords(history, choose, words):
    state, places = history.head.copy(), set()
    for locale in TARGETS:
        for name in few(choose, state.keywords[locale], 3):
            state.keywords[locale][name] = history.states[0].keywords[locale][name]
            places.add((locale, name))
    return state, places


def source(history, choose, words):
    state, places = history.head.copy(), set()
    for name in few(choose, state.records, 8):
        state.records[name] = dict(history.states[0].records[name])
        places.add((None, name))
    return state, places


def stale_source(history, choose, words):
    state, places = history.head.copy(), set()
    changed = [name for name, text in state.xliff["en"].items() if history.states[1].xliff["en"][name] != text]
    for locale in TARGETS:
        for name in few(choose, changed):
            state.xliff[locale][name] = Unit(words.new(locale), history.states[1].xliff["en"][name])
            places.add((locale, f"x/{name}"))
    return state, places


# Rule → (mutation, whether the finding is an error).
KINDS = {
    "RB-VALUE": (value, True),
    "RB-STALE-HANDOFF": (stale_handoff, True),
    "RB-RESURRECT": (resurrect, False),
    "RB-WITHDRAWN": (withdrawn, True),
    "RB-PLURAL": (plural, False),
    "RB-LOCALE-DROP": (locale_drop, True),
    "RB-KEY-COLLAPSE": (key_collapse, True),
    "RB-APPROVAL": (approval, True),
    "RB-UNAPPROVED-REPLACES": (unapproved_replaces, False),
    "RB-KEYWORDS": (keywords, True),
    "RB-SOURCE": (source, True),
    "RB-STALE-SOURCE": (stale_source, False),
}
