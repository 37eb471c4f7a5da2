"""How the program decides where the rulebooks of B'Twixt are silent, for people to look up: `data/house/rulings.md`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from itertools import groupby
from operator import attrgetter

from adjudicator.engine.rulings import Ruling, read_rulings


@cache
def rulings() -> tuple[tuple[str, tuple[Ruling, ...]], ...]:
    """The rulings by parts of the rules, as they are listed."""
    source = files("adjudicator.btwixt.editions").joinpath("data", "house", "rulings.md").read_text(encoding="utf-8")
    return tuple((part, tuple(found)) for part, found in groupby(read_rulings(source), key=attrgetter("part")))
