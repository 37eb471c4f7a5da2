"""The position of a Westeros board game: what lies on the board, what is hidden, where play stands."""

from __future__ import annotations

from typing import Literal

import msgspec

from adjudicator.kernel.decision import Decision
from adjudicator.kernel.step import Progress
from adjudicator.thrones.answers import AnyAnswer

Side = Literal["attacker", "defender", "none"]


class Force(msgspec.Struct, omit_defaults=True):
    """The units of one house in one area: counts by kind, standing and routed. No zero counts are kept."""

    house: str
    units: dict[str, int] = {}
    routed: dict[str, int] = {}

    def size(self) -> int:
        """How many units there are, routed ones too; this is what supply counts."""
        return sum(self.units.values()) + sum(self.routed.values())


class Placed(msgspec.Struct, frozen=True):
    """An order token on the board and whose it is."""

    house: str
    order: str


class Battle(msgspec.Struct, omit_defaults=True):
    """The battle being fought: attackers stand before the area, from `origin`, with the march order `order`.

    `pledges` maps supporting areas to the side they help; `cards` the cards played; `silenced` whose card text is
    void; `used_up` who played the last card of the hand; `blade` who used the Valyrian steel blade; `winner` is set
    once known.
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

    def role(self, house: str) -> Side:
        """`attacker`, `defender`, or `none` for a house that is not fighting."""
        return "attacker" if house == self.attacker else "defender" if house == self.defender else "none"

    def opponent(self, house: str) -> str:
        """The other fighting house."""
        return self.defender if house == self.attacker else self.attacker


class Ending(msgspec.Struct, frozen=True):
    """How the game ended: `winners` (several for a draw), `reason` (`settlements` or `last-round`)."""

    winners: tuple[str, ...]
    reason: str
    round: int


class Board(msgspec.Struct):
    """Everything all players may see.

    forces, neutral, tokens, orders are keyed by area; power, supply, hands, discards by house; tracks list houses
    from first to last; holders say who has the three badges; spent lists badges used this round; bids hold the
    revealed bids of this round by auction; bans are what this round's Westeros cards forbid.
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
    battle: Battle | None = None
    ending: Ending | None = None


class Hidden(msgspec.Struct):
    """What no player may see: the seed and the order of the decks, top card first."""

    seed: str
    decks: dict[str, list[str]]


class Position(msgspec.Struct):
    """A whole game at one moment. `commitment` is the SHA-256 of the seed."""

    edition: str
    players: int
    commitment: str
    board: Board
    hidden: Hidden
    progress: Progress[AnyAnswer]

    @property
    def round(self) -> int:
        """The current round, 1 to the edition's last."""
        return self.board.round


class View(msgspec.Struct):
    """What one seat (None for spectators) may know: the board, deck sizes, and the decisions waiting for that seat."""

    edition: str
    players: int
    commitment: str
    seat: str | None
    board: Board
    deck_sizes: dict[str, int]
    waiting: list[Decision] = []
