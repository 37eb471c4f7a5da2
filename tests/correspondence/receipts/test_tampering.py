"""Whatever is changed afterwards in sheets or receipts is found and named, in the database and in game files."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from adjudicator.documents import FIRST, Receipted, Receipts
from correspondence.archive.files import export_game
from correspondence.backups import one_game
from correspondence.evaluations import replay_stored_game
from correspondence.models.turns import SheetReceipt, SheetVersion, Turn
from correspondence.receipts import faults_of_file, public_key, signature
from tests.correspondence.people import People

OTHER = public_key("another service")


@pytest.fixture
def game(people: People) -> str:
    """A game with two turns behind it: stark 1, tyrell 1, stark 2 for the first, tyrell 1 for the second; stark 1 for
    the one that is open."""
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    for name in ("ada", "bo", "ada"):
        people.submit(game_id, name)
        people.later(seconds=5)
    people.adjudicate(game_id)
    people.submit(game_id, "bo")
    people.adjudicate(game_id)
    people.submit(game_id)
    return game_id


def receipt(session: Session, number: int) -> SheetReceipt:
    return session.scalars(select(SheetReceipt).where(SheetReceipt.number == number)).one()


def version(session: Session, number: int) -> SheetVersion:
    """The version for which a receipt was given."""
    row = receipt(session, number)
    query = select(SheetVersion).where(SheetVersion.turn_id == row.turn_id, SheetVersion.seat_id == row.seat_id)
    return session.scalars(query.where(SheetVersion.number == row.version)).one()


def other_document(session: Session) -> None:
    version(session, 3).document = b'{"orders":{"winterfell":"march+1"}}'


def other_digest(session: Session) -> None:
    version(session, 3).digest = "0" * 64


def other_moment(session: Session) -> None:
    version(session, 3).accepted_at += timedelta(hours=1)


def no_version(session: Session) -> None:
    session.delete(version(session, 3))


def put_in(session: Session) -> None:
    """A later version, which would count."""
    session.add(_like(version(session, 4), number=2))


def put_in_early(session: Session) -> None:
    """One of a house that handed nothing in, under a key from before the receipts."""
    like = version(session, 4)
    stark = receipt(session, 1).seat_id
    session.add(_like(like, id=0, seat_id=stark))


def _like(row: SheetVersion, **changes: Any) -> SheetVersion:
    names = ("turn_id", "seat_id", "number", "document", "warnings", "digest", "accepted_at")
    return SheetVersion(**{name: getattr(row, name) for name in names} | changes)


def earlier_one_counts(session: Session) -> None:
    """The version with the highest key counts."""
    first, last = version(session, 1), version(session, 3)
    highest, lowest = last.id, first.id
    session.execute(update(SheetVersion).where(SheetVersion.id == highest).values(id=9999))
    session.execute(update(SheetVersion).where(SheetVersion.id == lowest).values(id=highest))
    session.execute(update(SheetVersion).where(SheetVersion.id == 9999).values(id=lowest))


def numbers_swapped(session: Session) -> None:
    for number, to in ((1, 99), (2, 1), (99, 2)):
        session.execute(update(SheetReceipt).where(SheetReceipt.number == number).values(number=to))


def cut_in_the_middle(session: Session) -> None:
    session.delete(version(session, 2))
    session.execute(delete(SheetReceipt).where(SheetReceipt.number == 2))


def cut_and_closed_up(session: Session) -> None:
    cut_in_the_middle(session)
    for number in (3, 4, 5):
        session.execute(update(SheetReceipt).where(SheetReceipt.number == number).values(number=number - 1))


def first_cut_off(session: Session) -> None:
    session.delete(version(session, 1))
    session.execute(delete(SheetReceipt).where(SheetReceipt.number == 1))


def last_cut_off(session: Session) -> None:
    session.execute(delete(SheetReceipt).where(SheetReceipt.number == 5))


def other_house(session: Session) -> None:
    receipt(session, 2).house = "stark"


def other_turn(session: Session) -> None:
    receipt(session, 2).turn = "222222222222"


def other_salt(session: Session) -> None:
    receipt(session, 2).salt = "0" * 32


def other_time(session: Session) -> None:
    receipt(session, 2).accepted_at += timedelta(seconds=1)


def other_author(session: Session) -> None:
    receipt(session, 2).by = "edict"


def other_key(session: Session) -> None:
    """Signed anew by somebody who does not have the service's secret."""
    row = receipt(session, 2)
    row.signature = signature("another service", _told(row).signed())


def other_key_as_well(session: Session) -> None:
    row = receipt(session, 2)
    row.key = OTHER
    row.digest = _told(row).hashed(session.get_one(Turn, row.turn_id).game.public_id)
    row.signature = signature("another service", _told(row).signed())


def _told(row: SheetReceipt) -> Receipted:
    from correspondence.receipts import published_receipt

    return published_receipt(row)


DATABASE: dict[Callable[[Session], None], str] = {
    other_document: "the sheet of stark, version 2, is not the one it was given for",
    other_digest: "the digest kept with the sheet of stark, version 2, is not its own",
    other_moment: "the sheet of stark, version 2, was accepted at another time",
    no_version: "the sheet of stark, version 2, is missing",
    put_in: "call 2: version 2 of a sheet has no receipt",
    put_in_early: "call 2: version 1 of a sheet has no receipt",
    earlier_one_counts: "its sheet is kept before those that were accepted earlier",
    numbers_swapped: "does not follow from the one before it",
    cut_in_the_middle: "receipt 2 is missing or out of order, 3 follows",
    cut_and_closed_up: "does not follow from the one before it",
    first_cut_off: "receipt 1 is missing or out of order, 2 follows",
    last_cut_off: "call 3: version 1 of a sheet has no receipt",
    other_house: "receipt 2 (",
    other_turn: "receipt 2 (",
    other_salt: "the sheet of tyrell, version 1, is not the one it was given for",
    other_time: "the sheet of tyrell, version 1, was accepted at another time",
    other_author: "was changed: its digest is another",
    other_key: "the signature is not one by its key",
    other_key_as_well: "signed by a key that another had replaced",
}


def test_what_is_changed_in_the_database_is_found(people: People, game: str) -> None:
    """One change after the other, each undone before the next."""
    missed = {}
    for tamper, words in DATABASE.items():
        with people.store.begin() as session:
            assert replay_stored_game(session, game).differences == (), (
                f"something is left of what was done before {tamper}"
            )
            tamper(session)
            session.flush()
            session.expire_all()
            found = replay_stored_game(session, game).differences
            if not any(words in line for line in found):
                missed[tamper.__name__] = found
            session.rollback()
    assert not missed


def test_the_check_of_all_that_is_kept_tells_it(people: People, game: str) -> None:
    assert list(one_game.faults_within(people.store)) == []
    with people.store.begin() as session:
        other_document(session)
    (line,) = [line for line in one_game.faults_within(people.store) if "was given for" in line]
    assert line.startswith(f"{game}: receipt 3 (")


def file_of(people: People, game_id: str) -> Receipts:
    """What ada takes home: stark's receipts are opened."""
    with people.store.read() as session:
        found = export_game(session, game_id, people.account_in_read(session, "ada"), people.now).receipts
    assert found is not None
    assert faults_of_file(found) == []
    return found


def test_any_field_that_is_changed_in_a_file_is_found(people: People, game: str) -> None:
    """One after the other, in each receipt."""
    whole = msgspec.to_builtins(file_of(people, game))
    tried = 0
    for place, one in enumerate(whole["chain"]):
        for field in (*one, *(f"opened.{name}" for name in one.get("opened", ()))):
            if field == "opened":
                continue
            changed = msgspec.json.decode(msgspec.json.encode(whole))
            holder = changed["chain"][place]
            *outer, name = field.split(".")
            holder = holder[outer[0]] if outer else holder
            holder[name] = holder[name] + 1 if isinstance(holder[name], int) else _other(holder[name])
            found = faults_of_file(msgspec.convert(changed, Receipts))
            assert any(line.startswith("receipt") for line in found), (place, field)
            tried += 1
    assert tried == 4 * 11 + 2 * 4, "eleven fields of each, and four of those that are opened"
    for name in ("game", "key", "seal"):
        assert faults_of_file(msgspec.convert(whole | {name: _other(whole[name])}, Receipts)), name


def _other(text: str) -> str:
    """The same but for its last character."""
    return text[:-1] + ("0" if text[-1] != "0" else "1")


def chain_of(*places: int) -> Callable[[Receipts], Receipts]:
    return lambda whole: msgspec.structs.replace(whole, chain=tuple(whole.chain[place] for place in places))


FILE: dict[str, tuple[Callable[[Receipts], Receipts], str]] = {
    "one left out": (chain_of(0, 2, 3), "receipt 2 is missing or out of order, 3 follows"),
    "two swapped": (chain_of(0, 2, 1, 3), "is missing or out of order"),
    "one twice": (chain_of(0, 1, 1, 2, 3), "is missing or out of order"),
    "first cut off": (chain_of(1, 2, 3), "receipt 1 is missing or out of order, 2 follows"),
    "last cut off": (chain_of(0, 1, 2), "the receipts do not end where they did"),
    "all gone": (chain_of(), "the receipts do not end where they did"),
}


def test_a_chain_that_was_cut_or_mixed_is_found(people: People, game: str) -> None:
    whole = file_of(people, game)
    found = {case: faults_of_file(change(whole)) for case, (change, _) in FILE.items()}
    assert {case: lines for case, lines in found.items() if not any(FILE[case][1] in line for line in lines)} == {}


def test_texts_do_not_run_into_each_other(people: People, game: str) -> None:
    """What ends one field and begins the next cannot be moved across."""
    whole = file_of(people, game)
    first = whole.chain[0]
    moved = msgspec.structs.replace(first, turn=first.turn + first.house[:1], house=first.house[1:])
    assert any("was changed" in line for line in faults_of_file(_with(whole, moved)))


def test_a_chain_signed_by_somebody_else_is_told_by_the_key(people: People, game: str) -> None:
    """Whole in itself, so nothing but a receipt that was given out says whose it is."""
    whole = file_of(people, game)
    forged, previous = [], FIRST
    for one in whole.chain:
        fresh = msgspec.structs.replace(one, previous=previous, key=OTHER, digest="", signature="")
        fresh = msgspec.structs.replace(fresh, digest=fresh.hashed(whole.game))
        forged.append(msgspec.structs.replace(fresh, signature=signature("another service", fresh.signed())))
        previous = forged[-1].digest
    strange = msgspec.structs.replace(whole, chain=tuple(forged), key=OTHER)
    strange = msgspec.structs.replace(strange, seal=signature("another service", strange.sealed()))
    assert faults_of_file(strange) == []
    mine = public_key(people.store.settings.secret_key)
    assert faults_of_file(whole, [mine]) == []
    assert faults_of_file(strange, [mine]) == [f"receipts: {OTHER} signed here, which is none of the keys given"]


def _with(whole: Receipts, first: Receipted) -> Receipts:
    return msgspec.structs.replace(whole, chain=(first, *whole.chain[1:]))
