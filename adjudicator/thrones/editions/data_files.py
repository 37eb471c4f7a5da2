"""The editions as data files: what `adjudicator.kernel.data_files.DataFiles` says of each."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.thrones.editions import data_check, loading
from adjudicator.thrones.editions.every import BUILD
from adjudicator.thrones.state.edition import Edition


class ThronesFiles:
    """The files of the editions that come with the program; others may be checked, not played with."""

    faults = staticmethod(data_check.faults)
    warnings = staticmethod(data_check.warnings)
    counted = staticmethod(data_check.counted)

    def names(self, edition: str) -> tuple[str, ...]:
        """Those that lie in the edition's folder."""
        return tuple(loading.own_texts(edition))

    def own(self, edition: str) -> Mapping[str, str]:
        """The files that come with the program."""
        return loading.own_texts(edition)

    def read(self, edition: str, texts: Mapping[str, str]) -> Edition:
        """The edition that these files make; Unreadable."""
        return BUILD[edition](texts)


DATA = ThronesFiles()
