"""Games that were stored before there were families of games are read, played on and verified.

`kept/` holds the database of a service on which three games ran, one of each edition there was, as that program left
it: sheets of the open turn, standing orders, what-ifs, overrides, emails not sent yet, a draft held for review;
and what the same program came to when it went on from there.
"""

from __future__ import annotations

import gzip
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from correspondence.archive.records import turn_results
from correspondence.evaluations import replay_stored_game
from correspondence.games.access import find_game
from correspondence.models.mail import OutgoingMail
from correspondence.models.turns import Adjudication
from correspondence.overview.game_pages import turn_page
from correspondence.store import Store
from correspondence.what_ifs import list_what_ifs
from tests.correspondence.conftest import settings_for
from tests.correspondence.people import People, text_of
from tests.correspondence.review.masters import MASTER, last_turn, run_out
from tests.correspondence.review.test_overrides import publish, verified

KEPT = Path(__file__).parent / "kept"
FOUND: dict[str, Any] = json.loads((KEPT / "before-families.json").read_text())
EDITIONS = sorted(FOUND["games"])


@pytest.fixture
def people(tmp_path: Path) -> People:
    """The people of the database that was kept, at the moment when it was left."""
    path = tmp_path / "rookery.db"
    path.write_bytes(gzip.decompress((KEPT / "before-families.db.gz").read_bytes()))
    store = Store(settings_for(f"sqlite:///{path}", tmp_path))
    store.upgrade()
    made = People(store)
    made.now = datetime.fromisoformat(FOUND["now"])
    return made


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_kept_game_goes_on_as_it_would_have_gone_on(edition: str, people: People) -> None:
    game_id, digests = FOUND["games"][edition]["id"], FOUND["games"][edition]["digests"]
    if last_turn(people, game_id).status == "held":
        publish(people, game_id)
    for _ in range(3):
        run_out(people, game_id)
    with people.store.read() as session:
        game = find_game(session, game_id)
        query = select(Adjudication.position_digest).where(Adjudication.game_id == game.id)
        assert list(session.scalars(query.order_by(Adjudication.number))) == digests
        assert not replay_stored_game(session, game_id).differences
    verified(people, game_id)
    people.store.close()


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_was_kept_can_be_read(edition: str, people: People) -> None:
    game_id = FOUND["games"][edition]["id"]
    turn = last_turn(people, game_id)
    with people.store.read() as session:
        ada = people.account_in_read(session, "ada")
        page = turn_page(session, ada, turn.public_id, people.now)
        assert page.sheet is not None
        assert [one.name for one in list_what_ifs(session, ada, turn.public_id, people.now)] == ["A plan"]
        for number in range(1, turn.number):
            assert turn_results(session, game_id, number, ada, people.now).records
    people.store.close()


def test_mails_that_had_not_left_leave(people: People) -> None:
    waiting = people.count(OutgoingMail)
    assert people.deliver() == waiting > 30
    with people.store.read() as session:
        assert not session.scalars(select(OutgoingMail.key).where(OutgoingMail.sent_at.is_(None))).all()
    for name in ("ada", "ben", MASTER):
        assert all(text_of(mail).strip() for mail in people.mails(name))
    people.store.close()
