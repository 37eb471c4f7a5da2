"""The editions as data files: what `adjudicator.kernel.data_files.DataFiles` says of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.thrones.editions import data_check, first, loading, mother_of_dragons, second, storm_of_swords
from adjudicator.thrones.state.edition import Edition

BUILD: dict[str, Callable[[Mapping[str, str]], Edition]] = {
    first.FIRST.id: first.build,
    second.SECOND.id: second.build,
    mother_of_dragons.MOTHER_OF_DRAGONS.id: mother_of_dragons.build,
    storm_of_swords.STORM_OF_SWORDS.id: storm_of_swords.build,
}


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
