"""A game that was played, a backup with it, and an empty database of the other kind."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import update

from correspondence.audit_log import SITE, note
from correspondence.backups import making, one_game
from correspondence.models.mail import OutgoingMail
from correspondence.store import Store
from tests.correspondence.conftest import settings_for
from tests.correspondence.people import People


def sent(people: People) -> None:
    """All emails have left; nobody drew their maps."""
    left = {"sent_at": people.now, "next_attempt_at": None, "payload": b""}
    with people.store.begin() as session:
        session.execute(update(OutgoingMail).where(OutgoingMail.sent_at.is_(None)).values(**left))


@pytest.fixture
def played(people: People) -> str:
    """A game in its third turn, its emails sent, another game beside it."""
    game = people.game({"stark": "ada", "tyrell": "bo"}, window_hours=30)
    people.game({"stark": "cy"}, title="Another", window_hours=90)
    for _ in range(2):
        people.submit(game)
        people.adjudicate(game)
    sent(people)
    with people.store.begin() as session:
        note(session, SITE, "service", "tried", {"what": "backups"}, people.now)
    return game


@pytest.fixture
def elsewhere(
    store: Store, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Store]:
    """An empty database of the other kind, on a machine of its own."""
    folder = tmp_path_factory.mktemp("elsewhere")
    here = store.engine.dialect.name
    url = request.getfixturevalue("postgres_url") if here == "sqlite" else f"sqlite:///{folder / 'rookery.db'}"
    made = Store(settings_for(url, folder))
    yield made
    made.close()


@pytest.fixture(scope="module")
def whole(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A backup with a game in it; whichever database it came from, the file is the same."""
    folder = tmp_path_factory.mktemp("whole")
    shutil.copy(sqlite_template, folder / "rookery.db")
    store = Store(settings_for(f"sqlite:///{folder / 'rookery.db'}", folder))
    people = People(store)
    people.game()
    making.back_up(store, folder / "whole.backup", people.now)
    store.close()
    return (folder / "whole.backup").read_bytes()


def tell_all(store: Store, path: Path) -> list[str]:
    """How a database differs from a backup, and what is wrong within it."""
    return [*one_game.differences_from(store, path), *one_game.faults_within(store)]
