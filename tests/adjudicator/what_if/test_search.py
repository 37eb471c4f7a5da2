"""The maester's search: bounded by nodes, the same each time, and from nothing but what its seat knows."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from adjudicator import documents, games
from adjudicator.btwixt.game import BTWIXT
from adjudicator.engine import what_if
from adjudicator.engine.bulk import NOT_READY, SEARCHED, Level, Pace, TurnInput
from adjudicator.engine.chance import with_seed
from adjudicator.engine.decision import Decision, Source, SourcedAnswer, kind_of
from adjudicator.engine.game import Game
from adjudicator.engine.step import Outcome
from adjudicator.engine.values import Ending
from adjudicator.engine.what_if import prepare
from adjudicator.thrones.bot.planning import value, variations
from adjudicator.thrones.game import THRONES, Thrones
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.decisions import Orders, PlaceOrders
from tests.adjudicator.what_if.secrets import Stop, disguised, stops

SEAT = "stark"
# Few enough for tests, and more than the playouts of all variations need once.
SOME = 400


def planning(edition: str = "first-edition", players: int = 5) -> Stop:
    """A call for orders, in a game of random players."""
    found = stops(edition, players, "maester", "bulk", 2, ())
    return next(stop for stop in found if stop.shown.showing.round == 2 and stop.shown.showing.phase == "planning")


def asked_in(stop: Stop) -> PlaceOrders:
    """What the seat is asked."""
    return next(one for one in stop.shown.waiting if isinstance(one, PlaceOrders) and one.seat == SEAT)


def played(stop: Stop, seat: str, level: Level, prepared: dict[str, Any]) -> Outcome[Any]:
    """The turn resolved by bots alone."""
    showing = stop.shown.showing
    turn = TurnInput(
        window=games.of(showing).window(showing, stop.shown.waiting[0], "bulk"),
        bots=frozenset(showing.board.houses),
        levels={seat: level},
        prepared={seat: prepared},
    )
    return THRONES.resolve(documents.decode(stop.stored), turn)


@pytest.fixture(scope="module")
def stop() -> Stop:
    return planning()


def test_search_answers_what_is_asked_legally(stop: Stop) -> None:
    asked = asked_in(stop)

    prepared = prepare(THRONES, documents.decode(stop.stored), SEAT, stop.records, nodes=SOME)

    assert list(prepared) == [kind_of(asked)]
    assert games.of(stop.shown.showing).check(stop.shown.showing, asked, prepared[kind_of(asked)]) is None


def test_search_is_the_same_each_time(stop: Stop) -> None:
    again = [
        prepare(THRONES, documents.decode(stop.stored), SEAT, stop.records, salt="salt", nodes=SOME) for _ in range(2)
    ]

    assert again[0] == again[1]


def test_search_leaves_the_position_as_it_is(stop: Stop) -> None:
    position = documents.decode(stop.stored)

    prepare(THRONES, position, SEAT, stop.records, nodes=SOME)

    assert documents.encode(position) == stop.stored


def test_salts_of_seats_and_questions_differ(stop: Stop) -> None:
    position = documents.decode(stop.stored)
    salts = {what_if.seat_salt(position, seat) for seat in position.board.houses}
    position.progress.asked += 1
    salts.add(what_if.seat_salt(position, SEAT))
    position.hidden.seed += "!"
    salts.add(what_if.seat_salt(position, SEAT))

    assert len(salts) == len(position.board.houses) + 2
    assert position.hidden.seed not in salts


@pytest.mark.parametrize(("edition", "players"), [("first-edition", 5), ("mother-of-dragons", 8)])
def test_search_sees_nothing_hidden(edition: str, players: int) -> None:
    stop = planning(edition, players)
    others = [disguised(stop, SEAT, f"disguise-{n}") for n in range(3)]
    assert all(other is not None for other in others)

    true = prepare(THRONES, documents.decode(stop.stored), SEAT, stop.records, salt="salt", nodes=SOME)
    found = [prepare(THRONES, other, SEAT, stop.records, salt="salt", nodes=SOME) for other in others]

    assert found == [true, true, true]


def counting(counts: Counter[str]) -> Game:
    """The game, that counts the bot's answers and the playouts that came to their end."""

    def bot_answer(position: Any, decision: Decision, level: Level = "steward") -> SourcedAnswer:
        counts["answers"] += 1
        return games.of(position).bot_answer(position, decision, level)

    def valued(position: Position, house: str) -> float:
        counts["playouts"] += 1
        return value(position, house)

    game: Any = Thrones()
    game.bot_answer, game.value = bot_answer, valued
    return game


@pytest.mark.parametrize("nodes", [0, 1, 60, SOME])
def test_search_is_bounded_by_nodes(stop: Stop, nodes: int) -> None:
    counts: Counter[str] = Counter()
    asked = asked_in(stop)

    prepared = prepare(counting(counts), documents.decode(stop.stored), SEAT, stop.records, salt="salt", nodes=nodes)

    assert counts["answers"] <= nodes
    assert games.of(stop.shown.showing).check(stop.shown.showing, asked, prepared[kind_of(asked)]) is None


def test_search_without_nodes_does_as_the_bot(stop: Stop) -> None:
    prepared = prepare(THRONES, documents.decode(stop.stored), SEAT, salt="salt", nodes=0)

    assert list(prepared.values()) == [variations(stop.shown.showing, asked_in(stop), 1)[0]]


def test_search_with_enough_nodes_plays_all_out(stop: Stop) -> None:
    counts: Counter[str] = Counter()
    own = variations(stop.shown.showing, asked_in(stop), what_if.VARIATIONS)

    prepare(counting(counts), documents.decode(stop.stored), SEAT, stop.records, salt="salt")

    assert counts["playouts"] == what_if.PLAYOUTS * len(own) + what_if.FINALS * min(what_if.FINALISTS, len(own))


def test_search_takes_what_is_valued_most(stop: Stop) -> None:
    own = variations(stop.shown.showing, asked_in(stop), what_if.VARIATIONS)
    wanted = own[-1]

    def valued(position: Position, house: str) -> float:
        return float(tried[-1] == wanted)

    tried: list[Any] = []
    rules = THRONES.rules(stop.shown.showing)

    class Watching(type(rules)):  # type: ignore[misc]
        """Rules that note which orders the seat gives."""

        def check(self, position: Position, decision: Decision, answer: Any) -> Any:  # type: ignore[override]
            if isinstance(decision, PlaceOrders) and decision.seat == SEAT:
                tried.append(answer)
            return rules.check(position, decision, answer)

    watching: Any = Thrones()
    watching.rules, watching.value = lambda position: Watching(edition_of(position)), valued

    prepared = prepare(watching, documents.decode(stop.stored), SEAT, stop.records, salt="salt")

    assert list(prepared.values()) == [wanted]


def test_search_of_what_nobody_searches_is_empty(stop: Stop) -> None:
    assert prepare(THRONES, documents.decode(stop.stored), "nobody", salt="salt") == {}
    assert prepare(BTWIXT, games.start("btwixt", 4, "maester"), "jon") == {}


@pytest.mark.parametrize(("edition", "players"), [("second-edition", 6), ("mother-of-dragons", 8)])
def test_variations_are_legal_and_differ(edition: str, players: int) -> None:
    stop = planning(edition, players)
    asked = asked_in(stop)

    found = variations(stop.shown.showing, asked, 10)

    assert 4 <= len(found) <= 10
    assert all(games.of(stop.shown.showing).check(stop.shown.showing, asked, one) is None for one in found)
    assert all(found.count(one) == 1 for one in found)
    assert found[0] == games.of(stop.shown.showing).bot_answer(with_seed(stop.shown.showing, ""), asked).answer


def test_value_of_what_is_won_and_lost(stop: Stop) -> None:
    showing = stop.shown.showing

    def ended(winner: str) -> Position:
        board = msgspec.structs.replace(showing.board, ending=Ending((winner,), "settlements", 2))
        return msgspec.structs.replace(showing, board=board)

    assert value(ended("tyrell"), SEAT) < value(showing, SEAT) < value(ended(SEAT), SEAT)


def test_turn_takes_what_was_prepared(stop: Stop) -> None:
    asked = asked_in(stop)
    own = variations(stop.shown.showing, asked, 5)[-1]

    answers = {one.decision: one for one in played(stop, SEAT, "maester", {kind_of(asked): own}).answers}

    assert answers[asked.id].answer == own
    assert answers[asked.id].source == Source("steward", SEARCHED)


@pytest.mark.parametrize("prepared", [None, Orders({"nowhere": "march"})], ids=["nothing", "what is not legal"])
def test_bot_plays_where_the_maester_is_not_ready(stop: Stop, prepared: Orders | None) -> None:
    asked = asked_in(stop)
    own = games.of(stop.shown.showing).bot_answer(stop.shown.showing, asked)

    outcome = played(stop, SEAT, "maester", {} if prepared is None else {kind_of(asked): prepared})

    entry = next(one for one in outcome.answers if one.decision == asked.id)
    assert entry.answer == own.answer
    assert entry.source == Source("steward", f"{NOT_READY}: {own.source.rule}")
    assert all(NOT_READY not in one.source.rule for one in outcome.answers if one is not entry)


def test_search_comes_to_what_is_asked_later_in_the_turn() -> None:
    stop = planning("mother-of-dragons", 5)
    assert not any(isinstance(one, PlaceOrders) for one in stop.shown.waiting)

    prepared = prepare(THRONES, documents.decode(stop.stored), SEAT, stop.records, nodes=SOME)

    answers = played(stop, SEAT, "maester", prepared).answers
    entry = next(one for one in answers if (one.seat, one.asked) == (SEAT, "place-orders"))
    assert entry.answer == prepared["place-orders"]
    assert entry.source == Source("steward", SEARCHED)


def test_maester_equals_bot_where_search_is_no_better() -> None:
    stop = planning("storm-of-swords", 4)

    prepared = prepare(THRONES, documents.decode(stop.stored), SEAT, stop.records, nodes=SOME)

    assert prepared == {}
    assert all(NOT_READY not in one.source.rule for one in played(stop, SEAT, "maester", prepared).answers)


@pytest.mark.parametrize("pace", ["bulk", "stepwise"])
def test_search_looks_no_further_than_the_turn(pace: Pace) -> None:
    found = stops("second-edition", 6, "maester", pace, 2, ())
    before = next(stop for stop in found if stop.shown.showing.phase == "westeros")

    assert prepare(THRONES, documents.decode(before.stored), SEAT, before.records, pace=pace, nodes=SOME) == {}


def test_bot_takes_nothing_that_was_prepared(stop: Stop) -> None:
    asked = asked_in(stop)
    own = variations(stop.shown.showing, asked, 5)[-1]

    outcome = played(stop, SEAT, "steward", {kind_of(asked): own})

    entry = next(one for one in outcome.answers if one.decision == asked.id)
    assert SourcedAnswer(entry.answer, entry.source) == games.of(stop.shown.showing).bot_answer(
        stop.shown.showing, asked
    )
