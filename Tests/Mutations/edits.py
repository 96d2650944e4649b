"""Ordinary work on a project, as people do it between two publishes. Nothing here goes back to anything."""

from model import TARGETS, Unit


class Ordinary:
    """An endless supply of ordinary edits; shares nothing with the mutations."""

    def __init__(self, choose, words):
        self.choose, self.words = choose, words
        self.number = 0

    def work(self, state):
        """Does one to four things to a state and says what they were."""
        return [self.one(state) for _ in range(self.choose.randint(1, 4))]

    def one(self, state):
        do = self.choose.choice(
            [
                self.add,
                self.correct,
                self.correct,
                self.correct,
                self.new_source,
                self.remove,
                self.rename,
                self.translate,
                self.keywords,
                self.keywords,
                self.review,
                self.route,
                self.move_section,
            ]
        )
        return do(state) or do.__name__

    def pick(self, items):
        items = sorted(items)
        return self.choose.choice(items) if items else None

    def new(self, locale):
        return self.words.new(locale)

    def add(self, state):
        self.number += 1
        path = f"added{self.number}.title"
        state.yaml["en"][path] = self.new("en")
        for locale in self.choose.sample(TARGETS, self.choose.randint(0, len(TARGETS))):
            state.yaml[locale][path] = self.new(locale)
        state.records[f"added:{self.number}"] = {
            "route": f"demo://added/{self.number}",
            "titleKey": f"y/{path}",
            "keywordKeys": ["k0"],
        }

    def correct(self, state):
        locale = self.choose.choice(TARGETS)
        for _ in range(self.choose.randint(1, 12)):
            if path := self.pick(state.yaml[locale]):
                state.yaml[locale][path] = self.new(locale)

    def new_source(self, state):
        """A source text changes, and some languages follow at once."""
        name = self.pick(state.xliff["en"])
        state.xliff["en"][name] = self.new("en")
        for locale in self.choose.sample(TARGETS, self.choose.randint(0, len(TARGETS))):
            state.xliff[locale][name] = Unit(self.new(locale), state.xliff["en"][name])

    def remove(self, state):
        """A feature goes with all its texts, in every language."""
        used = {record["titleKey"][2:] for record in state.records.values()}
        if len(state.records) < 5:
            return
        name = self.pick(state.records)
        path = state.records.pop(name)["titleKey"][2:]
        section = path.split(".")[0]
        if any(other != path and other.split(".")[0] == section for other in used):
            return
        for texts in state.yaml.values():
            for path in [path for path in texts if path.split(".")[0] == section]:
                del texts[path]

    def rename(self, state):
        """A section of the catalog gets another name, in every file."""
        self.number += 1
        self.rename_section(state, f"renamed{self.number}")

    def move_section(self, state):
        """A section goes below another one."""
        self.number += 1
        self.rename_section(state, f"area{self.number}.inner")

    def rename_section(self, state, new):
        path = self.pick(path for path in state.yaml["en"] if not path.startswith("count"))
        old = path.rsplit(".", 1)[0]
        for locale, texts in state.yaml.items():
            state.yaml[locale] = {self.renamed(path, old, new): text for path, text in texts.items()}
        for record in state.records.values():
            record["titleKey"] = "y/" + self.renamed(record["titleKey"][2:], old, new)

    @staticmethod
    def renamed(path, old, new):
        return new + path[len(old) :] if path.rsplit(".", 1)[0] == old else path

    def translate(self, state):
        """What was missing is translated."""
        locale = self.choose.choice(TARGETS)
        missing = [path for path in state.yaml["en"] if path not in state.yaml[locale] and not path.endswith(".one")]
        for path in missing[:5]:
            state.yaml[locale][path] = self.new(locale)

    def keywords(self, state):
        locale = self.choose.choice(TARGETS)
        sets = state.keywords[locale]
        name = self.pick(sets)
        way = self.choose.choice(("add", "reorder", "replace", "propose", "retire", "new"))
        kind, terms = sets[name]
        if way == "add":
            sets[name] = ("approved", [*terms, self.new(locale)][-12:])
        elif way == "reorder":
            # An order that was there before would be a return, so a term is new.
            sets[name] = ("approved", [self.new(locale), *reversed(terms)][:12])
        elif way == "replace":
            sets[name] = ("approved", [self.new(locale) for _ in range(3)])
        elif way == "propose" and kind == "approved":
            sets[name] = ("proposed", [*terms, self.new(locale)])
        elif way == "retire" and len([1 for kind, _ in sets.values() if kind == "approved"]) > 3:
            sets[name] = ("retired", terms)
        elif way == "new":
            self.number += 1
            sets[f"kn{self.number}"] = ("approved", [self.new(locale)])
        return f"keywords {way}"

    def review(self, state):
        locale = self.choose.choice(TARGETS)
        name = self.pick(state.xliff[locale])
        state.xliff[locale][name].approved = True

    def route(self, state):
        name = self.pick(state.records)
        self.number += 1
        state.records[name]["route"] = f"demo://other/{self.number}"
