"""Every way through the game master's pages: sheets replaced, positions set at a decision, turns opened again, going
back to a decision, and a game that was over."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

from sqlalchemy import select

from adjudicator.thrones.state.overrides import EndGame
from correspondence.archive.records import current
from correspondence.games.access import find_game
from correspondence.models.turns import OverrideRow
from correspondence.overrides import NewPosition, NewSheet, decode, sheet_of
from correspondence.review.pending_results import outcome_of
from tests.correspondence.people import People
from tests.correspondence.review.masters import MASTER, draft_of, last_turn, reviewed_game, run_out
from tests.correspondence.review.test_overrides import apply, propose
from tests.web.form_reader import sheet_form
from tests.web.gm.test_review import Clicks, publish
from tests.web.visitors import Browser

SignedIn = Callable[[str], Browser]
SHEET = b'{"orders":{"winterfell":"march+0"},"bids":{"iron-throne":[{"amount":3}]}}'


def _held(people: People) -> tuple[str, str]:
    """A game that is held in planning, with a sheet of ada's; the address of its draft."""
    game_id = reviewed_game(people)
    people.submit(game_id, "ada", SHEET)
    run_out(people, game_id)
    return game_id, f"/games/{game_id}/gm/drafts/{draft_of(people, game_id).public_id}"


def test_a_sheet_is_replaced_in_the_players_form(people: People, signed_in: SignedIn) -> None:
    game_id, draft = _held(people)
    mira, path = signed_in(MASTER), f"{draft}/sheets/stark"
    shown = mira.get(path)
    assert shown.status_code == 200
    fields = sheet_form(shown.text).sent
    assert fields["orders.winterfell"] == ["march+0", ""], "prefilled with what the player handed in"
    wrong = mira.post(path, fields | {"orders.winterfell": "siege+9", "reason": "So agreed", "do": "save"})
    assert wrong.status_code == 422
    assert 'id="orders.winterfell-error"' in wrong.text, "said beside the field"
    assert 'value="So agreed"' in wrong.text, "what was typed stays"
    assert mira.post(path, fields | {"reason": " ", "do": "save"}).status_code == 422
    posted = mira.post(path, fields | {"orders.winterfell": "defense+1", "reason": "So agreed", "do": "save"})
    assert posted.status_code == 303
    preview = mira.get(posted.headers["Location"]).text
    assert "The orders of Stark are replaced." in preview
    assert "In the decisions" in preview
    assert "With the override" in preview
    assert "Without the override" in preview
    with people.store.read() as session:
        row = session.scalars(select(OverrideRow)).one()
        decree = decode(row.document, "first-edition").decree
    assert isinstance(decree, NewSheet)
    sheet = sheet_of(decree, "first-edition")
    assert sheet.orders["winterfell"] == "defense+1"
    assert sheet.bids, "what was not touched stays"
    assert mira.post(f"/games/{game_id}/gm/overrides/{row.public_id}/apply").status_code == 303
    again = f"/games/{game_id}/gm/drafts/{draft_of(people, game_id).public_id}/sheets/stark"
    shown = mira.get(again)
    assert sheet_form(shown.text).sent["orders.winterfell"] == ["defense+1", ""], "the last word stands in the form"
    assert mira.get(path).status_code == 409, "the earlier draft is no place for it"


def test_experts_replace_a_sheet_as_json(people: People, signed_in: SignedIn) -> None:
    game_id, draft = _held(people)
    mira, path = signed_in(MASTER), f"{draft}/sheets/lannister"
    assert f'href="{path}"' in mira.get(draft).text, "a house that sent nothing can be given a sheet"
    about = {"call": "1", "draft": "1", "reason": "Typed by hand"}
    bad = mira.post(path, about | {"do": "save-json", "document": '{"orders":{"moon":"raid"}}'})
    assert bad.status_code == 422
    into = mira.post(path, about | {"do": "from-json", "document": '{"orders":{"lannisport":"raid"}}'})
    assert into.status_code == 200
    assert sheet_form(into.text).sent["orders.lannisport"] == ["raid", ""]
    assert mira.post(path, about | {"do": "save-json", "document": "{}"}).status_code == 303


def test_the_position_is_set_at_a_decision(people: People, signed_in: SignedIn) -> None:
    game_id, draft = _held(people)
    asked = next(entry for entry in outcome_of(draft_of(people, game_id)).answers if "march" in entry.decision)
    mira = Clicks(signed_in(MASTER))
    mira.go(f"{draft}/decisions/{asked.decision}")
    mira.follow("Set the position here")
    kinds = re.search(r'href="(\?kind=set-power[^"]*)"', mira.html)
    assert kinds is not None
    mira.go(f"/games/{game_id}/gm/overrides/new{unescape(kinds[1])}")
    assert re.search(rf'value="{re.escape(asked.decision)}" checked', mira.html)
    typed = {"house": "stark", "power": "9", "reason": "Miscounted", "at": asked.decision}
    mira.send("See what it changes", f"/games/{game_id}/gm/overrides/new", **typed)
    with people.store.read() as session:
        decree = decode(session.scalars(select(OverrideRow)).one().document, "first-edition").decree
    assert isinstance(decree, NewPosition)
    assert decree.at == asked.decision
    mira.send("Apply")
    mira.send("Publish result 2")


def test_draft_is_published_up_to_a_decision_asked_anew(people: People, signed_in: SignedIn) -> None:
    game_id, draft = _held(people)
    asked = next(entry for entry in outcome_of(draft_of(people, game_id)).answers if "march" in entry.decision)
    mira = Clicks(signed_in(MASTER))
    mira.go(f"{draft}/decisions/{asked.decision}")
    mira.follow("Go back to here")
    assert re.search(r"Back to the decision \w+, march \(d\d+\)\.", mira.html), "by name, not by its id"
    mira.send("Go back to turn 1", f"/games/{game_id}/gm/back", chance="keep", reason="Let them decide it")
    turn = last_turn(people, game_id)
    assert (turn.number, turn.status) == (2, "open")
    with people.store.read() as session:
        outcome = current(session, find_game(session, game_id))
    assert asked.decision in [decision.id for decision in outcome.waiting]


def test_from_the_decisions_of_a_closed_turn_back_to_one(people: People, signed_in: SignedIn) -> None:
    game_id, _ = _held(people)
    publish(people, game_id)
    mira = Clicks(signed_in(MASTER))
    mira.go(f"/games/{game_id}/gm/back?to=1")
    mira.follow("All decisions of turn 1")
    link = re.search(r'href="([^"]+decision=[^"]*resolve-march[^"]*)"', mira.html)
    assert link is not None
    mira.go(unescape(link[1]))
    assert "Orders were revealed." in mira.html, "the impact is shown"
    mira.send("Go back to turn 1", f"/games/{game_id}/gm/back", chance="reseed", reason="A wrong march")
    assert last_turn(people, game_id).number == 3
    assert signed_in("ben").get(f"/games/{game_id}/gm/turns/1").status_code == 403


def test_a_held_turn_takes_sheets_again(people: People, signed_in: SignedIn) -> None:
    game_id, _ = _held(people)
    mira = Clicks(signed_in(MASTER))
    mira.go(f"/games/{game_id}/gm")
    mira.follow("Discard it and reopen the turn for orders")
    assert "Result 1 is discarded" in mira.html
    assert "version 1" in mira.html
    mira.send("Reopen for orders", f"/games/{game_id}/gm/reopening", reason="A letter came late")
    assert "The turn is open again" in mira.html
    assert last_turn(people, game_id).status == "open"
    late = mira.browser.post(f"/games/{game_id}/gm/reopening", {"call": "1", "draft": "1", "due": "soon"})
    assert late.status_code == 409
    assert "A letter came late" in signed_in("ben").get(f"/games/{game_id}/log").text


def test_what_is_wrong_with_a_reopening_is_said(people: People, signed_in: SignedIn) -> None:
    game_id, _ = _held(people)
    mira, path = signed_in(MASTER), f"/games/{game_id}/gm/reopening"
    about = {"call": "1", "draft": "1", "reason": "Late", "due": "2020-01-01T00:00:00+00:00"}
    assert mira.get(f"{path}?hours=9999").status_code == 422
    for changed in ({}, {"due": "soon"}, {"due": "2020-01-01T00:00:00"}, {"reason": ""}):
        assert mira.post(path, about | changed).status_code == 422, changed
    assert last_turn(people, game_id).status == "held"


def test_a_game_that_was_over_runs_again(people: People, signed_in: SignedIn) -> None:
    game_id, _ = _held(people)
    publish(people, game_id)
    apply(people, game_id, propose(people, game_id, NewPosition(EndGame())))
    assert signed_in("ben").get(f"/games/{game_id}/end").status_code == 200
    mira = Clicks(signed_in(MASTER))
    mira.go(f"/games/{game_id}/gm")
    mira.follow("Reopen the finished game")
    mira.go(f"/games/{game_id}/gm/back?to=2")
    assert "its seed was revealed" in mira.html
    assert 'value="keep"' not in mira.html
    keep = mira.browser.post(
        f"/games/{game_id}/gm/back", {"about": "2", "to": "2", "decision": "", "chance": "keep", "reason": "x"}
    )
    assert keep.status_code == 409
    mira.send("Go back to turn 2", f"/games/{game_id}/gm/back", chance="reseed", reason="It ended too soon")
    assert last_turn(people, game_id).status == "open"
    assert signed_in("ben").get(f"/games/{game_id}/end").status_code == 409
