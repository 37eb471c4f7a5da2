"""A sealed-bid auction for two to four players: a family whole, so small that a page holds its rules.

Each round a lot is shown, and all bid in secret; the highest bid pays and has it, a tie leaves it to nobody. After the
last lot whoever's lots are worth most has won.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.engine.bulk import Level, Pace
from adjudicator.engine.chance import commitment, shuffle
from adjudicator.engine.decision import (
    Answer,
    Decision,
    FrozenStruct,
    Illegal,
    Question,
    Refusal,
    Source,
    SourcedAnswer,
    Unreadable,
)
from adjudicator.engine.game import Game
from adjudicator.engine.names import Names
from adjudicator.engine.overrides import WORDS_ONLY, EndGame, Override, Reseed, RolledBack, Ruling
from adjudicator.engine.step import Decided, Decreed, Event, Play, Progress, Step, Table, ask_together
from adjudicator.engine.values import (
    Ending,
    OverrideReport,
    PlainStatistics,
    SheetReport,
    StoredBoard,
    Types,
)

SEATS = {"red": "Red", "blue": "Blue", "green": "Green", "gold": "Gold"}
LOTS = {"lamp": 2, "clock": 3, "harp": 4, "crown": 6}
PURSE = 10


class Listed:
    """The legal answers of a question that has few: all of them."""

    def __init__(self, answers: Iterable[Any]) -> None:
        self._answers = list(answers)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._answers)

    def __contains__(self, answer: object) -> bool:
        return answer in self._answers

    def sample(self, pick: Callable[[int], int]) -> Any:
        """One of them."""
        return self._answers[pick(len(self._answers))]


class Coins(Answer):
    coins: int


class Bid(Question[Coins]):
    """How much for the lot?"""

    lot: str
    up_to: int


class RoundBegan(Event):
    round: int
    lot: str


class LotSold(Event):
    lot: str
    bids: dict[str, int]
    to: str | None


class AuctionOver(Event):
    winners: tuple[str, ...]
    reason: str


class Issued(Event):
    override: AnyOverride
    reason: str
    by: str


class SetPurse(Override):
    """A seat has so many coins."""

    house: str
    coins: int


AnyOverride = SetPurse | Ruling | Reseed | RolledBack | EndGame
AnyEvent = RoundBegan | LotSold | AuctionOver | Issued | Decided


class Board(msgspec.Struct):
    round: int
    houses: list[str]
    purses: dict[str, int]
    lots: dict[str, list[str]]
    lot: str = ""
    modules: list[str] = []
    ending: Ending | None = None


class Position(msgspec.Struct):
    edition: str
    players: int
    commitment: str
    board: Board
    seed: str
    deck: list[str]
    progress: Progress[Coins]
    revision: int = 0

    @property
    def round(self) -> int:
        return self.board.round

    @property
    def phase(self) -> str:
        return "bidding"


class View(msgspec.Struct):
    edition: str
    players: int
    commitment: str
    seat: str | None
    board: Board
    waiting: list[Decision] = []
    revision: int = 0


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What to bid by lot, and for any other; or a direct answer."""

    lots: dict[str, int] = {}
    otherwise: int = 0
    answers: dict[str, Coins] = {}


class Change(msgspec.Struct, frozen=True, tag_field="kind", tag="purse"):
    house: str
    before: int
    after: int


class Standing(msgspec.Struct, frozen=True):
    house: str
    worth: int
    coins: int


class PlainHouse(FrozenStruct):
    """A seat with its name."""

    id: str
    name: Names


class PlainEdition(FrozenStruct, kw_only=True):
    """What others know of an edition, and no more."""

    id: str
    name: Names
    houses: dict[str, PlainHouse]
    player_counts: tuple[int, ...]
    modules: tuple[str, ...] = ()
    reconstructions: tuple[str, ...] = ()
    offered: bool = True


AUCTION = PlainEdition(
    id="auction",
    name=Names("The Auction"),
    houses={one: PlainHouse(one, Names(name)) for one, name in SEATS.items()},
    player_counts=(2, 3, 4),
)


def _round(table: Table[Position]) -> Play:
    yield from ()
    position = table.position
    table.tell(RoundBegan(round=position.board.round + 1, lot=position.deck[0]), "auction.lot")
    return [Step("bids")]


def _bids(table: Table[Position]) -> Play:
    board = table.position.board
    asked = [Bid(seat=one, house=one, lot=board.lot, up_to=board.purses[one]) for one in board.houses]
    answers = yield from ask_together(asked)
    bids = {one.seat: answer.coins for one, answer in zip(asked, answers, strict=True)}
    first = [seat for seat, coins in bids.items() if coins == max(bids.values())]
    table.tell(LotSold(lot=board.lot, bids=bids, to=first[0] if len(first) == 1 else None), "auction.sale")
    if table.position.deck:
        return [Step("round")]
    best = max(row.worth for row in standings(board, AUCTION))
    winners = tuple(row.house for row in standings(board, AUCTION) if row.worth == best)
    table.tell(AuctionOver(winners=winners, reason="last-lot"), "auction.end")
    return []


def standings(board: Board, rules: PlainEdition) -> tuple[Standing, ...]:
    rows = [Standing(one, sum(LOTS[lot] for lot in board.lots[one]), board.purses[one]) for one in board.houses]
    return tuple(sorted(rows, key=lambda row: (-row.worth, -row.coins)))


class Rules:
    steps = {"round": _round, "bids": _bids}  # noqa: RUF012
    _coder, _decoder = msgspec.json.Encoder(), msgspec.json.Decoder(Position)

    def apply(self, position: Position, event: Event) -> None:
        board = position.board
        match event:
            case RoundBegan(round=number, lot=lot):
                board.round, board.lot = number, lot
                position.deck.remove(lot)
            case LotSold(lot=lot, bids=bids, to=str(to)):
                board.lots[to].append(lot)
                board.purses[to] -= bids[to]
            case AuctionOver(winners=winners, reason=reason):
                board.ending = Ending(winners, reason, board.round)
            case Issued(override=SetPurse(house=house, coins=coins)):
                board.purses[house] = coins
            case Issued(override=Reseed(seed=seed, commitment=known)):
                position.seed, position.commitment = seed, known
                position.deck = shuffle(seed, "lots", sorted(position.deck))
            case Issued(override=EndGame(winners=winners)):
                board.ending = Ending(winners, "edict", board.round)

    def check(self, position: Position, decision: Decision, answer: Any) -> Refusal | None:
        fits = isinstance(decision, Bid) and isinstance(answer, Coins) and 0 <= answer.coins <= decision.up_to
        return None if fits else Refusal("bad-bid", "a bid is a number of your coins", "coins")

    def over(self, position: Position) -> bool:
        return position.board.ending is not None

    def encode(self, position: Position) -> bytes:
        return self._coder.encode(position)

    def decode(self, data: bytes) -> Position:
        return self._decoder.decode(data)

    def decree(self, table: Table[Position], decreed: Decreed[Any]) -> None:
        errors = check_override(table.position, decreed.override).errors
        if errors:
            raise Illegal(*errors)
        table.tell(Issued(override=decreed.override, reason=decreed.reason, by=decreed.by), "edict")


def check_override(position: Position, override: Any) -> OverrideReport:
    if isinstance(override, SetPurse) and (
        override.house not in position.board.houses or not 0 <= override.coins <= 99
    ):
        return OverrideReport((Refusal("bad-purse", "a seat has 0 to 99 coins", "coins"),))
    return OverrideReport((), (), isinstance(override, EndGame) and not isinstance(override, WORDS_ONLY))


class Auction(Game):
    """The game."""

    id = "auction"
    types = Types(
        position=Position,
        board=Board,
        view=View,
        event=AnyEvent,
        decision=Bid,
        answer=Coins,
        override=AnyOverride,
        change=Change,
        sheet=Sheet,
        standing=Standing,
        statistics=PlainStatistics,
    )
    editions: Mapping[str, Any] = {AUCTION.id: AUCTION}  # noqa: RUF012
    empty_sheet = Sheet()
    check = staticmethod(Rules().check)
    check_override = staticmethod(check_override)
    standings = staticmethod(standings)

    def rules(self, position: Position) -> Rules:
        return Rules()

    def window(self, position: Position, decision: Decision, pace: Pace) -> str:
        return self.phase_window(position, pace)

    def phase_window(self, position: Position, pace: Pace) -> str:
        return f"r{position.round}-planning"

    def resolve_decision(
        self, position: Position, decision: Any, sheet: Sheet | None, standing: Sheet | None, **_: Any
    ) -> SourcedAnswer:
        for by, said in (("sheet", sheet), ("standing", standing)):
            if said is not None:
                if decision.id in said.answers:
                    return SourcedAnswer(said.answers[decision.id], Source("player", f"answers.{decision.id}"))
                coins = said.lots.get(decision.lot, said.otherwise)
                return SourcedAnswer(Coins(min(coins, decision.up_to)), Source(by, f"lots.{decision.lot}"))  # type: ignore[arg-type]
        return SourcedAnswer(Coins(0), Source("default", "no bid"))

    def edition_under(self, name: str, revision: int, modules: Sequence[str] | None = None) -> PlainEdition:
        return AUCTION

    def candidates(self, rules: Any, players: int) -> tuple[str, ...]:
        return tuple(SEATS)[:players]

    def start(
        self, edition: str, players: int, seed: str, modules: Sequence[str], houses: Sequence[str], revision: int
    ) -> Position:
        seats = list(SEATS)[:players]
        board = Board(0, seats, dict.fromkeys(seats, PURSE), {seat: [] for seat in seats})
        deck = shuffle(seed, "lots", list(LOTS))
        return Position(edition, players, commitment(seed), board, seed, deck, Progress([Step("round")]))

    def bot_answer(self, position: Any, decision: Any, level: Level = "steward") -> SourcedAnswer:
        return SourcedAnswer(Coins(min(LOTS[decision.lot], decision.up_to)), Source("steward", "what it is worth"))

    def legal_answers(self, position: Any, decision: Any) -> Listed:
        return Listed(map(Coins, range(decision.up_to + 1)))

    def has_choice(self, decision: Any) -> bool:
        return bool(decision.up_to)

    def begins_round(self, event: Event) -> int:
        return event.round if isinstance(event, RoundBegan) else 0

    def view(self, showing: Position, seat: str | None, waiting: Sequence[Decision] = ()) -> View:
        mine = [one for one in waiting if one.seat == seat]
        return View(showing.edition, showing.players, showing.commitment, seat, showing.board, mine)

    def view_of_board(self, kept: StoredBoard, seat: str | None) -> View:
        return View(kept.edition, kept.players, kept.commitment, seat, kept.board)

    def visible_event(self, event: Event, seat: str | None) -> Event | None:
        return event

    def read_sheet(self, data: bytes, rules: Any = None, modules: Collection[str] = ()) -> Sheet:
        try:
            return msgspec.json.decode(data[: 64 * 1024], type=Sheet)
        except (msgspec.MsgspecError, UnicodeDecodeError) as fault:
            raise Unreadable(Refusal("bad-sheet", str(fault))) from fault

    def check_sheet(self, showing: Any, seat: str, sheet: Sheet, waiting: Any, **_: Any) -> SheetReport:
        wrong = [lot for lot in sheet.lots if lot not in LOTS]
        return SheetReport(tuple(Refusal("no-such-lot", f"there is no lot {lot!r}", f"lots.{lot}") for lot in wrong))

    def overlay(self, earlier: Sheet, later: Sheet) -> Sheet:
        return Sheet({**earlier.lots, **later.lots}, later.otherwise or earlier.otherwise, later.answers)

    def suggest_sheet(self, view: View) -> Sheet:
        return Sheet(dict(LOTS))

    def difference(self, before: Board, after: Board, rules: Any = None) -> tuple[Change, ...]:
        pairs = ((one, before.purses[one], after.purses[one]) for one in after.houses)
        return tuple(Change(*pair) for pair in pairs if pair[1] != pair[2])

    def score(self, board: Board, rules: Any, seat: str) -> int:
        return sum(LOTS[lot] for lot in board.lots[seat])

    def hidden(self, position: Position) -> Any:
        return (position.seed, position.deck)

    def reshuffled(self, showing: Position, salt: str) -> Position:
        return msgspec.structs.replace(showing, seed="other", deck=shuffle(salt, "lots", showing.deck))


FAMILY = Auction()
