"""What data of B'Twixt says in English, for the translators' catalogs. Names and texts of cards are in the data."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.btwixt.editions.house import HOUSE
from adjudicator.btwixt.sheets.resolver import DEFAULTS
from adjudicator.btwixt.sheets.sheet_check import WORDS
from narration.btwixt.notation.statements import DATA as STATEMENTS

DATA = "adjudicator/btwixt/editions/data/house/set.toml"


def texts() -> Iterator[tuple[str, str]]:
    """Every text with the file it stands in."""
    yield from ((text, DATA) for text in HOUSE.reconstructions)
    yield from ((text, "adjudicator/btwixt/sheets/resolver.py") for text in DEFAULTS.values())
    yield from ((text, "adjudicator/btwixt/sheets/sheet_check.py") for text in WORDS.values())
    yield from ((text, "narration/btwixt/notation/statements.toml") for text in STATEMENTS.messages())
