"""How the program decides where the rules of an edition are silent or can be read in two ways, for people to look up.

They stand in `data/<edition>/rulings.md`. The first link at the top names the edition whose rulings hold as well.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from adjudicator.engine.data_files import base_of
from adjudicator.engine.rulings import HEADING, Ruling, read_rulings

_ALSO = re.compile(r"\]\(\.\./(?P<edition>[a-z-]+)/rulings\.md\)")


@cache
def rulings(edition: str) -> tuple[Ruling, ...]:
    """An edition's own rulings, as they are listed; ValueError names the one that cannot be read."""
    return read_rulings(_source(edition))


@cache
def also_holding(edition: str) -> str:
    """The edition whose rulings hold in this one too, unless its own say otherwise; empty for none."""
    intro, *_ = HEADING.split(_source(edition), maxsplit=1)
    found = _ALSO.search(intro)
    return found["edition"] if found else ""


def _source(edition: str) -> str:
    return (
        files("adjudicator.thrones.editions")
        .joinpath("data", base_of(edition) or edition, "rulings.md")
        .read_text(encoding="utf-8")
    )
