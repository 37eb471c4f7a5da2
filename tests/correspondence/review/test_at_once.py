"""Of two masters who act on one held turn at the same moment one wins, and the other is told so."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from sqlalchemy.orm import Session

from correspondence.input_validation import Denied
from correspondence.models.turns import Adjudication
from correspondence.review import enforcement, pending_results
from tests.correspondence.people import People
from tests.correspondence.review.masters import draft_of, last_turn, make_master, reviewed_game, run_out

pytestmark = pytest.mark.both_databases


def test_a_draft_is_published_or_taken_back_but_not_both(people: People) -> None:
    held = reviewed_game(people)
    make_master(people, held, "cora")
    run_out(people, held)
    draft, mira, cora = draft_of(people, held), people.account("mira"), people.account("cora")
    barrier, refused = threading.Barrier(2), dict[str, str]()

    def act(name: str, what: Callable[[Session], object]) -> None:
        barrier.wait(10)
        try:
            with people.store.begin() as session:
                what(session)
        except Denied as error:
            refused[name] = error.code

    def publish(session: Session) -> None:
        pending_results.approve(session, mira, held, 1, draft.number, draft.digest, people.now)

    def back(session: Session) -> None:
        enforcement.roll_back(session, cora, held, about=1, to=1, chance="keep", reason="A wrong map", now=people.now)

    acts = [threading.Thread(target=act, args=one) for one in (("publish", publish), ("back", back))]
    for one in acts:
        one.start()
    for one in acts:
        one.join(30)
    assert refused in ({"publish": "nothing-held"}, {"back": "stale-turn"})
    assert (last_turn(people, held).number, last_turn(people, held).status) == (2, "open")
    assert people.count(Adjudication) == ("back" in refused)
