"""Where a game stops at a question: what the form offers, and at which places of the drawing."""

from __future__ import annotations

import re
from html import unescape

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator import games
from adjudicator.btwixt.rules.legality import legal_answers
from adjudicator.engine.decision import Refusal
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state.decisions import (
    MoveTroops,
    MusterUnits,
    PickTied,
    PieceDecision,
    PlaceBid,
    PlaceUnits,
    Recruit,
    Recruits,
    ResolveMarch,
    ResolveRaid,
    SettleTie,
    SpreadBid,
)
from narration.thrones.voice import Voice
from narration.words import translator
from tests.atlas.positions import start
from tests.correspondence.people import People
from tests.e2e.phases import BTWIXT, DRAGONS, STORM
from tests.e2e.stops import STOPS, Asked, Stop, asked_at
from tests.slices import often
from tests.web.form_reader import sheet_form
from tests.web.visitors import browser_of
from web.forms.drafts import ShownForm
from web.thrones.sheet_form.choices import Choices
from web.thrones.sheet_form.offers import UnitPlaces, muster_places, unit_places

TABLE = [stop for stop in STOPS if stop.edition == BTWIXT]
REALM = [stop for stop in STOPS if stop.edition != BTWIXT]
# What is no choice at a place: leaders, cards that are no battle's, what is counted or put in order.
NOWHERE = {"take-back-card", "place-bid", "settle-tie", "muster-units", "choose-vassal", "place-units"}
NOWHERE |= {"spread-bid", "negotiate", "accept-offer", "use-raven", "pick-effect"}
PLACES = re.compile(r'data-place="([^"]+)"')
MORE = re.compile(r'data-offer="([^"]+)"[^>]* data-more')
AT = re.compile(r'data-(?:at|spot)="([^"]+)"')


def of(edition: str, asks: str) -> Stop:
    return next(stop for stop in STOPS if (stop.edition, stop.asks) == (edition, asks))


def opened(app: Flask, people: People, stop: Stop) -> tuple[Asked, FlaskClient, str]:
    """A game at a stop, its reader, and the page of the turn."""
    found, client = asked_at(people, stop), browser_of(app, people, "ada").client
    page: str = client.get(f"/turns/{found.turn}").text
    return found, client, page


def drawn(client: FlaskClient, page: str) -> set[str]:
    """The places of the drawing beside a sheet."""
    address = re.search(r'data-map="([^"]+)"', page)
    assert address is not None
    svg = client.get(unescape(address[1]) + "&theme=parchment&fonts=0").text
    tracks = {f"track-{track}" for track in re.findall(r'data-track="([^"]+)"', svg)}
    return {*PLACES.findall(svg), *re.findall(r'id="area-([^"]+)"', svg), *tracks}


def listed(page: str, kind: str) -> list[list[str]]:
    """The ids that stand in attributes of a kind."""
    return [ids.split() for ids in re.findall(rf'data-{kind}="([^"]*)"', page)]


@pytest.mark.parametrize("stop", TABLE, ids=str)
def test_every_answer_lies_at_a_place_of_the_table(stop: Stop, app: Flask, people: People) -> None:
    found, client, page = opened(app, people, stop)
    places, asked = drawn(client, page), found.decision
    if stop.asks in ("arranges", "orders"):
        fields = re.findall(r'data-picks="([^"]+)"', page)
        assert {field.split(".")[1] for field in fields} == {asked.id}
        assert f'data-place="leader-{asked.seat}"' in page
        return
    wanted = [msgspec.json.encode(answer).decode() for answer in legal_answers(None, asked)]
    offered = sheet_form(page).choices[f"answers.{asked.id}.choice"]
    assert offered == [*wanted, ""]
    at = AT.findall(page)
    assert len(at) == len(wanted)
    assert set(at) <= places


@pytest.mark.parametrize("stop", REALM[:: often(3, 1)], ids=str)
def test_what_a_stop_asks_lies_on_the_map(stop: Stop, app: Flask, people: People) -> None:
    found, client, page = opened(app, people, stop)
    asked, areas = found.decision, drawn(client, page)
    head = page.partition('id="programme"')[0]
    named = {*AT.findall(head), *(goal for goals in listed(head, "goals") for goal in goals)}
    assert named <= areas
    if isinstance(asked, ResolveRaid | ResolveMarch | MoveTroops):
        kind = "raid" if isinstance(asked, ResolveRaid) else "march"
        sources = re.findall(rf'data-place="([^"]+)"[^>]*><div data-tool="{kind}"', head)
        assert sources == list(asked.options)
        assert [goals for goals in listed(head, "goals") if goals] == [list(g) for g in asked.options.values() if g]
    elif stop.asks not in NOWHERE and stop.edition != STORM:
        assert named, "something can be touched"


@pytest.mark.parametrize("stop", [stop for stop in REALM if stop.asks == "muster-units"], ids=str)
def test_units_to_be_mustered_lie_at_their_places(stop: Stop, app: Flask, people: People) -> None:
    found, client, page = opened(app, people, stop)
    asked = found.decision
    assert isinstance(asked, MusterUnits)
    head, place = page.partition('id="programme"')[0], f"answers.{asked.id}"
    assert PLACES.findall(head) == list(asked.places)
    assert set(PLACES.findall(head)) <= drawn(client, page)
    assert [set(names) for names in listed(head, "asked")] == [{f"{place}.wants[0].unit", f"{place}.nothing"}]
    # What is wanted is paid, and only what can be had on top is offered on.
    (area,) = asked.places
    row = {f"{place}.wants[0].{part}": value for part, value in (("area", area), ("unit", "upgrade:knight"))}
    paid = client.post(f"/turns/{found.turn}/live", data=_form(page, row)).text.partition('id="programme"')[0]
    assert set(MORE.findall(head)) > set(MORE.findall(paid)) - {"footman"}
    assert "knight" in MORE.findall(head)
    assert "knight" not in MORE.findall(paid)
    assert "2 points, 1 left" in paid
    # What cannot be had costs nothing.
    row[f"{place}.wants[0].unit"] = "dragon"
    wrong = client.post(f"/turns/{found.turn}/live", data=_form(page, row)).text.partition('id="programme"')[0]
    assert MORE.findall(wrong) == MORE.findall(head)


def test_areas_that_cannot_muster_are_no_places_of_a_question() -> None:
    view = start(seat="stark")
    voice = Voice(games.edition("first-edition"), translator("en"), "stark")
    asked = MusterUnits(id="d1-x", seat="stark", house="stark", places={"winterfell": 2, "moat-cailin": 0})
    found = muster_places(asked, Choices(view, "stark", voice))
    assert [(place.area, place.points, place.left) for place in found] == [("winterfell", 2, 2)]
    wants = Recruits((Recruit("winterfell", "footman", "winterfell"),))
    (place,) = muster_places(asked, Choices(view, "stark", voice, Sheet(answers={asked.id: wants})))
    assert place.left == 1
    assert "knight" not in [offer.unit for offer in place.offers if offer.more]


@pytest.mark.parametrize("stop", [stop for stop in REALM if stop.asks in ("place-bid", "spread-bid")], ids=str)
def test_bids_are_counted_at_their_track(stop: Stop, app: Flask, people: People) -> None:
    found, client, page = opened(app, people, stop)
    asked, head = found.decision, page.partition('id="programme"')[0]
    assert isinstance(asked, PlaceBid | SpreadBid)
    assert PLACES.findall(head) == [f"track-{asked.auction}"]
    counted = re.findall(r'data-count="([^"]+)" data-most="(\d+)"', head)
    place = f"answers.{asked.id}"
    if isinstance(asked, PlaceBid):
        assert counted == [(f"{place}.power", str(asked.up_to))]
    else:
        assert counted == [(f"{place}.gifts.{house}", str(asked.amount)) for house in asked.houses]
    assert re.findall(r'data-step="1" data-of="([^"]+)"', head) == [name for name, _ in counted]
    if not isinstance(asked, PlaceBid) or stop.edition == STORM:
        return
    sent = client.post(f"/turns/{found.turn}/live", data=_form(page, {f"{place}.power": str(asked.up_to)}))
    assert re.search(rf'plan-bid"[^>]*data-track="{asked.auction}"', unescape(sent.text))


@pytest.mark.parametrize("stop", [stop for stop in REALM if stop.asks in ("settle-tie", "pick-tied")], ids=str)
def test_tied_houses_lie_at_their_track_with_their_arms(stop: Stop, app: Flask, people: People) -> None:
    found, client, page = opened(app, people, stop)
    asked, head = found.decision, page.partition('id="programme"')[0]
    assert isinstance(asked, SettleTie | PickTied)
    track, place = f"track-{asked.auction or 'wildlings'}", f"answers.{asked.id}"
    assert track in drawn(client, page)
    if isinstance(asked, PickTied):
        assert AT.findall(head) == [track] * len(asked.houses)
        assert sheet_form(page).choices[f"{place}.house"] == [*asked.houses, ""]
        row = {f"{place}.house": [asked.houses[-1]]}
    else:
        assert PLACES.findall(head) == [track]
        assert re.findall(r'data-card="([^"]+)"', head) == list(asked.houses)
        assert f'data-picks="{place}.houses"' in head
        assert f'data-whole="{len(asked.houses)}"' in head
        row = {f"{place}.houses": list(asked.houses)}
    question = head[head.index('class="question"') :]
    assert question.count('class="badge"') == len(asked.houses)
    sent = client.post(f"/turns/{found.turn}/live", data={**sheet_form(page).sent, **row})
    assert re.search(rf'plan-tie"[^>]*data-track="{track.removeprefix("track-")}"', unescape(sent.text))


def test_units_that_a_card_brings_come_where_there_is_room(app: Flask, people: People) -> None:
    found, client, page = opened(app, people, of(DRAGONS, "place-units"))
    asked = found.decision
    assert isinstance(asked, PlaceUnits)
    head, place = page.partition('id="programme"')[0], f"answers.{asked.id}"
    assert set(PLACES.findall(head)) == set(asked.areas) & drawn(client, page)
    assert set(re.findall(r'data-offer="([^"]+)" data-at="" data-most="1" data-more', head)) == set(asked.units)
    row = {f"{place}.wants[0].area": "karhold", f"{place}.wants[0].unit": "knight"}
    placed = client.post(f"/turns/{found.turn}/live", data=_form(page, row)).text.partition('id="programme"')[0]
    assert "knight" not in MORE.findall(placed)
    assert 'data-offer="knight"' in placed
    assert "Still to place: 1 siege engine, 1 footman and 1 ship." in placed
    # What cannot come is passed over.
    row[f"{place}.wants[0].unit"] = "ship"
    wrong = client.post(f"/turns/{found.turn}/live", data=_form(page, row)).text.partition('id="programme"')[0]
    assert MORE.findall(wrong) == MORE.findall(head)


def test_units_without_room_are_told() -> None:
    view = start(seat="stark")
    choices = Choices(view, "stark", Voice(games.edition("first-edition"), translator("en"), "stark"))

    def placed(units: dict[str, int], areas: tuple[str, ...], wants: tuple[Recruit, ...] = ()) -> UnitPlaces:
        asked = PlaceUnits(id="d1-x", seat="stark", house="stark", loan="x", units=units, areas=areas)
        choices.also = Sheet(answers={asked.id: Recruits(wants)})
        return unit_places(asked, choices)

    nowhere = placed({"ship": 1}, ("winterfell",))
    assert nowhere.places == {}
    assert nowhere.status == "There is no room for 1 ship."
    footman = Recruit("winterfell", "footman", "winterfell")
    done = placed({"footman": 1}, ("winterfell",), (footman, Recruit("atlantis", "footman", "atlantis")))
    assert done.status == "All units are placed."
    assert [offer.more for offer in done.places["winterfell"]] == [False]


def test_units_to_choose_from_have_pictures(app: Flask, people: People) -> None:
    found, _, page = opened(app, people, of("first-edition", "take-casualty"))
    assert isinstance(found.decision, PieceDecision)
    used = re.findall(r'href="#(sign-unit-[^"]+)"', page)
    assert len(used) == len(found.decision.choices)
    for sign in used:
        assert f'<symbol id="{sign}"' in page


def test_only_what_is_asked_is_open(app: Flask, people: People) -> None:
    found, client, page = opened(app, people, of("first-edition", "resolve-march"))
    head, _, rest = page.partition('<details class="part" id="programme">')
    assert "Which march do you resolve" in head
    assert "Your areas" in rest
    # What is wrong with an answer stands beside it; what is wrong with the rest opens it.
    place = f"answers.{found.decision.id}"
    half = client.post(f"/turns/{found.turn}/live", data=_form(page, {f"{place}.moves[0].units.footman": "x"}))
    assert '<details class="part" id="programme">' in half.text
    wrong = client.post(f"/turns/{found.turn}/live", data=_form(page, {"bids.fiefdoms[0].amount": "?"}))
    assert '<details class="part" id="programme" open>' in wrong.text


def _form(page: str, more: dict[str, str]) -> dict[str, list[str]]:
    return {**sheet_form(page).sent, **{name: [value] for name, value in more.items()}}


def test_what_is_wrong_besides_a_part() -> None:
    def troubled(*places: str) -> bool:
        return ShownForm({}, [Refusal("bad", "words", place) for place in places]).troubled_besides("answers")

    assert not troubled()
    assert not troubled("answers.d1.area")
    assert troubled("answersheet")
    assert troubled("answers.d1.area", "bid[0].up-to")
