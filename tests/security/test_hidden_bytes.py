"""Hidden stays hidden in every byte: what others read is the same whatever a deck's order, a letter or a sheet says,
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
from difflib import unified_diff
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import face
from adjudicator.kernel.event import Record
from adjudicator.thrones.state.events import RavenLooked
from correspondence.accounts.preferences import choose_light
from correspondence.models.archive import CurrentPosition, RoundRecords
from correspondence.models.press import PressMessage
from correspondence.models.receipts import SheetReceipt
from correspondence.models.sheets import SheetVersion
from correspondence.overview.happening import signs_for
from correspondence.press import use_cases as press
from tests.adjudicator.btwixt import test_what_is_hidden as cards_in_hands
from tests.adjudicator.what_if import secrets
from tests.adjudicator.what_if.secrets import Stop
from tests.correspondence.incoming_mail.conftest import SERVER, Writer
from tests.correspondence.people import People
from tests.security.reading import Reader, text_of
from tests.slices import often
from tests.web.copied_sites import copied

BODY, OTHER_BODY = "We march at dawn on the left", "We stay in bed on the right."
# So many letters of a hash are enough to try what was hashed.
MIN_LETTERS = 6
# Edition, players, rounds: a long one in which the raven's holder looks at cards, and shorter ones.
TABLES = [("second-edition", 3, 9), (cards_in_hands.HOST_SET, 4, 2), ("first-edition", 5, 2), ("btwixt", 4, 2)]
# Whatever else is read, these are answered.
EXPECTED = [f"cy at {where}" for where in ("what_ifs.first", "what_ifs.kept", "what_ifs.moments", "a suggestion")]
EXPECTED += ["a stranger at the stream since the last call"]
replace = msgspec.structs.replace


class Table(NamedTuple):
    """A running game of three people: its edition, its id, cy's house, where its event stream was for cy a call ago,
    and the rounds whose replay is read: one that begins with a shuffle, and the last one."""

    edition: str
    game: str
    house: str
    last_event: str
    rounds: list[int]


@pytest.fixture(params=TABLES[: often(2, 4)], ids=lambda table: table[0])
def table(request: pytest.FixtureRequest, people: People) -> Iterator[Table]:
    """A game whose records hold a deck's order and cards that ada looked at; ada wrote bo a letter, and a sheet."""
    edition, players, rounds = request.param
    people.store.settings = settings_replace(
        people.store.settings, mail_in="orders@rookery.example", mail_in_checked_by=SERVER
    )

    def play(there: People) -> tuple[str, str, str, list[int]]:
        # Lannister begins with the raven.
        houses = sorted(face.candidates(face.edition(edition), players), key=lambda house: house != "lannister")
        humans = dict(zip(houses, ("ada", "bo", "cy"), strict=False))
        game = there.game(humans, edition=edition, players=players, press=("private", "public"))
        last = ""
        while tail_of(there) is None or there.page(game).round < rounds:
            with there.store.read() as session:
                last = signs_for(session, game, there.account_in_read(session, "cy"), there.now).told()
            there.submit(game, "ada", b'{"raven":[{"look":true}]}' if edition == "second-edition" else b"{}")
            there.adjudicate(game)
        there.submit(game, "ada", b"{}", True)
        with there.store.begin() as session:
            choose_light(session, there.account_in(session, "cy"), True)
            press.send(session, there.account_in(session, "ada"), game, "houses", (houses[1],), BODY, there.now)
        with there.store.read() as session:
            shuffle, looks = (
                last_shuffle(session),
                [one for one in all_records(session) if isinstance(one.event, RavenLooked)],
            )
            assert shuffle is not None
            assert edition != "second-edition" or len(looks) > 5
            return str(game), houses[2], last, sorted({shuffle[0].round, there.page(game).round - 1})

    with cards_in_hands.host_cards() if edition == cards_in_hands.HOST_SET else nullcontext():
        yield Table(edition, *copied(f"hidden-bytes-{edition}", people, play))


def last_shuffle(session: Session) -> tuple[RoundRecords, list[Record], int] | None:
    """Of the newest shuffle of a deck that still has cards of it: the row, its records, the place in them."""
    position = position_in(session)
    edition, decks = position.edition, getattr(position.hidden, "decks", None) or {"deck": position.hidden.deck}
    for row in session.scalars(select(RoundRecords).order_by(RoundRecords.first.desc())):
        records = face.decode_records(edition, row.document)
        for place in reversed(range(len(records))):
            event: Any = records[place].event
            deck = decks.get(getattr(event, "deck", getattr(event, "what", "")), [])
            order = list(getattr(event, "order", ()))
            if order and order[-1] != order[-2] and _place(deck, order[-2:]) is not None:
                return row, records, place
    return None


def all_records(session: Session) -> list[Record]:
    """Everything that happened in the one game there is."""
    rows = session.scalars(select(RoundRecords).order_by(RoundRecords.first))
    return [record for row in rows for record in face.decode_records(position_in(session).edition, row.document)]


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


def _other_cards(record: Record, shuffled: bool, table: Table) -> Record:
    """A record with another card that somebody looked at, or where the deck was shuffled, another order."""
    event: Any = record.event
    if isinstance(event, RavenLooked) and event.house != table.house:
        return replace(record, event=replace(event, card="another-card"))
    order = getattr(event, "order", ())
    if shuffled and len(order) > 1:
        return replace(record, event=replace(event, order=(*order[:-2], *reversed(order[-2:]))))
    return record


def change_secrets(people: People, table: Table) -> None:
    """All that cy does not know is drawn anew, and other cards stand in the records; the letter and the sheet say
    something else."""
    with people.store.begin() as session:
        found = last_shuffle(session)
        assert found is not None
        for row in session.scalars(select(RoundRecords)):
            records = face.decode_records(table.edition, row.document)
            row.document = face.encode_records([_other_cards(record, row is found[0], table) for record in records])
        stored, position = session.scalars(select(CurrentPosition)).one(), position_in(session)
        shown: Any = face.resume(position_in(session))
        stop = Stop(stored.document, shown, all_records(session))
        disguise = secrets.disguised if hasattr(position.hidden, "decks") else cards_in_hands.disguised
        others = (disguise(stop, table.house, f"another deal {number}") for number in range(10))
        other: Any = next(one for one in others if one is not None)
        # It is a key too.
        other.hidden.seed = position.hidden.seed
        assert other.hidden != position.hidden
        stored.document = face.encode(other)
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


def read(app: Flask, people: People, table: Table, patch: pytest.MonkeyPatch) -> dict[str, str]:
    """All that a player, who gets neither letter nor sheet, and a stranger read of the game."""
    found = dict[str, str]()
    # Ids are drawn, and alike each time.
    patch.setattr("correspondence.rows.secrets.choice", Random(1).choice)
    call, game = people.call(table.game), f"/games/{table.game}"
    writer = Writer(people, table.game, "cy")
    for text in ("SUGGEST\nSTATUS\nMAP\nHISTORY 3\n", "WHATIF\n"):
        mail = writer.send(text)
        assert (mail.state, mail.reason) == ("done", "")
    people.deliver()
    for name in ("cy", ""):
        reader = Reader(app, people, name)
        pages = dict(reader.everything({"game": table.game, "call": call}, packed=name == ""))
        after = {"Last-Event-ID": table.last_event}
        pages["the stream since the last call"] = text_of(reader.browser.get(f"{game}/events", headers=after))
        for number in table.rounds:
            pages |= moments_of(reader, f"{game}/rounds/{number}")
        if name:
            pages["a suggestion"] = text_of(reader.browser.post(f"/calls/{call}", {"do": "suggest"}))
            pages |= dict(reader.letters())
        found |= {f"{name or 'a stranger'} at {where}": text for where, text in pages.items()}
    return found


def moments_of(reader: Reader, path: str) -> dict[str, str]:
    """The page of a round and the moments of its replay, which answer old addresses too."""
    found = {path: text_of(reader.browser.get(path))}
    for address in re.findall(rf"{path}/moments.json\?v=\w+", found[path]):
        answer = reader.browser.get(address)
        found[f"{path}/moments"] = f"{address} {text_of(answer)}"
        old = reader.browser.get(f"{address.split('?')[0]}?v=0123456789abcdef")
        assert (old.status_code, old.text) == (200, answer.text), "old addresses are answered"
    return found


def test_others_read_the_same_whatever_is_hidden_and_no_plain_hash_of_it(
    app: Flask, people: People, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    people.store.close()
    before = Path(str(people.store.engine.url.database)).read_bytes()
    with monkeypatch.context() as patch:
        hashes = Hashes(patch)
        first = read(app, people, table, patch)
    _check_hashes(people, app.config["SECRET_KEY"], hashes, "\n".join(first.values()))
    people.restore(before)
    change_secrets(people, table)
    again = read(app, people, table, monkeypatch)
    assert list(first) == list(again)
    assert not [
        "\n".join([where, *unified_diff(first[where].splitlines(), again[where].splitlines(), lineterm="", n=0)])
        for where in first
        if first[where] != again[where]
    ]
    for where in EXPECTED:
        assert first[where].startswith("200"), where
    assert sum(where.startswith("cy at letter ") for where in first) > table.rounds[-1], "answers and results"


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
            assert written[: 2 * MIN_LETTERS] not in told, "a hash of something hidden is told"
    assert tail.decode() not in told
    assert BODY not in told
