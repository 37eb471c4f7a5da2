"""A bot's near-equal choices are drawn by a salt that nobody sees; without one the best is chosen."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from adjudicator import documents, games
from adjudicator.engine.chance import BEST, Draw, draw_of, salt_of, with_seed
from adjudicator.engine.decision import Decision, SourcedAnswer
from adjudicator.engine.step import Outcome
from adjudicator.engine.what_if import suppose
from adjudicator.thrones.bot.sight import bot_answer
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.state.decisions import Orders, PlaceOrders
from tests.bench import foreseen
from tests.bench.parity import TABLES

SCORED = [(3.0, "best"), (2.6, "near"), (1.0, "far")]


def test_draw_chooses_among_near_equal() -> None:
    first = {Draw(str(number)).ranked("q1", SCORED, 0.5)[0] for number in range(40)}
    anything = {Draw(str(number), 8.0).ranked("q1", SCORED, 0.5)[0] for number in range(40)}

    assert first == {"best", "near"}
    assert anything == {"best", "near", "far"}


def test_draw_without_salt_chooses_the_best() -> None:
    assert BEST.ranked("q1", SCORED, 9.0) == ["best", "near", "far"]
    assert BEST.spread == 0.0
    assert draw_of("", "stark") == BEST


def test_draw_is_the_same_for_the_same_salt_and_question() -> None:
    draws = [Draw("salt").ranked(f"q{number}", SCORED, 9.0)[0] for number in range(20)]
    again = [Draw("salt").ranked(f"q{number}", SCORED, 9.0)[0] for number in range(20)]

    assert draws == again
    assert len(set(draws)) > 1


def test_salt_differs_by_game_and_seat() -> None:
    salts = {salt_of(seed, seat) for seed in ("a", "b") for seat in ("stark", "tyrell")}

    assert len(salts) == 4


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_salt_is_in_no_view(edition: str, players: int) -> None:
    shown = games.of_edition(edition).resume(games.start(edition, players, "unpublished"))

    for viewer in (None, *shown.showing.board.houses):
        view = msgspec.json.encode(games.of(shown.showing).view(shown.showing, viewer, shown.waiting)).decode()
        assert not any(salt_of("unpublished", seat) in view for seat in shown.showing.board.houses)
        assert "unpublished" not in view


def _planning() -> Outcome[Any]:
    shown = THRONES.resume(games.start("first-edition", 5, "two salts"))
    assert all(isinstance(asked, PlaceOrders) for asked in shown.waiting)
    return shown


def _orders(shown: Outcome[Any], seed: str) -> list[dict[str, str]]:
    """What bots lay in a game whose seed is another."""
    position = with_seed(shown.showing, seed)
    answers = [bot_answer(position, asked).answer for asked in shown.waiting]
    return [answer.orders for answer in answers if isinstance(answer, Orders)]


def test_two_salts_lay_other_orders() -> None:
    shown = _planning()

    assert _orders(shown, "one") != _orders(shown, "two")
    assert _orders(shown, "one") == _orders(shown, "one")


def test_suggestions_have_no_salt() -> None:
    shown = _planning()
    asked = shown.waiting[0]
    other = with_seed(shown.showing, "other")

    sheets = [
        games.of(position).suggest_sheet(games.of(position).view(position, asked.seat, [asked]))
        for position in (shown.showing, other)
    ]

    assert sheets[0] == sheets[1]
    assert sheets[0].orders == foreseen.unsalted(shown.showing, asked).answer.orders


def test_what_ifs_guess_by_another_salt() -> None:
    """The true seed changes no guess, another draw does."""
    stored = documents.encode(_planning().position)

    def guessed(seed: str, number: int) -> list[dict[str, str]]:
        position: Any = documents.decode(stored)
        position.hidden.seed = seed
        seat, *others = position.board.houses
        played = suppose(games.of(position), position, seat, [], {}, number=number)
        return [played.sheets[house].orders for house in others]

    assert guessed("one", 1) == guessed("two", 1)
    assert guessed("one", 1) != guessed("one", 2)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_games_of_squires_end(edition: str, players: int) -> None:
    def oracle(position: Any, decision: Decision) -> SourcedAnswer:
        return games.of(position).bot_answer(position, decision, "squire")

    assert (
        games.of_edition(edition).advance(games.start(edition, players, "squires"), oracle).showing.board.ending
        is not None
    )


def test_orders_of_bots_are_not_foreseen() -> None:
    tallies: dict[str, foreseen.Tally] = {}

    foreseen.foreseen("first-edition", 3, "not foreseen", 12, tallies)

    assert tallies["sets"].report()["told"] <= 0.5
    assert tallies["tokens"].report()["told"] <= 0.8
    assert {"cards", "bids", "marches"} <= set(tallies)
