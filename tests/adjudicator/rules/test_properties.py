"""Properties of the rules over whole random games, with fixed seeds, and of the families of events and questions."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

import msgspec
import pytest

from adjudicator import documents, games, selfplay
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Decision, Source, SourcedAnswer
from adjudicator.engine.step import Decided, Outcome, Replay
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules import invariants
from adjudicator.thrones.rules.apply import APPLIERS
from adjudicator.thrones.rules.legality import LAWS
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.decisions import AnyDecision, PlaceOrders
from adjudicator.thrones.state.events import AnyEvent, DeckShuffled
from tests.adjudicator.case_checks import sums
from tests.adjudicator.case_runner import refolded, stepwise
from tests.adjudicator.rules.census import accounted, census, faults, hungry
from tests.adjudicator.rules.universe import accepted, large, offered
from tests.slices import often

GAMES = often(8, 20)
EDITION = "first-edition"
SEEDS = [f"property {number}" for number in range(GAMES)]
every_count = pytest.mark.parametrize("players", [3, 4, 5])
every_game = pytest.mark.parametrize("seed", SEEDS)
some_games = pytest.mark.parametrize("seed", SEEDS[: often(2, 4)])


class Observed:
    """Random players who look at every position in which they are asked."""

    def __init__(self, seed: str) -> None:
        self.pick = Picker(seed, "players")
        self.wrong: list[str] = []

    def __call__(self, position: Position, decision: Decision) -> SourcedAnswer:
        board = position.board
        found = list(faults(board)) + ([] if invariants.feeds([decision]) else list(hungry(board)))
        if next(iter(games.of(position).legal_answers(position, decision)), None) is None:
            found.append("there is no legal answer")
        answer = games.of(position).legal_answers(position, decision).sample(self.pick)
        if (refusal := games.of(position).check(position, decision, answer)) is not None:
            found.append(f"{answer} is drawn and refused: {refusal.words}")
        self.wrong += [f"{decision.id}: {words}" for words in found]
        return SourcedAnswer(answer, Source("steward"))


@cache
def played(players: int, seed: str) -> tuple[bytes, Outcome[Position], Observed]:
    """One random game: the start, the end, and what was observed."""
    observed = Observed(seed)
    begin = documents.encode(games.start(EDITION, players, seed))
    return begin, THRONES.advance(documents.decode(begin), observed), observed


@every_count
@every_game
def test_limits_hold_whenever_somebody_is_asked(players: int, seed: str) -> None:
    _, outcome, observed = played(players, seed)
    assert observed.wrong == []
    assert outcome.showing.board.ending is not None
    assert list(faults(outcome.showing.board)) == []


@every_count
@every_game
def test_no_unit_comes_from_nowhere(players: int, seed: str) -> None:
    begin, outcome, _ = played(players, seed)
    assert accounted(census(documents.decode(begin).board), outcome.records) == census(outcome.showing.board)


@every_count
@every_game
def test_the_events_alone_make_the_board(players: int, seed: str) -> None:
    begin, outcome, _ = played(players, seed)
    assert refolded(begin, outcome) == []
    assert sums(outcome.records) == []


@every_count
@every_game
def test_the_journal_replays_byte_for_byte(players: int, seed: str) -> None:
    begin, outcome, _ = played(players, seed)
    again = THRONES.advance(documents.decode(begin), Replay(outcome.entries))
    assert documents.encode(again.position) == documents.encode(outcome.position)
    assert documents.encode(again.records) == documents.encode(outcome.records)


@every_count
@some_games
def test_a_stored_game_equals_a_running_one_at_every_decision(players: int, seed: str) -> None:
    begin, outcome, _ = played(players, seed)
    assert stepwise(begin, outcome) == []


@every_count
@some_games
def test_what_is_offered_is_what_is_accepted(players: int, seed: str) -> None:
    _, outcome, _ = played(players, seed)
    replay = Replay(outcome.entries)
    wrong: list[str] = []
    left = dict.fromkeys(LAWS, 6)

    def compare(position: Position, decision: Decision) -> SourcedAnswer | None:
        if left[type(decision)] or not large(decision):
            there = offered(position, decision)
            if there is not None:
                left[type(decision)] -= 1
                wrong.extend(f"{decision.id}: {one}" for one in there ^ accepted(position, decision))
        return replay(position, decision)

    THRONES.advance(games.start(EDITION, players, seed), compare)
    assert wrong == []


@every_count
@some_games
def test_views_tell_nothing_hidden(players: int, seed: str) -> None:
    _, outcome, _ = played(players, seed)
    replay = Replay(outcome.entries)
    wrong: list[str] = []

    def look(position: Position, decision: Decision) -> SourcedAnswer | None:
        wrong.extend(selfplay.leaks(position, [decision], decision.id))
        return replay(position, decision)

    THRONES.advance(games.start(EDITION, players, seed), look)
    assert wrong == []


def _after_one_seat(players: int, seat: str, draw: str) -> list[bytes]:
    """What everybody else sees after one house has sent its first orders, drawn by `draw`, and nobody else has."""
    pick = Picker(draw, "orders")

    def one(position: Position, decision: Decision) -> SourcedAnswer | None:
        if decision.seat != seat or not isinstance(decision, PlaceOrders):
            return None
        return SourcedAnswer(games.of(position).legal_answers(position, decision).sample(pick), Source("player"))

    outcome = THRONES.advance(games.start(EDITION, players, "secret"), one)
    others = [house for house in outcome.showing.board.houses if house != seat]
    return [
        msgspec.json.encode(games.of(outcome.showing).view(outcome.showing, house, outcome.waiting))
        for house in [None, *others]
    ]


@every_count
def test_orders_are_hidden_until_all_are_revealed(players: int) -> None:
    for seat in ("stark", "lannister", "baratheon"):
        assert _after_one_seat(players, seat, "these") == _after_one_seat(players, seat, "others")


@every_count
@some_games
def test_records_are_redacted(players: int, seed: str) -> None:
    _, outcome, _ = played(players, seed)
    for record in outcome.records:
        for seat in [None, *outcome.showing.board.houses]:
            shown = games.record_for_seat(record, seat)
            if isinstance(record.event, Decided):
                assert (shown is not None) == (seat == record.event.seat)
            elif isinstance(record.event, DeckShuffled):
                assert shown is not None
                assert shown.event.order == ()
            else:
                assert shown == record
    seats = [None, *outcome.showing.board.houses]
    unlike = [
        n for n, one in enumerate(outcome.records) if any(games.record_for_seat(one, seat) is not one for seat in seats)
    ]
    assert games.redacted_indexes(outcome.records) == tuple(unlike)
    assert 0 < len(unlike) < len(outcome.records)


@every_count
@some_games
def test_every_event_cites_a_rule(players: int, seed: str) -> None:
    _, outcome, _ = played(players, seed)
    assert {record.rule for record in outcome.records} <= set(games.edition(EDITION).citations)
    assert [record.number for record in outcome.records] == list(range(1, len(outcome.records) + 1))


def _members(union: Any) -> set[type]:
    return set(get_args(union))


def test_every_event_is_applied_and_every_question_has_a_law() -> None:
    assert set(APPLIERS) == _members(AnyEvent)
    assert set(LAWS) == _members(AnyDecision)
