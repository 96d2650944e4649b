"""What the command says of a file that a person wrote."""

import json
import re
import subprocess

from files import FILES


class FormChecker:
    """Asks the command whether it can read a file."""

    LOCATIONS = {"assets": "assets.yml", "content": "content.yml", "keywords": "keywords/ja.yml"}

    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder
        for name in ("articles", "app", "keywords"):
            (folder / name).mkdir()
        for locale in ("en", "ja"):
            text = {locale: {"a": {"title": f"T {locale}", "description": f"D {locale}"}}}
            (folder / f"articles/{locale}.yml").write_text(json.dumps(text))
        (folder / "app/en.xliff").write_text(
            '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" '
            'source-language="en" datatype="plaintext"><body/></file></xliff>'
        )
        for schema, document in FILES.items():
            self.write(schema, document)

    def write(self, schema, document):
        # YAML has no surrogates, and more line ends than JSON.
        text = re.sub(
            "[\x7f-\x9f\u2028\u2029\ufeff]",
            lambda found: f"\\u{ord(found[0]):04x}",
            json.dumps(document, ensure_ascii=False),
        )
        (self.folder / self.LOCATIONS[schema]).write_text(text, "utf-8")

    def refusals(self, schema, document):
        """The rules that a document breaks, of the configuration or of its own file."""
        self.write(schema, document)
        run = subprocess.run(
            [self.binary, "-C", self.folder, "check", "--format", "json"], capture_output=True, text=True
        )
        self.write(schema, FILES[schema])
        if not run.stdout:
            return [f"exit {run.returncode}: {run.stderr.strip()}"]
        report = json.loads(run.stdout)
        if schema == "assets" and not any(file["format"] == "configuration" for file in report["files"]):
            # What it names need not be there.
            return []
        return [
            finding["rule"]
            for finding in report["diagnostics"]
            if finding["severity"] == "error" and finding["path"] == self.LOCATIONS[schema]
        ]
