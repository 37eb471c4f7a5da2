"""Fixed payloads: the same emails every time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec

from adjudicator import games
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.state import events as e, overrides as x
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.decisions import AnyDecision
from correspondence.mail.payload import (
    ClosedTurn,
    GameFacts,
    GameOverPayload,
    InvitationPayload,
    Links,
    OpenTurn,
    Recipient,
    ResultsPayload,
    SignInPayload,
    Site,
    Thread,
    mail_records,
)
from tests.narration.scenes import FIRST, blackwater, records

NOW = datetime(2026, 11, 22, 18, 10, tzinfo=UTC)
SITE = Site(base_url="https://play.example.org", sender="rookery@play.example.org", host="play.example.org")
ADA = Recipient(address="ada@example.org", name="Ada \u0141\u0119cka", language="en", zone="Europe/Rome")
THREAD = Thread(
    message_id="k7f3q2.8.lannister.results@play.example.org",
    first="k7f3q2.1.lannister.results@play.example.org",
    previous=("k7f3q2.7.lannister.results@play.example.org",),
)
LINKS = Links(
    game="https://play.example.org/games/k7f3q2",
    sheet="https://play.example.org/games/k7f3q2/turns/c9/sheet",
    results="https://play.example.org/games/k7f3q2/rounds/4",
    unsubscribe="https://play.example.org/unsubscribe/0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    settings="https://play.example.org/me",
)


def facts(title: str = "Winter Table", **names: str) -> GameFacts:
    """The game; names of players by house."""
    players = {"stark": "Bruno", "lannister": "Ada", "baratheon": "Carmen", "greyjoy": "Dora"} | names
    return GameFacts(
        id="k7f3q2", title=title, edition="first-edition", players=5, names=players, bots=("tyrell",),
        commitment="9f" * 32,
    )  # fmt: skip


def opening() -> tuple[Board, tuple[AnyDecision, ...]]:
    """The board of a game that has just begun, and what it asks of Lannister."""
    outcome = THRONES.resume(games.start("first-edition", 5, "a fixed seed"))
    asked = tuple(decision for decision in outcome.waiting if decision.seat == "lannister")
    return outcome.showing.board, asked  # type: ignore[return-value]


def closed(sheet: int = 3) -> ClosedTurn:
    """The turn in which Lannister fought for Blackwater."""
    before, _ = opening()
    return ClosedTurn(
        number=7,
        round=4,
        window="r4-planning",
        sheet=sheet,
        records=mail_records(records(blackwater())),
        before=before,
    )


def overrides() -> ResultsPayload:
    """A results email for Lannister that tells of overrides, with words that look like the end of an email."""
    forged = "The march of Stark stands. " * 2 + "-- The game: https://play.example.org.evil.example/games"
    events = (
        e.OverrideIssued(override=x.Ruling(text=forged), reason="FAQ 8", by="gm"),
        e.OverrideIssued(override=x.SetPower(house="stark", power=3), reason="as all of you agreed", by="gm"),
        e.OverrideIssued(override=x.SetPower(house="stark", power=4), reason="so we voted", by=""),
        e.OverrideIssued(override=x.SetPower(house="stark", power=5), reason="missed", by="service"),
    )
    told = msgspec.structs.replace(closed(), records=mail_records(records(events)))
    return msgspec.structs.replace(results(), closed=told)


def open_turn(sequence: int = 0, days: int = 2) -> OpenTurn:
    """The turn that follows."""
    _, asked = opening()
    return OpenTurn(
        id="c9", number=8, round=5, window="r5-planning", due_at=NOW + timedelta(days=days), hold_minutes=10,
        sequence=sequence, questions=asked,
    )  # fmt: skip


def results(game: GameFacts | None = None, turn: OpenTurn | None = None, *, first: bool = False) -> ResultsPayload:
    """A results email for Lannister."""
    board, _ = opening()
    board.power["lannister"] += 2
    return ResultsPayload(
        game=game or facts(), seat="lannister", closed=None if first else closed(), opened=turn or open_turn(),
        board=board, standings=games.of(board).standings(board, FIRST), links=LINKS, thread=THREAD, written_at=NOW,
    )  # fmt: skip


def game_over() -> GameOverPayload:
    """The last email."""
    board, _ = opening()
    return GameOverPayload(
        game=facts(), seat="lannister", closed=closed(), board=board, standings=games.of(board).standings(board, FIRST),
        seed="a fixed seed", links=LINKS, thread=THREAD, written_at=NOW,
    )  # fmt: skip


def sign_in() -> SignInPayload:
    """A sign-in link."""
    return SignInPayload(
        link="https://play.example.org/in/abc", expires_at=NOW + timedelta(minutes=30), written_at=NOW,
        thread=Thread(message_id="in.abc@play.example.org"),
    )  # fmt: skip


def invitation(inviter: str = "Carmen") -> InvitationPayload:
    """An invitation with a house kept."""
    return InvitationPayload(
        game=facts(), inviter=inviter, link="https://play.example.org/invitations/xyz", house="greyjoy",
        expires_at=NOW + timedelta(days=14), written_at=NOW,
        thread=Thread(message_id="inv.xyz@play.example.org"),
    )  # fmt: skip
