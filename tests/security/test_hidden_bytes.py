"""Hidden stays hidden in every byte: what others read is the same whatever a deck's order, an email or a sheet says,
and no hash over any of these leaves the service without a key."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace as settings_replace
from datetime import datetime
from difflib import unified_diff
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from correspondence.accounts.use_cases import choose_light
from correspondence.models.archive import RoundRecords
from correspondence.models.turns import SheetReceipt, SheetVersion
from correspondence.push.subscriptions import PUSHED
from correspondence.webhooks.use_cases import add_webhook
from tests.adjudicator.btwixt import test_what_is_hidden as cards_in_hands
from tests.correspondence.incoming_mail.conftest import SERVER, Writer
from tests.correspondence.people import People
from tests.correspondence.push.push_service import Receiver, tell
from tests.security.reading import Reader, text_of
from tests.security.two_games import (
    BODY,
    DEALS,
    DRAGONS,
    TABLES,
    Table,
    change_secrets,
    dealt_otherwise,
    play,
    position_in,
    seen_in,
    tail_of,
)
from tests.slices import often
from tests.web.copied_sites import copied

# So many emails of a hash are enough to try what was hashed.
MIN_MAILS = 6
# By day the one in which a vassal's hand is another.
TURNS = [one for one in TABLES if one[0] == DRAGONS or often(0, 1)]
# Among so many other deals one is played like the first.
MAX_DEALS = 40
# Whatever else is read, these are answered.
EXPECTED = [
    f"cy at {where}" for where in ("what_ifs.first", "what_ifs.show_saved_what_if", "what_ifs.moments", "a suggestion")
]
EXPECTED += ["a stranger at the stream since the last call"]


@pytest.fixture(params=TABLES[: often(3, 5)], ids=lambda table: table[0])
def table(request: pytest.FixtureRequest, people: People) -> Iterator[Table]:
    """A game as `two_games` has it, on a service that takes mail."""
    edition, players, rounds = request.param
    people.store.settings = settings_replace(
        people.store.settings, mail_in="orders@rookery.example", mail_in_checked_by=SERVER
    )
    with cards_in_hands.host_cards() if edition == cards_in_hands.HOST_SET else nullcontext():
        gave = copied(f"hidden-bytes-{edition}", people, lambda there: play(there, edition, players, rounds))
        yield Table(edition, *gave)


class Hashes:
    """Every hash that is made while this is in place, and what it was made of; those with a key are left alone."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.made: list[tuple[bytes, bytes]] = []
        self._plain = {name: getattr(hashlib, name) for name in ("sha256", "sha1", "sha512", "md5", "blake2b")}
        for name in self._plain:
            patch.setattr(hashlib, name, self._recording(name))
        keyed, sums = hmac.new, {name: getattr(zlib, name) for name in ("crc32", "adler32")}
        patch.setattr(hmac, "new", lambda key, msg=None, digestmod="sha256": keyed(key, msg, self._named(digestmod)))
        for name, real in sums.items():
            patch.setattr(zlib, name, self._summing(real))

    def _named(self, digestmod: Any) -> Any:
        return self._plain.get(getattr(digestmod, "hashes", ""), digestmod)

    def _recording(self, name: str) -> Callable[..., Any]:
        def make(data: bytes = b"", **options: Any) -> Any:
            return Hashing(self.made, self._plain[name](data, **options), bytes(data))

        make.hashes = name  # type: ignore[attr-defined]
        return make

    def _summing(self, real: Callable[..., int]) -> Callable[..., int]:
        def make(data: bytes, start: int = 0) -> int:
            found = real(data, start)
            self.made.append((found.to_bytes(4, "big"), bytes(data)))
            return found

        return make

    def over(self, secrets: list[bytes], keys: list[bytes]) -> set[bytes]:
        """The hashes of what holds a secret, or such a hash, and no key."""
        found, marks = set[bytes](), list(secrets)
        for made, data in self.made:
            if any(mark in data for mark in marks) and not any(key in data for key in keys):
                found.add(made)
                marks += [made, made.hex()[: 2 * MIN_MAILS].encode()]
        return found


class Hashing:
    """A hash that tells what it was made of."""

    def __init__(self, made: list[tuple[bytes, bytes]], real: Any, data: bytes) -> None:
        self._made, self._real, self._data = made, real, data
        self.digest_size, self.block_size, self.name = real.digest_size, real.block_size, real.name

    def copy(self) -> Hashing:
        """Another one of the same so far."""
        return Hashing(self._made, self._real.copy(), self._data)

    def update(self, data: bytes) -> None:
        """More of it."""
        self._real.update(data)
        self._data += bytes(data)

    def digest(self) -> bytes:
        """As bytes."""
        self._made.append((self._real.digest(), self._data))
        return bytes(self._real.digest())

    def hexdigest(self) -> str:
        """As text."""
        return self.digest().hex()


def read(
    app: Flask, people: People, table: Table, patch: pytest.MonkeyPatch, *, closed: bool = False
) -> dict[str, str]:
    """All that a player, who gets neither email nor sheet, and a stranger read of the game; what the player alone
    reads when the open turn was adjudicated, if it is `closed` first."""
    # Ids are drawn, and alike each time.
    patch.setattr("correspondence.rows.secrets.choice", Random(1).choice)
    turn = people.turn(table.game)
    writer = Writer(people, table.game, "cy")
    for text in ("SUGGEST\nSTATUS\nMAP\nHISTORY 3\n", "WHATIF\n"):
        mail = writer.send(text)
        assert (mail.state, mail.reason) == ("done", "")
    if closed:
        people.adjudicate(table.game)
    people.deliver()
    found = dict[str, str]()
    # What strangers read of a closed turn is part of what cy does.
    for name in ("cy",) if closed else ("cy", ""):
        pages = read_by(Reader(app, people, name), table, turn, packed=closed or not name)
        found |= {f"{name or 'a stranger'} at {where}": text for where, text in pages.items()}
    return found


def read_by(reader: Reader, table: Table, turn: str, *, packed: bool) -> dict[str, str]:
    """All that somebody reads of the game: of this turn, and of the open one."""
    game, now = f"/games/{table.game}", reader.people.turn(table.game)
    pages = dict(reader.everything({"game": table.game, "turn": turn}, packed=packed))
    after = {"Last-Event-ID": table.last_event}
    pages["the stream since the last call"] = text_of(reader.browser.get(f"{game}/events", headers=after))
    for number in table.rounds if now == turn else table.rounds[-1:]:
        pages |= moments_of(reader, f"{game}/rounds/{number}")
    if reader.name:
        pages["a suggestion"] = text_of(reader.browser.post(f"/turns/{now}", {"do": "suggest"}))
        pages |= dict(reader.mails()) | dict(reader.posts())
    if now != turn:
        pages |= {path: text_of(reader.get(path)) for path in (f"/turns/{now}", f"/api/v1/turns/{now}")}
    return pages


def moments_of(reader: Reader, path: str) -> dict[str, str]:
    """The page of a round and the moments of its replay, which answer old addresses too."""
    found = {path: text_of(reader.browser.get(path))}
    for address in re.findall(rf"{path}/moments.json\?v=\w+", found[path]):
        answer = reader.browser.get(address)
        found[f"{path}/moments"] = f"{address} {text_of(answer)}"
        old = reader.browser.get(f"{address.split('?')[0]}?v=0123456789abcdef")
        assert (old.status_code, old.text) == (200, answer.text), "old addresses are answered"
    return found


def _database(people: People) -> bytes:
    people.store.close()
    return Path(str(people.store.engine.url.database)).read_bytes()


def _check_same(first: dict[str, str], again: dict[str, str]) -> None:
    assert list(first) == list(again)
    assert not [
        "\n".join([where, *unified_diff(first[where].splitlines(), again[where].splitlines(), lineterm="", n=0)])
        for where in first
        if first[where] != again[where]
    ]


def test_others_read_the_same_whatever_is_hidden(
    app: Flask, people: People, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _database(people)
    with monkeypatch.context() as patch:
        hashes = Hashes(patch)
        first = read(app, people, table, patch)
    _check_hashes(people, app.config["SECRET_KEY"], hashes, "\n".join(first.values()))
    people.restore(before)
    monkeypatch.setattr(*DEALS, dealt_otherwise("another deal"))
    change_secrets(people, table)
    _check_same(first, read(app, people, table, monkeypatch))
    for where in EXPECTED:
        assert first[where].startswith("200"), where
    assert sum(where.startswith("cy at letter ") for where in first) > table.rounds[-1], "answers and results"


@pytest.mark.parametrize("table", TURNS, ids=itemgetter(0), indirect=True)
def test_turn_tells_the_same_whatever_is_hidden(
    app: Flask, people: People, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    _be_told(people)
    before, begun = _database(people), people.now
    first = read(app, people, table, monkeypatch, closed=True)
    with people.store.read() as session:
        happened, hidden = seen_in(session, table), position_in(session).hidden
    for number in range(MAX_DEALS):
        with monkeypatch.context() as patch:
            # The next hand may be one of cy's own vassals, which must stay as it is.
            patch.setattr(*DEALS, dealt_otherwise(f"deal {number}", one_in=2))
            _begin_otherwise(people, table, before, begun, number)
            people.adjudicate(table.game)
            with people.store.read() as session:
                if seen_in(session, table) != happened or position_in(session).hidden == hidden:
                    continue
            _begin_otherwise(people, table, before, begun, number)
            _check_same(first, read(app, people, table, patch, closed=True))
            break
    else:
        pytest.fail("no other deal was played alike")
    for where in ("cy at exports.zip_", "cy at api-boards.results", "cy at the stream since the last call"):
        assert first[where].startswith("200"), where
    assert {"cy at post 0", "cy at notification 0"} <= first.keys()
    assert "PNG" in [text for where, text in first.items() if where.startswith("cy at letter ")][-1], "a map"


def _begin_otherwise(people: People, table: Table, before: bytes, begun: datetime, number: int) -> None:
    """The game as it was, but for what cy does not know."""
    people.restore(before)
    people.now = begun
    change_secrets(people, table, f"deal {number}", deeper=True)


def _be_told(people: People) -> None:
    """Cy gets whole emails from now on, and is told by a webhook and in a browser."""
    people.deliver()
    with people.store.begin() as session:
        account = people.account_in(session, "cy")
        choose_light(session, account, False)
        tell(session, account, Receiver("https://push.example.org/cy").offered(), PUSHED, people.now)
        add_webhook(session, account, "https://hooks.example.org/cy", ["results", "call-opened"], "", people.now)


def _check_hashes(people: People, secret_key: str, hashes: Hashes, told: str) -> None:
    """No secret is among what is told, nor a hash of one that is made without a key."""
    tail = tail_of(people)
    assert tail is not None
    with people.store.read() as session:
        seed = position_in(session).hidden.seed
        raw = [row.document for row in session.scalars(select(RoundRecords)) if tail in row.document]
        sheets = [version.document for version in session.scalars(select(SheetVersion)) if len(version.document) > 2]
        salts = [receipt.salt for receipt in session.scalars(select(SheetReceipt))]
    keys = [seed.encode(), secret_key.encode(), *(salt.encode() for salt in salts)]
    assert raw
    assert len(hashes.made) > 20
    for made in hashes.over([tail, BODY.encode(), *raw, *sheets], keys):
        for written in (made.hex(), base64.b64encode(made).decode(), base64.urlsafe_b64encode(made).decode()):
            assert written[: 2 * MIN_MAILS] not in told, "a hash of something hidden is told"
    assert tail.decode() not in told
    assert BODY not in told
