"""Who may see and do what, for every address of the site and the API and everybody who may ask.

A route without a row in `access_table` fails; so does a refusal that changes something, and an answer in which anything
shows that its reader may not know.
"""

from __future__ import annotations

import io
import re
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from correspondence.store import Store
from tests.web.access_table import TABLE
from tests.web.conftest import settings_in
from tests.web.realm import NOTE, PRIVATE, PROPOSAL, ROLES, Realm

SHARES = 4
# Refused tries at secrets are counted.
COUNTED = {
    "passwords.sign_in_by_password",
    "passkeys.sign_in_by_passkey",
    "passkeys.add_passkey",
    "second_factor.show",
    "second_factor.turn_on",
    "second_factor.renew",
    "lobby.code",
    "delegations.grant",
    "proving.prove",
}
# Who knows the sheet: its player and who acts for them; and, in review alone, the master who does not play.
OWN, MASTER = {"player", "delegate"}, {"gm"}
# Where the player reads the address that they invited to the lobby.
INVITING = {"data.export", "api-seats.sent_invitations", "/games/{lobby}"}
# More to read than one address for each route: the game that is held, what is public, what has not begun.
MORE = [
    "/games/{held}",
    "/games/{held}/gm",
    "/games/{held}/gm/back",
    "/games/{held}/gm/back?to=1",
    "/games/{held}/gm/overrides/new",
    "/games/{held}/log",
    "/games/{held}/turns/1",
    "/games/{held}/rounds/1",
    "/games/{held}/compare",
    "/games/{held}/export.json",
    "/games/{held}/export.zip",
    "/games/{held}/map.svg?call=1",
    "/turns/{held_call}",
    "/api/v1/games/{held}",
    "/api/v1/games/{held}/results/1",
    "/api/v1/games/{held}/rounds/1",
    "/api/v1/games/{held}/export",
    "/api/v1/games/{held}/evaluations",
    "/api/v1/turns/{held_call}",
    "/api/v1/turns/{held_call}/sheets",
    "/messages/{public_thread}",
    "/games/{game}/messages?to=greyjoy",
    "/games/{lobby}",
    "/games/{lobby}/settings",
    "/api/v1/games/{lobby}",
]
# What offers a new secret each time.
NEW_SECRETS = ("second_factor.second_factor", "passkeys.ask_device", "passkeys.ask_for_new")
# What is only read.
READ = {
    endpoint
    for endpoint, (method, *_) in TABLE.items()
    if method == "GET" and endpoint not in ("static", "home.opening", *NEW_SECRETS)
}
UNMARKED = {"accounts.end_mails": "mail programs send it by themselves (RFC 8058)"}


@pytest.fixture(scope="module")
def one_realm(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Realm]:
    """The site, and everybody; one for all tests."""
    settings = settings_in(tmp_path_factory.mktemp("realm"))
    shutil.copy(empty_database, settings.data_dir / "rookery.db")
    made = Realm(settings, Store(settings))
    yield made
    made.store.close()


@pytest.fixture
def realm(one_realm: Realm) -> Realm:
    """The site and everybody, as they were made: no test finds what another one did."""
    one_realm.restore()
    return one_realm


def mail(answer: TestResponse) -> str:
    """What an answer is, in the table's emails; a status that has none as a number."""
    status = answer.status_code
    if status == 401 or (status in (302, 303) and "/sign-in" in answer.headers["Location"]):
        return "s"
    if status < 400:
        return "o" if status < 300 else "r"
    return {403: "n", 404: "m", 409: "c", 400: "i", 415: "i", 422: "i", 503: "u"}.get(status, str(status))


def test_every_route_has_a_row(app: Flask) -> None:
    served = {rule.endpoint: rule for rule in app.url_map.iter_rules()}
    assert set(served) == set(TABLE)
    for endpoint, (method, _, _, mails) in TABLE.items():
        assert served[endpoint].methods == {method, "OPTIONS"} | ({"HEAD"} if method == "GET" else set()), endpoint
        assert len(mails) == len(ROLES), endpoint


@pytest.mark.parametrize("share", range(SHARES))
def test_everybody_is_answered_as_the_table_says(realm: Realm, share: int) -> None:
    """But for what is only read: the test that reads everything looks at that."""
    asked = [endpoint for endpoint in TABLE if endpoint not in READ]
    wrong: list[str] = []
    for endpoint in asked[share::SHARES]:
        method, path, fields, _ = TABLE[endpoint]
        for role in ROLES:
            before = realm.writes.count
            answer = realm.ask(role, method, path, fields)
            changed = realm.writes.count != before
            wrong += unlike_the_table(endpoint, role, answer, changed)
            if changed:
                realm.restore()
    assert not wrong, "\n".join(wrong)


def unlike_the_table(endpoint: str, role: str, answer: TestResponse, changed: bool) -> Iterator[str]:
    """What is wrong with an answer, of which is known whether anything was changed by it."""
    method, _, _, mails = TABLE[endpoint]
    got, wanted = mail(answer), mails[list(ROLES).index(role)]
    if got != wanted:
        yield f"{method} {endpoint} for {role}: {got}, not {wanted}"
    if changed and got not in "or" and endpoint not in COUNTED:
        yield f"{method} {endpoint} for {role}: refused, but something was changed"


def test_access_follows_the_table(realm: Realm) -> None:
    """Everything there is to read, read twice by everybody: what differs between two games in which only the secrets of
    one player differ is what the reader learns of them. And words of emails, notes and proposals are looked for."""
    first: dict[tuple[str, str], tuple[int, str]] = {}
    wrong, before = list[str](), realm.writes.count
    for key, answer in everything(realm):
        first[key] = (answer.status_code, words(answer))
        if key[0] in READ:
            wrong += unlike_the_table(*key, answer, realm.writes.count != before)
        before = realm.writes.count
    assert {endpoint for endpoint, _ in first} == READ | set(MORE)
    assert not wrong, "\n".join(wrong)
    realm.restore()
    realm.change_minds()
    told, found = set(), set()
    for key, answer in everything(realm):
        text = words(answer)
        if (answer.status_code, text) != first[key]:
            told.add(key)
        # Nobody reads another's e-mail address; but a link that signs somebody in says whom, and who invited an
        # address reads it again.
        others = addressed(text) - {ROLES[key[1]], "r"}
        if key[1] == "player" and key[0] in INVITING:
            others -= {"hal"}
        assert not others or key[0] == "accounts.look_at", (key, others)
        found |= {(*key, mark) for mark in (PRIVATE, "ZORSE-OTHER", NOTE, PROPOSAL) if mark in text}
    review = {
        "gm.pending_result",
        "gm.sheet_of",
        "gm.pending_result_map",
        "gm.override",
        "/games/{held}/gm",
        "api-review.pending_result",
    }
    may = {(endpoint, role) for endpoint, role in told if role in OWN or (role in MASTER and endpoint in review)}
    assert told <= may
    assert {("sheets.receipt", "player"), ("api-turns.turn", "delegate"), ("messages.thread", "player")} <= told
    for endpoint, role, mark in found:
        if mark == NOTE:
            assert role == "gm", (endpoint, role)
            assert endpoint in {
                "gm.notes",
                "api-review.notes",
                "data.export",
            }, endpoint
        elif mark == PROPOSAL:
            assert role == "gm", (endpoint, role)
        else:
            assert role in OWN, (endpoint, role)


def everything(realm: Realm) -> Iterator[tuple[tuple[str, str], TestResponse]]:
    """Every address that is only read, for everybody."""
    for endpoint, (method, path, _, _) in TABLE.items():
        if endpoint in READ:
            for role in ROLES:
                yield (endpoint, role), realm.ask(role, method, path)
    for path in MORE:
        for role in ROLES:
            yield (path, role), realm.ask(role, "GET", path)


def addressed(text: str) -> set[str]:
    """Who is named by an e-mail address."""
    before = (part[-100:] for part in text.split("@rookery.example")[:-1])
    return {found[0] for part in before if (found := re.search(r"\w+\Z", part))}


def words(answer: TestResponse) -> str:
    """An answer as text, what is packed in it unpacked, without the marks that are new each time."""
    if answer.mimetype == "application/zip":
        with zipfile.ZipFile(io.BytesIO(answer.data)) as packed:
            return "".join(packed.read(name).decode("latin-1") for name in packed.namelist())
    text = answer.data.decode("latin-1")
    return re.sub(r'(name="(?:csrf_token|page-id)"[^>]*value=|nonce=)"[^"]*"', r"\1", text)


def test_forms_of_others_are_not_taken(realm: Realm) -> None:
    """Every form needs the mark of our own pages, from everybody who has a cookie."""
    for endpoint, (method, path, fields, _) in TABLE.items():
        if method != "POST" or path.startswith("/api/") or endpoint in UNMARKED:
            continue
        for role in ("player", "gm", "anonymous"):
            before = realm.writes.count
            answer = realm.browsers[role].client.post(path.format(**realm.at), data=fields)
            assert answer.status_code == 400, (endpoint, role, answer.status)
            assert realm.writes.count == before, (endpoint, role)
