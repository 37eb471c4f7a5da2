"""Overrides: what a game master may change in a position, or tell about a game.

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
    """Set the units of `house` in `area`, None: no units; invalid tokens leave."""

    area: str
    house: str | None = None
    units: dict[str, Count] = {}
    routed: dict[str, Count] = {}


class SetControl(Override):
    """The control token in `area` is that of `house`, or there is none."""

    area: str
    house: str | None = None


class SetOrder(Override):
    """Set the order of the units in `area`, or none; only while orders lie."""

    area: str
    order: str | None = None


class SetNeutral(Override):
    """Set the strength of the neutral force or garrison in `area`; None: no force."""

    area: str
    strength: Strength | None = None


class SetImprovements(Override):
    """Set an area's tokens: `barrel`, `crown`, `stronghold`, `ruin`."""

    area: str
    marks: tuple[str, ...] = ()


class SetLoans(Override):
    """Set a house's loans; each leaves the track, the deck, or the house where it was.

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
    """Set the next cards of a Westeros deck, top first. Hidden from players."""

    deck: str
    order: tuple[str, ...] = ()


class SetFlags(Override):
    """Set the bans (order types, `footman-support`) and used badges; None: unchanged."""

    bans: tuple[str, ...] | None = None
    spent: tuple[str, ...] | None = None


class SetLeader(Override):
    """Set a leader in `area`, or in the cell of `house`; neither: out of the game.
    An allied one serves the house whose units stand in his area."""

    leader: str
    area: str | None = None
    house: str | None = None


class SetAlliances(Override):
    """Set a house's alliance cards; each leaves its deck or the house where it was.
    Those that the house no longer has go under their decks."""

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
    """Make `house` a vassal; its player leaves.
    Until the next planning `commander` decides for it (None: the first player on the Iron Throne)."""

    house: str
    commander: str | None = None


class GivePower(Override):
    """Give Power of `house` to `to`; issued by its player, not by a game master."""

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
    """Return an override as players may see it in play, without deck order or seed."""
    if isinstance(override, SetDeck):
        return SetDeck(deck=override.deck)
    return Reseed(commitment=override.commitment) if isinstance(override, Reseed) else override
