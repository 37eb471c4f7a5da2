"""What an anonymous game tells instead of who somebody is; the walk over everything is in `tests/security`."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable
from datetime import date, timedelta
from types import SimpleNamespace

import pytest
from sqlalchemy import select

from correspondence.accounts.use_cases import enter_absence
from correspondence.deadlines.clock import emergency_pause
from correspondence.delegations import delegate, delegations_of
from correspondence.games.access import find_game
from correspondence.input_validation import Denied, Invalid
from correspondence.lobby import seating
from correspondence.lobby.invitations import invite
from correspondence.lobby.seating import confirm
from correspondence.lobby.use_cases import join_game
from correspondence.masters import accept_master
from correspondence.models.turns import AuditEntry
from correspondence.overview.game_pages import game_menu, holders_of
from correspondence.review.access import BY_HOUSE, IMPERSONAL, act_on_seat
from correspondence.review.audit import TABLES, Audit, audit
from correspondence.seats import offer, surrender, take_over
from correspondence.store import Store
from tests.correspondence.people import People

Lobby = Callable[..., tuple[str, str]]
WithSeat = Callable[..., None]
HUMANS = {"stark": "ada", "tyrell": "bo"}


def audit_log(people: People, game_id: str, name: str) -> Audit:
    """The audit log as somebody reads it."""
    with people.store.read() as session:
        return audit(session, people.account_in_read(session, name), game_id, people.now)


def test_the_muster_tells_how_many_are_there_and_of_nobody_who(people: People, store: Store, lobby: Lobby) -> None:
    game_id, code = lobby(players=3, muster_hours=48.0, names="anonymous", visibility="open")
    for name in ("bo", "cy"):
        with store.begin() as session:
            join_game(session, people.account_in(session, name), game_id, people.now, code=code)
        people.later(hours=2)
    # Who takes the last seat is there by that: told of a house it would say whose house is the last one's.
    assert {(seat.you, seat.confirmed) for seat in people.page(game_id, "bo").seats} == {(True, False), (False, None)}
    assert {seat.confirmed for seat in people.page(game_id, None).seats} == {None}
    assert people.page(game_id, None).there == 1
    with store.begin() as session:
        confirm(session, people.account_in(session, "bo"), game_id, people.now)
    assert people.page(game_id, None).there == 2


def test_who_names_no_house_gets_one_that_is_drawn(
    people: People, store: Store, lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first free houses would be those of the first to come."""
    monkeypatch.setattr(seating, "secrets", SimpleNamespace(choice=lambda houses: houses[-1]))
    game_id, code = lobby(players=3, names="anonymous")
    named, _ = lobby(players=3)
    with store.begin() as session:
        join_game(session, people.account_in(session, "bo"), game_id, people.now, code=code)
    first = people.page(named).you
    assert first == people.page(named).houses[0]
    assert (people.page(game_id).you, people.page(game_id, "bo").you) == people.page(game_id).houses[:0:-1]


def test_nobody_is_invited_for_a_house(people: People, store: Store, lobby: Lobby) -> None:
    game_id, _ = lobby(names="anonymous", masters=("new@rookery.example",))
    with store.begin() as session:
        ada = people.account_in(session, "ada")
        ada.language, ada.zone = "it", "Pacific/Chatham"
        with pytest.raises(Invalid, match="anonymous-game") as refused:
            invite(session, ada, game_id, "bo@rookery.example", "tyrell", people.now)
        assert refused.value.field == "house"
        invite(session, ada, game_id, "bo@rookery.example", None, people.now)
    people.deliver()
    (mail,) = people.mails("bo")
    assert mail["Subject"] == "A game master invites you to A game"
    assert "Ada" not in mail.as_string()
    assert people.mails("new")[0]["Subject"].startswith("A game: will you")
    assert people.account("new").zone == "UTC"


def test_a_master_who_plays_does_not_say_who_takes_a_seat(people: People, store: Store, with_seat: WithSeat) -> None:
    game_id = people.game(HUMANS, names="anonymous", masters=("gm@rookery.example",))
    people.account("cy")
    with_seat(offer, game_id, "tyrell", "missed")

    def replace(name: str) -> None:
        with store.begin() as session:
            act_on_seat(
                session,
                people.account_in(session, name),
                game_id,
                "replace",
                people.now,
                turn_number=1,
                house="tyrell",
                email="cy@rookery.example",
                reason="They asked",
            )

    with pytest.raises(Denied, match="anonymous-game"):
        replace("ada")
    with store.begin() as session:
        accept_master(session, people.account_in(session, "gm"), game_id, people.now)
    replace("gm")
    page = people.page(game_id, "cy")
    assert (page.you, page.kept_house) == (None, "tyrell"), "asked, and not seated"


def test_the_audit_log_names_houses_and_roles_and_verifies(people: People, store: Store) -> None:
    game_id = people.game(HUMANS, names="anonymous")
    opened = people.now
    people.later(minutes=50)
    for name in ("cy", "dee"):
        people.account(name)
    with store.begin() as session:
        bo, until = people.account_in(session, "bo"), people.now + timedelta(days=3)
        delegate(session, bo, game_id, "cy@rookery.example", people.now, until, people.now)
        surrender(session, bo, game_id, people.now)
        take_over(session, people.account_in(session, "dee"), game_id, "tyrell", people.now)
    told = audit_log(people, game_id, "dee")
    by = {line.kind: (line.by, line.house) for line in told.lines}
    assert by["game-made"] == ("A game master", ""), "not by house: the master's would be known"
    assert by["seat-delegated"] == by["seat-surrendered"] == ("", "tyrell")
    assert by["seat-taken-over"] == ("Dee", ""), "one's own"
    assert {line.at for line in told.lines} == {opened}
    values = {line.kind: line.values for line in told.lines}
    assert values["seat-delegated"] == {"house": "tyrell"}
    assert values["seat-replaced"] == {"house": "tyrell", "reason": "substitute"}
    assert "plays" not in values["game-made"]
    with store.read() as session:
        game = find_game(session, game_id)
        entries = session.scalars(select(AuditEntry).where(AuditEntry.scope == game_id)).all()
        kept = {entry.number: entry.digest for entry in entries}
        assert any("to" in json.loads(entry.document) for entry in entries), "the ledger itself keeps it"
        seed = game.seed.encode()
    assert (told.faults, told.blinded) == ((), True)
    for line in told.lines:
        assert line.digest == hmac.new(seed, kept[line.number].encode(), hashlib.sha256).hexdigest()
    with store.begin() as session:
        find_game(session, game_id).status = "finished"
    over = audit_log(people, game_id, "dee")
    assert {line.number: line.digest for line in over.lines} == kept
    assert {line.by for line in over.lines} >= {"Ada", "Bo", "Dee"}


def test_an_entry_of_the_audit_log_without_a_seed_has_no_digest(people: People, lobby: Lobby) -> None:
    game_id, code = lobby(names="anonymous")
    with people.store.begin() as session:
        join_game(session, people.account_in(session, "bo"), game_id, people.now, code=code)
    assert {line.digest for line in audit_log(people, game_id, "bo").lines} == {""}


def test_what_the_audit_log_says_is_about_the_game(people: People) -> None:
    """Whatever fills the words of an entry is told, and nothing that names somebody."""
    places = {word.partition("}")[0] for text in TABLES["log"].values() for word in text.split("{")[1:]}
    assert places <= IMPERSONAL
    assert not IMPERSONAL & {"to", "account", "accounts", "wishes", "from", "until", "by", "plays", "unseen"}
    assert TABLES["log"].keys() >= BY_HOUSE


def test_a_deadline_does_not_tell_in_which_zone_somebody_is_away(people: People, store: Store) -> None:
    due = set()
    for zone in ("Pacific/Chatham", "America/St_Johns", "UTC"):
        name = zone[-5:].lower()
        with store.begin() as session:
            account = people.account_in(session, name)
            account.zone = zone
            enter_absence(session, account, date(2026, 11, 22), date(2026, 11, 25), people.now)
        game_id = people.game({"stark": name, "tyrell": "bo"}, names="anonymous", window_hours=48, most_hours=300.0)
        page = people.page(game_id)
        assert page.turn is not None
        due.add(page.turn.due_at.isoformat())
    assert due == {"2026-11-27T00:00:00+00:00"}


def test_who_looks_on_later_knows_nothing_of_the_open_turn(people: People, store: Store) -> None:
    game_id = people.game(HUMANS, spectators="delayed", spectator_delay=2)
    people.account("cy")
    for _ in range(3):
        people.adjudicate(game_id)
    people.submit(game_id, "ada", ready=True)
    with store.begin() as session:
        ada, until = people.account_in(session, "ada"), people.now + timedelta(days=3)
        delegate(session, ada, game_id, "cy@rookery.example", people.now, until, people.now)
        surrender(session, people.account_in(session, "bo"), game_id, people.now)
        emergency_pause(session, ada, game_id, people.now)
    outside, inside = people.page(game_id, None), people.page(game_id)
    assert (outside.paused_at, inside.paused_at) == (None, people.now)
    assert outside.turn is None
    assert not any(seat.ready or seat.asked for seat in outside.seats)
    assert inside.turn is not None
    assert inside.round > outside.round
    assert any(seat.ready for seat in inside.seats)
    assert any(seat.asked for seat in inside.seats)
    with store.read() as session:
        mine = people.account_in_read(session, "ada")
        game = find_game(session, game_id)
        for reader, holders, acting, round_ in ((None, 5, 0, outside.round), (mine, 6, 1, inside.round)):
            assert len(holders_of(session, game, reader, people.now)) == holders
            assert len(delegations_of(session, game_id, reader, people.now).lines) == acting
            assert game_menu(session, game_id, reader, people.now).history == round_
        tyrell = [line for line in holders_of(session, game, None, people.now) if line.house == "tyrell"]
    assert [(line.kind, line.ended, line.to_turn) for line in tyrell] == [("human", "", None)]


@pytest.mark.parametrize("spectators", ["none", "open"])
def test_a_closed_game_tells_no_turn(people: People, store: Store, spectators: str) -> None:
    game_id = people.game(HUMANS, spectators=spectators)
    page = people.page(game_id, None)
    assert (page.turn is None, any(seat.asked for seat in page.seats)) == (
        (True, False) if spectators == "none" else (False, True)
    )
    with store.read() as session:
        held = holders_of(session, find_game(session, game_id), None, people.now)
    assert bool(held) is (spectators == "open")
