"""What use cases refuse, code by code: things that are not there, wrong moments, values out of range."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy.orm import Session

from correspondence import input_validation
from correspondence.accounts.use_cases import choose_hours, end_session
from correspondence.archive.records import round_log, round_view
from correspondence.archive.statistics import compare_rounds
from correspondence.deadlines import clock
from correspondence.deadlines.clock import go_on
from correspondence.games.access import find_game
from correspondence.games.options import MAX_MASTERS, NewGame, validate_terms
from correspondence.input_validation import UserError
from correspondence.lobby.use_cases import create_game, join_game
from correspondence.models.accounts import Account
from correspondence.models.games import Game
from correspondence.outbox.returns import failed_addresses, retry_addresses, stopped_addresses
from correspondence.outbox.sending import mailbox_mail
from correspondence.review.access import remove_note, write_note
from correspondence.review.overrides import find_override
from correspondence.review.pending_results import find_pending_result
from correspondence.seats import seat_of
from correspondence.sheets import use_cases as sheets
from correspondence.sign_in.factors import new_secret, renew_recovery_codes, turn_on
from correspondence.sign_in.use_cases import issue_api_token, request_address, revoke_api_token
from correspondence.turns import locked_game
from correspondence.votes.use_cases import open_vote
from correspondence.webhooks.use_cases import add_webhook, remove_webhook
from tests.correspondence.people import People
from tests.correspondence.review.masters import MASTER, make_master

Asked = Callable[[Session, Account, Game, datetime], object]
HOURS: dict[str, Any] = {"quiet_from": None, "quiet_until": None, "digest_hour": 7, "digest_weekday": None}


def new(**options: Any) -> NewGame:
    """A game as somebody wishes it."""
    return NewGame(title="A game", house="stark", **options)


# Each is asked by a player (`ada`, who plays Stark in a game that runs), or where it says so by its master.
PLAYERS: dict[str, tuple[Asked, str]] = {
    "a round to come": (lambda s, me, g, now: round_log(s, g.public_id, 9, me, now), "no-such-round"),
    "its map": (lambda s, me, g, now: round_view(s, g.public_id, 9, me, now), "no-such-round"),
    "two of them": (lambda s, me, g, now: compare_rounds(s, g.public_id, 8, 9, me, now), "no-such-round"),
    "a letter of nobody's": (lambda s, me, g, now: mailbox_mail(s, "none"), "no-such-mail"),
    "a house of another board": (lambda s, me, g, now: seat_of(g, "martell"), "no-such-house"),
    "a token of nobody's": (lambda s, me, g, now: revoke_api_token(s, me, "none", now), "no-such-token"),
    "a browser of nobody's": (lambda s, me, g, now: end_session(s, me, "none"), "no-such-session"),
    "a webhook of nobody's": (lambda s, me, g, now: remove_webhook(s, me, "none", now), "no-such-webhook"),
    "a scope": (lambda s, me, g, now: issue_api_token(s, me, "mine", now, ("rule",)), "bad-scope"),
    "no kinds": (lambda s, me, g, now: add_webhook(s, me, "https://x.example/", (), "", now), "bad-kinds"),
    "a kind": (lambda s, me, g, now: add_webhook(s, me, "https://x.example/", ("rain",), "", now), "bad-kinds"),
    "the same address": (lambda s, me, g, now: request_address(s, me, me.email.upper(), now), "same-address"),
    "a language": (lambda s, me, g, now: input_validation.language("la"), "unknown-language"),
    "an hour": (lambda s, me, g, now: choose_hours(s, me, **{**HOURS, "digest_hour": 24}), "bad-hour"),
    "codes of nothing": (lambda s, me, g, now: renew_recovery_codes(s, me, "123456", now), "no-second-factor"),
    "no secret": (lambda s, me, g, now: turn_on(s, me, "not one", "123456", 0, now), "bad-secret"),
    "going on": (lambda s, me, g, now: go_on(s, me, g.public_id, now), "not-paused"),
    "an end of no pause": (
        lambda s, me, g, now: clock.resume(s, locked_game(s, g.public_id), None, now),
        "not-paused",
    ),
    "a vote on that": (lambda s, me, g, now: open_vote(s, me, g.public_id, "pause", "resume", "", now), "not-paused"),
    "the host's list": (lambda s, me, g, now: failed_addresses(s, me, now), "not-host"),
    "the host's other list": (lambda s, me, g, now: retry_addresses(s, me, now), "not-host"),
    "the host's third list": (lambda s, me, g, now: stopped_addresses(s, me), "not-host"),
    "a draft": (lambda s, me, g, now: find_pending_result(s, g, "none"), "no-such-draft"),
    "an edict": (lambda s, me, g, now: find_override(s, g, "none"), "no-such-override"),
    "a window too long": (lambda s, me, g, now: validate_terms(new(window_hours=72, most_hours=48)), "limits-cross"),
    "a wait too long": (
        lambda s, me, g, now: validate_terms(new(window_hours=24, most_hours=48, least_hours=49)),
        "limits-cross",
    ),
    "no day of the week": (lambda s, me, g, now: validate_terms(new(weekdays="")), "no-weekday"),
    "an eighth day": (lambda s, me, g, now: validate_terms(new(weekdays="18")), "no-weekday"),
    "stewards alone": (
        lambda s, me, g, now: validate_terms(
            NewGame(title="A game", players=3, play=False, bot_houses=("stark", "lannister", "baratheon"))
        ),
        "no-seat-left",
    ),
    "many masters": (
        lambda s, me, g, now: validate_terms(
            new(masters=tuple(f"m{n}@rookery.example" for n in range(MAX_MASTERS + 1)))
        ),
        "too-many-masters",
    ),
}
MASTERS: dict[str, tuple[Asked, str]] = {
    "a note": (lambda s, me, g, now: remove_note(s, me, g.public_id, "none", now), "no-such-note"),
}


@pytest.fixture
def game(people: People) -> str:
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, votes=("pause",))
    make_master(people, game_id)
    return game_id


def test_each_is_refused_by_its_code(people: People, game: str) -> None:
    asked = [("ada", *row) for row in PLAYERS.items()] + [(MASTER, *row) for row in MASTERS.items()]
    found = {}
    for asker, name, (ask, _) in asked:
        with people.store.begin() as session:
            account, seen = people.account_in(session, asker), find_game(session, game)
            try:
                ask(session, account, seen, people.now)
            except UserError as refused:
                found[name] = refused.code if refused.words else "no words"
                session.rollback()
    assert found == {name: code for name, (_, code) in {**PLAYERS, **MASTERS}.items()}


def test_a_second_factor_is_turned_on_once(people: People) -> None:
    people.account("ada")
    with people.store.begin() as session:
        people.account_in(session, "ada").totp_secret = "already"
    with people.store.begin() as session, pytest.raises(UserError, match="second-factor-on"):
        turn_on(session, people.account_in(session, "ada"), new_secret(), "123456", 0, people.now)


def test_a_notebook_and_a_sheet_are_full_some_day(people: People, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("correspondence.review.access.MAX_NOTES", 1)
    monkeypatch.setattr(sheets, "MAX_VERSIONS", 1)
    with people.store.begin() as session:
        write_note(session, people.account_in(session, MASTER), game, "first", people.now)
    with people.store.begin() as session, pytest.raises(UserError, match="too-many-notes"):
        write_note(session, people.account_in(session, MASTER), game, "second", people.now)
    people.submit(game)
    with pytest.raises(UserError, match="too-many-versions"):
        people.submit(game)


def test_a_full_lobby_takes_nobody(people: People) -> None:
    with people.store.begin() as session:
        made = create_game(session, people.account_in(session, "ada"), new(players=3), people.now)
        game_id, code = made.public_id, made.join_code
    for name, house in (("bo", "lannister"), ("cy", "baratheon")):
        with people.store.begin() as session:
            join_game(session, people.account_in(session, name), game_id, people.now, code=code, house=house)
    with people.store.begin() as session:
        # As if the last seat were taken between the page and the post, before the game begins.
        find_game(session, game_id).status = "lobby"
    with people.store.begin() as session, pytest.raises(UserError, match="game-full"):
        join_game(session, people.account_in(session, "di"), game_id, people.now, code=code, house="stark")


def test_while_no_turn_is_open_no_deadline_moves(people: People) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, votes=("extend",))
    with people.store.begin() as session:
        clock.pause(session, locked_game(session, game_id), "everybody", None, people.now)
    with people.store.begin() as session, pytest.raises(UserError, match="no-open-turn"):
        open_vote(session, people.account_in(session, "ada"), game_id, "extend", "12", "", people.now)
