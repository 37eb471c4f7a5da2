"""The position of a Westeros game: board, hidden information, current step, units."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from adjudicator.engine import Decision, Ending as Ending, FrozenStruct, Progress
from adjudicator.thrones.state.decisions import AnyAnswer

Side = Literal["attacker", "defender", "none"]


class Force(msgspec.Struct, omit_defaults=True):
    """Units of one house in one area by kind, standing and routed; no zero counts."""

    house: str
    units: dict[str, int] = {}
    routed: dict[str, int] = {}

    def size(self) -> int:
        """How many units there are, routed ones too; this is what supply counts."""
        count = sum(self.units.values())
        return count + sum(self.routed.values()) if self.routed else count

    def count(self, unit: str) -> int:
        """How many units of a kind there are, routed ones too."""
        return self.units.get(unit, 0) + self.routed.get(unit, 0)


class Placed(FrozenStruct):
    """An order token on the board and whose it is."""

    house: str
    order: str


class Deed(FrozenStruct):
    """What a house did to another in a round, about an area.
    Attacked, raided, beat in battle; in a decided one supported it or its enemy (`opposed`)."""

    house: str
    what: Literal["attacked", "raided", "beat", "supported", "opposed"]
    other: str
    area: str


class Garrison(FrozenStruct):
    """The garrison of a home area: whose it is and what it adds to the defence."""

    house: str
    strength: int


# The value of a neutral force in areas that nobody may ever enter.
CLOSED = 1000
# How many tokens the claim track of A Storm of Swords holds.
CLAIM_SPACES = 6


class Battle(msgspec.Struct, omit_defaults=True):
    """The battle being fought.

    Attackers stand before the area, from `origin`, with the march order `order`. `pledges` maps supporting areas to the
    side they help; `cards`: played; `silenced`: card text void; `used_up`: played the last card of the hand; `blade`:
    used the Valyrian steel blade; `winner` is set once known; `tides`: drawn from the Tides of Battle; `added`: cards
    of a hand given up for strength; `weakened`: the card counts nothing; `retreated`: where beaten units of a vassal,
    or in games with leaders any, went; `copied`: used cards whose numbers count too, `bought`: added for Power;
    `leaders` attack, `aid`: support by cards, `gains`: from texts to a side, `spared`: losses replaced by a hostage.
    """

    area: str
    attacker: str
    defender: str
    origin: str
    order: str
    troop: dict[str, int] = {}
    pledges: dict[str, Side] = {}
    cards: dict[str, str] = {}
    silenced: list[str] = []
    used_up: list[str] = []
    blade: str | None = None
    winner: str | None = None
    tides: dict[str, str] = {}
    added: dict[str, str] = {}
    weakened: list[str] = []
    retreated: str = ""
    copied: dict[str, str] = {}
    bought: dict[str, int] = {}
    leaders: list[str] = []
    aid: list[Aid] = []
    gains: list[Gain] = []
    spared: int = 0

    def role(self, house: str) -> Side:
        """`attacker`, `defender`, or `none` for a house that is not fighting."""
        return "attacker" if house == self.attacker else "defender" if house == self.defender else "none"

    def opponent(self, house: str) -> str:
        """The other fighting house."""
        return self.defender if house == self.attacker else self.attacker


class Leader(msgspec.Struct, omit_defaults=True):
    """A leader in the game.
    The house he serves, and either his area or the house in whose cell he is; `active` while his token lies face
    down."""

    house: str
    area: str = ""
    cell: str = ""
    active: bool = False


class Tactics(msgspec.Struct, omit_defaults=True):
    """The tactics cards: those to choose from, open, last, barred.
    Houses barred next time, cards barred this round; `laid` while those chosen lie face down."""

    decks: dict[str, list[str]]
    open: dict[str, list[str]] = {}
    barred: list[str] = []
    forbidden: list[str] = []
    laid: bool = False


class Realm(msgspec.Struct, omit_defaults=True):
    """What lies beside the board of A Storm of Swords.
    The weather marker, the claim track (from the highest number down), each house's alliance cards, those turned up
    on their decks, decks that one house alone may draw from, and cards already used this round."""

    weather: int = 0
    claim: list[str] = []
    alliances: dict[str, list[str]] = {}
    tops: dict[str, str] = {}
    permanent: dict[str, str] = {}
    spent: list[str] = []


class Aid(FrozenStruct):
    """Strength that a house gives a side of a battle by a card; it counts as support."""

    house: str
    side: Side
    card: str
    strength: int


class Gain(FrozenStruct, omit_defaults=True):
    """A fighting house's gain by a card's text for the battle; below 0 a loss."""

    house: str
    card: str
    strength: int = 0
    swords: int = 0
    fortifications: int = 0


class Bank(msgspec.Struct, omit_defaults=True):
    """The Iron Bank: loans in the slots from the left (empty: none), loans taken.
    Also who holds the token of Braavos (empty: nobody)."""

    slots: list[str]
    loans: dict[str, list[str]] = {}
    token: str = ""


class Board(msgspec.Struct, omit_defaults=True):
    """Everything all players may see.

    forces, neutral, tokens, orders are keyed by area; power, supply, hands, discards by house; tracks list houses
    from first to last; holders say who has the three badges; spent lists badges used this round; bids hold the
    revealed bids of this round by auction; bans are what this round's Westeros cards forbid (order types or tokens);
    garrisons are keyed by area; modules are the optional parts of the rules that are played; removed are House cards
    that left the game; vassals are the houses without a player, commanders who decides for them; improvements are
    tokens that change what areas offer; loyalty counts the loyalty tokens by area, points what houses that win by them
    have, lost_homes those of them whose home is another's; growth says how much more some kinds of units count, growing
    the rounds in which that will rise; deeds are what houses did to each other this round, last_deeds in the one
    before; leaders are those in the game, tactics the tactics cards and realm what else A Storm of Swords has;
    wildling_card lies open before an attack, where it does. What only some editions know comes last and is left out
    while empty.
    """

    round: int
    phase: str
    houses: list[str]
    forces: dict[str, Force]
    neutral: dict[str, int]
    tokens: dict[str, str]
    orders: dict[str, Placed]
    power: dict[str, int]
    supply: dict[str, int]
    tracks: dict[str, list[str]]
    holders: dict[str, str]
    spent: list[str]
    wildlings: int
    hands: dict[str, list[str]]
    discards: dict[str, list[str]]
    revealed: dict[str, str]
    bans: list[str]
    bids: dict[str, dict[str, int]]
    victory: int
    battle: Battle | None
    ending: Ending | None
    garrisons: dict[str, Garrison] = {}
    modules: list[str] = []
    removed: list[str] = []
    commanders: dict[str, str] = {}
    vassals: list[str] = []
    improvements: dict[str, list[str]] = {}
    loyalty: dict[str, int] = {}
    points: dict[str, int] = {}
    lost_homes: list[str] = []
    growth: dict[str, int] = {}
    growing: list[int] = []
    bank: Bank | None = None
    deeds: list[Deed] = []
    leaders: dict[str, Leader] = {}
    tactics: Tactics | None = None
    realm: Realm | None = None
    wildling_card: str = ""
    last_deeds: list[Deed] = []

    def force_of(self, house: str, area: str) -> Force | None:
        """Return the units of a house in an area; None if none of it stand there."""
        force = self.forces.get(area)
        return force if force is not None and force.house == house else None

    def areas_of(self, house: str) -> list[str]:
        """Return the areas in which units of a house stand."""
        return [area for area, force in self.forces.items() if force.house == house]

    def has_others(self, house: str, area: str) -> bool:
        """Whether units of another house stand in an area."""
        force = self.forces.get(area)
        return force is not None and force.house != house

    def family(self, house: str) -> frozenset[str]:
        """A house, its commander, and all that he commands."""
        head = self.commanders.get(house, house)
        return frozenset((head, *(vassal for vassal, commander in self.commanders.items() if commander == head)))


class Hidden(msgspec.Struct, omit_defaults=True):
    """What no player may see: the seed and the order of the decks, top card first.

    `used` counts the cards put back under a deck since it was last shuffled whole: the others are still to come.
    `hands` are the cards that commanders hold for their vassals in a battle.
    """

    seed: str
    decks: dict[str, list[str]]
    used: dict[str, int] = {}
    hands: dict[str, list[str]] = {}


class Position(msgspec.Struct, omit_defaults=True):
    """A whole game at one moment; `commitment`: SHA-256 of the current chance seed.
    `revision`: of the rules it began under, absent in the oldest games (`thrones/rules/registry.py`)."""

    edition: str
    players: int
    commitment: str
    board: Board
    hidden: Hidden
    progress: Progress[AnyAnswer]
    revision: int = 0

    @property
    def round(self) -> int:
        """The current round, 1 to the edition's last."""
        return self.board.round

    @property
    def phase(self) -> str:
        """The phase that is being played."""
        return self.board.phase

    def hand(self, house: str) -> list[str]:
        """Return a house's cards, open to all; a vassal's are hidden, and only in battle."""
        return self.hidden.hands.get(house, []) if house in self.board.vassals else self.board.hands[house]


class View(msgspec.Struct):
    """What a seat (None: spectators) may know: board, deck sizes, its decisions."""

    edition: str
    players: int
    commitment: str
    seat: str | None
    board: Board
    deck_sizes: dict[str, int]
    waiting: list[Decision] = []
    revision: int = 0


def add_units(board: Board, area: str, house: str, units: Mapping[str, int], *, routed: bool = False) -> None:
    """Add units of a house to an area."""
    force = board.forces.get(area)
    if force is None:
        force = board.forces[area] = Force(house)
    elif force.house != house:
        raise AssertionError(f"{area} holds {force.house}, so {house} cannot stand there")
    pile = force.routed if routed else force.units
    for unit, count in units.items():
        pile[unit] = pile.get(unit, 0) + count


def less(pile: dict[str, int], unit: str, count: int = 1) -> None:
    """Take `count` units of a kind from a pile; no zero counts are kept."""
    left = pile.get(unit, 0) - count
    if left < 0:
        raise AssertionError(f"{count} {unit} taken from {pile}")
    if left:
        pile[unit] = left
    else:
        pile.pop(unit, None)


def take(board: Board, area: str, units: Mapping[str, int], *, routed: bool = False) -> None:
    """Take units from an area; an area without units is forgotten."""
    force = board.forces[area]
    for unit, count in units.items():
        less(force.routed if routed else force.units, unit, count)
    if not force.units and not force.routed:
        del board.forces[area]
