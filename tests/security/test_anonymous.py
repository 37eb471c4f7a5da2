"""In an anonymous game nobody can be known: not by a mark of theirs, nor by what is told otherwise when others play."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from difflib import unified_diff
from functools import cache
from pathlib import Path

import pytest

from correspondence.games.access import find_game
from correspondence.lobby import seating
from correspondence.store import Store
from tests.correspondence.people import People
from tests.security.masked_table import (
    DELEGATE,
    FORMER,
    GUEST,
    HOST,
    LANNISTER,
    MASTER,
    NOTE,
    PERSONS,
    UNKNOWN,
    Table,
)
from tests.security.reading import text_of
from tests.web.conftest import settings_in
from web import create_app
from web.app_context import AppContext

FIRST = {"stark": "zqada", "lannister": LANNISTER, "tyrell": "zqbea", "greyjoy": "zqcaz"}
SECOND = {"stark": "zqbea", "lannister": LANNISTER, "tyrell": "zqcaz", "greyjoy": "zqada"}
OUTSIDE = (FORMER, GUEST, HOST, "")
# What ids and names are made of.
WORD = re.compile(r"[\w.=-]+")


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[list[Table]]:
    """The same game twice: other persons on the seats, who come in another order and act at other times."""
    runs = (
        (FIRST, ("stark", "lannister", "greyjoy", "tyrell"), 0),
        (SECOND, ("tyrell", "greyjoy", "lannister", "stark"), 7),
    )
    made: list[Table] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seating, "draw_seed", lambda: "5eed" * 16)
        for seats, joining, shift in runs:
            settings = settings_in(tmp_path_factory.mktemp("masked"))
            shutil.copy(empty_database, settings.data_dir / "rookery.db")
            store = Store(settings)
            people = People(store)
            site = made[0].app if made else create_app(settings, store, people.clock)
            made.append(Table(site, people, seats, joining, shift))
            sit(made[-1])
            made[-1].play()
    yield made
    for table in made:
        table.people.store.close()


def sit(table: Table) -> None:
    """The site serves the database of a table."""
    people = table.people
    table.app.extensions["rookery"] = AppContext(people.store.settings, people.store, people.clock, lambda task: None)


def end(table: Table, status: str) -> None:
    """The game is over, or goes on after all."""
    with table.people.store.begin() as session:
        find_game(session, table.at["game"]).status = status


@cache
def read(table: Table, name: str) -> dict[str, str]:
    """All that somebody reads of the game, read once: some of it is unread before, and read after."""
    sit(table)
    reader = table.reader(name)
    return dict(
        [*reader.everything(table.at, packed=name in (LANNISTER, "")), *reader.mails(), *reader.posts()]
    ) | table.early_to(name)


def test_nobody_is_known_by_anything_of_theirs(tables: list[Table]) -> None:
    table, wrong = tables[0], []
    marks = {name: table.marks_of(name) for name in PERSONS}
    for name in (LANNISTER, table.seats["greyjoy"], table.maker, DELEGATE, *OUTSIDE):
        hidden = {mark.lower(): whose for whose in marks.keys() - table.known_to(name) for mark in marks[whose]}
        for where, text in read(table, name).items():
            if name == table.maker and where == "api-seats.sent_invitations":
                # Whoever invites typed these addresses.
                text = text.replace(f"{GUEST}@", "").replace(f"{UNKNOWN}@", "")
            small = text.lower()
            wrong += [f"{name} reads {mark} of {hidden[mark]} at {where}" for mark in hidden if mark in small]
            if NOTE in text and DELEGATE not in table.known_to(name):
                wrong.append(f"{name} reads what was written to another at {where}")
    for where, text in table.reader("").mails_to(UNKNOWN):
        wrong += [f"{mark} of {whose} at {where}" for whose, found in marks.items() for mark in found if mark in text]
    assert not wrong, "\n".join(wrong)


def test_other_people_on_the_seats_change_nothing(tables: list[Table]) -> None:
    """What a player who is the same in both reads, and who was there or looks on: pages, answers, emails, posts."""
    plain, wrong = [Plain(table.ids()) for table in tables], []
    for name in (LANNISTER, *OUTSIDE):
        one, other = (
            {said(where): said(text) for where, text in read(table, name).items()}
            for table, said in zip(tables, plain, strict=True)
        )
        assert list(one) == list(other)
        for where, text in one.items():
            if text != other[where]:
                lines = unified_diff(text.splitlines(), other[where].splitlines(), lineterm="", n=0)
                wrong.append(f"{name} at {where}:\n" + "\n".join(lines))
    assert not wrong, "\n".join(wrong)


def test_pages_of_people_say_nothing_of_it(tables: list[Table]) -> None:
    table = tables[0]
    sit(table)
    stranger = table.reader("")
    for page in ("/people/{}", "/api/v1/people/{}"):
        told = set()
        for name in (*table.seats.values(), FORMER, MASTER, GUEST):
            account = table.people.account(name)
            text = text_of(stranger.get(page.format(account.public_id)))
            told.add(Plain({account.public_id, account.name})(text))
        assert len(told) == 1, "whoever sits there has the page of whoever does not"


def test_names_are_known_to_a_master_not_playing_and_at_the_end(tables: list[Table]) -> None:
    table = tables[0]
    sit(table)
    page = table.people.page(table.at["game"], MASTER)
    assert {seat.player for seat in page.seats} == {"", *(name.title() for name in table.seats.values())}
    assert {line.name for line in page.masters} == {table.maker.title(), MASTER.title()}
    end(table, "finished")
    told = text_of(table.reader("").get(f"/games/{table.at['game']}/settings"))
    end(table, "running")
    assert all(name.title() in told for name in (*table.seats.values(), FORMER, MASTER))


class Plain:
    """Texts without what is drawn anew in every game."""

    def __init__(self, ids: set[str]) -> None:
        self._ids = sorted(ids, key=len, reverse=True)
        # Else `WORD` would not find where they are.
        assert all(WORD.fullmatch(drawn) for drawn in self._ids)

    def __call__(self, text: str) -> str:
        """Ids, links that are signed, digests and secrets as one word each."""
        text = re.sub(r"(unsubscribe|invitations?)([/=])[\w.-]+", r"\1\2-", text)
        text = re.sub(r"\b[0-9a-f]{12,128}\b", "DIGEST", text)
        # One by one: a pattern of them all tries each at each email, and takes many times as long. Each is looked for
        # among the different words of a text, which are few, and only what is there in the text itself.
        words = "\n".join(set(WORD.findall(text)))
        for drawn in self._ids:
            if drawn in words:
                text = text.replace(drawn, "ID")
        return text
