"""What data and rules of the Westeros board games say in English, for the translators' catalogs."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones.game import THRONES
from adjudicator.thrones.sheets.resolver import default_policies, every_policy
from adjudicator.thrones.sheets.warnings.words import WORDS
from narration.thrones.notation.rows import DATA as STATEMENTS

DATA = "adjudicator/thrones/editions/data"


def texts() -> Iterator[tuple[str, str]]:
    """Every text with the file it stands in."""
    editions = THRONES.editions
    for name, edition in editions.items():
        # The cards' own texts stand in the edition's data; letters show them beside what came of them.
        told = [card.text for card in edition.cards.values()] + [card.text for card in edition.westeros.values()]
        told += [card.text for card in edition.wildling_cards.values()]
        told += [loan.text for loan in edition.loans.values()]
        told += [card.text for cards in (edition.tactics, edition.alliances) for card in cards.values()]
        yield from ((text, f"{DATA}/{name}") for text in told if text)
    for name, edition in editions.items():
        # Help says what the sources leave open.
        yield from ((text, f"{DATA}/{name}") for text in edition.reconstructions)
    policies = [text for edition in (None, *editions.values()) for text in default_policies(edition).values()]
    for text in dict.fromkeys([*policies, *every_policy()]):
        # Pages say what the published default does where a sheet is silent.
        yield text, "adjudicator/thrones/sheets/resolver.py"
    yield from ((text, "adjudicator/thrones/sheets/warnings/words.py") for text in WORDS.values())
    yield from ((text, "narration/thrones/notation/statements.toml") for text in STATEMENTS.messages())
