"""Games by sheets, and whether sheets written ahead play as well as live answers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import msgspec

from adjudicator import games
from adjudicator.engine import (
    Board,
    Decision,
    FrozenStruct,
    Oracle,
    Pace,
    Position,
    SourcedAnswer,
    TurnInput,
    Unsaid,
    View,
    kind_of,
    with_seed,
)

# More turns than any game has.
MAX_TURNS = 5000
Writer = Callable[[View], Any]
Heard = Callable[[Position, Decision, SourcedAnswer], None]


class ByTurns(msgspec.Struct):
    """The result of a game played by turns: end, turns, answers and faults."""

    ended: Position
    turns: int
    answers: int
    violations: list[str]


def bot_sheet(view: View) -> Any:
    """The sheet that the bot writes for the open turn, from what a seat sees."""
    return games.of(view).suggest_sheet(view)


def play_by_sheets(
    start: Position, houses: frozenset[str], pace: Pace, write: Writer, heard: Heard, unsaid: Unsaid = "defaults"
) -> ByTurns:
    """Play a game with bots, giving these houses a fresh sheet for each turn.

    A sheet counts for that turn only and is written from what its seat sees. `heard` is told each answer of these
    houses before it is given. Consumes the position.
    """
    position, played, game = start, ByTurns(start, 0, 0, []), games.of(start)
    while True:
        shown = game.resume(position)
        played.violations += game.broken(shown.showing, shown.waiting)
        played.ended = shown.showing
        if shown.showing.board.ending is not None:
            return played
        played.turns += 1
        if played.turns > MAX_TURNS:
            raise AssertionError("the game does not end")
        everybody = shown.showing.board.houses
        sheets = {
            seat: write(game.view(shown.showing, seat, shown.waiting))
            for seat in everybody
            if seat in houses and seat not in game.unplayed(shown.showing.board)
        }
        turn = TurnInput(
            window=game.window(shown.showing, shown.waiting[0], pace),
            sheets=sheets,
            bots=frozenset(everybody) - houses,
            pace=pace,
            unsaid=unsaid,
        )
        outcome = game.advance(shown.position, _listening(game.oracle_for(shown.position, turn), houses, heard))
        played.answers += len(outcome.entries)
        position = outcome.position


def _listening(oracle: Oracle, houses: frozenset[str], heard: Heard) -> Oracle:
    def answer(position: Position, decision: Decision) -> SourcedAnswer | None:
        reply = oracle(position, decision)
        if reply is not None and decision.seat in houses:
            heard(position, decision, reply)
        return reply

    return answer


# Of a normal distribution 95 % lie within so many standard deviations.
DEVIATIONS = 1.96


@dataclass(frozen=True)
class Mind:
    """The player of one house among bots: `write` makes sheets, `answer` plays live.

    `answer` None: the bot answers. `unsaid` is the option for choices that its sheets leave open.
    """

    write: Callable[[View], Any]
    answer: Callable[[Position, Decision], SourcedAnswer] | None = None
    unsaid: Unsaid = "defaults"


BOT = Mind(bot_sheet)


class Row(FrozenStruct):
    """One house of one game: share of the win, score, rounds and turns, both ways."""

    seed: str
    house: str
    live_wins: float
    sheet_wins: float
    live_score: int
    sheet_score: int
    rounds: int
    turns: int


class Parity(msgspec.Struct):
    """Result of some games.

    By kind of decision: how often a sheet was consulted (`asked`), said what the bot would have answered (`agreed`), or
    a default acted; by code: why instructions were passed over; by source: who answered.
    """

    rows: list[Row] = []
    asked: Counter[str] = msgspec.field(default_factory=Counter)
    agreed: Counter[str] = msgspec.field(default_factory=Counter)
    defaults: Counter[str] = msgspec.field(default_factory=Counter)
    skipped: Counter[str] = msgspec.field(default_factory=Counter)
    sources: Counter[str] = msgspec.field(default_factory=Counter)

    def heard(self, position: Position, decision: Decision, reply: SourcedAnswer) -> None:
        """Count one answer from a sheet."""
        kind = kind_of(decision)
        self.sources[reply.source.by] += 1
        if reply.source.by == "forced":
            return
        self.asked[kind] += 1
        best = games.of(position).bot_answer(with_seed(position, ""), decision)
        self.agreed[kind] += best.answer == reply.answer
        if reply.source.by == "default":
            self.defaults[kind] += 1
        self.skipped.update(note.code for note in reply.source.skipped)

    def add(self, other: Parity) -> None:
        """Take in the result of other games."""
        self.rows += other.rows
        for name in ("asked", "agreed", "defaults", "skipped", "sources"):
            getattr(self, name).update(getattr(other, name))


def compare(edition: str, players: int, seed: str, pace: Pace = "bulk", mind: Mind = BOT) -> Parity:
    """Play a game live, then once more for each house with that house by sheets.

    A mind of its own plays live for one house at a time, too. Raises Illegal as `games.start`.
    """

    def start() -> Position:
        return games.start(edition, players, seed)

    result, game = Parity(), games.of_edition(edition)
    bots = game.advance(start(), game.bot_answer).showing.board
    for house in game.played(start().board):
        live = bots if mind.answer is None else _played_live(start(), house, mind.answer)
        by_sheets = play_by_sheets(start(), frozenset((house,)), pace, mind.write, result.heard, mind.unsaid)
        board = by_sheets.ended.board
        rules = games.edition(edition)
        result.rows.append(
            Row(
                seed=seed,
                house=house,
                live_wins=wins(live, house),
                sheet_wins=wins(board, house),
                live_score=game.score(live, rules, house),
                sheet_score=game.score(board, rules, house),
                rounds=board.round,
                turns=by_sheets.turns,
            )
        )
    return result


def _played_live(start: Position, house: str, answer: Callable[[Position, Decision], SourcedAnswer]) -> Board:
    """The board at the end of a game in which `answer` plays one house."""
    game = games.of(start)

    def oracle(position: Position, decision: Decision) -> SourcedAnswer:
        return (answer if decision.seat == house else game.bot_answer)(position, decision)

    return game.advance(start, oracle).showing.board


def wins(board: Board, house: str) -> float:
    """The part of the win that a house has, 0 before the end."""
    winners = board.ending.winners if board.ending is not None else ()
    return 1 / len(winners) if house in winners else 0.0


def ratio(pairs: Iterable[tuple[float, float]]) -> tuple[float | None, float | None, float | None]:
    """Return the ratio of two sums with its 95 % interval (delta method).

    All three are None if the second sum is 0; the ends also for fewer than two pairs.
    """
    counted = list(pairs)
    below = sum(second for _, second in counted)
    if not below:
        return None, None, None
    value, size = sum(first for first, _ in counted) / below, len(counted)
    if size < 2:
        return round(value, 3), None, None
    spread = sum((first - value * second) ** 2 for first, second in counted) / (size - 1)
    error = DEVIATIONS * math.sqrt(spread * size) / below
    return round(value, 3), round(value - error, 3), round(value + error, 3)


def report(result: Parity) -> dict[str, object]:
    """Report wins and scores by sheets and live, agreement by kind, and all games."""
    rows = result.rows
    by_seed: dict[str, list[Row]] = {}
    houses: dict[str, list[Row]] = {}
    for row in rows:
        by_seed.setdefault(row.seed, []).append(row)
        houses.setdefault(row.house, []).append(row)
    wins = ratio((sum(r.sheet_wins for r in game), sum(r.live_wins for r in game)) for game in by_seed.values())
    scores = ratio((sum(r.sheet_score for r in game), sum(r.live_score for r in game)) for game in by_seed.values())
    rounds = sum(row.rounds for row in rows)
    return {
        "games": len(by_seed),
        "games_by_sheets": len(rows),
        "wins_of_live": dict(zip(("ratio", "low", "high"), wins, strict=True)),
        "score_of_live": dict(zip(("ratio", "low", "high"), scores, strict=True)),
        "houses": {house: _of_house(house_rows) for house, house_rows in sorted(houses.items())},
        "turns_a_round": round(sum(row.turns for row in rows) / max(1, rounds), 2),
        "agreement": {kind: round(result.agreed[kind] / count, 3) for kind, count in sorted(result.asked.items())},
        **{name: dict(sorted(getattr(result, name).items())) for name in ("asked", "defaults", "skipped", "sources")},
        "rows": [msgspec.structs.asdict(row) for row in rows],
    }


def _of_house(rows: list[Row]) -> dict[str, float]:
    """Shares of wins and mean scores of one house."""
    return {
        "live": round(fmean(row.live_wins for row in rows), 3),
        "sheets": round(fmean(row.sheet_wins for row in rows), 3),
        "live_score": round(fmean(row.live_score for row in rows), 2),
        "sheet_score": round(fmean(row.sheet_score for row in rows), 2),
    }
