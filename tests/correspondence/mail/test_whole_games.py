"""Emails of a game that bots play: every turn of the game makes an email for every reader."""

from __future__ import annotations

from datetime import timedelta
from functools import cache

import msgspec
import pytest

from adjudicator import documents, games
from adjudicator.engine.bulk import TurnInput
from adjudicator.engine.step import Record
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.state.board import Board, Position
from adjudicator.thrones.state.decisions import AnyDecision
from correspondence.mail import compose, decode_payload, encode_payload, write
from correspondence.mail.payload import ClosedTurn, OpenTurn, ResultsPayload, mail_records
from correspondence.mail.text import Content, text_pieces
from tests.correspondence.mail import samples

TURNS = 7


class Closed(msgspec.Struct, frozen=True):
    """A turn of the game: its window, the board before, what came of it."""

    window: str
    before: Board
    records: list[Record]
    showing: Position
    waiting: list[AnyDecision]


@cache
def turns(pace: str) -> tuple[Closed, ...]:
    """The first turns of a game; the bots play all houses but Lannister, whose choices fall to the defaults."""
    outcome = THRONES.resume(games.start("first-edition", 5, "letters-2"))
    found = []
    while outcome.waiting and len(found) < TURNS:
        window = games.of(outcome.showing).window(outcome.showing, outcome.waiting[0], pace)  # type: ignore[arg-type]
        before = msgspec.json.decode(msgspec.json.encode(outcome.showing.board), type=Board)
        bots = frozenset(outcome.showing.board.houses) - {"lannister"}
        outcome = games.of(outcome.position).resolve(outcome.position, TurnInput(window=window, bots=bots, pace=pace))  # type: ignore[arg-type]
        # The position is used up by the next turn: the email keeps its own copy.
        showing = documents.decode(documents.encode(outcome.showing))
        found.append(Closed(window, before, outcome.records, showing, list(outcome.waiting)))  # type: ignore[arg-type]
        outcome = games.of(outcome.position).resume(outcome.position)
    return tuple(found)


def payload_of(closed: Closed, number: int, seat: str, pace: str) -> ResultsPayload:
    """The email's payload as the service would prepare it."""
    board = closed.showing.board
    seen = [record for record in (games.record_for_seat(r, seat) for r in closed.records) if record is not None]
    asked = tuple(decision for decision in closed.waiting if decision.seat == seat)
    window = games.of(closed.showing).window(closed.showing, closed.waiting[0], pace)  # type: ignore[arg-type]
    return ResultsPayload(
        game=msgspec.structs.replace(samples.facts(), pace=pace),
        seat=seat,
        closed=ClosedTurn(
            number=number,
            round=closed.before.round,
            window=closed.window,
            records=mail_records(seen),
            before=closed.before,
        ),
        opened=OpenTurn(
            id="c",
            number=number + 1,
            round=board.round,
            window=window,
            due_at=samples.NOW + timedelta(hours=3),
            questions=asked,
        ),
        board=board,
        standings=games.of(board).standings(board, games.edition("first-edition")),
        links=samples.LINKS,
        thread=samples.THREAD,
        written_at=samples.NOW,
    )


def whole_text(content: Content) -> str:
    """The text part of an email."""
    return "".join(text_pieces(content))


@pytest.mark.parametrize("pace", ["bulk", "raven"])
@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_every_turn_makes_a_mail_for_every_reader(pace: str, language: str) -> None:
    reader = msgspec.structs.replace(samples.ADA, language=language)
    for number, closed in enumerate(turns(pace), 1):
        for seat in ("lannister", "stark"):
            payload = decode_payload(encode_payload(payload_of(closed, number, seat, pace)))
            text = whole_text(compose(payload, recipient=reader, site=samples.SITE))
            assert [line for line in text.split("\n") if len(line) > 72 and "://" not in line] == []
            assert "{" not in text


def test_a_mail_tells_nobody_elses_choices() -> None:
    for number, closed in enumerate(turns("bulk"), 1):
        text = whole_text(
            compose(payload_of(closed, number, "stark", "bulk"), recipient=samples.ADA, site=samples.SITE)
        )
        assert "Lannister's orders" not in text
        assert "Default for" not in text
        assert "bot chose for Tyrell" not in text


def test_defaults_are_told_to_whom_they_decided_for() -> None:
    text = whole_text(
        compose(payload_of(turns("bulk")[0], 1, "lannister", "bulk"), recipient=samples.ADA, site=samples.SITE)
    )
    assert "You had not submitted orders when the turn ended." in text
    assert "Default, as none of your orders applied" in text


def test_a_mail_is_one_message_of_modest_size() -> None:
    payload = payload_of(turns("bulk")[2], 3, "lannister", "bulk")
    assert len(encode_payload(payload)) < 100_000
    assert len(write(payload, recipient=samples.ADA, site=samples.SITE)[1]) < 120_000
