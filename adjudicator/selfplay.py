"""Self-play to prove the rules, and to measure what sheets are worth.

Every game finishes, holds and replays; `parity` is what orders written ahead cost.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import msgspec

from adjudicator import documents, games
from adjudicator.engine import (
    Board,
    Decision,
    FrozenStruct,
    Illegal,
    Level,
    Oracle,
    Outcome,
    Pace,
    Pick,
    Picker,
    Position,
    Record,
    Refused,
    Replay,
    Source,
    SourcedAnswer,
    TurnInput,
    Unsaid,
    View,
    kind_of,
    shuffle,
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
        outcome = game.advance(shown.position, _report_answers(game.oracle_for(shown.position, turn), houses, heard))
        played.answers += len(outcome.entries)
        position = outcome.position


def _report_answers(oracle: Oracle, houses: frozenset[str], heard: Heard) -> Oracle:
    """Wrap an oracle so that `heard` gets each answer it gives for these houses."""

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
        """Add the rows and counts of another result to this one."""
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
        "houses": {house: _house_averages(house_rows) for house, house_rows in sorted(houses.items())},
        "turns_a_round": round(sum(row.turns for row in rows) / max(1, rounds), 2),
        "agreement": {kind: round(result.agreed[kind] / count, 3) for kind, count in sorted(result.asked.items())},
        **{name: dict(sorted(getattr(result, name).items())) for name in ("asked", "defaults", "skipped", "sources")},
        "rows": [msgspec.structs.asdict(row) for row in rows],
    }


def _house_averages(rows: list[Row]) -> dict[str, float]:
    """Return one house's shares of wins and mean scores, live and by sheets."""
    return {
        "live": round(fmean(row.live_wins for row in rows), 3),
        "sheets": round(fmean(row.sheet_wins for row in rows), 3),
        "live_score": round(fmean(row.live_score for row in rows), 2),
        "sheet_score": round(fmean(row.sheet_score for row in rows), 2),
    }


_STOP_AT_ONE_OF = 16
Start = Callable[[], Position]


class Played(FrozenStruct):
    """The result of one self-played game, with counts of its events.

    `dragon-battle`, `dragon-flight`, `loan-...`, `interest-unpaid`, `module-...`, `with-...` (houses) count too.
    """

    seed: str
    finished: bool
    rounds: int
    decisions: int
    winners: tuple[str, ...]
    violations: tuple[str, ...]
    happened: dict[str, int] = {}


def random_player(pick: Pick) -> Oracle:
    """Return a random player that samples legal answers with `pick(bound)`."""

    def answer(position: Position, decision: Decision, _level: Level = "steward") -> SourcedAnswer:
        return SourcedAnswer(
            games.of(position).legal_answers(position, decision).sample(pick), Source("steward", "random")
        )

    return answer


def find_oracle(bots: str, seed: str) -> Oracle:
    """The players: `random` or `steward`."""
    if bots == "random":
        return random_player(Picker(seed, "random players"))
    if bots == "steward":
        return lambda position, decision: games.of(position).bot_answer(position, decision)
    raise ValueError(f"bots are random or steward, not {bots!r}")


class _Watching:
    """An oracle that looks at every position in which it is asked."""

    def __init__(self, oracle: Oracle, seed: str) -> None:
        self._oracle = oracle
        self._pick = Picker(seed, "watching")
        self.violations: list[str] = []

    def __call__(self, position: Position, decision: Decision) -> SourcedAnswer | None:
        wrong = games.of(position).broken(position, [decision])
        wrong += answerable(position, decision, self._pick)
        self.violations += [f"{decision.id}: {words}" for words in wrong]
        return self._oracle(position, decision)


def mixture(edition: str, players: int, seed: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Draw a game's modules and houses by its seed; no houses if there is no choice."""
    rules, pick = games.edition(edition), Picker(seed, "mixture")
    modules = tuple(module for module in rules.modules if pick(2))
    while not _go_together(edition, players, modules):
        modules = modules[:-1]
    everybody = games.of_edition(rules.id).candidates(rules, players)
    if len(everybody) == players:
        return modules, ()
    return modules, tuple(shuffle(seed, "mixture/houses", everybody)[:players])


def _go_together(edition: str, players: int, modules: tuple[str, ...]) -> bool:
    """Whether a game can be played with all of these parts."""
    try:
        games.start(edition, players, "mixture", modules)
    except Illegal as refused:
        if "modules" not in [reason.where for reason in refused.reasons]:
            raise
        return False
    return True


def play(
    edition: str,
    players: int,
    seed: str,
    bots: str = "random",
    *,
    watched: bool = True,
    modules: Sequence[str] = (),
    houses: Sequence[str] = (),
    by_sheet: str = "",
) -> Played:
    """Play one game to its end; `watched` checks each step and replays it twice.

    `by_sheet` names a house (or `all`) that a bot plays by sheets, turn by turn, without replays.
    """
    if by_sheet:
        return _play_with_sheets(games.start(edition, players, seed, modules, houses), seed, by_sheet)
    oracle = find_oracle(bots, seed)

    def start() -> Position:
        return games.start(edition, players, seed, modules, houses)

    watch, game = _Watching(oracle, seed), games.of_edition(edition)
    try:
        outcome = game.advance(start(), watch if watched else oracle)
    except (Refused, AssertionError, LookupError) as fault:
        return Played(seed, False, 0, 0, (), (*watch.violations, f"stopped by {fault!r}"))
    violations = list(watch.violations)
    if watched:
        violations += game.broken(outcome.showing, ())
        violations += [*replayed_at_once(start, outcome), *replayed_with_stops(start, outcome, seed)]
    return _game_result(seed, outcome.showing.board, len(outcome.entries), violations, game.happenings(outcome))


def _game_result(
    seed: str, board: Board, decisions: int, violations: Sequence[str], happened: dict[str, int]
) -> Played:
    """Return the result of a game that was not stopped by an error."""
    winners = board.ending.winners if board.ending else ()
    return Played(seed, board.ending is not None, board.round, decisions, winners, tuple(violations), happened)


def _play_with_sheets(start: Position, seed: str, whose: str) -> Played:
    """Play a game of bots in which `whose` (a house, or `all`) plays by sheets.
    A game that an error stops is a result with that error as its violation."""
    everybody = frozenset(start.board.houses)
    writing = everybody if whose == "all" else everybody & {whose}
    try:
        played = play_by_sheets(start, writing, "bulk", bot_sheet, lambda position, decision, reply: None)
    except (Refused, AssertionError, LookupError) as fault:
        return Played(seed, False, 0, 0, (), (f"stopped by {fault!r}",))
    return _game_result(seed, played.ended.board, played.answers, played.violations, {"calls": played.turns})


def replayed_at_once(start: Start, played: Outcome[Position]) -> list[str]:
    """Replay the journal from the seed; events and position must match byte for byte."""
    position = start()
    again = games.of(position).advance(position, Replay(played.answers))
    faults = (
        [] if documents.encode(again.position) == documents.encode(played.position) else ["the replay ends elsewhere"]
    )
    if documents.encode(again.records) != documents.encode(played.records):
        faults.append("the replay tells other events")
    return faults


class _Stopping:
    """A replay that first leaves some questions open, chosen by a hash of their ids."""

    def __init__(self, played: Outcome[Position], seed: str) -> None:
        self._replay = Replay(played.answers)
        self._seed = seed
        self._stopped: set[str] = set()

    def __call__(self, position: Position, decision: Decision) -> SourcedAnswer | None:
        digest = hashlib.sha256(f"{self._seed}{decision.id}".encode()).digest()
        if digest[0] % _STOP_AT_ONE_OF == 0 and decision.id not in self._stopped:
            self._stopped.add(decision.id)
            return None
        return self._replay(position, decision)


def replayed_with_stops(start: Start, played: Outcome[Position], seed: str) -> list[str]:
    """Replay the journal, storing and reloading at stops, and check what is shown."""
    oracle = _Stopping(played, seed)
    position = start()
    records: list[Record] = []
    faults: list[str] = []
    while True:
        outcome = games.of(position).advance(position, oracle)
        records += outcome.records
        faults += _faults_at_stop(start, outcome, records, seed)
        if not outcome.waiting:
            break
        position = documents.decode(documents.encode(outcome.position))
    if documents.encode(outcome.position) != documents.encode(played.position):
        faults.append("stored and read back, the game ends elsewhere")
    if documents.encode(records) != documents.encode(played.records):
        faults.append("stored and read back, the game tells other events")
    return faults


def _faults_at_stop(start: Start, outcome: Outcome[Position], records: Sequence[Record], seed: str) -> list[str]:
    """Return faults at a stop: board or decks that the events do not make, leaks.
    A leak is a view that shows hidden facts. `records` are all events so far."""
    showing = outcome.showing
    where = outcome.waiting[0].id if outcome.waiting else "the end"
    game = games.of(showing)
    folded = game.fold(start(), records)
    faults = []
    if msgspec.json.encode(folded.board) != msgspec.json.encode(showing.board):
        faults.append("the events do not make the board that is shown")
    if game.hidden(folded) != game.hidden(showing):
        faults.append("the events do not make the decks")
    faults += leaks(showing, outcome.waiting, seed)
    return [f"{where}: {words}" for words in faults]


def answerable(position: Position, decision: Decision, pick: Picker) -> list[str]:
    """Check that a decision has a legal answer and that offered answers are accepted."""
    answer = games.of(position).legal_answers(position, decision).sample(pick)
    refusal = games.of(position).check(position, decision, answer)
    return [] if refusal is None else [f"{decision.id}: offered {answer!r}, then refused: {refusal.words}"]


def leaks(showing: Position, waiting: Sequence[Decision], salt: str) -> list[str]:
    """Report hidden facts in a view: other decks and another seed must not change it."""
    other = games.of(showing).reshuffled(showing, salt)
    encode = msgspec.json.encode
    return [
        f"the view of {seat or 'spectators'} tells the order of a deck or the seed"
        for seat in [None, *showing.board.houses]
        if encode(games.of(showing).view(showing, seat, waiting)) != encode(games.of(other).view(other, seat, waiting))
    ]
