"""The same on public histories: the newer state of each is published over the older one, then parts go back.

What may go back, and what of it is a rollback, is computed from the catalogs alone by Tests/Oracle.
"""

import random
import re
import sys
from xml.sax.saxutils import escape

import histories
import make_project
import rollbacks

KINDS = ["RB-VALUE", "RB-STALE-HANDOFF", "RB-LOCALE-DROP"]


def run(tool_class, binary, corpus, folder, seed, places, tally):
    choose = random.Random(seed)
    for history in histories.ALL:
        root = folder / f"corpus-{history.name}"
        root.mkdir()
        Replay(history, corpus, tool_class(binary, root)).run(choose, max(1, places // len(histories.ALL)), tally)
    return len(histories.ALL)


class Replay:
    def __init__(self, history, corpus, tool):
        self.history, self.corpus, self.tool = history, corpus, tool
        self.published, _ = rollbacks.candidate_of(history)
        self.past = [rollbacks.tables(history, corpus, state) for state in self.published]

    def run(self, choose, places, tally):
        for number, state in enumerate(self.published):
            make_project.make(self.history, self.corpus, state, self.tool.folder, number > 0)
            self.tool.run("check", "--write-baseline", expect=(0, 1))
            self.publish(state)
        facts = rollbacks.facts(self.history, self.corpus, self.published, self.published[0])
        locales = [locale for locale in self.history.locales if self.path(locale).is_file()]
        self.values(locales, facts, choose, places, tally)
        for locale in locales:
            if facts[locale].looks_like_old_file and locale not in self.history.fixed:
                old = self.history.path(self.corpus, self.published[0], locale).read_bytes()
                self.judge("RB-STALE-HANDOFF", {locale: old}, {(locale, None)}, tally)
            # A catalog without any file is one that could not be read, which is another answer.
            if locale != self.history.source_locale and self.past[-1][locale] and len(locales) > 1:
                self.judge("RB-LOCALE-DROP", {locale: None}, {(locale, None)}, tally)

    def publish(self, state):
        """An ordinary update of a real project; returns that are in it are accepted."""
        if self.tool.run("publish", "--message", state, expect=(0, 3)).returncode == 0:
            return
        _, findings, _ = self.tool.findings()
        for one in findings:
            if one["severity"] == "error":
                where = [part for name in ("locale", "key") if one.get(name) for part in (f"--{name}", one[name])]
                self.tool.run("accept", one["rule"], *where, "--reason", "it was published", expect=(0, 5))
        self.tool.run("publish", "--message", state, expect=(0,))

    def path(self, locale):
        return self.tool.folder / self.history.target.replace("{locale}", locale)

    def judge(self, rule, files, places, tally):
        """Puts bytes in the place of files, or takes files away, and back."""
        before = {locale: self.path(locale).read_bytes() for locale in files}
        for locale, data in files.items():
            self.path(locale).unlink() if data is None else self.path(locale).write_bytes(data)
        status, findings, error = self.tool.findings()
        if status not in (0, 1, 3):
            sys.exit(f"mutations: {self.history.name}: exit {status} {error}")
        for locale, data in before.items():
            self.path(locale).write_bytes(data)
        tally.add(rule, places, status, findings, True, self.history.name)

    def values(self, locales, facts, choose, places, tally):
        """Single older texts, where the newer one stands in the file so that it can be replaced without a parser."""
        candidates = {}
        for locale in locales:
            keys = sorted(facts[locale].back)
            choose.shuffle(keys)
            candidates[locale] = [key for key in keys if self.replacement(locale, key)]
        while places > 0 and any(candidates.values()):
            files, hit = {}, set()
            for locale, keys in candidates.items():
                data = self.path(locale).read_bytes()
                for key in [keys.pop() for _ in range(min(4, len(keys), places))]:
                    old, new = self.replacement(locale, key)
                    data = data.replace(old, new)
                    hit.add((locale, "app/" + ".".join(escaped(part) for part in key)))
                    places -= 1
                files[locale] = data
            self.judge("RB-VALUE", files, hit, tally)

    def replacement(self, locale, key):
        """The bytes of the newer text and those of the older one, if the former stand once in the file."""
        texts = [self.past[-1][locale].get(key), self.past[0][locale].get(key)]
        if any(text is None or len(text.parts) != 1 or not isinstance(text.parts[0], str) for text in texts):
            return None
        new, old = (text.parts[0] for text in texts)
        # White space at the ends is no return either.
        if new.strip(" \t\r\n") == old.strip(" \t\r\n"):
            return None
        # In YAML only texts that mean the same with and without quotes.
        if self.history.is_yaml and not all(re.fullmatch(r"\w[\w .,!()’-]*\w", text) for text in (new, old)):
            return None
        if self.history.is_yaml:
            pairs = [(f": {new}\n", f": {old}\n"), (f': "{new}"\n', f': "{old}"\n'), (f": '{new}'\n", f": '{old}'\n")]
        else:
            pairs = [(f">{escape(new)}</target>", f">{escape(old)}</target>")]
        data = self.path(locale).read_bytes()
        found = [(a.encode(), b.encode()) for a, b in pairs if data.count(a.encode()) == 1]
        return found[0] if len(found) == 1 else None


def escaped(segment):
    return re.sub(r"([./\\])", r"\\\1", segment)
