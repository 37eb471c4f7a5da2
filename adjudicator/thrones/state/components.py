"""What is printed on an edition's board, tokens and cards, read from data files."""

from __future__ import annotations

from typing import Any, Literal

from adjudicator.engine import KeywordStruct, Names

Terrain = Literal["land", "sea", "port"]
Settlement = Literal["none", "city", "castle", "stronghold"]


class Area(KeywordStruct):
    """An area of the board.

    `supply` and `power` count icons; `land`, `sea`, `port` list its neighbours by terrain. A port borders its land area
    and its sea, and nothing else. With `only_with` the area is in play only if that house is. `fords` are lands beyond
    a river that `land` has too in fair weather, `rivers` those beyond one without any crossing; `arrows` allow march
    and retreat but neither support nor raid, `house_arrows` those for one house alone (house, area). `claim` is the
    value of its flag; a `town` musters only a new unit of the cheapest kind; a `coast` touches a sea that is no area.
    `code` is a short name for typing, meant only where it stands alone and whole.
    """

    id: str
    name: Names
    aliases: tuple[str, ...] = ()
    code: str = ""
    kind: Terrain
    supply: int = 0
    power: int = 0
    settlement: Settlement = "none"
    muster: int = 0
    home_of: str | None = None
    neutral: int = 0
    only_with: str = ""
    land: tuple[str, ...] = ()
    sea: tuple[str, ...] = ()
    port: tuple[str, ...] = ()
    fords: tuple[str, ...] = ()
    rivers: tuple[str, ...] = ()
    arrows: tuple[str, ...] = ()
    house_arrows: tuple[tuple[str, str], ...] = ()
    claim: int = 0
    town: bool = False
    coast: bool = False


class OrderToken(KeywordStruct):
    """An order token: `type` is what it does, `modifier` its strength.
    A raid removes `removes` orders of the types `raids`; `terrains`: where it may lie; `works_at`: where it is
    resolved (empty: anywhere); `musters`: may muster instead. `uses`: types it is besides; `vassal`: it belongs to a
    set for vassals, not a house."""

    id: str
    type: str
    name: Names
    modifier: int = 0
    removes: int = 0
    raids: tuple[str, ...] = ("raid", "support", "consolidate-power")
    terrains: tuple[Terrain, ...] = ()
    works_at: tuple[Terrain, ...] = ()
    musters: bool = False
    special: bool = False
    copies: int = 1
    uses: tuple[str, ...] = ()
    vassal: bool = False

    def does(self, type_: str) -> bool:
        """Whether it is an order of this type, among others perhaps."""
        return type_ == self.type or type_ in self.uses

    def works(self, kind: str) -> bool:
        """Whether it is carried out in an area of this kind, or only lies there."""
        return not self.works_at or kind in self.works_at


class UnitKind(KeywordStruct):
    """A kind of unit: strength, mustering cost, pieces per house, terrain it moves on.

    `siege` is its strength in and for the attack on a settlement, instead of `strength`. What cannot retreat is no
    casualty either. What `flies` may march to any land; what is not `mustered` is there from the start or not at all.
    What is `allied` comes by cards, counts as the kind it is `like`, and never stands without a unit of its house.
    """

    id: str
    name: Names
    strength: int
    cost: int
    limit: int
    terrain: Terrain
    upgrade_from: str | None = None
    upgrade_cost: int = 0
    siege: int = 0
    retreats: bool = True
    flies: bool = False
    mustered: bool = True
    allied: bool = False
    like: str = ""


class HouseCard(KeywordStruct):
    """A House card; `effect` names its text (see `thrones.rules.card_texts`).

    `values` are that effect's numbers. With a `module`, its house has it instead of others in games with that part of
    the rules.
    """

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
    module: str = ""


class CardOption(KeywordStruct):
    """A choice of a Westeros card: starts a step or bans orders; neither: no effect."""

    id: str
    step: str = ""
    bans: tuple[str, ...] = ()


class WesterosCard(KeywordStruct):
    """A Westeros card: which step it starts, or which orders it bans for the round.

    With `options` the holder of the badge `chooser` picks one of them. `loyalty` names areas that get a loyalty token,
    `effect` what the rest of such a card does, `values` that effect's numbers (see `rules.targaryen`).
    """

    id: str
    name: Names
    text: str
    step: str = ""
    bans: tuple[str, ...] = ()
    chooser: str = ""
    options: tuple[CardOption, ...] = ()
    loyalty: tuple[str, ...] = ()
    effect: str = ""
    values: dict[str, Any] = {}


class WildlingCard(KeywordStruct):
    """A wildling card: `effect` is the cost if they win, `values` its numbers.
    `reward` is what the highest bidder gets when the Watch wins (see `thrones.rules.wildlings`)."""

    id: str
    name: Names
    text: str
    effect: str
    values: dict[str, Any] = {}
    reconstruction: bool = False


class TideCard(KeywordStruct):
    """A card of the Tides of Battle: its strength; a skull kills an opposing unit."""

    id: str
    name: Names
    strength: int = 0
    swords: int = 0
    fortifications: int = 0
    skull: bool = False


class Loan(KeywordStruct):
    """A loan of the Iron Bank; `parts`: effects (`does`, numbers; `rules.iron_bank`)."""

    id: str
    name: Names
    text: str
    parts: tuple[dict[str, Any], ...]


class LeaderToken(KeywordStruct):
    """A leader's token: `idle` is his strength face up, `marching` face down.
    Face down he brings `swords` too; turning gains `power`. `house` is whose he is, or of an allied one his deck; an
    order of the type `activates` in his area may turn him. `card` is the House or alliance card with his name."""

    id: str
    house: str
    name: Names
    activates: str
    idle: int
    marching: int
    swords: int = 0
    power: int = 0
    card: str
    allied: bool = False
    reconstruction: bool = False


class TacticsCard(KeywordStruct):
    """A tactics card.
    `effect` names what it does (see `rules.storm.tactics`), `values` that effect's numbers; `house` alone has it
    (empty: every house). `board`: `storm` or `throne`, the only board it is used on (empty: both)."""

    id: str
    name: Names
    text: str
    effect: str
    values: dict[str, Any] = {}
    house: str = ""
    board: str = ""
    reconstruction: bool = False


class AllianceCard(KeywordStruct):
    """A card of an alliance deck.
    `effect` names what it does (see `rules.storm.alliances`), `values` that effect's numbers."""

    id: str
    deck: str
    name: Names
    text: str
    effect: str
    values: dict[str, Any] = {}
    reconstruction: bool = False
