"""Hidden stays hidden in every byte: what others read is the same whatever a deck's order, a letter or a sheet says,
and no hash over any of these leaves the service without a key."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import zlib
from collections.abc import Callable
from difflib import unified_diff
from typing import Any

import msgspec
import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import face
from correspondence.models.archive import CurrentPosition, RoundRecords
from correspondence.models.press import PressMessage
from correspondence.models.receipts import SheetReceipt
from correspondence.models.sheets import SheetVersion
from correspondence.press import use_cases as press
from tests.correspondence.people import People
from tests.security.reading import Reader
from tests.web.copied_sites import copied

BODY, OTHER_BODY = "We march at dawn on the left", "We stay in bed on the right."
# So many letters of a hash are enough to try what was hashed.
MIN_LETTERS = 6
replace = msgspec.structs.replace


@pytest.fixture(params=["first-edition", "btwixt"])
def game(request: pytest.FixtureRequest, people: People) -> str:
    """A running game of three people whose records hold a deck's order; ada wrote bo a letter, and a sheet."""
    edition = request.param
    players = {"first-edition": 5, "btwixt": 4}[edition]
    houses = face.candidates(face.edition(edition), players)

    def play(there: People) -> str:
        humans = dict(zip(houses, ("ada", "bo", "cy"), strict=False))
        game = there.game(humans, edition=edition, players=players, press=("private", "public"))
        while tail_of(there) is None or there.page(game).round < 2:
            there.adjudicate(game)
        there.submit(game, "ada", b"{}", True)
        with there.store.begin() as session:
            press.send(session, there.account_in(session, "ada"), game, "houses", (houses[1],), BODY, there.now)
        return str(game)

    return str(copied(f"hidden-bytes-{edition}", people, play))


def edition_of(session: Session) -> str:
    """The edition of the one game there is."""
    return face.decode(session.scalars(select(CurrentPosition)).one().document).edition


def last_shuffle(session: Session) -> tuple[RoundRecords, list[face.Record], int] | None:
    """Of the newest shuffle of a deck that still has cards of it: the row, its records, the place in them."""
    edition, hidden = edition_of(session), position_in(session).hidden
    decks = {"deck": hidden.deck} if edition == "btwixt" else hidden.decks
    for row in session.scalars(select(RoundRecords).order_by(RoundRecords.first.desc())):
        records = face.decode_records(edition, row.document)
        for place in reversed(range(len(records))):
            event: Any = records[place].event
            deck = decks.get(getattr(event, "deck", getattr(event, "what", "")), [])
            order = list(getattr(event, "order", ()))
            if order and order[-1] != order[-2] and _place(deck, order[-2:]) is not None:
                return row, records, place
    return None


def position_in(session: Session) -> Any:
    """The stored position of the one game there is."""
    return face.decode(session.scalars(select(CurrentPosition)).one().document)


def _place(deck: list[str], pair: list[str]) -> int | None:
    return next((place for place in range(len(deck) - 1) if deck[place : place + 2] == pair), None)


def tail_of(people: People) -> bytes | None:
    """The end of the order of a shuffled deck, of which nobody has seen a card, as JSON; None until there is one."""
    with people.store.read() as session:
        found = last_shuffle(session)
        if found is None:
            return None
        event: Any = found[1][found[2]].event
        return msgspec.json.encode(event.order[-3:])[1:]


def change_secrets(people: People) -> None:
    """Two cards of a deck change places, the letter and the sheet say something else; nobody else may know."""
    with people.store.begin() as session:
        found = last_shuffle(session)
        assert found is not None
        row, records, place = found
        event: Any = records[place].event
        pair = list(event.order[-2:])
        records[place] = replace(records[place], event=replace(event, order=(*event.order[:-2], *reversed(pair))))
        row.document = face.encode_records(records)
        stored, position = session.scalars(select(CurrentPosition)).one(), position_in(session)
        deck = position.hidden.deck if position.edition == "btwixt" else position.hidden.decks[event.deck]
        at = _place(deck, pair)
        assert at is not None
        deck[at : at + 2] = reversed(pair)
        stored.document = face.encode(position)
        for message in session.scalars(select(PressMessage)):
            message.body = OTHER_BODY
        for version in session.scalars(select(SheetVersion)):
            version.document += b" "


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
                marks += [made, made.hex()[: 2 * MIN_LETTERS].encode()]
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


def read(app: Flask, people: People, game: str) -> dict[str, str]:
    """All that a player, who gets neither letter nor sheet, and a stranger read of the game."""
    found = {}
    with people.store.read() as session:
        shuffle = last_shuffle(session)
        assert shuffle is not None
        number = shuffle[0].round
    for name in ("cy", ""):
        reader = Reader(app, people, name)
        for where, text in reader.everything({"game": game, "call": people.call(game)}, packed=name == ""):
            found[f"{name or 'a stranger'} at {where}"] = text
        page = reader.browser.get(f"/games/{game}/rounds/{number}").text
        for address in re.findall(rf"/games/{game}/rounds/{number}/moments.json\?v=\w+", page):
            answer = reader.browser.get(address)
            found[f"{name or 'a stranger'} at the moments"] = f"{address} {answer.headers['ETag']} {answer.text}"
            old = reader.browser.get(f"{address.split('?')[0]}?v=0123456789abcdef")
            assert (old.status_code, old.text) == (200, answer.text), "old addresses are answered"
    return found


def test_others_read_the_same_whatever_is_hidden(app: Flask, people: People, game: str) -> None:
    first = read(app, people, game)
    assert {"cy at the moments", "a stranger at the moments"} <= set(first)
    change_secrets(people)
    again = read(app, people, game)
    assert list(first) == list(again)
    assert not [
        "\n".join([where, *unified_diff(first[where].splitlines(), again[where].splitlines(), lineterm="", n=0)])
        for where in first
        if first[where] != again[where]
    ]


def test_no_hash_of_what_is_hidden_leaves_without_a_key(
    app: Flask, people: People, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tail = tail_of(people)
    assert tail is not None
    hashes = Hashes(monkeypatch)
    told = "\n".join(read(app, people, game).values())
    with people.store.read() as session:
        seed = position_in(session).hidden.seed
        raw = [row.document for row in session.scalars(select(RoundRecords)) if tail in row.document]
        sheets = [version.document for version in session.scalars(select(SheetVersion)) if len(version.document) > 2]
        salts = [receipt.salt for receipt in session.scalars(select(SheetReceipt))]
    keys = [seed.encode(), app.config["SECRET_KEY"].encode(), *(salt.encode() for salt in salts)]
    assert raw
    assert len(hashes.made) > 20
    for made in hashes.over([tail, BODY.encode(), *raw, *sheets], keys):
        for written in (made.hex(), base64.b64encode(made).decode(), base64.urlsafe_b64encode(made).decode()):
            assert written[: 2 * MIN_LETTERS] not in told, "a hash of something hidden is told"
    assert tail.decode() not in told
    assert BODY not in told
