"""Overrides: what a game master may decree. Each sets a part of the position, or says something about the game.

An override is applied where the game rests; see `adjudicator.engine.overrides`.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from adjudicator.engine import (
    WORDS_ONLY as WORDS_ONLY,
    Answered,
    Decreed,
    EndGame as EndGame,
    Override as Override,
    Reseed as Reseed,
    RolledBack as RolledBack,
    Ruling as Ruling,
)
from adjudicator.thrones.state.decisions import AnyAnswer

Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Strength = Annotated[int, msgspec.Meta(ge=1, le=1000)]


class SetUnits(Override):
    """The units in `area` are these, of `house`; no house: none. An order or control token that cannot stay goes."""

    area: str
    house: str | None = None
    units: dict[str, Count] = {}
    routed: dict[str, Count] = {}


class SetControl(Override):
    """The control token in `area` is that of `house`, or there is none."""

    area: str
    house: str | None = None


class SetOrder(Override):
    """The order of the units in `area` is this, or none. Only while orders lie on the board."""

    area: str
    order: str | None = None


class SetNeutral(Override):
    """The neutral force (or garrison) in `area` has this strength; None: there is none."""

    area: str
    strength: Strength | None = None


class SetImprovements(Override):
    """The tokens that lie on `area` and change what it offers are these: `barrel`, `crown`, `stronghold`, `ruin`."""

    area: str
    marks: tuple[str, ...] = ()


class SetLoans(Override):
    """The loans that a house has taken are these; each leaves the track, the deck, or the house where it was.

    Loans that the house no longer has go under the deck.
    """

    house: str
    loans: tuple[str, ...] = ()


class SetLoyalty(Override):
    """So many loyalty tokens lie in `area`."""

    area: str
    tokens: Count


class SetPoints(Override):
    """The place on the victory track of a house that wins by loyalty."""

    house: str
    points: Count


class SetPower(Override):
    """The Power tokens that a house has at hand."""

    house: str
    power: Count


class SetTrack(Override):
    """The houses on a track, from first to last; the first holds its badge."""

    track: str
    houses: tuple[str, ...]


class SetSupply(Override):
    """A house's place on the supply track."""

    house: str
    supply: Count


class SetWildlings(Override):
    """The strength of the wildlings."""

    strength: Count


class SetHand(Override):
    """The House cards in a house's hand; its other cards are used."""

    house: str
    hand: tuple[str, ...]


class SetDeck(Override):
    """The next cards of a Westeros deck, top first; the others follow as they lie. Hidden from players."""

    deck: str
    order: tuple[str, ...] = ()


class SetFlags(Override):
    """What this round forbids (order types, `footman-support`), and which badges were used in it; None: as it is."""

    bans: tuple[str, ...] | None = None
    spent: tuple[str, ...] | None = None


class SetLeader(Override):
    """A leader stands in `area`, or is a hostage in the cell of `house`; neither: he is out of the game. An allied one
    serves the house whose units stand in his area."""

    leader: str
    area: str | None = None
    house: str | None = None


class SetAlliances(Override):
    """The alliance cards of a house are these; each leaves its deck or the house where it was. Those that the house no
    longer has go under their decks."""

    house: str
    alliances: tuple[str, ...] = ()


class SetTactics(Override):
    """The tactics cards of a house that lie open and last are these."""

    house: str
    tactics: tuple[str, ...] = ()


class SetClaim(Override):
    """Whose tokens lie on the claim track, from the highest number down."""

    houses: tuple[str, ...] = ()


class SetWeather(Override):
    """The place of the weather marker on its track; 0 is the first."""

    place: Count


class MakeVassal(Override):
    """The player of `house` leaves, and it becomes a vassal; until the next planning `commander` decides for it (None:
    the first player on the Iron Throne)."""

    house: str
    commander: str | None = None


class GivePower(Override):
    """A player, `house`, gives Power to another, `to`. No game master's act: whoever plays the house issues it."""

    house: str
    to: str
    amount: Count


_Areas = SetUnits | SetControl | SetOrder | SetNeutral | SetImprovements | SetLoans | SetLoyalty | SetPoints
_Storm = SetLeader | SetAlliances | SetTactics | SetClaim | SetWeather
_Houses = MakeVassal | GivePower | SetPower | SetTrack | SetSupply
_Cards = SetWildlings | SetHand | SetDeck | SetFlags
AnyOverride = _Areas | _Storm | _Houses | _Cards | Ruling | Reseed | RolledBack | EndGame
Entry = Answered[AnyAnswer] | Decreed[AnyOverride]


def openly(override: AnyOverride) -> AnyOverride:
    """The override as players may know it while the game runs: without the order of a deck or a seed."""
    if isinstance(override, SetDeck):
        return SetDeck(deck=override.deck)
    return Reseed(commitment=override.commitment) if isinstance(override, Reseed) else override
