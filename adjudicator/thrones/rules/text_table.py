"""Which texts of House cards are carried out at which moment of a battle: a table that each edition has of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.engine.step import Asks
    from adjudicator.thrones.rules.step_context import Game
    from adjudicator.thrones.state.board import Battle
    from adjudicator.thrones.state.components import HouseCard

Text: TypeAlias = "Callable[[Game, Battle, HouseCard], Asks[None]]"


class Texts(NamedTuple):
    """What each effect does (effect -> its function), by moment: texts that silence others, those on reveal, before the
    blade, of the winner and of the loser before losses, and when the cards are put away."""

    cancel: Mapping[str, Text] = {}
    immediate: Mapping[str, Text] = {}
    before_blade: Mapping[str, Text] = {}
    after_win: Mapping[str, Text] = {}
    after_loss: Mapping[str, Text] = {}
    after_battle: Mapping[str, Text] = {}

    def effects(self) -> frozenset[str]:
        """Every effect in the table."""
        return frozenset(effect for texts in self for effect in texts)


def joined(*tables: Texts) -> Texts:
    """One table of several; where two have the same effect at a moment, the later one counts."""
    return Texts(*({k: text for texts in moment for k, text in texts.items()} for moment in zip(*tables, strict=True)))
