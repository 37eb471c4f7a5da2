"""The game master's page: a disputed battle is found, explained, overridden and published in few clicks."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from werkzeug.test import TestResponse

from correspondence.archive.records import current
from correspondence.games.access import find_game
from tests.correspondence.people import People
from tests.correspondence.review.masters import MASTER, draft_of, last_turn, make_master, reviewed_game, run_out
from tests.web.visitors import Browser

SignedIn = Callable[[str], Browser]


class Clicks:
    """A browser that follows links and sends forms that stand on the page, and counts."""

    def __init__(self, browser: Browser) -> None:
        self.browser, self.count, self.html = browser, 0, ""

    def go(self, path: str) -> None:
        """Open a page, from an email or a link."""
        self.count += 1
        self._shown(self.browser.get(path))

    def follow(self, words: str, within: str = "") -> None:
        """Click the link with these words; links into the page itself load nothing."""
        part = self.html[self.html.index(within) :] if within else self.html
        found = re.search(rf'<a[^>]*href="([^"]+)"[^>]*>(?:(?!</a>).)*{words}', part, re.S)
        assert found is not None, words
        self.count += 1
        if not found[1].startswith("#"):
            self._shown(self.browser.get(unescape(found[1])))

    def send(self, button: str, path: str = "", **typed: str) -> None:
        """Press the button of a form, its hidden and chosen fields as they stand and `typed` ones filled in."""
        forms = re.findall(r"<form[^>]*>.*?</form>", self.html, re.S)
        form = next(one for one in forms if re.search(rf"<button[^>]*>{button}", one))
        action = re.search(r'<form[^>]*action="([^"]+)"', form)
        fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
        for name, options in re.findall(r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
            chosen = re.search(r'<option value="([^"]*)" selected', options)
            fields[name] = chosen[1] if chosen else ""
        fields |= re.findall(r'<input type="radio" name="([^"]+)" value="([^"]*)"[^>]* checked>', form)
        fields = {name: unescape(value) for name, value in fields.items()} | typed
        self.count += 1
        self._shown(self.browser.post(unescape(action[1]) if action else path, fields, follow_redirects=True))

    def _shown(self, page: TestResponse) -> None:
        assert page.status_code == 200, page.text
        self.html = page.text


def _with_a_battle(people: People) -> str:
    """A game whose held turn has a battle in which a House card was chosen."""
    game_id = reviewed_game(people, {"stark": "ada", "lannister": "ben"})
    for _ in range(8):
        run_out(people, game_id)
        draft = draft_of(people, game_id)
        if b'"choose-house-card"' in draft.records:
            return game_id
        publish(people, game_id)
    raise AssertionError("no battle in eight calls")


def publish(people: People, game_id: str) -> None:
    """Publish the current draft."""
    from correspondence.review.pending_results import approve

    draft, turn, account = draft_of(people, game_id), last_turn(people, game_id), people.account(MASTER)
    with people.store.begin() as session:
        approve(session, account, game_id, turn.number, draft.number, draft.digest, people.now)


def test_disputed_battle_is_overridden_in_under_ten_clicks(people: People, signed_in: SignedIn) -> None:
    game_id = _with_a_battle(people)
    mira = Clicks(signed_in(MASTER))
    mira.go(f"/games/{game_id}/gm")
    mira.follow("Review the result")
    assert "Skipped" in mira.html
    mira.follow("", within="Battles:")
    battle = mira.html[mira.html.index('id="battle-') :]
    link = re.search(r'href="([^"]+-choose-house-card-[^"]+)">Change', battle)
    assert link is not None
    mira.go(unescape(link[1]))
    cards = re.findall(r'<input type="radio" name="(answers\.[^"]+\.card)" value="([^"]+)"( checked)?', mira.html)
    name, other = next((name, card) for name, card, chosen in cards if not chosen)
    mira.send("See what it changes", link[1], **{name: other, "reason": "The card was misread"})
    assert "With the override" in mira.html
    mira.send("Apply")
    assert "Compared with result 1" in mira.html
    mira.send("Publish result 2")
    assert "Published." in mira.html
    assert mira.count < 10
    assert last_turn(people, game_id).status == "open"
    people.deliver()
    told = [str(mail.get_body(("plain",)).get_content()) for mail in people.mails("ben")]  # type: ignore[union-attr]
    assert any("The card was misread" in mail for mail in told)


def test_every_page_of_the_review_opens(people: People, signed_in: SignedIn) -> None:
    game_id = _with_a_battle(people)
    mira, draft = signed_in(MASTER), draft_of(people, game_id)
    review = f"/games/{game_id}/gm"
    kinds = ("set-units", "set-hand", "set-track", "set-deck", "ruling", "end-game", "set-order")
    paths = [review, f"{review}/notes", f"{review}/back", f"{review}/back?to=1", f"/games/{game_id}/log"]
    paths += [f"{review}/drafts/{draft.public_id}", f"{review}/drafts/{draft.public_id}/sheets/stark"]
    paths += [f"{review}/drafts/{draft.public_id}/map.svg?at={at}" for at in ("before", "after")]
    paths += [f"{review}/overrides/new?kind={kind}" for kind in kinds]
    for path in paths:
        assert mira.get(path).status_code == 200, path
    assert mira.get(f"{review}/drafts/{draft.public_id}/map.svg?at=now").status_code == 400
    assert mira.get(f"{review}/drafts/none").status_code == 404


def test_units_are_set_on_an_open_turn(people: People, signed_in: SignedIn) -> None:
    game_id = people.game({"stark": "ada", "lannister": "ben"})
    make_master(people, game_id)
    mira = Clicks(signed_in(MASTER))
    mira.go(f"/games/{game_id}/gm/overrides/new?kind=set-units")
    typed = {"area": "winterfell", "house": "stark", "units.knight": "2", "reason": "A miscount"}
    mira.send("See what it changes", f"/games/{game_id}/gm/overrides/new", **typed)
    assert "Winterfell" in mira.html
    mira.send("Apply")
    with people.store.read() as session:
        board = current(session, find_game(session, game_id)).showing.board
    assert board.forces["winterfell"].units == {"knight": 2}
    bad = mira.browser.post(
        f"/games/{game_id}/gm/overrides/new", {"kind": "set-power", "power": "x", "call": "1", "reason": "r"}
    )
    assert bad.status_code == 422


def test_the_game_goes_back(people: People, signed_in: SignedIn) -> None:
    game_id = people.game({"stark": "ada", "lannister": "ben"})
    make_master(people, game_id)
    run_out(people, game_id)
    run_out(people, game_id)
    mira = Clicks(signed_in(MASTER))
    mira.go(f"/games/{game_id}/gm/back?to=2")
    assert "What it undoes" in mira.html
    mira.send("Go back to turn 2", f"/games/{game_id}/gm/back", chance="keep", reason="A wrong sheet was used")
    assert last_turn(people, game_id).number == 4
    audit_log = signed_in("ben").get(f"/games/{game_id}/log").text
    assert "A wrong sheet was used" in audit_log
    assert "The chain is unbroken" in audit_log


def test_players_and_playing_masters_open_nothing_hidden(people: People, signed_in: SignedIn) -> None:
    game_id = _with_a_battle(people)
    make_master(people, game_id, "ada")
    draft = draft_of(people, game_id)
    decision = re.search(rb'"(d\d+-choose-house-card-\w+)"', draft.records)
    assert decision is not None
    review = f"/games/{game_id}/gm"
    inside = f"{review}/drafts/{draft.public_id}"
    hidden = [inside, f"{inside}/map.svg", f"{inside}/sheets/stark", f"{inside}/decisions/{decision[1].decode()}"]
    for name in ("ada", "ben", "eve"):
        for path in hidden:
            assert signed_in(name).get(path).status_code == 403, (name, path)
    shown = signed_in("ada").get(review)
    assert shown.status_code == 200
    assert "Review the result" not in shown.text
    assert "decided by defaults" not in shown.text
    assert signed_in("ben").get(review).status_code == 403
    assert signed_in("ada").post(f"{review}/look-ahead", {"call": "1"}).status_code == 403
    assert signed_in("eve").get(f"/games/{game_id}/log").status_code == 403


@pytest.mark.parametrize("do", ["extend", "pause"])
def test_deadlines_from_the_review_name_their_turn(people: People, signed_in: SignedIn, do: str) -> None:
    game_id = people.game({"stark": "ada", "lannister": "ben"})
    make_master(people, game_id)
    mira, path = signed_in(MASTER), f"/games/{game_id}/gm/call"
    assert mira.post(path, {"do": do, "call": "7", "reason": "Holidays"}).status_code == 409
    assert mira.post(path, {"do": do, "call": "1", "reason": ""}).status_code == 422
    due = last_turn(people, game_id).due_at
    assert mira.post(path, {"do": do, "call": "1", "reason": "Holidays", "hours": "24"}).status_code == 303
    turn = last_turn(people, game_id)
    assert turn.due_at > due if do == "extend" else turn.status == "paused"


def test_looking_ahead_is_told_to_players(people: People, signed_in: SignedIn) -> None:
    game_id = people.game({"stark": "ada", "lannister": "ben"})
    make_master(people, game_id)
    mira = Clicks(signed_in(MASTER))
    mira.go(f"/games/{game_id}/gm")
    mira.send("What if it ended now")
    assert "What if the turn ended now?" in mira.html
    assert last_turn(people, game_id).status == "open"
    assert "Ran a what-if" in signed_in("ben").get(f"/games/{game_id}/log").text


def test_the_notebook_is_the_masters(people: People, signed_in: SignedIn) -> None:
    game_id = reviewed_game(people)
    mira, path = signed_in(MASTER), f"/games/{game_id}/gm/notes"
    assert mira.post(path, {"body": "Watch <b>Pyke</b>\nand Stark"}).status_code == 303
    assert "Watch &lt;b&gt;Pyke" in mira.get(path).text
    assert mira.post(path, {"body": " "}).status_code == 422
    assert signed_in("ben").get(path).status_code == 403
    assert "Pyke" not in signed_in("ada").get(path).text, "a master who plays reads no page but their own"
    found = re.search(r'action="([^"]+/remove)"', mira.get(path).text)
    assert found is not None
    assert mira.post(found[1]).status_code == 303
    assert "Pyke" not in mira.get(path).text
