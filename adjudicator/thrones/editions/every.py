"""The one list of the family's editions."""

from __future__ import annotations

from adjudicator.thrones.editions import first, mother_of_dragons, second, storm_of_swords
from adjudicator.thrones.sheets import kinds  # noqa: F401  (a game asks kinds that are registered)
from adjudicator.thrones.state.edition import Edition

EDITIONS: dict[str, Edition] = {
    edition.id: edition
    for edition in (
        first.FIRST,
        second.SECOND,
        mother_of_dragons.MOTHER_OF_DRAGONS,
        storm_of_swords.STORM_OF_SWORDS,
    )
}
