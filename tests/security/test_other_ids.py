"""Other people's ids under addresses of one's own: who masters one game gets at nothing of another through it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from correspondence.settings import Settings
from correspondence.sign_in.use_cases import issue_api_token
from correspondence.store import Store
from tests.correspondence.review.masters import make_master, run_out, set_review
from tests.web.access_table import TABLE
from tests.web.realm import NOTE, PRIVATE, PROPOSAL, Realm
from tests.web.test_access import COUNTED, words
from tests.web.visitors import Program, browser_of, program_of

GAMES = ("game", "held", "lobby", "open", "offered")
# Things of the realm's games and people; none of them is Mallory's.
THINGS = (
    "draft",
    "override",
    "note",
    "delegation",
    "seat",
    "thread",
    "letter",
    "vote",
    "hook",
    "told",
    "token",
    "absence",
    "session",
)
SECRETS = (PRIVATE, NOTE, PROPOSAL)


@pytest.fixture
def realm(settings: Settings, store: Store) -> Iterator[Realm]:
    """The site, and everybody; `mal` masters a game of his own, in which a draft waits."""
    made = Realm(settings, store)
    yield made
    made.store.close()


def mallory(realm: Realm) -> str:
    """Mallory's own game, in which he does and sees everything; he plays in no other."""
    people = realm.people
    own = people.game({"stark": "zed"}, title="Mallory's")
    make_master(people, own, "mal")
    set_review(people, own, "all")
    run_out(people, own)
    realm.browsers["mal"] = browser_of(realm.app, people, "mal")
    realm.programs["mal"] = program_of(realm.app, people, "mal")
    realm.programs["mal"].get("/me")
    realm.marks["mal"] = realm.browsers["mal"].mark()
    return own


def test_no_thing_of_another_game_opens_under_ones_own(realm: Realm) -> None:
    own = mallory(realm)
    mixed = {
        endpoint: row
        for endpoint, row in TABLE.items()
        if any(f"{{{game}}}" in row[1] for game in GAMES) and any(f"{{{thing}}}" in row[1] for thing in THINGS)
    }
    assert len(mixed) >= 15, "two ids in one address"
    realm.at = {**realm.at, **dict.fromkeys(GAMES, own)}
    wrong = []
    for endpoint, (method, path, fields, _) in mixed.items():
        before = realm.writes.count
        answer = realm.ask("mal", method, path, fields)
        if answer.status_code not in (403, 404, 409, 422) or realm.writes.count != before:
            wrong.append(f"{method} {endpoint}: {answer.status}, {realm.writes.count - before} writes")
        if any(secret in words(answer) for secret in SECRETS):
            wrong.append(f"{method} {endpoint}: tells a secret")
    assert not wrong, "\n".join(wrong)


def test_every_id_is_closed_to_a_stranger_with_other_rights(realm: Realm) -> None:
    """The table's rows, asked by somebody who masters a game, has tokens and all: as for any stranger."""
    mallory(realm)
    wrong = []
    for endpoint, (method, path, fields, mails) in TABLE.items():
        if "{" not in path or endpoint.startswith(("accounts.", "home.")):
            continue
        # What the realm's spectator, who has no part in the games either, is answered.
        if mails[6] not in "nm":
            continue
        before = realm.writes.count
        answer = realm.ask("mal", method, path, fields)
        changed = realm.writes.count != before and endpoint not in COUNTED
        if answer.status_code not in (400, 403, 404, 409, 422) or changed:
            wrong.append(f"{method} {endpoint}: {answer.status}")
        if any(secret in words(answer) for secret in SECRETS):
            wrong.append(f"{method} {endpoint}: tells a secret")
    assert not wrong, "\n".join(wrong)


def test_tokens_of_one_person_do_nothing_for_another(realm: Realm) -> None:
    """A program with Mallory's token asks for Ada's own things; with one that is not quite right, for anything."""
    mallory(realm)
    for endpoint, (method, path, fields, mails) in TABLE.items():
        if endpoint.startswith("api-") and mails[:2] in ("om", "rm", "on"):
            before = realm.writes.count
            answer = realm.ask("mal", method, path, fields)
            assert answer.status_code in (403, 404, 409), (endpoint, answer.status)
            assert realm.writes.count == before or endpoint in COUNTED, endpoint
    people = realm.people
    with people.store.begin() as session:
        token = issue_api_token(session, people.account_in(session, "mal"), "short-lived", people.now)
    for given in (token[:-1], token + "A", token.lower(), token.upper(), "", "null", f" {token}x"):
        answer = Program(realm.app.test_client(), given or "x").get("/me")
        assert answer.status_code == 401, given
    assert Program(realm.app.test_client(), token).get("/me").status_code == 200
