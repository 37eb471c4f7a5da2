"""From the lobby to the start: seats, invitations, houses, and what whom is shown."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from sqlalchemy import select

from adjudicator.engine.chance import commitment
from adjudicator.engine.decision import Illegal
from correspondence.accounts.use_cases import look_at_unsubscribe, unsubscribe
from correspondence.games.options import NewGame, validate_terms
from correspondence.input_validation import Denied, Invalid, NotFound, UserError
from correspondence.lobby.invitations import invite
from correspondence.lobby.use_cases import create_game, fill_with_bots, join_game, leave_game, start_game
from correspondence.models.games import Game, Invitation, Seat
from correspondence.models.mail import OutgoingMail
from correspondence.overview.game_lists import my_games, open_games, waiting_games
from correspondence.overview.game_page import game_page
from correspondence.store import Store
from correspondence.votes.use_cases import cast, open_vote
from tests.correspondence.people import People, link_in


def lobby(people: People, **options: object) -> tuple[str, str]:
    """A game of ada's with four free seats: its id and its code."""
    new = replace(NewGame(title="Winter", house="stark"), **options)  # type: ignore[arg-type]
    with people.store.begin() as session:
        game = create_game(session, people.account_in(session, "ada"), new, people.now)
        return game.public_id, game.join_code


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", ""),
        ("title", "x" * 81),
        ("title", "a\r\nBcc: eve@rookery.example"),
        ("players", 2),
        ("players", 6),
        ("players", -1),
        ("pace", "fast"),
        ("pace", ()),
        ("pace", ("choose-house-card", "nothing")),
        ("window_hours", 0.0),
        ("window_hours", float("nan")),
        ("window_hours", 1e9),
        ("hold_minutes", -1.0),
        ("seat_choice", "auction"),
        ("visibility", "secret"),
        ("house", "arryn"),
        ("house", "lannister"),
        ("bot_houses", ("arryn",)),
    ],
)
def test_options_are_refused_by_field(field: str, value: object) -> None:
    good = NewGame(title="Winter", house="stark", bot_houses=("lannister",))
    with pytest.raises(Invalid) as refused:
        validate_terms(replace(good, **{field: value}))  # type: ignore[arg-type]
    assert refused.value.field == field


def test_an_unknown_edition_is_refused() -> None:
    with pytest.raises(Illegal, match="unknown-edition"):
        validate_terms(NewGame(title="Winter", edition="tenth-edition"))


def test_the_last_seat_starts_the_game(people: People, store: Store) -> None:
    game_id, code = lobby(people)
    for name, house in [("bo", "lannister"), ("cy", "baratheon"), ("di", "greyjoy")]:
        with store.begin() as session:
            join_game(session, people.account_in(session, name), game_id, people.now, code=code, house=house)
    assert people.page(game_id).status == "lobby"
    assert people.page(game_id).free_houses == ("tyrell",)
    with store.begin() as session:
        seat = join_game(session, people.account_in(session, "ed"), game_id, people.now, code=code)
        assert seat.house == "tyrell"
    page = people.page(game_id)
    assert (page.status, page.round, page.you) == ("running", 1, "stark")
    assert page.turn is not None
    assert (page.turn.window, page.turn.number, page.turn.status) == ("r1-planning", 1, "open")
    assert page.view is not None
    assert [decision.seat for decision in page.view.waiting] == ["stark"]
    assert people.count(OutgoingMail) == 5


def test_the_seed_is_committed_to_and_shown_to_nobody(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada"})
    with store.read() as session:
        seed = session.scalars(select(Game.seed)).one()
    page = people.page(game_id)
    assert page.commitment == commitment(seed)
    assert len(seed) == 64
    for name in ("ada", None):
        assert seed not in repr(people.page(game_id, name))
    people.deliver()
    assert not [mail for mail in people.mails("ada") if seed in mail.as_string()]


def test_who_may_join_and_with_what(people: People, store: Store) -> None:
    game_id, code = lobby(people)
    bo, ada = people.account("bo"), people.account("ada")
    refusals: list[tuple[str, object, dict[str, str]]] = [
        ("not-invited", bo, {}),
        ("not-invited", bo, {"code": "wrong"}),
        ("no-such-invitation", bo, {"invitation": "wrong"}),
        ("already-seated", ada, {"code": code}),
        ("house-taken", bo, {"code": code, "house": "stark"}),
        ("unknown-choice", bo, {"code": code, "house": "arryn"}),
    ]
    for why, account, with_what in refusals:
        with store.begin() as session, pytest.raises(UserError) as refused:
            join_game(session, account, game_id, people.now, **with_what)  # type: ignore[arg-type]
        assert refused.value.code == why
    with store.begin() as session, pytest.raises(NotFound, match="no-such-game"):
        join_game(session, bo, "nothing", people.now, code=code)
    assert people.count(Seat) == 1
    open_id, _ = lobby(people, visibility="open")
    with store.begin() as session:
        join_game(session, bo, open_id, people.now)
    with store.read() as session:
        assert [line.id for line in open_games(session, None, people.now)] == [open_id]


def test_an_invitation_is_a_mail_with_a_seat(people: People, store: Store) -> None:
    game_id, _ = lobby(people)
    with store.begin() as session:
        invite(session, people.account("ada"), game_id, "bo@rookery.example", "tyrell", people.now)
    people.deliver()
    (mail,) = people.mails("bo")
    token = link_in(mail, "invitations/")
    bo, eve = people.account("bo"), people.account("eve")
    with store.read() as session:
        page = game_page(session, game_id, bo, people.now, invitation=token)
    assert (page.may_join, page.kept_house, page.join_code) == (True, "tyrell", "")
    assert people.page(game_id, "eve").may_join is False
    with store.begin() as session:
        assert join_game(session, bo, game_id, people.now, invitation=token).house == "tyrell"
    with store.begin() as session, pytest.raises(Denied, match="invitation-used"):
        join_game(session, eve, game_id, people.now, invitation=token)
    with store.begin() as session:
        invite(session, bo, game_id, "eve@rookery.example", None, people.now)
        with pytest.raises(Denied, match="not-your-seat"):
            invite(session, eve, game_id, "fay@rookery.example", None, people.now)
        with pytest.raises(Invalid, match="house-taken"):
            invite(session, bo, game_id, "fay@rookery.example", "stark", people.now)


def test_who_wants_no_invitations_gets_none(people: People, store: Store) -> None:
    game_id, _ = lobby(people)
    ada = people.account("ada")
    with store.begin() as session:
        invite(session, ada, game_id, "bo@rookery.example", None, people.now)
    people.deliver()
    (mail,) = people.mails("bo")
    token = str(mail["List-Unsubscribe"]).rpartition("/")[2].rstrip(">")
    with store.read() as session:
        assert look_at_unsubscribe(session, token).what == "invitations"
    for _ in range(2):
        with store.begin() as session:
            unsubscribe(session, token, people.now)
    with store.begin() as session:
        invite(session, ada, game_id, "bo@rookery.example", None, people.now)
    assert people.deliver() == 0
    with store.begin() as session, pytest.raises(NotFound):
        unsubscribe(session, f"{token}x", people.now)


def test_one_address_is_not_pestered(people: People, store: Store) -> None:
    game_id, _ = lobby(people)
    ada = people.account("ada")
    for _ in range(3):
        with store.begin() as session:
            invite(session, ada, game_id, "bo@rookery.example", None, people.now)
    with store.begin() as session, pytest.raises(Denied, match="too-many-invitations"):
        invite(session, ada, game_id, "bo@rookery.example", None, people.now)
    assert people.count(Invitation) == 1
    assert people.count(OutgoingMail) == 3


def test_houses_are_dealt_when_nobody_chooses(people: People, store: Store) -> None:
    game_id, code = lobby(people, seat_choice="random", players=3, house=None)
    assert people.page(game_id).you is None
    assert people.page(game_id).member
    with store.begin() as session:
        join_game(session, people.account_in(session, "bo"), game_id, people.now, code=code, house="stark")
    with store.begin() as session:
        fill_with_bots(session, people.account("ada"), game_id, None, people.now)
    page = people.page(game_id)
    assert page.status == "running"
    assert page.view is not None
    assert sorted(seat.house or "" for seat in page.seats) == sorted(page.view.board.houses)
    assert page.you is not None


def test_only_the_maker_fills_and_starts(people: People, store: Store) -> None:
    game_id, code = lobby(people)
    ada, bo = people.account("ada"), people.account("bo")
    with store.begin() as session:
        join_game(session, bo, game_id, people.now, code=code, house="greyjoy")
    with store.begin() as session:
        with pytest.raises(Denied, match="not-your-game"):
            fill_with_bots(session, bo, game_id, None, people.now)
        with pytest.raises(Denied, match="not-your-game"):
            start_game(session, bo, game_id, people.now)
        with pytest.raises(Denied, match="seats-free"):
            start_game(session, ada, game_id, people.now)
        fill_with_bots(session, ada, game_id, ["tyrell"], people.now)
        with pytest.raises(Invalid, match="house-taken"):
            fill_with_bots(session, ada, game_id, ["tyrell"], people.now)
        leave_game(session, bo, game_id, people.now)
    assert people.page(game_id).free_houses == ("lannister", "baratheon", "greyjoy")
    with store.begin() as session:
        fill_with_bots(session, ada, game_id, None, people.now)
    with store.begin() as session:
        with pytest.raises(Denied, match="game-started"):
            leave_game(session, ada, game_id, people.now)
        with pytest.raises(Denied, match="game-started"):
            start_game(session, ada, game_id, people.now)
    kinds = {seat.house: seat.kind for seat in people.page(game_id).seats}
    assert kinds.pop("stark") == "human"
    assert set(kinds.values()) == {"steward"}


def test_bots_take_the_rest_where_that_was_agreed(people: People, store: Store) -> None:
    game_id, _ = lobby(people, bots_fill_seats=True)
    with store.begin() as session:
        start_game(session, people.account("ada"), game_id, people.now)
    assert people.page(game_id).status == "running"


@pytest.mark.both_databases
def test_two_cannot_have_the_last_seat(people: People, store: Store) -> None:
    game_id, code = lobby(people, players=3)
    with store.begin() as session:
        fill_with_bots(session, people.account("ada"), game_id, ["lannister"], people.now)
    accounts = [people.account(f"p{number}") for number in range(6)]
    outcomes: list[str] = []

    def join(account: object) -> None:
        try:
            with store.begin() as session:
                join_game(session, account, game_id, people.now, code=code)  # type: ignore[arg-type]
            outcomes.append("seated")
        except Denied as refused:
            outcomes.append(refused.code)

    threads = [threading.Thread(target=join, args=(account,)) for account in accounts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["game-started"] * 5 + ["seated"]
    assert people.count(Seat) == 3


def test_the_list_says_what_waits_for_whom(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    lobby(people)
    people.submit(game_id, "bo", ready=True)
    with store.read() as session:
        mine = my_games(session, people.account_in_read(session, "ada"), people.now)
        theirs = my_games(session, people.account_in_read(session, "bo"), people.now)
    assert [(line.status, line.asked, line.house) for line in mine] == [
        ("running", True, "stark"),
        ("lobby", False, "stark"),
    ]
    assert [(line.status, line.asked, line.taken) for line in theirs] == [("running", False, 5)]


def test_games_are_listed_by_deadline(people: People, store: Store) -> None:
    late = people.game({"stark": "ada", "tyrell": "bo"}, window_hours=96)
    soon = people.game({"stark": "ada", "tyrell": "bo"}, window_hours=24)
    ready = people.game({"stark": "ada", "tyrell": "bo"}, window_hours=12)
    people.submit(ready, "ada", ready=True)
    with store.read() as session:
        ada = people.account_in_read(session, "ada")
        mine, waiting = my_games(session, ada, people.now), waiting_games(session, ada, people.now)
    assert [line.id for line in mine] == [soon, late, ready]
    assert [line.id for line in waiting] == [soon, late]


def test_a_vote_waits_for_whoever_may_decide(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada", "lannister": "bob", "tyrell": "cyd"})
    for name in ("ada", "bob", "cyd"):
        people.submit(game_id, name, ready=True)

    def waits(name: str) -> list[bool]:
        with store.read() as session:
            account = people.account_in_read(session, name)
            return [line.to_vote for line in waiting_games(session, account, people.now)]

    before = waits("bob")
    with store.begin() as session:
        vote = open_vote(session, people.account_in(session, "ada"), game_id, "end", "", "", people.now).public_id
        cast(session, people.account_in(session, "cyd"), vote, "no", people.now)
    assert (before, waits("ada"), waits("bob"), waits("cyd")) == ([], [], [True], [])


def test_codes_are_for_members(people: People) -> None:
    game_id, code = lobby(people)
    assert people.page(game_id, "ada").join_code == code
    assert people.page(game_id, "eve").join_code == ""
    assert people.page(game_id, None).join_code == ""
    with pytest.raises(NotFound):
        people.page("nothing")
