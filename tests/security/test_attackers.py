"""The attacker's table: each route and operation there is, as the app lists them, tried by those who have no right.

Nothing is expected of a route by name but what stands here: by itself a route is closed. One that lets strangers, or
people without a part in a game, change something says so below with its reason, and an entry that is not needed fails.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Response
from sqlalchemy import select

from correspondence.models.games import Game, Seat
from correspondence.store import Store
from tests.security.attackers import (
    ALL_GAMES,
    GAMES,
    IDS,
    Attackers,
    Rows,
    Way,
    arguments,
    changed_of_others,
    kept,
    operations,
    scopes,
    ways,
)
from tests.web.conftest import settings_in
from tests.web.realm import NOTE, PRIVATE, PROPOSAL, ROLES, Realm
from tests.web.test_access import words
from web.views import archive

# Strangers change something there.
OPEN = {
    "accounts.ask_for_link": "asks for a letter with a link",
    "accounts.use": "whoever has a link signs in by it",
    "tutorial.make": "a guest and its game, both deleted after a day",
}
# There people who have an account and nothing else change what is others', or write to them.
OUTSIDE = {
    "accounts.ask_for_link": "a letter with a link to whoever has the address",
    "games.join": "a game that is open to all",
    "api-seats.join": "a game that is open to all",
    "seats.take_over": "a seat of a game open to all for which a substitute is wanted",
    "api-seats.take_over": "a seat of a game open to all for which a substitute is wanted",
}
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
UNKNOWN = ("TRACE", "zorse")


@pytest.fixture(scope="module")
def attackers(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Attackers]:
    """The realm under attack; one for all tests, which find it as it was made."""
    settings = settings_in(tmp_path_factory.mktemp("attacked"))
    shutil.copy(empty_database, settings.data_dir / "rookery.db")
    store = Store(settings)
    yield Attackers(Realm(settings, store))
    store.close()


@pytest.fixture(autouse=True)
def as_it_was(attackers: Attackers) -> None:
    """No test finds what another one did."""
    attackers.restore()


@pytest.fixture(autouse=True)
def pages_instead_of_pdf(monkeypatch: pytest.MonkeyPatch) -> None:
    """A PDF file is packed, so no secret would be found in it: what it is made from is looked through."""
    monkeypatch.setattr(archive, "pdf_answer", lambda page, *_, **__: Response(page(), mimetype="text/html"))


@pytest.fixture(scope="module")
def secrets(attackers: Attackers) -> set[str]:
    """What no page and no answer tells those who are not meant: words, seeds, addresses, what opens something."""
    at = attackers.realm.at
    with attackers.realm.store.read() as session:
        seeds = set(session.scalars(select(Game.seed).where(Game.status == "running")))
        codes = set(session.scalars(select(Game.join_code).where(Game.public_id == at["lobby"])))
        seats = set(session.scalars(select(Seat.public_id)))
    things = {
        at[name] for name in ("draft", "override", "note", "thread", "letter", "vote", "token", "hook", "session")
    }
    told = seeds | codes | seats | things | {PRIVATE, NOTE, PROPOSAL, "@rookery.example", "hooks.example.org"}
    assert all(len(secret) >= 6 for secret in told), told
    return told


def learned(way: Way, text: str, secrets: set[str]) -> set[str]:
    """The secrets in an answer, but for what the asker sent, and whom a link that they have signs in."""
    if way.endpoint == "accounts.look_at":
        text = text.replace("gil@rookery.example", "")
    return {secret for secret in secrets if secret in text and secret not in f"{way.path} {way.body}"}


def test_everything_that_stands_in_addresses_has_a_value(attackers: Attackers) -> None:
    """Say in `IDS` what stands in the address of a new kind of thing."""
    assert arguments(attackers.app) == {*IDS, "game_id"}


def test_the_description_names_every_operation_of_the_map(attackers: Attackers) -> None:
    described = attackers.described["paths"].items()
    named = {(path, method) for path, item in described for method in item if method != "parameters"}
    assert operations(attackers.app) == named
    assert len(named) > 90


@pytest.mark.parametrize("who", Attackers.NOBODY)
def test_without_a_right_nothing_is_learned_or_changed(attackers: Attackers, secrets: set[str], who: str) -> None:
    app, at = attackers.app, attackers.realm.at
    wrong, opened = [], set()
    for reading in (True, False):
        for way in ways(app, at, attackers.described, reading=reading):
            answer = attackers.ask(who, way)
            if answer is None:
                continue
            touched = attackers.touched.taken()
            if answer.status_code >= 500:
                wrong.append(f"{who}: {way}: {answer.status}")
            if touched:
                opened.add(way.endpoint)
                if way.endpoint not in OPEN:
                    wrong.append(f"{who}: {way}: {answer.status}, changed {sorted(touched)}")
                attackers.restore()
            found = learned(way, words(answer), secrets)
            if found:
                wrong.append(f"{who}: {way}: tells {sorted(found)}")
    assert not wrong, "\n".join(wrong)
    if who == "stranger":
        assert opened == set(OPEN), "what is said to be open is"


@pytest.mark.parametrize("role", ["other", "former", "playing-gm", "host"])
def test_whoever_is_in_a_game_learns_nothing_of_others(attackers: Attackers, secrets: set[str], role: str) -> None:
    """All there is to read, for people who may see some of it: never emails to others, seeds, or what opens things."""
    app, realm = attackers.app, attackers.realm
    own, wrong = f"{ROLES[role]}@rookery.example", []
    for way in ways(app, realm.at, attackers.described, reading=True):
        answer = realm.ask(role, way.method, way.path)
        if answer.status_code >= 500:
            wrong.append(f"{way}: {answer.status}")
        # All in a game know its votes and its public emails.
        found = learned(way, words(answer).replace(own, ""), secrets - {realm.at["vote"]})
        if found:
            wrong.append(f"{role}: {way}: tells {sorted(found)}")
    assert not wrong, "\n".join(wrong)


def test_a_token_does_nothing_that_it_is_not_made_for(attackers: Attackers) -> None:
    """By the scope that the description names; a player's and a master's own token, which otherwise may."""
    wrong, needed = [], scopes(attackers.app, attackers.described)
    # Before this others took their data along, which is told by email.
    attackers.restore()
    for reading in (True, False):
        for way in ways(attackers.app, attackers.realm.at, attackers.described, reading=reading, games=("game",)):
            scope = needed.get(way.endpoint, "read")
            for program in [] if scope == "read" else [*attackers.narrow[scope], *attackers.narrow["write"]]:
                answer = program.ask(way.method, way.path.removeprefix("/api/v1"), json=way.body)
                touched = attackers.touched.taken()
                if answer.status_code != 403 or touched or "scope-missing" not in answer.text:
                    wrong.append(f"{way}: {answer.status}, changed {sorted(touched)}")
    assert not wrong, "\n".join(wrong)
    assert set(needed.values()) == {"read", "play", "gm"}


def test_an_outsider_changes_nothing_of_others(attackers: Attackers, secrets: set[str]) -> None:
    """An account without a part in any game: its own rows may change, new ones may be about new things."""
    app, at, store = attackers.app, attackers.realm.at, attackers.realm.store
    attackers.restore()
    before, own = kept(store), attackers.outsider
    wrong, reached = [], set()
    for reading in (True, False):
        for way in ways(app, at, attackers.described, reading=reading, games=GAMES if reading else ALL_GAMES):
            answer = attackers.ask_as_outsider(way)
            if answer.status_code >= 500:
                wrong.append(f"{way}: {answer.status}")
            found = learned(way, words(answer).replace("gil@rookery.example", ""), secrets)
            if found:
                wrong.append(f"{way}: tells {sorted(found)}")
            if attackers.touched.taken():
                others = changed_of_others(before, kept(store), own)
                if others:
                    reached.add(way.endpoint)
                    if way.endpoint not in OUTSIDE:
                        wrong.append(f"{way}: {answer.status}, changed {sorted(others)}")
                attackers.restore()
    assert not wrong, "\n".join(wrong)
    assert reached == set(OUTSIDE), "what is said to reach others does"


def test_no_way_takes_another_method(attackers: Attackers) -> None:
    app, wrong = attackers.app, []
    client, mark = attackers.browsers["unmarked"].client, attackers.marks["unmarked"]
    asked = set()
    for reading in (True, False):
        for way in ways(app, attackers.realm.at, attackers.described, reading=reading, games=("game",)):
            if way.path in asked or way.endpoint == "static":
                continue
            asked.add(way.path)
            allowed = set(app.url_map.bind("127.0.0.1").allowed_methods(way.path))
            for method in (*METHODS, *UNKNOWN):
                if method in allowed:
                    continue
                answer = client.open(way.path, method=method, data={"csrf_token": mark})
                if answer.status_code not in (404, 405) or attackers.touched.taken():
                    wrong.append(f"{method} {way.path}: {answer.status}")
    assert not wrong, "\n".join(wrong)


def test_what_reaches_others_is_found() -> None:
    """The measure itself: an account's own rows, rows about new games, and those that are neither."""
    before: Rows = {
        "accounts": {(1,): {"id": 1, "name": "me"}, (2,): {"id": 2, "name": "you"}},
        "games": {(7,): {"id": 7, "public_id": "g7"}},
        "notes": {(1,): {"id": 1, "account_id": 2, "game_id": 7}},
    }

    def changed(**tables: dict[tuple[int], dict[str, object]]) -> set[str]:
        return changed_of_others(before, {name: {**before[name], **tables.get(name, {})} for name in before}, 1)

    assert changed() == set()
    assert changed(accounts={(1,): {"id": 1, "name": "I"}}) == set()
    assert changed(accounts={(2,): {"id": 2, "name": "thou"}}) == {"accounts"}
    assert changed(games={(8,): {"id": 8, "public_id": "g8"}}, notes={(2,): {"account_id": 1, "game_id": 8}}) == set()
    assert changed(notes={(2,): {"account_id": 1, "game_id": 7}}) == {"notes"}
    assert changed(notes={(2,): {"account_id": 2, "game_id": 8}}) == {"notes"}
    assert changed_of_others(before, {**before, "notes": {}}, 1) == {"notes"}


def test_what_is_told_is_found() -> None:
    way = Way("gm.notes", "GET", "/games/g7/gm/notes", None)
    assert learned(way, "a page with ZORSE-NOTE in it", {NOTE, "g7"}) == {NOTE}
    assert learned(way, "/games/g7", {"g7"}) == set()
