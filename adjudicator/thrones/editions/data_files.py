"""The editions as data files: what `adjudicator.engine.data_files.DataFiles` says of each."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from adjudicator.engine.data_files import DataFiles, base_of
from adjudicator.engine.names import Names
from adjudicator.thrones.editions import data_check, loading
from adjudicator.thrones.editions.every import BUILD, EDITIONS
from adjudicator.thrones.rules.registry import register
from adjudicator.thrones.state.edition import Edition

# How the name of an edition goes on whose files a host brought.
BROUGHT = Names(
    en=" with this host's own corrections",
    it=" con le correzioni di chi ospita",
    es=" con las correcciones propias del anfitrión",
)


class ThronesFiles(DataFiles):
    """The files of the editions that come with the program, and of A Storm of Swords as hosts correct it: much of it is
    a reconstruction. Those of others may be checked, not played with."""

    base = "storm-of-swords"
    faults = staticmethod(data_check.faults)
    warnings = staticmethod(data_check.warnings)
    counted = staticmethod(data_check.counted)

    def names(self, edition: str) -> tuple[str, ...]:
        """Those that lie in the edition's folder."""
        return tuple(self.own(edition))

    def own(self, edition: str) -> Mapping[str, str]:
        """The files that come with the program."""
        return loading.own_texts(base_of(edition) or edition)

    def read(self, edition: str, texts: Mapping[str, str]) -> Edition:
        """The edition that these files make; Unreadable."""
        base = base_of(edition)
        found = BUILD[base or edition](texts)
        if base:
            names = msgspec.structs.asdict(found.name).items()
            found.name = Names(**{tongue: said + getattr(BROUGHT, tongue) for tongue, said in names if said})
            # Which of them are offered, the host says.
            found.id, found.offered = edition, False
        return found

    def keep(self, edition: Edition) -> None:
        """Make it one of those that positions can name."""
        EDITIONS[edition.id] = register(edition)


DATA = ThronesFiles()
