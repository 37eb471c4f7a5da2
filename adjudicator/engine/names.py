"""Names in the languages of readers."""

from __future__ import annotations

import msgspec


class Names(msgspec.Struct, frozen=True, omit_defaults=True):
    """A name in each language known; an empty string where the sources give none."""

    en: str
    it: str = ""
    es: str = ""

    def every(self) -> tuple[str, ...]:
        """The name in every language; empty where the sources give none."""
        return (self.en, self.it, self.es)

    def say(self, language: str) -> str:
        """The name in a language (`en`, `it`, `es`), English where it is not known."""
        return str(getattr(self, language, "") or self.en)
