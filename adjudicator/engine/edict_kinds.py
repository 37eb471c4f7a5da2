"""The edicts that every game takes. A family adds its own; each sets a part of the position, or says something."""

from __future__ import annotations

from typing import Literal, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

E = TypeVar("E")
Chance = Literal["keep", "reseed"]


class Edict(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", forbid_unknown_fields=True):
    """A game master's intervention."""


class Ruling(Edict, frozen=True, kw_only=True, tag="ruling"):
    """How the rules were read. It changes nothing; `about` may name a decision, `record` an event.

    One that the service writes itself also names its message and what stands in its places (`says`, `places`: ids), so
    that each reader's language tells it; `text` says the same in English.
    """

    text: str
    about: str = ""
    record: int = 0
    # Left out where they are unset: documents of before they were known stay the same, byte for byte.
    says: str | UnsetType = UNSET
    places: dict[str, str] | UnsetType = UNSET


class Reseed(Edict, frozen=True, kw_only=True, tag="reseed"):
    """All chance to come derives from a new seed: cards still to be drawn from every deck are shuffled by it.

    `commitment` is its SHA-256. The seed itself is hidden from players until the end of the game.
    """

    commitment: str
    seed: str = ""


class RolledBack(Edict, frozen=True, kw_only=True, tag="rolled-back"):
    """The game went back to where `decision` was asked; events above `number` do not hold. It changes nothing itself.

    `chance`: whether the decks stayed (`keep`), or were shuffled again by a new seed (`reseed`).
    """

    decision: str
    round: int
    number: int
    chance: Chance


class EndGame(Edict, frozen=True, kw_only=True, tag="end-game"):
    """The game ends now: one winner, several who share it, or as it stands if nobody is named."""

    winners: tuple[str, ...] = ()


# These say something and leave the position as it is.
WORDS_ONLY = (Ruling, RolledBack)
# Every family takes these.
COMMON = (Ruling, RolledBack, Reseed, EndGame)


def openly(edict: E) -> E | Reseed:
    """The edict as everybody may see it: a new seed stays hidden."""
    return Reseed(commitment=edict.commitment) if isinstance(edict, Reseed) else edict


def kind_of(edict: Edict) -> str:
    """The edict's kind, as `set-units`."""
    return str(edict.__struct_config__.tag)
