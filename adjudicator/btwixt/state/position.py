"""A game at one moment: the table that everybody sees, and what lies face down."""

from __future__ import annotations

from typing import Literal

import msgspec

from adjudicator.btwixt.state.decisions import AnyAnswer
from adjudicator.btwixt.state.edition import Ban
from adjudicator.engine.decision import Decision
from adjudicator.engine.ending import Ending
from adjudicator.engine.step import Progress

Season = Literal["summer", "autumn", "winter"]
Phase = Literal["draft", "bidding", "triumph", "scoring"]
SEASONS: tuple[Season, ...] = ("summer", "autumn", "winter")


class Council(msgspec.Struct):
    """A council between two leaders: the allies in it, in the order in which they came, and how many tokens."""

    allies: list[str] = []
    tokens: int = 0


class Piled(msgspec.Struct, frozen=True):
    """An influence card in a bid pile: `number` counts the cards played in the round."""

    number: int
    card: str
    by: str


class Lasting(msgspec.Struct, frozen=True):
    """What a card played has forbidden until the round ends: about this leader, or about the current ally."""

    rule: Ban
    house: str
    card: str


class Won(msgspec.Struct):
    """A bid that was won: each leader's total, by how many tokens cards changed the reward, extra votes by council,
    where the ally went (empty: nowhere), and in which council an ally was killed last."""

    house: str
    totals: dict[str, int]
    reward: int = 0
    votes: list[str] = []
    ally: str = ""
    council: str = ""
    paid: bool = False


class Board(msgspec.Struct, kw_only=True):
    """What everybody may see. `houses` are the leaders clockwise; the council between one and the next is called
    after both (`cersei-euron`).

    `round` counts through the game, `space` through the season. `active` are allies whose text holds for the round,
    `plays` how many cards each leader has played in it, `kneeling` in the order of kneeling;
    `opened` are the numbers on the tokens of each council, once they were turned up.
    """

    round: int = 0
    season: Season
    space: int = 0
    phase: Phase = "bidding"
    houses: list[str]
    modules: list[str] = []
    first: str
    councils: dict[str, Council]
    hands: dict[str, int]
    piles: dict[str, list[Piled]]
    plays: dict[str, int]
    kneeling: list[str] = []
    current: str = ""
    tokens_on_current: int = 0
    active: list[str] = []
    lasting: list[Lasting] = []
    row: list[str] = []
    dead: list[str] = []
    discard: list[str] = []
    removed: list[str] = []
    allies_left: int
    cards_left: int
    tokens_left: int
    won: Won | None = None
    opened: dict[str, list[int]] = {}
    ending: Ending | None = None


class Hidden(msgspec.Struct, kw_only=True):
    """What lies face down: decks from the top, the numbers on tokens (in the order of the supply), hands, each
    leader's own cards still to come, events set aside, what goes round in a draft; and what each leader has `seen` of
    the tokens that still lie in a council."""

    seed: str
    allies: list[str]
    deck: list[str]
    supply: list[int]
    tokens: dict[str, list[int]]
    on_current: list[int] = []
    hands: dict[str, list[str]]
    own: dict[str, list[str]] = {}
    events: list[str] = []
    packets: dict[str, list[str]] = {}
    seen: dict[str, dict[str, list[int]]] = {}


class Position(msgspec.Struct, kw_only=True):
    """A whole game."""

    edition: str
    players: int
    commitment: str
    revision: int = 0
    board: Board
    hidden: Hidden
    progress: Progress[AnyAnswer]

    @property
    def round(self) -> int:
        """The current round."""
        return self.board.round

    @property
    def phase(self) -> str:
        """The part of the round that is being played."""
        return self.board.phase


class View(msgspec.Struct, kw_only=True):
    """What one seat may know (None: spectators): its hand, its own cards still to come in no order, and the numbers
    on tokens that it has `seen`, by council."""

    edition: str
    players: int
    commitment: str
    revision: int = 0
    seat: str | None
    board: Board
    hand: list[str] = []
    own: list[str] = []
    seen: dict[str, list[int]] = {}
    waiting: list[Decision] = []
