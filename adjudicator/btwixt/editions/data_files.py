"""The card sets as data files: what `adjudicator.engine.data_files.DataFiles` says of each."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.btwixt.editions import data_check, loading
from adjudicator.btwixt.rules.registry import register
from adjudicator.btwixt.state.edition import Edition
from adjudicator.engine.data_files import DataFiles


class CardFiles(DataFiles):
    """The files of the set that comes with the program, and of those that hosts bring."""

    base = loading.EDITION
    faults = staticmethod(data_check.faults)
    warnings = staticmethod(data_check.warnings)
    counted = staticmethod(data_check.counted)

    def names(self, edition: str) -> tuple[str, ...]:
        """The same four for each set."""
        return loading.FILES

    def own(self, edition: str) -> Mapping[str, str]:
        """The files that come with the program."""
        return loading.own_texts()

    def read(self, edition: str, texts: Mapping[str, str]) -> Edition:
        """The edition that these files make; Unreadable."""
        return loading.read_edition(texts, edition)

    def keep(self, edition: Edition) -> None:
        """Make it one of those that positions can name."""
        register(edition)


DATA = CardFiles()
