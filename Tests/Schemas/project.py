"""The command in a folder, and a project that goes through a release; each answer is kept for its schema."""

import json
import os
import re
import subprocess
import sys


class Tool:
    """The command in one folder."""

    def __init__(self, binary, folder, name, validator):
        self.binary, self.folder, self.name, self.validator = binary, folder, name, validator
        self.report = validator.report

    def run(self, *arguments, expected=(0,)):
        """The output, or None if the command answered with another status; that is a failure."""
        run = subprocess.run(
            [self.binary, "-C", self.folder, *arguments], capture_output=True, env={**os.environ, "NO_COLOR": "1"}
        )
        if run.returncode not in expected:
            label = f"{self.name}: {' '.join(map(str, arguments))}"
            error = run.stderr.decode("utf-8", "replace").strip().splitlines()
            self.report.tell(False, "command", label, f"exit {run.returncode}: {' / '.join(error[:3])}")
            return None
        return run.stdout

    def json(self, schema, *arguments, expected=(0,)):
        """Runs a command that answers with one document."""
        output = self.run(*arguments, "--format", "json", expected=expected)
        if output is None:
            return None
        self.validator.accept(schema, f"{self.name}: {' '.join(map(str, arguments))}", output)
        try:
            return json.loads(output)
        except ValueError:
            return None

    def lines(self, schema, *arguments, expected=(0,)):
        """Runs a command that answers with one document a line."""
        output = self.run(*arguments, "--format", "jsonl", expected=expected)
        for number, line in enumerate((output or b"").splitlines(), 1):
            self.validator.accept(schema, f"{self.name}: {' '.join(map(str, arguments))}, line {number}", line)

    def file(self, schema, path):
        if not path.is_file():
            self.report.tell(False, schema, f"{self.name}: {path.name}", "there is no such file")
            return
        suffix = "yml" if path.suffix in (".yml", ".yaml") else "json"
        self.validator.accept(schema, f"{self.name}: {path.relative_to(self.folder)}", path.read_bytes(), suffix)


# What the command has to be asked about in a project.


class Project(Tool):
    """A copy of a project, whose configuration says where its files are."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.configuration = self.folder / "assets.yml"
        text = self.configuration.read_text("utf-8")
        self.store = self.folder / self.setting(text, r"^store:\s*(\S+)", "Bundles")
        self.content = sorted(self.folder.glob(self.setting(text, r"^content:\s*(\S+)")))
        self.keywords = sorted(self.folder.glob(self.setting(text, r"^keywords:[^}]*?path:\s*\"?([^\",\s]+)")))
        self.locales = re.split(r"[\s,]+", self.setting(text, r"^locales:\s*\[([^\]]+)\]"))

    @staticmethod
    def setting(text, pattern, default=None):
        found = re.search(pattern, text, re.MULTILINE)
        if not found and default is None:
            sys.exit(f"validate-json: no {pattern} in assets.yml")
        return (found.group(1) if found else default).replace("{locale}", "*")

    def edit(self, path, pattern, replacement):
        text, count = re.subn(pattern, replacement, path.read_text("utf-8"), count=1, flags=re.MULTILINE)
        if count == 0:
            sys.exit(f"validate-json: nothing to change in {path}")
        path.write_text(text, "utf-8")

    def check_files(self):
        if not self.content or not self.keywords:
            sys.exit(f"validate-json: {self.name} has no content map or no keywords")
        self.file("assets", self.configuration)
        for path in self.content:
            self.file("content", path)
        for path in self.keywords:
            self.file("keywords", path)

    def publish(self, message):
        return self.json("receipt", "publish", "--message", message)

    def release(self):
        self.check_files()
        checked = self.json("check", "check", expected=(0, 1))
        self.lines("diagnostic", "check", expected=(0, 1))
        for path in [file["path"] for file in (checked or {}).get("files", []) if file["format"] in ("xliff", "yaml")]:
            self.lines("unit", "show", path)

        self.json("index-status", "index", "status")
        self.json("receipt", "publish", "--dry-run", "--out", self.folder / "plan.json")
        self.file("plan", self.folder / "plan.json")
        self.json("receipt", "publish", self.folder / "plan.json", "--message", "first")
        self.json("receipt", "publish", "--dry-run", "--out", self.folder / "plan.json")
        self.file("plan", self.folder / "plan.json")
        key = self.folder / "key"
        self.run("key", "generate", key)
        self.json("receipt", "publish", "--signing-key", key)
        for path in sorted(self.store.glob("heads/*.sig")):
            self.file("signatures", path)
        self.publish("nothing new")
        self.hand_off()
        self.json("index", "index", "rebuild", "--locale", self.locales[-1])
        self.change()
        self.publish("second")
        self.json("index-status", "index", "status")
        self.json("index", "index", "apply")
        self.json("index", "index", "apply")
        self.approve()
        self.publish("third")
        self.edit(self.content[0], r"^(\s*)domain: (\S+)", r"\1domain: \2-moved")
        self.publish("fourth")
        self.json("index", "index", "apply")
        self.json("index", "index", "switch", self.locales[0])
        self.json("index-status", "index", "status")
        if (output := self.run("index", "digest")) is not None:
            is_digest = re.fullmatch(rb"[0-9a-f]{64}\n", output) is not None
            self.report.tell(is_digest, "command", f"{self.name}: index digest", "" if is_digest else repr(output))
        for query in ("a", "zzzz", "re"):
            self.json("search", "search", query)
        self.look_at_items()
        for path in sorted(self.folder.glob(".assets/*.pin")):
            self.file("pin", path)
        self.look_back()

    def look_at_items(self):
        """Every command about single items, on the first one that the index holds and on some it does not."""
        items = (self.json("index", "index", "rebuild") or {}).get("upserted", [])
        if not items:
            sys.exit(f"validate-json: {self.name} indexes nothing")
        log = ["--events", "events.jsonl"]
        for item, exits in ((items[0], (0,)), ("nothing:like:it", (0, 5))):
            self.json("index-explain", "index", "explain", item, expected=exits)
            self.json("index-route", "index", "route", item, expected=exits)
            self.json("index", "index", "upsert", item, *log)
        self.json("index", "index", "remove", items[0], *log)
        self.json("index-explain", "index", "explain", items[0])
        self.json("index-verify", "index", "verify", expected=(1,))
        (self.folder / "notes.yml").write_text(
            "records:\n  - { contentID: note:1, domain: notes, title: Groceries, account: ann, keywords: [milk] }\n"
        )
        self.json("index", "index", "upsert", "--records", "notes.yml", *log)
        self.json("index-explain", "index", "explain", "note:1", expected=(0, 5))
        self.json("index", "index", "purge", "--account", "ann", *log)
        self.json("index", "index", "purge", "--index", "none.db")
        self.json("index", "index", "retry", *log)
        self.json("index", "index", "rebuild", *log)
        self.json("index", "index", "apply", "--account", "ann", *log)
        self.json("index", "index", "apply", "--no-account", *log)
        self.json("index-verify", "index", "verify")
        self.json("index-simulate", "index", "simulate", "--from", "r0", "--stop-after", "1", "--batch-size", "2")
        self.json("index-simulate", "index", "simulate", "--from", "head~1", "--refuse", items[0])
        self.json("locale", "locale", "resolve", "--system", "xx,zh-TW,en")
        self.json("locale", "locale", "resolve", "--choice", self.locales[0])
        self.json("rehearsal", "rehearse")
        for number, line in enumerate((self.folder / "events.jsonl").read_bytes().splitlines(), 1):
            self.validator.accept("index-event", f"{self.name}: events.jsonl, line {number}", line)

    def hand_off(self):
        """An export, what comes back, and where the project stands."""
        self.json("status", "status")
        for form in ("xliff-1.2", "xliff-2.1", "csv"):
            folder = self.folder / f"Handoff-{form}"
            output = self.run("export", "--locale", "*", "--format", form, "--out", folder, "--report", "json")
            if output is not None:
                self.validator.accept("export", f"{self.name}: export {form}", output)
            self.json("import", "import", folder, "--dry-run")
            self.json("import", "import", folder)
        output = self.run("export", "--locale", "*", "--count", "--report", "json")
        if output is not None:
            self.validator.accept("export", f"{self.name}: export --count", output)

    def change(self):
        """A record gets another ID and the next one loses its description: a delete, an insert and an update."""
        self.edit(self.content[0], r"(contentID: [^\s,}]+)", r"\1-renamed")
        self.edit(self.content[0], r"^\s*descriptionKey: \S+\n", "")

    def approve(self):
        for locale in self.locales:
            if any(path.stem == locale for path in self.keywords):
                self.run("keywords", "approve", "--all", "--locale", locale, "--reviewer", "m.sato")
        self.check_files()
        self.json("keyword-list", "keywords", "list")

    def look_back(self):
        for revisions in ("r0..r1", "r1..r2", "r2..r1", "r0..head", "head..r0", "r2..r2"):
            self.json("manifest", "manifest", revisions)
        self.json("manifest", "manifest", "r1..r2", "--locale", self.locales[0])
        self.json("log", "log")
        self.json("log", "log", "-n", "0")
        self.json("log", "log", "--locale", self.locales[0])
        self.compare()
        self.json("config", "config", "show")
        self.json("doctor", "doctor")
        self.json("rules", "explain")
        self.json("rules", "explain", "RB-VALUE")
        self.json("verify", "verify")
        self.json("verify", "verify", "--all")
        for number, options in enumerate(([], ["--since", "r2"], ["--locale", self.locales[0]])):
            path = self.folder / f"{number}.bundle"
            self.run("bundle", "export", "--out", path, *options)
            if path.is_file():
                self.validator.accept("bundle", f"{self.name}: {path.name}", path.read_bytes().splitlines()[0])
                self.json("verify", "verify", path)
        for number in range(2):
            (self.store / "packs" / f"{number}").write_bytes(b"[0]\n")
            self.json("gc", "gc", "--dry-run")
            self.json("gc", "gc", "--grace", "0")
        self.file("store-head", self.store / "HEAD")
        for path in sorted(self.store.glob("heads/*")):
            self.file("signatures" if path.suffix == ".sig" else "head", path)
        self.file("lock", self.folder / "assets.lock")
        for pack in sorted(self.store.glob("packs/*"))[:1]:
            pack.write_bytes(pack.read_bytes()[:-1] + b"?")
        self.json("verify", "verify", "--all", expected=(2,))


    def compare(self):
        """What was published, as a whole, by locale, by key, and how it came about."""
        for revision in ("r0", "r1", "head"):
            self.json("show", "show", revision)
        for locale in self.locales:
            self.lines("published-value", "show", f"head:{locale}")
        shown = self.json("show", "show", f"head:{self.locales[0]}")
        key = next((row["key"] for row in (shown or {}).get("values", []) if "value" in row), None)
        if key is not None:
            self.json("show", "show", f"head:{self.locales[0]}/{key}")
            self.json("blame", "blame", key)
            self.json("blame", "blame", key, "--text", "--locale", self.locales[0])
        for revisions in ("r0..r1", "r1..head", "head..r0", "r2..r2"):
            self.json("diff", "diff", revisions)
        self.json("diff", "diff", "r0..r1", "--text", "--locale", self.locales[0])
        self.json("diff", "diff")
        text = self.configuration.read_text("utf-8")
        self.edit(self.configuration, r"^fallbackLocale: .*", "fallbacks: {}")
        self.edit(self.configuration, r"minimumState: translated", "minimumState: final")
        self.json("diff", "diff", "--exit-code", expected=(6,))
        self.configuration.write_text(text, "utf-8")
