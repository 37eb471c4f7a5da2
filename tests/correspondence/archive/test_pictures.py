"""Maps as pictures: drawn once however many ask, kept for a while and within bounds, back when asked for."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import pytest

from atlas.thrones.drawer import THRONES
from correspondence import operations
from correspondence.mail import pictures
from correspondence.mail.payload import Picture
from correspondence.mail.pictures import Scene, picture_for_mails, picture_of
from correspondence.models.archive import StoredPicture
from correspondence.store import Store
from tests.atlas.positions import start
from tests.correspondence.people import People

pytestmark = pytest.mark.both_databases


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each map that is drawn."""
    turns: list[int] = []
    draw = THRONES.picture

    def counted(*given: object, **more: object) -> bytes:
        turns.append(1)
        return draw(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(THRONES, "picture", counted)
    return turns


def asked(people: People, power: int = 5) -> Picture:
    """A map of the set-up, on which one house has so much power."""
    view = start()
    view.board.power["stark"] = power
    return picture_of(people.store, Scene(view.edition, view.players, view.board, "en"), people.now)


def test_many_who_ask_at_once_get_one_drawing(
    people: People, drawn: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "PATIENCE_SECONDS", 600.0)
    with ThreadPoolExecutor(8) as crowd:
        seen = list(crowd.map(lambda _: asked(people), range(8)))
    assert len(drawn) == 1
    assert all(picture == seen[0] for picture in seen)
    assert people.count(StoredPicture) == 1


def test_nobody_waits_long_for_another_that_draws(people: People, drawn: list[int]) -> None:
    with ExitStack() as held:
        for gate in pictures._gates:
            held.enter_context(gate)
        first = asked(people)
    assert asked(people) == first
    assert len(drawn) == 1


def test_an_old_picture_goes_and_comes_back(people: People, store: Store, drawn: list[int]) -> None:
    first = asked(people)
    with store.begin() as session:
        operations.forget_old(session, people.now + operations.PICTURES + timedelta(hours=1))
    assert people.count(StoredPicture) == 0
    assert asked(people) == first
    assert len(drawn) == 2


def test_the_newest_pictures_stay_within_bounds(
    people: People, store: Store, drawn: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operations, "MAX_PICTURES", 2)
    for power in range(4):
        asked(people, power)
        people.now += timedelta(minutes=1)
    with store.begin() as session:
        operations.forget_old(session, people.now)
    assert people.count(StoredPicture) == 2
    for power in (3, 2):
        asked(people, power)
    assert len(drawn) == 4
    asked(people, 0)
    assert len(drawn) == 5


def for_mails(folder: Path, power: int) -> Picture:
    """The map of the set-up as emails have it, on which one house has so much power."""
    view = start()
    view.board.power["stark"] = power
    return picture_for_mails(folder, Scene(view.edition, view.players, view.board, "en"))


def test_the_mails_of_a_table_share_a_picture_made_for_mails(tmp_path: Path, drawn: list[int]) -> None:
    first = for_mails(tmp_path, 11)
    assert for_mails(tmp_path, 11) is first
    assert len(drawn) == 1
    assert first.width == pictures.MAIL_WIDTH
    assert 20_000 < len(first.png) < 130_000


def test_mails_keep_the_last_pictures_and_draw_the_same_again(
    tmp_path: Path, drawn: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "_for_mails", type(pictures._for_mails)())
    monkeypatch.setattr(pictures, "KEPT_FOR_MAILS", 2)
    first = for_mails(tmp_path, 0)
    for power in (1, 0, 2, 0):
        for_mails(tmp_path, power)
    assert len(drawn) == 3, "the one used last stays"
    for_mails(tmp_path, 1)
    for_mails(tmp_path, 2)
    assert for_mails(tmp_path, 0) == first
    assert len(drawn) == 6
