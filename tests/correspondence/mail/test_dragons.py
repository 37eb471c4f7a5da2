"""Emails of Mother of Dragons: what is asked of a commander for vassals, and what stands beside the standings."""

from __future__ import annotations

from datetime import timedelta
from functools import cache

import pytest
from msgspec.structs import replace

from adjudicator import games
from adjudicator.engine.bulk import TurnInput
from adjudicator.engine.step import Outcome
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.state.board import Position
from correspondence.mail import compose
from correspondence.mail.payload import OpenTurn, ResultsPayload
from correspondence.mail.text import text_pieces
from narration.thrones.voice import Voice
from narration.words import translator
from tests.correspondence.mail import samples

EDITION = "mother-of-dragons"
HOUSES = ("targaryen", "stark", "lannister", "greyjoy", "tyrell")


@cache
def after(turns: int, pace: str = "bulk") -> Outcome[Position]:
    """A game of bots after so many turns."""
    outcome = THRONES.resume(games.start(EDITION, len(HOUSES), "one", (), HOUSES))
    for _ in range(turns):
        window = games.of(outcome.showing).window(outcome.showing, outcome.waiting[0], pace)  # type: ignore[arg-type]
        turn = TurnInput(window=window, bots=frozenset(HOUSES), pace=pace)  # type: ignore[arg-type]
        outcome = games.of(outcome.position).resume(games.of(outcome.position).resolve(outcome.position, turn).position)
    return outcome


def mail(outcome: Outcome[Position], seat: str, pace: str = "bulk") -> str:
    """The text of a seat's email, its lines joined."""
    board, rules = games.of(outcome.showing).view(outcome.showing, seat).board, games.edition(EDITION)
    window = games.of(outcome.showing).window(outcome.showing, outcome.waiting[0], pace)  # type: ignore[arg-type]
    payload = ResultsPayload(
        game=replace(samples.facts(), edition=EDITION, pace=pace),
        seat=seat,
        closed=None,
        opened=OpenTurn(
            id="c",
            number=2,
            round=board.round,
            window=window,
            due_at=samples.NOW + timedelta(days=1),
            questions=tuple(one for one in outcome.waiting if one.seat == seat),  # type: ignore[misc]
        ),
        board=board,
        standings=games.of(board).standings(board, rules),
        links=samples.LINKS,
        thread=samples.THREAD,
        written_at=samples.NOW,
    )
    return " ".join("".join(text_pieces(compose(payload, recipient=samples.ADA, site=samples.SITE))).split())


@pytest.mark.parametrize("seat", HOUSES)
def test_planning_mail_names_all_areas_before_vassals_are_set(seat: str) -> None:
    """Only the first in turn order is asked then, but everybody's sheet is due."""
    outcome = after(2)
    board, v = outcome.showing.board, Voice(games.edition(EDITION), translator("en"))
    assert [one.__struct_config__.tag for one in outcome.waiting] == ["choose-vassal"]
    text = mail(outcome, seat)
    own = [area for area, force in board.forces.items() if force.house == seat]
    assert [area for area in own if f"- {v.area(area)} (" not in text] == []
    for vassal in board.vassals:
        held = [area for area, force in board.forces.items() if force.house == vassal]
        assert [area for area in held if f"{v.area(area)} (" not in text.split(f"- {v.house(vassal)}: ")[1]] == []


def test_a_mail_says_how_many_vassals_its_reader_may_command() -> None:
    """Three vassals for five players: one each for the first three in turn order."""
    outcome = after(2)
    players = [house for house in outcome.showing.board.tracks["iron-throne"] if house in HOUSES]
    has = ["you have 1 set of orders" in mail(outcome, seat) for seat in players]
    assert has == [True, True, True, False, False]
    assert "you have no set of orders, unless another player passes you one" in mail(outcome, players[-1])


def test_a_commander_is_told_where_his_vassal_may_muster() -> None:
    outcome = after(1)
    board = outcome.showing.board
    assert "mustering" in board.revealed.values()
    assert len(board.commanders) == 3
    for vassal, commander in board.commanders.items():
        name = Voice(games.edition(EDITION), translator("en")).house(vassal)
        told = mail(outcome, commander).split("for the vassals you command:")[1]
        assert f"{name} (" in told
    others = set(HOUSES) - set(board.commanders.values())
    assert all("for the vassals you command" not in mail(outcome, seat) for seat in others)


def test_commander_is_told_his_vassals_revealed_orders() -> None:
    outcome = after(1, "raven")
    board, v = outcome.showing.board, Voice(games.edition(EDITION), translator("en"))
    for vassal, commander in board.commanders.items():
        text = mail(outcome, commander, "raven").split("for the vassals you command:")[1]
        placed = {area: one.order for area, one in board.orders.items() if one.house == vassal}
        assert [area for area, order in placed.items() if f"{v.area(area)}: {v.order(order)}" not in text] == []


def test_standings_list_loyalty_dragons_vassals_and_loans() -> None:
    text = mail(after(1), "stark")
    assert "Targaryen wins by its place on the victory track, not by castles." in text
    assert ("Every dragon now counts 1, plus 1 more from each of these rounds on: 4, 6, 8, 10.") in text
    assert "Every dragon now counts 0, plus 1 more from each of these rounds on: 2, 4," in mail(after(0), "stark")
    assert "Baratheon (commanded by " in text
    assert "available loans: The Faceless Men for 4, Pyromancer for 7" in text
    # What each loan brings, what it costs later, and what happens when that cannot be paid.
    assert "The Faceless Men: Destroy a knight in any area and a footman in another." in text
    assert "pays 1 Power of interest for each loan it has ever taken" in text
    assert "For each Power it cannot pay, it loses a unit" in text
