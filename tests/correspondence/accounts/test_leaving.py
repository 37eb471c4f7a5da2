"""Taking one's data along, and deleting the account: nothing that names its owner stays anywhere."""

from __future__ import annotations

import json

import pytest

from correspondence import personal_data
from correspondence.accounts.use_cases import enter_absence, open_session
from correspondence.games.access import FORMER
from correspondence.games.options import NewGame
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.lobby.invitations import invite
from correspondence.lobby.use_cases import create_game
from correspondence.personal_data import export_account
from correspondence.sign_in.factors import choose_password
from correspondence.sign_in.use_cases import issue_api_token, update_profile
from tests.correspondence.people import People, link_in
from tests.web.visitors import rows

pytestmark = pytest.mark.both_databases


def settle(people: People) -> tuple[str, str]:
    """Ada with something everywhere; the ids of a game that runs and of a lobby of hers."""
    game = people.game({"stark": "ada", "tyrell": "bo"}, window_hours=12.0)
    people.submit(game, "ada")
    people.adjudicate(game)
    people.submit(game, "ada")
    with people.store.begin() as session:
        ada = people.account_in(session, "ada")
        lobby = create_game(session, ada, NewGame(title="A lobby"), people.now).public_id
        invite(session, ada, lobby, "cy@rookery.example", None, people.now)
        enter_absence(session, ada, people.now.date(), people.now.date(), people.now, "to the sea")
        issue_api_token(session, ada, "a program", people.now)
        open_session(session, ada, people.now, "Firefox, Linux")
        choose_password(session, ada, "", "a long sentence", "", people.now)
    people.deliver()
    people.adjudicate(game)
    return game, lobby


def test_an_export_says_what_is_kept_and_tells_no_secret(people: People) -> None:
    game, lobby = settle(people)
    with people.store.read() as session:
        told = json.loads(export_account(session, people.account_in_read(session, "ada"), people.now))
        other = json.loads(export_account(session, people.account_in_read(session, "bo"), people.now))
    assert told["account"]["address"] == "ada@rookery.example"
    assert told["account"]["has_password"] is True
    assert {line["id"] for line in told["games"]} == {game, lobby}
    (played,) = (line for line in told["games"] if line["id"] == game)
    assert [sheet["call"] for sheet in played["sheets"]] == [1, 2]
    assert told["absences"][0]["note"] == "to the sea"
    assert told["invitations"][0]["to"] == "cy@rookery.example"
    assert "argon2" not in json.dumps(told)
    assert other["games"][0]["sheets"] == []
    assert "ada@" not in json.dumps(other)


def test_nothing_names_a_former_player(people: People) -> None:
    game, lobby = settle(people)
    ada = people.account("ada")
    with people.store.begin() as session:
        personal_data.request_deletion(session, ada, people.now)
    people.deliver()
    token = link_in(people.mails("ada")[-1], "account/delete/")
    people.later(hours=25)
    with people.store.begin() as session, pytest.raises(Denied, match="link-expired"):
        personal_data.delete_by_link(session, token, people.now)
    with people.store.begin() as session, pytest.raises(NotFound):
        personal_data.delete_by_link(session, token.replace("-", "-9", 1), people.now)
    people.later(hours=-25)
    people.deliver()
    with people.store.begin() as session:
        personal_data.delete_by_link(session, token, people.now)
    kept = rows(people.store)
    # Emails that others have got are theirs.
    kept["local_mail"] = [line for line in kept["local_mail"] if "ada@" in repr(line[:4])]
    for table, lines in kept.items():
        for word in ("ada@", "Ada", "to the sea", "Firefox", "a program"):
            assert not any(word in repr(line) for line in lines), (table, word)
    with people.store.begin() as session, pytest.raises(NotFound):
        personal_data.delete_by_link(session, token, people.now)
    page = people.page(game, "bo")
    (stark,) = (seat for seat in page.seats if seat.house == "stark")
    assert (stark.player, stark.offered) == ("", True)
    assert people.page(lobby, "bo").status == "cancelled"
    # Whoever comes again with this address is somebody new.
    assert people.account("ada").public_id != ada.public_id


def test_games_that_are_over_keep_a_former_player(people: People) -> None:
    game, _ = settle(people)
    ada = people.account("ada")
    finish(people, game)
    with people.store.begin() as session, pytest.raises(Denied, match="wrong-password"):
        personal_data.delete_by_password(session, ada, "not this one", people.now)
    with people.store.begin() as session:
        personal_data.delete_by_password(session, ada, "a long sentence", people.now)
    (stark,) = (seat for seat in people.page(game, "bo").seats if seat.house == "stark")
    assert stark.player == FORMER


def test_nobody_takes_the_name_of_those_who_are_gone(people: People) -> None:
    ada = people.account("ada")
    with people.store.begin() as session, pytest.raises(Invalid, match="reserved-name"):
        update_profile(session, ada, name="A former  player", language="en", zone="UTC")


def finish(people: People, game_id: str) -> None:
    from correspondence.games.access import find_game

    with people.store.begin() as session:
        game = find_game(session, game_id)
        game.status, game.finished_at = "finished", people.now
