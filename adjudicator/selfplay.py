"""Self-play to prove the rules: every game finishes, holds and replays."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

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
    Pick,
    Picker,
    Position,
    Record,
    Refused,
    Replay,
    Source,
    SourcedAnswer,
    shuffle,
)
from adjudicator.parity import bot_sheet, play_by_sheets

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
        return _by_sheets(games.start(edition, players, seed, modules, houses), seed, by_sheet)
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
    return _played(seed, outcome.showing.board, len(outcome.entries), violations, game.happenings(outcome))


def _played(seed: str, board: Board, decisions: int, violations: Sequence[str], happened: dict[str, int]) -> Played:
    """How a game went that was not stopped."""
    winners = board.ending.winners if board.ending else ()
    return Played(seed, board.ending is not None, board.round, decisions, winners, tuple(violations), happened)


def _by_sheets(start: Position, seed: str, whose: str) -> Played:
    """A game of bots, one or all of whom write sheets."""
    everybody = frozenset(start.board.houses)
    writing = everybody if whose == "all" else everybody & {whose}
    try:
        played = play_by_sheets(start, writing, "bulk", bot_sheet, lambda position, decision, reply: None)
    except (Refused, AssertionError, LookupError) as fault:
        return Played(seed, False, 0, 0, (), (f"stopped by {fault!r}",))
    return _played(seed, played.ended.board, played.answers, played.violations, {"calls": played.turns})


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
        faults += _at_rest(start, outcome, records, seed)
        if not outcome.waiting:
            break
        position = documents.decode(documents.encode(outcome.position))
    if documents.encode(outcome.position) != documents.encode(played.position):
        faults.append("stored and read back, the game ends elsewhere")
    if documents.encode(records) != documents.encode(played.records):
        faults.append("stored and read back, the game tells other events")
    return faults


def _at_rest(start: Start, outcome: Outcome[Position], records: Sequence[Record], seed: str) -> list[str]:
    """The events make the board that is shown, and no view tells what is hidden."""
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
