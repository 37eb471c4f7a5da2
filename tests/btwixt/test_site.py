"""The pages of a game, for players, masters and onlookers, and the API."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape

import pytest

from tests.btwixt.test_from_lobby_to_archive import PROGRAMMES, begun, bid, played_out
from tests.correspondence.people import People
from tests.correspondence.review.masters import MASTER, draft_of, make_master, run_out, set_review
from tests.e2e.stops import STOPS, asked_at
from tests.web.gm.test_review import Clicks
from tests.web.visitors import Browser, Program, codes
from web.btwixt.sheet_form import SHOWN

Browsers = Callable[[str], Browser]
Programs = Callable[[str], Program]
KINDS = ("place-ally", "set-tokens", "give-influence", "set-first-player", "ruling", "end-game")


def test_every_page_of_a_game_opens(signed_in: Browsers, people: People) -> None:
    game_id = begun(people, "advanced", "revealed-allies")
    make_master(people, game_id)
    bid(people, game_id)
    people.adjudicate(game_id)
    ada, mira, path = signed_in("ada"), signed_in(MASTER), f"/games/{game_id}"
    for page in ("", "/rounds/1", "/turns/1", "/settings", "/standing", "/log", "/map.svg"):
        assert ada.get(path + page).status_code == 200, page
    for page in ("/gm", "/gm/back", "/gm/overrides/new", *(f"/gm/overrides/new?kind={kind}" for kind in KINDS)):
        assert mira.get(path + page).status_code == 200, page
    page = ada.get(path).text
    assert "Your hand" in page
    assert "Your own cards still to come" in page
    turn = f"/turns/{people.turn(game_id)}"
    sheet = ada.get(turn).text
    main, _, experts = sheet.partition('<details class="say-more">')
    assert main.count('<label class="pick">') > 1, "the hand comes first, as cards"
    assert SECTIONS.findall(main) == ["bid"]
    assert "councils" in SECTIONS.findall(experts), "all else is folded"
    assert ada.get(f"{turn}/what-if").status_code == 200
    guide = ada.get("/help/btwixt").text
    assert "The cards are our own set" in guide
    assert "Pulling the Strings" in guide
    assert ada.get("/help/btwixt/rulings").status_code == 200


def test_the_last_page_tells_what_each_did(signed_in: Browsers, people: People) -> None:
    game_id = begun(people)
    played_out(people, game_id)
    page = signed_in("ada").get(f"/games/{game_id}/end")
    assert page.status_code == 200
    for told in ("What each leader did", "Bids won", "Figures, round by round", "Small council"):
        assert told in page.text, told


def test_a_programme_by_form(signed_in: Browsers, people: People) -> None:
    game_id = begun(people)
    ada, path = signed_in("ada"), f"/turns/{people.turn(game_id)}"
    form = {
        "bid[0].play": ["skirmish", "enough"],
        "bid[0].up-to": "12",
        "bid[0].when": "not all others kneel",
        "bid[1].kneel": "1",
        "councils[0].choose": ["weaker"],
        "abilities[0].use": "no",
        "arrange[0].first": ["arya-stark"],
        "steward[0].kinds": ["choose-ally"],
        "do": "save",
    }
    answer = ada.post(path, form)
    assert answer.status_code == 303, answer.text
    page = ada.get(path).text
    for written in (
        'name="bid[0].play" value="skirmish" checked',
        'value="12"',
        "not (all others kneel)",
        'value="arya-stark" selected',
    ):
        assert written in unescape(page), written


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"bid[0].play": ["excalibur"]}, "unknown"),
        ({"bid[0].play": ["skirmish"], "bid[0].up-to": "many"}, "unknown"),
        ({"bid[0].play": ["skirmish"], "bid[0].when": "my total >"}, "column"),
        ({"councils[0].choose": ["euron-tyrion"]}, "council"),
        ({"abilities[0].source": ["feint"]}, "empty"),
        ({"answers.d1-play-or-kneel-euron.choice": "{"}, "unknown-choice"),
    ],
)
def test_a_wrong_field_is_said_and_kept(
    form: dict[str, object], code: str, signed_in: Browsers, people: People
) -> None:
    game_id = begun(people)
    ada, path = signed_in("ada"), f"/turns/{people.turn(game_id)}"
    page = ada.post(path, {**form, "do": "save"})
    assert page.status_code == 422, page.text
    assert code in unescape(page.text)


def test_a_draft_is_decided_otherwise_and_published(signed_in: Browsers, people: People) -> None:
    game_id = begun(people)
    make_master(people, game_id)
    set_review(people, game_id, "all")
    bid(people, game_id)
    assert run_out(people, game_id).status == "held"
    mira, review = Clicks(signed_in(MASTER)), f"/games/{game_id}/gm"
    mira.go(f"{review}/drafts/{draft_of(people, game_id).public_id}")
    link = re.search(r'href="([^"]+)">Change', mira.html)
    assert link is not None
    mira.go(unescape(link[1]))
    field = re.search(r'<input type="radio" name="(answers\.[^"]+)"', mira.html)
    assert field is not None
    offered = re.findall(r'value="(\{[^"]+\})"', mira.html)
    refused = mira.browser.post(unescape(link[1]), {field[1]: '{"kind": "play"', "reason": "Misread"})
    assert refused.status_code == 422
    mira.send("See what it changes", unescape(link[1]), **{field[1]: unescape(offered[-1]), "reason": "Misread"})
    mira.send("Apply")
    mira.go(f"{review}/overrides/new?kind=set-first-player")
    first = next(house for house in people.page(game_id).view.board.houses)
    mira.send("See what it changes", f"{review}/overrides/new", house=first, reason="The token fell down", at="end")
    mira.send("Apply")
    mira.go(review)
    mira.send("Publish result 3")
    assert people.page(game_id).view.board.first == first


@pytest.mark.parametrize(
    ("modules", "offered"), [((), False), (("advanced",), True), (("draft-of-kings",), True), (("draft",), False)]
)
def test_wishes_for_cards_are_those_of_which_the_game_has_any(
    modules: tuple[str, ...], offered: bool, signed_in: Browsers, people: People
) -> None:
    game_id = begun(people, *modules)
    ada = signed_in("ada")

    page = ada.get(f"/turns/{people.turn(game_id)}").text
    menu = json.loads(ada.get(f"/conditions/btwixt?modules={','.join(modules)}").text)

    named = {name for name, _ in menu["sorts"]["what"]}
    for word in ("event", "own"):
        assert (f'value="{word}"' in page) == offered, word
        assert (word in named) == offered
    assert ("great-tourney" in named) == offered
    assert {"red", "feint"} <= named


def test_words_of_the_bid_are_not_offered_for_the_draft(signed_in: Browsers, people: People) -> None:
    game_id = begun(people, "draft")
    page = signed_in("ada").get(f"/turns/{people.turn(game_id)}").text
    keep = page.partition('id="section-keep"')[2].partition("</details>")[0]
    assert 'value="highest"' in keep
    assert 'value="enough"' not in keep


def test_a_program_plays_it(program: Programs, people: People) -> None:
    game_id = begun(people)
    ada, turn = program("ada"), people.turn(game_id)
    assert ada.get("/editions/btwixt").get_json()["influence"]["skirmish"]["value"] == 5
    sheet = ada.put(f"/turns/{turn}/sheet", PROGRAMMES["ada"])
    assert sheet.status_code in (200, 201), sheet.text
    assert ada.get(f"/turns/{turn}/sheet").get_json()["sheet"]["bid"][0]["play"] == ["enough"]
    refused = ada.put(f"/turns/{turn}/sheet", {"bid": [{"play": ["excalibur"]}]})
    assert refused.status_code in (400, 422)
    assert codes(refused)
    people.adjudicate(game_id)
    found = ada.get(f"/games/{game_id}/results/1")
    assert "bid-won" in found.text
    assert ada.put(f"/games/{game_id}/standing", PROGRAMMES["ada"]).status_code in (200, 201)
    supposed = ada.post(f"/turns/{people.turn(game_id)}/what-ifs", {"sheet": PROGRAMMES["ada"], "others": {}})
    assert supposed.status_code in (200, 201, 404), supposed.text


@pytest.mark.parametrize("seat", ["ada", "ben", "cy"])
def test_nobody_is_told_what_lies_face_down(seat: str, program: Programs, people: People) -> None:
    game_id = begun(people)
    bid(people, game_id)
    people.adjudicate(game_id)
    view = program(seat).get(f"/games/{game_id}").get_json()["view"]
    assert "hidden" not in view
    assert len(view["hand"]) == (view["board"]["hands"][view["seat"]] if view["seat"] else 0)


def test_at_a_question_the_programme_is_folded(signed_in: Browsers, people: People) -> None:
    stop = next(stop for stop in STOPS if stop.asks == "kill")
    ada, turn = signed_in("ada"), f"/turns/{asked_at(people, stop).turn}"
    page = ada.get(turn).text
    shown, _, folded = page.partition('<details class="part" id="programme">')
    assert "which ally dies?" in shown
    assert 'id="section-bid"' not in shown
    assert 'id="section-bid"' in folded.partition("</form>")[0]
    wrong = ada.post(turn, {"bid[0].up-to": "many", "do": "save"})
    assert wrong.status_code == 422
    assert '<details class="part" id="programme" open>' in wrong.text
    assert 'id="programme"' not in ada.get(f"/turns/{people.turn(begun(people))}").text


SECTIONS = re.compile(r'<details id="section-([a-z]+)"')


def played_with(people: People, hand: str, **setup: object) -> str:
    """A round of four in which ada, who is Euron, holds these cards; the path of her sheet."""
    scenario = {
        "edition": "btwixt",
        "players": 4,
        "houses": ["euron", "cersei", "doran", "tyrion"],
        "agenda": ["turn house=euron"],
        "setup": {"current": "kevan-lannister", "hands": {"euron": hand}, **setup},
    }
    plain, houses = json.dumps(scenario), ("euron", "cersei", "doran", "tyrion")
    game = people.game({"euron": "ada"}, edition="btwixt", players=4, scenario=plain, houses=houses)
    return f"/turns/{people.turn(game)}"


def test_only_what_the_cards_can_ask_is_shown(signed_in: Browsers, people: People) -> None:
    ada = signed_in("ada")
    plain, asking = played_with(people, "royal-host"), played_with(people, "royal-host betrayal")
    assert SECTIONS.findall(ada.get(plain).text) == ["bid", "councils", "steward"]
    assert SECTIONS.findall(ada.get(asking).text) == ["bid", "councils", "cards", "leaders", "steward"]
    more = ada.post(plain, {"more": "section-leaders"}).text
    assert SECTIONS.findall(more) == ["bid", "councils", "leaders", "steward"]
    assert 'name="opened" value="leaders"' in more
    # A part in which something stands is never put away, nor is one that was asked for before.
    kept = ada.post(f"{plain}/live", {"allies[0].choose": "highest", "opened": "order"}).text
    assert SECTIONS.findall(kept) == ["bid", "councils", "allies", "order", "steward"]
    game = begun(people)
    assert set(SECTIONS.findall(ada.get(f"/games/{game}/standing").text)) == set(SHOWN) - {"keep"}


def test_places_of_the_table_say_what_the_programme_can(signed_in: Browsers, people: People) -> None:
    ada = signed_in("ada")
    plain = ada.get(played_with(people, "royal-host")).text
    places = re.findall(r'<section class="place"[^>]* data-place="([^"]+)"', plain)
    assert places == ["leader-euron", "council-euron-cersei", "council-tyrion-euron"], "one's own, and nothing else"
    assert 'data-picks="bid[0].play"' in plain
    assert 'data-count="bid[0].up-to"' in plain
    asking = ada.get(played_with(people, "poisoned-cup", councils={"cersei-doran": "shae"})).text
    there = asking.partition('data-place="council-cersei-doran"')[2].partition("</section>")[0]
    assert 'data-picks="allies[0].choose"' in there
    assert 'data-card="shae"' in there
    assert 'data-picks="councils[0].choose"' not in there
