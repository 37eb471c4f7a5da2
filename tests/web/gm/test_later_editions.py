"""Overrides that only some editions know: forms with fields, errors that name the field, the difference, the draft."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from adjudicator import games
from correspondence.archive.records import current
from correspondence.games.access import find_game
from tests.correspondence.games.test_vassals import big_game
from tests.correspondence.people import People
from tests.correspondence.review.masters import MASTER, make_master, reviewed_game, run_out, set_review
from tests.web.gm.test_review import Clicks
from tests.web.visitors import Browser
from web.thrones.override_fields import edition_override_kinds

SignedIn = Callable[[str], Browser]
LATER = ["set-improvements", "set-loans", "set-loyalty", "set-points", "make-vassal"]


@pytest.mark.parametrize(
    ("edition", "known"), [("first-edition", []), ("second-edition", []), ("mother-of-dragons", LATER)]
)
def test_only_editions_with_such_things_offer_them(edition: str, known: list[str]) -> None:
    assert [kind for kind in edition_override_kinds(games.edition(edition)) if kind in LATER] == known


def test_the_first_edition_shows_no_such_kind(people: People, signed_in: SignedIn) -> None:
    game_id = reviewed_game(people)
    page = signed_in(MASTER).get(f"/games/{game_id}/gm/overrides/new")
    assert not any(f"kind={kind}" in page.text for kind in LATER)


@pytest.mark.parametrize(
    ("kind", "typed", "told"),
    [
        ("set-improvements", {"area": "riverrun", "marks.barrel": "1"}, "Riverrun"),
        ("set-improvements", {"area": "lannisport", "marks.crown": "1"}, "Lannisport"),
        ("set-loans", {"house": "stark", "loans": "spymaster"}, "Spymaster"),
        ("set-loyalty", {"area": "riverrun", "tokens": "1"}, "Riverrun"),
        ("set-points", {"house": "targaryen", "points": "3"}, "3"),
        ("make-vassal", {"house": "tyrell", "commander": "lannister"}, "Lannister"),
        ("set-deck", {"deck": "wildlings", "order": "crow-killers"}, "Wildling cards: the next cards are Crow Killers"),
        ("set-deck", {"deck": "loans", "order": "spymaster"}, "Loans: the next cards are Spymaster"),
    ],
)
def test_an_override_from_form_to_published(
    people: People, signed_in: SignedIn, kind: str, typed: dict[str, str], told: str
) -> None:
    game_id = big_game(people)
    make_master(people, game_id)
    set_review(people, game_id, "all")
    run_out(people, game_id)
    mira = Clicks(signed_in(MASTER))
    path = f"/games/{game_id}/gm/overrides/new"
    mira.go(f"{path}?kind={kind}")
    mira.send("See what it changes", path, reason="Agreed", at="end", **typed)
    assert told in mira.html
    assert "No difference: both give the same result" not in mira.html
    mira.send("Apply")
    mira.send("Publish result")
    with people.store.read() as session:
        after = current(session, find_game(session, game_id)).position
    board, decks = after.board, after.hidden.decks
    found = {
        "set-improvements": typed.get("area") in board.improvements,
        "set-loans": board.bank is not None and board.bank.loans.get("stark") == ["spymaster"],
        "set-loyalty": board.loyalty.get("riverrun") == 1,
        "set-points": board.points.get("targaryen") == 3,
        "make-vassal": "tyrell" in board.vassals,
        "set-deck": decks[typed.get("deck", "loans")][:1] == [typed.get("order")],
    }
    assert found[kind]
    audit_log = signed_in(MASTER).get(f"/games/{game_id}/log")
    assert "Agreed" in audit_log.text


@pytest.mark.parametrize(
    ("kind", "typed", "field"),
    [
        ("set-improvements", {"area": "the-narrow-sea", "marks.barrel": "1"}, "marks"),
        ("set-loyalty", {"area": "the-narrow-sea", "tokens": "1"}, "area"),
        ("set-loyalty", {"area": "riverrun", "tokens": "99"}, "tokens"),
        ("set-points", {"house": "", "points": "3"}, "house"),
        ("make-vassal", {"house": "targaryen", "commander": ""}, "house"),
        ("make-vassal", {"house": "tyrell", "commander": "tyrell"}, "commander"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    people: People, signed_in: SignedIn, kind: str, typed: dict[str, str], field: str
) -> None:
    game_id = big_game(people)
    make_master(people, game_id)
    sent = {"kind": kind, "call": "1", "draft": "0", "reason": "Agreed", **typed}
    answer = signed_in(MASTER).post(f"/games/{game_id}/gm/overrides/new", sent)
    assert answer.status_code == 422
    assert f'href="#{field}"' in answer.text
