"""Game files: one game as a JSON document, with a check that it replays.

A whole file replays to the same events and position, byte for byte, from its seed and journal. A player's export of a
running game has neither seed nor position, only what that player may know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec

from adjudicator import documents, games
from adjudicator.documents import Receipts, to_stored_record
from adjudicator.engine import (
    Board,
    FrozenStruct,
    Game,
    Illegal,
    Level,
    Outcome,
    Pace,
    Position,
    Record,
    Refusal,
    Refused,
    StoredRecord,
    Unreadable,
    Unsaid,
    commitment,
    parameterize,
)
from adjudicator.engine.values import Entry

P = TypeVar("P")
B = TypeVar("B")
N = TypeVar("N")
R = TypeVar("R", bound=Record)
FORMAT = "rookery-game/1"
_MAX_DIFFERENCES = 12


class Options(FrozenStruct, omit_defaults=True):
    """Options of a game: pace (a name or kinds), bots, `levels` and open choices."""

    pace: Pace = "bulk"
    bots: tuple[str, ...] = msgspec.field(default=(), name="stewards")
    unsaid: Unsaid = "defaults"
    levels: dict[str, Level] = {}


class Whole(msgspec.Struct, Generic[P, B, N, R], kw_only=True, omit_defaults=True):
    """One game: its options, journal, position and events by round.

    `houses` are those played where others are vassals, if named; `revision` is that of the rules it began under;
    `scenario` is its starting scenario, if any. `seed` and `position` are absent in a player's export of a running
    game; `board` is public. `receipts` belong to sheets of finished turns and are dropped on import.
    """

    format: str
    edition: str
    players: int
    options: Options = Options()
    modules: tuple[str, ...] = ()
    houses: tuple[str, ...] = ()
    revision: int = 0
    scenario: dict[str, Any] = {}
    commitment: str
    seed: str | None = None
    journal: list[N] = []
    position: P | None = None
    board: B | None = None
    rounds: dict[int, list[R]] = {}
    receipts: Receipts | None = None

    def records(self) -> list[Record]:
        """Every event of the game in order."""
        return [record for number in sorted(self.rounds) for record in self.rounds[number]]


GameFile = Whole[Position, Board, Entry, StoredRecord[Any]]


@cache
def file_type(family: Game) -> Any:
    """The type of a family's game files, made once."""
    types = family.types
    return parameterize(Whole, types.position, types.board, family.entry_type, family.record_type)


def new(
    edition: str,
    players: int,
    seed: str,
    options: Options | None = None,
    modules: tuple[str, ...] = (),
    houses: tuple[str, ...] = (),
    scenario: Mapping[str, Any] | None = None,
) -> GameFile:
    """Create a game file, run to its first questions; Illegal for unknown options.

    Illegal (`nothing-to-decide`) too if a `scenario` that it begins with asks nobody anything.
    """
    game = GameFile(
        format=FORMAT,
        edition=edition,
        players=players,
        options=options or Options(),
        modules=modules,
        houses=houses,
        revision=games.of_edition(edition).revision,
        scenario={name: value for name, value in (scenario or {}).items() if name != "seed"},
        commitment=commitment(seed),
        seed=seed,
    )
    outcome = games.of_edition(game.edition).resume(starting_position(game, seed))
    if not outcome.waiting:
        raise Illegal(Refusal("nothing-to-decide", "nobody has anything to decide in this game", "agenda"))
    add(game, outcome)
    return game


def new_with_chosen_seats(
    edition: str,
    players: int,
    houses: tuple[str, ...],
    seed: str,
    options: Options | None = None,
    modules: tuple[str, ...] = (),
) -> GameFile:
    """Create a game file with chosen seats; `houses` stand in the seats' order.
    Raises Illegal (`seats-not-chosen`, `bad-houses`, `nothing-to-decide`, those of the scenario)."""
    set_up = games.of_edition(edition).scenario_set_up
    if not set_up:
        words = f"every house has its own place on the board of {edition}: there are no seats to choose"
        raise Illegal(Refusal("seats-not-chosen", words, "houses"))
    if len(houses) != players:
        raise Illegal(Refusal("bad-houses", f"name all {players} houses in the order of their seats", "houses"))
    plain: dict[str, Any] = {
        "edition": edition,
        "players": players,
        "houses": list(houses),
        "modules": list(modules),
        "agenda": list(set_up),
    }
    return from_scenario(plain, seed, options)


def from_scenario(plain: dict[str, Any], seed: str, options: Options | None = None) -> GameFile:
    """Create a game file from a scenario, run to its first questions.

    Raises Illegal or Unreadable as `Game.read_scenario` and `Game.start_from`; Illegal (`nothing-to-decide`) if nobody
    is asked anything.
    """
    begins = games.of_edition(str(plain.get("edition", ""))).read_scenario(plain)
    modules, houses = tuple(begins.modules), tuple(begins.houses)
    return new(begins.edition, begins.players, seed, options, modules, houses, plain)


def starting_position(game: GameFile, seed: str) -> Position:
    """Return the starting position; another `seed` changes only what it shuffles.

    Raises Illegal (`not-its-scenario` for a scenario of another game), Unreadable.
    """
    if game.scenario:
        rules = games.of_edition(str(game.scenario.get("edition", "")))
        begins = rules.read_scenario(game.scenario)
        settings = (begins.edition, begins.players, tuple(begins.modules), tuple(begins.houses))
        if settings != (game.edition, game.players, game.modules, game.houses):
            raise Illegal(Refusal("not-its-scenario", "the scenario is that of another game", "scenario"))
        return rules.start_from(begins, seed, game.revision)
    return games.start(game.edition, game.players, seed, game.modules, game.houses, game.revision)


def add(game: GameFile, outcome: Outcome[Position]) -> None:
    """Add the journal entries, events and position of an advance or override.

    Removes events that an override made void.
    """
    if outcome.voids is not None:
        valid = {
            number: [record for record in records if record.number <= outcome.voids]
            for number, records in game.rounds.items()
        }
        game.rounds = {number: records for number, records in valid.items() if records}
    game.journal.extend(outcome.entries)
    for record in outcome.records:
        game.rounds.setdefault(record.round, []).append(to_stored_record(record))
    game.position = outcome.position
    game.board = None


def encode(game: GameFile) -> bytes:
    """The game file as indented JSON, ending with a newline."""
    return msgspec.json.format(msgspec.json.encode(game), indent=1) + b"\n"


def decode(data: bytes) -> GameFile:
    """Read a game file from JSON; Unreadable (`bad-game-file`) names fault and place."""
    try:
        game = _decode_any_version(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise Unreadable(Refusal.of_data("bad-game-file", fault)) from fault
    if game.format != FORMAT:
        raise Unreadable(Refusal("bad-game-file", f"this is {game.format!r}, not {FORMAT!r}", "format"))
    games.of_edition(game.edition).edition_under(game.edition, game.revision)
    return game


def _decode_any_version(data: bytes) -> GameFile:
    """Decode a game file; journal entries without a type are read as answers.
    Files from before overrides existed have such entries. Raises the errors of msgspec."""
    kind = file_type(games.of_document(data))
    try:
        return msgspec.json.decode(data, type=kind)  # type: ignore[no-any-return]
    except msgspec.ValidationError as fault:
        plain = msgspec.json.decode(data) if "field `entry` - at `$.journal" in str(fault) else None
        if not isinstance(plain, dict) or not isinstance(plain.get("journal"), list):
            raise
        plain["journal"] = [{"entry": "answered", **e} if isinstance(e, dict) else e for e in plain["journal"]]
        return msgspec.convert(plain, kind, str_keys=True)  # type: ignore[no-any-return]


class ReplayResult(FrozenStruct):
    """The result of a replay: differences from the file, and the outcome or None."""

    differences: list[str]
    outcome: Outcome[Position] | None = None


def verify(game: GameFile) -> list[str]:
    """Return what in the file differs from its rules, seed and journal.

    Without a seed only event numbers and the arithmetic of the board are checked.
    """
    return play_again(game).differences


def play_again(game: GameFile, watch: Callable[[int], None] | None = None) -> ReplayResult:
    """Verify as `verify` and return the outcome; `watch` hears of each entry played."""
    faults = _numbering_faults(game.records(), whole=game.seed is not None)
    if game.seed is None:
        return ReplayResult(faults)
    if commitment(game.seed) != game.commitment:
        faults.append("the seed does not fit the commitment published at the start")
    rules = games.of_edition(game.edition).edition_under(game.edition, game.revision, game.modules)
    faults += games.of_edition(game.edition).shuffles(rules, game.seed, game.records())
    again = _replay_and_compare(game, game.seed, watch)
    return ReplayResult(faults + again.differences, again.outcome)


def _numbering_faults(records: Sequence[Record], *, whole: bool) -> list[str]:
    """Return a fault if event numbers do not rise by one from 1, or an empty list.
    If not `whole` (a player's partial export), gaps are allowed and numbers must only rise."""
    expected = 1
    for record in records:
        if record.number < expected or (whole and record.number > expected):
            return [f"round {record.round}: event {expected} is missing or out of order (found number {record.number})"]
        expected = record.number + 1
    return []


def _replay_and_compare(game: GameFile, seed: str, watch: Callable[[int], None] | None) -> ReplayResult:
    """Replay the journal and compare events and position with those of the file.
    A journal that cannot be replayed is a difference too, without an outcome."""
    try:
        outcome = games.of_edition(game.edition).replay(starting_position(game, seed), game.journal, watch)
    except Refused as refused:
        return ReplayResult([f"the journal cannot be replayed: {refused}"])
    faults = [f"journal: {remark.words}" for remark in outcome.remarks]
    faults += _events(game.records(), outcome.records)
    if game.position is not None and documents.encode(game.position) != documents.encode(outcome.position):
        changes = differences(_plain(game.position), _plain(outcome.position), "position")
        faults += changes or ["position: the same, but written in another order"]
    return ReplayResult(faults[:_MAX_DIFFERENCES], outcome)


def _events(records: Sequence[Record], again: Sequence[Record]) -> list[str]:
    """The first event that differs, or how many there are too many or too few."""
    for mine, other in zip(records, again, strict=False):
        if msgspec.json.encode(mine) != msgspec.json.encode(other):
            where = f"round {mine.round}, event {mine.number}"
            changes = differences(_plain(mine), _plain(other), "record") or ["the same, but written in another order"]
            return [f"{where}: {change}" for change in changes]
    if len(records) != len(again):
        return [f"the log has {len(records)} events, the replay {len(again)}"]
    return []


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def differences(stored_value: Any, again: Any, where: str) -> list[str]:
    """Where two plain values differ, as `place: this, replayed: that`."""
    if isinstance(stored_value, dict) and isinstance(again, dict):
        keys = [*stored_value, *(key for key in again if key not in stored_value)]
        return [line for key in keys for line in differences(stored_value.get(key), again.get(key), f"{where}.{key}")]
    if isinstance(stored_value, list) and isinstance(again, list) and len(stored_value) == len(again):
        pairs = enumerate(zip(stored_value, again, strict=True))
        return [line for place, (a, b) in pairs for line in differences(a, b, f"{where}[{place}]")]
    return [] if stored_value == again else [f"{where}: {_short(stored_value)}, replayed: {_short(again)}"]


def _short(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 80 else f"{text[:77]}..."
