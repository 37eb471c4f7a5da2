"""What an edition is made of: its map, orders, cards, tracks and set-ups, as read from its data files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Literal

import msgspec

Terrain = Literal["land", "sea", "port"]
Settlement = Literal["none", "city", "stronghold"]


class Names(msgspec.Struct, frozen=True, omit_defaults=True):
    """A name in each language known; an empty string where the sources give none."""

    en: str
    it: str = ""
    es: str = ""

    def say(self, language: str) -> str:
        """The name in a language (`en`, `it`, `es`), English where it is not known."""
        return str(getattr(self, language, "") or self.en)


class Area(msgspec.Struct, frozen=True, kw_only=True):
    """An area of the board. `supply` and `power` count icons; `land` and `sea` list the neighbours of each terrain."""

    id: str
    name: Names
    aliases: tuple[str, ...] = ()
    kind: Terrain
    supply: int = 0
    power: int = 0
    settlement: Settlement = "none"
    muster: int = 0
    home_of: str | None = None
    neutral: int = 0
    land: tuple[str, ...] = ()
    sea: tuple[str, ...] = ()


class OrderToken(msgspec.Struct, frozen=True, kw_only=True):
    """An order token: `type` is what it does, `modifier` its strength, `removes` how many orders a raid takes away."""

    id: str
    type: str
    name: Names
    modifier: int = 0
    removes: int = 0
    special: bool = False
    copies: int = 1


class UnitKind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of unit: strength, mustering cost, pieces per house, terrain it moves on."""

    id: str
    name: Names
    strength: int
    cost: int
    limit: int
    terrain: Terrain
    upgrade_from: str | None = None
    upgrade_cost: int = 0


class HouseCard(msgspec.Struct, frozen=True, kw_only=True):
    """A House card. `effect` names what its text does (see `thrones.card_texts`), `values` that effect's numbers."""

    id: str
    house: str
    name: Names
    strength: int
    swords: int = 0
    fortifications: int = 0
    effect: str = ""
    values: dict[str, Any] = {}
    text: str = ""
    reconstruction: bool = False


class WesterosCard(msgspec.Struct, frozen=True, kw_only=True):
    """A Westeros card: which step it starts, or which orders it bans for the round."""

    id: str
    name: Names
    text: str
    step: str = ""
    bans: tuple[str, ...] = ()


class DeckEntry(msgspec.Struct, frozen=True):
    """Copies of a Westeros card in one deck and whether they carry the wildling icon."""

    card: str
    copies: int
    wildlings: bool = False


class House(msgspec.Struct, frozen=True, kw_only=True):
    """A house, its home area and its letter for readers who cannot tell colours apart."""

    id: str
    name: Names
    home: str
    letter: str


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """The start of a game for one number of players."""

    houses: tuple[str, ...]
    victory: int
    units: dict[str, dict[str, dict[str, int]]]
    neutral: dict[str, int]
    tracks: dict[str, tuple[str, ...]]
    supply: dict[str, int]
    power: int


class Edition(msgspec.Struct, kw_only=True, dict=True):
    """A complete ruleset with its boards and cards. `steps` and `texts` are the edition's functions by name."""

    id: str
    name: Names
    rounds: int
    areas: dict[str, Area]
    orders: dict[str, OrderToken]
    units: dict[str, UnitKind]
    houses: dict[str, House]
    cards: dict[str, HouseCard]
    westeros: dict[str, WesterosCard]
    decks: dict[str, tuple[DeckEntry, ...]]
    tracks: tuple[str, ...]
    badges: dict[str, str]
    stars: tuple[int, ...]
    supply_limits: tuple[tuple[int, ...], ...]
    wildling_track: tuple[int, ...]
    power_tokens: int
    setups: dict[int, Setup]
    citations: dict[str, str]
    reconstructions: tuple[str, ...] = ()
    steps: Mapping[str, Callable[..., Any]] = {}
    round_steps: tuple[str, ...] = ()

    @cached_property
    def neighbours(self) -> dict[str, frozenset[str]]:
        """Every area's neighbours of any terrain; river pairs without a bridge are not among them."""
        return {a.id: frozenset(a.land + a.sea) for a in self.areas.values()}

    @cached_property
    def settled(self) -> tuple[str, ...]:
        """Areas with a city or stronghold, in the order of the data."""
        return tuple(a.id for a in self.areas.values() if a.settlement != "none")

    @cached_property
    def area_order(self) -> dict[str, int]:
        """The place of each area in the data, for stable sorting."""
        return {a: n for n, a in enumerate(self.areas)}

    @cached_property
    def hands(self) -> dict[str, tuple[str, ...]]:
        """The House cards of each house, in the order of the data."""
        return {h: tuple(c.id for c in self.cards.values() if c.house == h) for h in self.houses}
