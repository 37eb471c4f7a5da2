"""Edicts: what a game master may decree. Each sets a part of the position, or says something about the game.

An edict is applied where the game rests; see `adjudicator.kernel.edicts`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from adjudicator.kernel.journal import Answered, Decreed
from adjudicator.thrones.state.answers import AnyAnswer

Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Strength = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Chance = Literal["keep", "reseed"]


class Edict(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", forbid_unknown_fields=True):
    """A game master's intervention."""


class SetUnits(Edict, frozen=True, kw_only=True, tag="set-units"):
    """The units in `area` are these, of `house`; no house: none. An order or control token that cannot stay goes."""

    area: str
    house: str | None = None
    units: dict[str, Count] = {}
    routed: dict[str, Count] = {}


class SetControl(Edict, frozen=True, kw_only=True, tag="set-control"):
    """The control token in `area` is that of `house`, or there is none."""

    area: str
    house: str | None = None


class SetOrder(Edict, frozen=True, kw_only=True, tag="set-order"):
    """The order of the units in `area` is this, or none. Only while orders lie on the board."""

    area: str
    order: str | None = None


class SetNeutral(Edict, frozen=True, kw_only=True, tag="set-neutral"):
    """The neutral force (or garrison) in `area` has this strength; None: there is none."""

    area: str
    strength: Strength | None = None


class SetImprovements(Edict, frozen=True, kw_only=True, tag="set-improvements"):
    """The tokens that lie on `area` and change what it offers are these: `barrel`, `crown`, `stronghold`, `ruin`."""

    area: str
    marks: tuple[str, ...] = ()


class SetLoans(Edict, frozen=True, kw_only=True, tag="set-loans"):
    """The loans that a house has taken are these; each leaves the track, the deck, or the house where it was.

    Loans that the house no longer has go under the deck.
    """

    house: str
    loans: tuple[str, ...] = ()


class SetLoyalty(Edict, frozen=True, kw_only=True, tag="set-loyalty"):
    """So many loyalty tokens lie in `area`."""

    area: str
    tokens: Count


class SetPoints(Edict, frozen=True, kw_only=True, tag="set-points"):
    """The place on the victory track of a house that wins by loyalty."""

    house: str
    points: Count


class SetPower(Edict, frozen=True, kw_only=True, tag="set-power"):
    """The Power tokens that a house has at hand."""

    house: str
    power: Count


class SetTrack(Edict, frozen=True, kw_only=True, tag="set-track"):
    """The houses on a track, from first to last; the first holds its badge."""

    track: str
    houses: tuple[str, ...]


class SetSupply(Edict, frozen=True, kw_only=True, tag="set-supply"):
    """A house's place on the supply track."""

    house: str
    supply: Count


class SetWildlings(Edict, frozen=True, kw_only=True, tag="set-wildlings"):
    """The strength of the wildlings."""

    strength: Count


class SetHand(Edict, frozen=True, kw_only=True, tag="set-hand"):
    """The House cards in a house's hand; its other cards are used."""

    house: str
    hand: tuple[str, ...]


class SetDeck(Edict, frozen=True, kw_only=True, tag="set-deck"):
    """The next cards of a Westeros deck, top first; the others follow as they lie. Hidden from players."""

    deck: str
    order: tuple[str, ...] = ()


class SetFlags(Edict, frozen=True, kw_only=True, tag="set-flags"):
    """What this round forbids (order types, `footman-support`), and which badges were used in it; None: as it is."""

    bans: tuple[str, ...] | None = None
    spent: tuple[str, ...] | None = None


class MakeVassal(Edict, frozen=True, kw_only=True, tag="make-vassal"):
    """The player of `house` leaves, and it becomes a vassal; until the next planning `commander` decides for it (None:
    the first player on the Iron Throne)."""

    house: str
    commander: str | None = None


class GivePower(Edict, frozen=True, kw_only=True, tag="give-power"):
    """A player, `house`, gives Power to another, `to`. No game master's act: whoever plays the house issues it."""

    house: str
    to: str
    amount: Count


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


AnyEdict = (
    SetUnits
    | SetControl
    | SetOrder
    | SetNeutral
    | SetImprovements
    | SetLoans
    | SetLoyalty
    | SetPoints
    | MakeVassal
    | GivePower
    | SetPower
    | SetTrack
    | SetSupply
    | SetWildlings
    | SetHand
    | SetDeck
    | SetFlags
    | Ruling
    | Reseed
    | RolledBack
    | EndGame
)
Entry = Answered[AnyAnswer] | Decreed[AnyEdict]

# These say something and leave the position as it is.
WORDS_ONLY = (Ruling, RolledBack)


def kind_of(edict: AnyEdict) -> str:
    """The edict's kind, as `set-units`."""
    return str(edict.__struct_config__.tag)


def openly(edict: AnyEdict) -> AnyEdict:
    """The edict as players may know it while the game runs: without the order of a deck or a seed."""
    if isinstance(edict, SetDeck):
        return SetDeck(deck=edict.deck)
    return Reseed(commitment=edict.commitment) if isinstance(edict, Reseed) else edict
