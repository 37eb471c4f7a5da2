"""What is registered of a kind of decision, all in one place: `KINDS` of the module of instructions that answers it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from adjudicator.engine.decision import Answer, Decision
from adjudicator.thrones.rules.forced import Single, never_single
from adjudicator.thrones.rules.legality import Law
from adjudicator.thrones.rules.windows import Together
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.instructions.instruction_sources import Choice, Trail, Voices
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.steward.habits import Habit, Variations

Instruction = Callable[[Voices, Scene, Any, Trail], Iterator[Choice]]
Default = Callable[[Position, Any], Answer]
Known = Callable[[Edition], bool]


class Written(NamedTuple):
    """A default for who has written a sheet: its name in journals, what it does, its words, and the words of `both`."""

    name: str
    default: Default
    words: str
    both: str


class Varied(NamedTuple):
    """Other words for a default, in the editions of which `known` holds."""

    known: Known
    words: str


def everywhere(edition: Edition) -> bool:
    """Asked in every edition."""
    return True


def wildlings_known(edition: Edition) -> bool:
    """Where wildling cards are drawn."""
    return bool(edition.wildling_cards)


def choices_known(edition: Edition) -> bool:
    """Where cards or rules leave a choice among effects."""
    return wildlings_known(edition) or tactics_known(edition) or leaders_known(edition)


def loans_known(edition: Edition) -> bool:
    """Where loans are taken."""
    return edition.bank is not None


def units_known(edition: Edition) -> bool:
    """Where cards bring units."""
    return loans_known(edition) or bool(edition.alliances)


def causes_known(edition: Edition) -> bool:
    """Where a house wins by loyalty."""
    return bool(edition.causes)


def vassals_known(edition: Edition) -> bool:
    """Where vassals are commanded."""
    return any("vassal" in step for step in edition.steps)


def leaders_known(edition: Edition) -> bool:
    """Where there are leaders, who may be held."""
    return bool(edition.leaders)


def tactics_known(edition: Edition) -> bool:
    """Where tactics cards are chosen."""
    return bool(edition.tactics)


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of decision: everything that this room says of it.

    `part` of a sheet answers it, by `instruction`; `steward` is what he proposes, `variations` what a maester tries;
    `default` is published in these `words`, for a seat that wrote a sheet perhaps another (`written`), in some editions
    in other words (`varied`). `law` says what is legal, `forced` where one answer alone is, `together` which kinds are
    asked at once; `known`, which editions ask it.
    """

    decision: type[Decision]
    part: str
    law: Law
    instruction: Instruction
    steward: Habit
    default: Default
    words: str
    variations: Variations | None = None
    written: Written | None = None
    varied: Varied | None = None
    forced: Single = never_single
    together: Together | None = None
    known: Known = everywhere

    @property
    def tag(self) -> str:
        """Its name in documents."""
        return str(self.decision.__struct_config__.tag)
