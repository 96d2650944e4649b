"""The public histories of the corpus and how each becomes a project.

A history is a list of states of the same catalogs, oldest first. The corpus's SOURCES.md says more.
"""

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class History:
    name: str
    # Folder below the corpus.
    folder: str
    states: tuple
    # Every declared locale, the source locale first.
    locales: tuple
    # Where a locale's file is inside a state.
    file: str
    # Where it goes in the project.
    target: str
    key: str = "id"
    scope: str = "file"
    # Whether the source locale has a file; else it is read from the targets' <source>.
    has_source: bool = True
    # Locales whose file comes from elsewhere in the corpus and never changes.
    fixed: dict = field(default_factory=dict)

    @property
    def source_locale(self):
        return self.locales[0]

    @property
    def is_yaml(self):
        return self.target.endswith(".yml")

    def path(self, corpus, state, locale):
        """The corpus file of a locale in a state; `None` if the source has no file."""
        if locale in self.fixed:
            return Path(corpus) / self.fixed[locale]
        if locale == self.source_locale and not self.has_source:
            return None
        return Path(corpus) / self.folder / state / self.file.replace("{locale}", locale)


PAIR = ("old", "new")
ALL = [
    History(
        "gomap",
        "xliff/history/gomap",
        PAIR,
        ("en", "ar", "de", "ru"),
        "{locale}.xliff",
        "app/{locale}.xliff",
        has_source=False,
    ),
    History(
        "focusios-l10n",
        "xliff/history/focusios-l10n",
        PAIR,
        ("en", "ar", "de", "ja", "th"),
        "{locale}/focus-ios.xliff",
        "app/{locale}/focus-ios.xliff",
        has_source=False,
    ),
    History(
        "elytra-localisations",
        "xliff/history/elytra-localisations",
        PAIR,
        ("en", "de", "ja", "zh-Hans"),
        "{locale}.xliff",
        "app/{locale}.xliff",
        has_source=False,
    ),
    History(
        "symfony-validator",
        "xliff/history/symfony-validator",
        PAIR,
        ("en", "ar", "de", "ja"),
        "validators.{locale}.xlf",
        "app/validators.{locale}.xlf",
        key="source",
        scope="document",
    ),
    # The German and Italian files come from different commits and their <source> texts disagree: only German.
    History(
        "aam-digital-ndb-core",
        "xliff/history/aam-digital-ndb-core",
        PAIR,
        ("en", "de"),
        "messages.{locale}.xlf",
        "app/messages.{locale}.xlf",
        scope="document",
        has_source=False,
    ),
    History(
        "redmine",
        "yaml/history/redmine",
        PAIR,
        ("en", "de", "ja", "pl"),
        "{locale}.yml",
        "app/{locale}.yml",
    ),
    History(
        "wallabag",
        "yaml/history/wallabag",
        PAIR,
        ("en", "de", "fr", "ja"),
        "messages.{locale}.yml",
        "app/messages.{locale}.yml",
    ),
    History(
        "rails-i18n",
        "yaml/history/rails-i18n",
        PAIR,
        ("en", "fr", "he", "ja", "pl", "ru"),
        "{locale}.yml",
        "app/{locale}.yml",
    ),
    History(
        "rails-i18n-nbsp-revert",
        "yaml/history/rails-i18n-nbsp-revert",
        ("1-before", "2-nbsp", "3-reverted"),
        ("en", "fr"),
        "{locale}.yml",
        "app/{locale}.yml",
        fixed={"en": "yaml/history/rails-i18n/old/en.yml"},
    ),
    History(
        "mbin-revert",
        "yaml/history/mbin-revert",
        ("1-before", "2-synced", "3-reverted"),
        ("en", "ja", "pl"),
        "messages.{locale}.yaml",
        "app/messages.{locale}.yml",
    ),
]
BY_NAME = {history.name: history for history in ALL}
