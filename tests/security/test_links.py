"""Programs that open links (scanners of mail, browsers that fetch ahead) use nothing up; links die in their time."""

from __future__ import annotations

import sqlite3
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from correspondence import personal_data
from correspondence.games.access import find_game
from correspondence.games.options import NewGame
from correspondence.lobby import invitations
from correspondence.lobby.use_cases import create_game
from correspondence.sign_in import use_cases
from correspondence.store import Store
from tests.correspondence.people import People, link_in
from tests.web.api_table import API
from tests.web.copied_places import CopiedPlaces
from tests.web.page_table import PAGES
from tests.web.visitors import Browser, browser_of, rows

SCANNER = {"User-Agent": "Mozilla/5.0 (compatible; SafeLinks)", "Accept": "*/*"}
AHEAD = {"Purpose": "prefetch", "Sec-Purpose": "prefetch;prerender", "X-Moz": "prefetch"}
# A game master's looks at what is hidden are told to the players; that is what looking does.
NOTED = {"gm.pending_result", "gm.pending_result_map", "gm.sheet_of", "gm.override"}
# A link of each kind in an email, and where it leads; `{}` is what nobody can guess.
LINKS = {
    "link": "/sign-in/{}",
    "unsubscribe": "/unsubscribe/{}",
    "address": "/account/address/{}",
    "delete": "/account/delete/{}",
    "invitation": "/invitations/{}",
}


class Rows:
    """Every row of every table as it is now; read again only if something was committed since."""

    def __init__(self, store: Store) -> None:
        self._store = store
        # SQLite tells this connection by another number that any other one has changed the file.
        self._watching = sqlite3.connect(str(store.engine.url.database))
        self._version, self._found = -1, dict[str, list[tuple[Any, ...]]]()

    def now(self) -> dict[str, list[tuple[Any, ...]]]:
        """The rows by table."""
        (version,) = self._watching.execute("PRAGMA data_version").fetchone()
        if version != self._version:
            self._version, self._found = version, rows(self._store)
        return dict(self._found)


def test_rows_are_read_again_when_one_was_changed(people: People) -> None:
    kept = Rows(people.store)
    before = kept.now()
    assert kept.now() == before
    people.account("ada")
    assert kept.now() != before
    assert kept.now() == rows(people.store)


def test_whatever_is_only_opened_changes_no_row(app: Flask, people: People) -> None:
    """All addresses that take GET or HEAD, from the site's own map, for a scanner, a stranger and their owner."""
    places = CopiedPlaces(app, people)
    known = {e: [p for m, p, _ in found if m == "GET"] for e, found in PAGES.items()}
    known |= {e: [f"/api/v1{p}"] for e, (m, p, _, _) in API.items() if m == "GET"}
    opened = {r.endpoint for r in app.url_map.iter_rules() if "GET" in (r.methods or ())}
    missing = {endpoint for endpoint in opened if not known.get(endpoint)}
    assert {endpoint for endpoint in missing if not endpoint.startswith("api-docs")} == set(), "no address is known"
    kept = Rows(people.store)
    before = kept.now()
    for endpoint in sorted(opened & set(known)):
        wheres = [path.format(**places.at) for path in known[endpoint]]
        for where in wheres:
            app.test_client().head(where, headers=SCANNER)
            app.test_client().get(where, headers=SCANNER)
        assert kept.now() == before, endpoint
        for where in wheres:
            places.browser.client.get(where, headers=AHEAD)
        after = kept.now()
        if endpoint in NOTED:
            before["audit_log"] = after["audit_log"]
        assert after == before, endpoint


@pytest.mark.parametrize("name", LINKS)
def test_a_link_works_for_its_reader_after_scanners_were_there(name: str, app: Flask, people: People) -> None:
    places = CopiedPlaces(app, people)
    path = LINKS[name].format(places.at[name])
    for _ in range(3):
        assert app.test_client().head(path, headers=SCANNER).status_code == 200
        assert app.test_client().get(path, headers=SCANNER).status_code == 200
        # Some follow what they find, and ask what may be done; none presses a button.
        app.test_client().options(path, headers=SCANNER)
    before = rows(people.store)
    answer = Browser(app.test_client()).post(path)
    assert answer.status_code in (200, 303)
    assert rows(people.store) != before


def signed_in(client: FlaskClient) -> bool:
    """Whether this browser is."""
    return client.get("/account").status_code == 200


def test_a_sign_in_link_dies(people: People, app: Flask) -> None:
    for late, works in ((timedelta(0), True), (timedelta(seconds=1), False)):
        begun = people.now
        with people.store.begin() as session:
            use_cases.request_link(session, "ada@rookery.example", begun)
        people.deliver()
        path = "/sign-in/" + link_in(people.mails("ada")[-1], "sign-in/")
        people.now = begun + use_cases.LINK_LIFE - timedelta(seconds=1) + late
        browser = Browser(app.test_client())
        browser.post(path)
        assert signed_in(browser.client) == works


def test_a_link_that_changes_an_address_dies(people: People, app: Flask) -> None:
    people.account("ada")
    for new, late, works in (("one", timedelta(seconds=1), False), ("two", timedelta(0), True)):
        begun = people.now
        with people.store.begin() as session:
            account = people.account_in(session, "ada")
            use_cases.request_address(session, account, f"{new}@rookery.example", begun)
        people.deliver()
        path = "/account/address/" + link_in(people.mails(new)[-1], "account/address/")
        people.now = begun + use_cases.ADDRESS_LINK_LIFE - timedelta(seconds=1) + late
        browser_of(app, people, "ada").post(path)
        with people.store.read() as session:
            changed = session.get_one(type(account), account.id).email == f"{new}@rookery.example"
        assert changed == works


def test_a_link_that_deletes_an_account_dies(people: People, app: Flask) -> None:
    people.account("ada")
    for late, works in ((timedelta(seconds=1), False), (timedelta(0), True)):
        begun = people.now
        with people.store.begin() as session:
            personal_data.request_deletion(session, people.account_in(session, "ada"), begun)
        people.deliver()
        path = "/account/delete/" + link_in(people.mails("ada")[-1], "account/delete/")
        people.now = begun + personal_data.LINK_LIFE - timedelta(seconds=1) + late
        Browser(app.test_client()).post(path)
        gone = app.test_client().get(path).status_code == 404 and late == timedelta(0)
        assert gone == works


def test_an_invitation_dies(people: People, app: Flask) -> None:
    for guest, late, works in (("cy", timedelta(seconds=1), False), ("dee", timedelta(0), True)):
        begun = people.now
        with people.store.begin() as session:
            maker = people.account_in(session, "ada")
            game = create_game(session, maker, NewGame(title="A table"), begun).public_id
            invitations.invite(session, maker, game, f"{guest}@rookery.example", None, begun)
        people.deliver()
        token = link_in(people.mails(guest)[-1], "invitations/")
        people.now = begun + invitations.INVITATION_LIFE - timedelta(seconds=1) + late
        guests = browser_of(app, people, guest)
        guests.post(f"/games/{game}/join", {"invitation": token})
        with people.store.read() as session:
            seats = find_game(session, game).seats
            assert any(seat.account and seat.account.name.lower() == guest for seat in seats) == works
