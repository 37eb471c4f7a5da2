"""A player's notepad: who reads it, and that nothing in it is lost or overwritten."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest

from correspondence.delegations import delegate
from correspondence.input_validation import Denied, Invalid, Superseded
from correspondence.messages.notepad import NotepadPage, notepad_of, write_notepad
from correspondence.messages.sending import MAX_BODY_LENGTH
from correspondence.personal_data import export_account
from tests.correspondence.people import People

HUMANS = {"stark": "ada", "tyrell": "bo"}


def write(people: People, game: str, name: str, body: str, *upon: str) -> None:
    people.later(minutes=1)
    with people.store.begin() as session:
        write_notepad(session, people.account_in(session, name), game, body, people.now, upon or None)


def read(people: People, game: str, name: str) -> NotepadPage:
    with people.store.begin() as session:
        return notepad_of(session, people.account_in(session, name), game)


def test_notepad_is_read_by_its_writer_alone(people: People) -> None:
    game = people.game(HUMANS)
    write(people, game, "ada", "Tyrell  lies\n- twice")
    until = people.now + timedelta(days=1)
    people.account("dee")
    with people.store.begin() as session:
        ada = people.account_in(session, "ada")
        delegate(session, ada, game, "dee@rookery.example", people.now, until, people.now)

    assert read(people, game, "ada").body == "Tyrell  lies\n- twice"
    assert read(people, game, "bo").body == ""
    for name in ("dee", "eve"):
        with pytest.raises(Denied, match="not-your-seat"):
            read(people, game, name)


def test_notepad_overwrites_nothing_unawares(people: People) -> None:
    game = people.game(HUMANS)
    write(people, game, "ada", "first", "")
    version = read(people, game, "ada").version
    write(people, game, "ada", "second", version)

    with pytest.raises(Superseded):
        write(people, game, "ada", "third", version)
    assert read(people, game, "ada").body == "second"


def test_notepad_is_cleared_and_bounded(people: People) -> None:
    game = people.game(HUMANS)
    write(people, game, "ada", "something")
    with pytest.raises(Invalid, match="too-long"):
        write(people, game, "ada", "x" * (MAX_BODY_LENGTH + 1))
    write(people, game, "ada", " \n")

    assert read(people, game, "ada").body == ""


def test_notepad_stands_in_its_writers_export_alone(people: People) -> None:
    game = people.game(HUMANS)
    write(people, game, "ada", "secret plan")

    with people.store.begin() as session:
        exports = [
            msgspec.json.decode(export_account(session, people.account_in(session, name), people.now))
            for name in ("ada", "bo")
        ]
    assert [[pad["text"] for pad in export["games"][0]["notepad"]] for export in exports] == [["secret plan"], []]
