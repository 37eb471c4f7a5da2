"""Who may decide and publish in review; and that of two masters who act at once one wins, and the other is told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from correspondence.models.turns import Adjudication
from correspondence.review.pending_results import outcome_of
from tests.correspondence.people import People
from tests.correspondence.review.masters import MASTER, draft_of, last_turn, make_master, reviewed_game, run_out
from tests.web.form_reader import sheet_form
from tests.web.visitors import Browser

SignedIn = Callable[[str], Browser]
SHEET = b'{"orders":{"winterfell":"march+0"}}'
# Name, whether a master, whether a host, and what deciding and publishing is answered.
ROLES = {
    "mira": (True, False, 303),
    "cora": (True, False, 303),
    "ada": (True, False, 403),
    "hugh": (False, True, 403),
    "ben": (False, False, 403),
    "eve": (False, False, 403),
}


@pytest.fixture
def held(people: People) -> str:
    """A game that is held; mira and cora master it from outside, ada plays in it and masters it too, hugh is a host."""
    game_id = reviewed_game(people)
    for name, (masters, hosts, _) in ROLES.items():
        if masters:
            make_master(people, game_id, name)
        if hosts:
            with people.store.begin() as session:
                people.account_in(session, name).host = True
    people.submit(game_id, "ada", SHEET)
    run_out(people, game_id)
    return game_id


@pytest.mark.parametrize("name", ROLES)
def test_who_decides_and_publishes(people: People, signed_in: SignedIn, held: str, name: str) -> None:
    """Masters who do not play: whoever of them; not one who plays, and no host."""
    wanted, browser = ROLES[name][2], signed_in(name)
    draft = draft_of(people, held)
    asked = next(entry for entry in outcome_of(draft).answers if "place-orders-stark" in entry.decision)
    form = signed_in(MASTER).get(f"/games/{held}/gm/drafts/{draft.public_id}/decisions/{asked.decision}").text
    sent = sheet_form(form).sent | {"reason": ["As they meant it"]}
    del sent["csrf_token"]
    decided = browser.post(f"/games/{held}/gm/drafts/{draft.public_id}/decisions/{asked.decision}", sent)
    publishing = {"call": "1", "draft": "1", "digest": draft.digest}
    assert browser.post(f"/games/{held}/gm/publish", publishing).status_code == wanted
    assert decided.status_code == wanted
    assert last_turn(people, held).status == ("open" if wanted == 303 else "held")
    assert people.count(Adjudication) == (wanted == 303)


@pytest.mark.parametrize("first", ["publish", "back"])
def test_whoever_is_second_is_told_so(people: People, signed_in: SignedIn, held: str, first: str) -> None:
    draft = draft_of(people, held)
    publish = (f"/games/{held}/gm/publish", {"call": "1", "draft": "1", "digest": draft.digest})
    back = (f"/games/{held}/gm/back", {"about": "1", "to": "1", "chance": "keep", "reason": "A wrong map"})
    one, two = (publish, back) if first == "publish" else (back, publish)
    assert signed_in("mira").post(*one).status_code == 303
    answer = signed_in("cora").post(*two)
    assert answer.status_code == 409
    assert "Nothing was changed" in answer.text
    assert last_turn(people, held).number == 2
