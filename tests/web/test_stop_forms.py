"""Where a game stops at a question: what the form offers, and at which places of the drawing."""

from __future__ import annotations

import re
from html import unescape

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.btwixt.rules.legality import LISTINGS
from adjudicator.kernel.refusal import Refusal
from adjudicator.thrones.state.decisions import MoveTroops, PieceDecision, ResolveMarch, ResolveRaid
from tests.correspondence.people import People
from tests.e2e.phases import BTWIXT, STORM
from tests.e2e.stops import STOPS, Asked, Stop, asked_at
from tests.slices import often
from tests.web.form_reader import sheet_form
from tests.web.visitors import browser_of
from web.shown_form import ShownForm

TABLE = [stop for stop in STOPS if stop.edition == BTWIXT]
REALM = [stop for stop in STOPS if stop.edition != BTWIXT]
# What is chosen at no place of its own: leaders, cards that are no battle's, amounts, orders of houses.
NOWHERE = {"take-back-card", "place-bid", "settle-tie", "pick-tied", "muster-units", "choose-vassal", "place-units"}
NOWHERE |= {"spread-bid", "negotiate", "accept-offer", "use-raven", "pick-effect"}
PLACES = re.compile(r'data-place="([^"]+)"')
AT = re.compile(r'data-(?:at|spot)="([^"]+)"')


def of(edition: str, asks: str) -> Stop:
    return next(stop for stop in STOPS if (stop.edition, stop.asks) == (edition, asks))


def opened(app: Flask, people: People, stop: Stop) -> tuple[Asked, FlaskClient, str]:
    """A game at a stop, its reader, and the page of the call."""
    found, client = asked_at(people, stop), browser_of(app, people, "ada").client
    page: str = client.get(f"/calls/{found.call}").text
    return found, client, page


def drawn(client: FlaskClient, page: str) -> set[str]:
    """The places of the drawing beside a sheet."""
    address = re.search(r'data-map="([^"]+)"', page)
    assert address is not None
    svg = client.get(unescape(address[1]) + "&theme=parchment&fonts=0").text
    return {*PLACES.findall(svg), *re.findall(r'id="area-([^"]+)"', svg)}


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
    wanted = [msgspec.json.encode(answer).decode() for answer in LISTINGS[type(asked)](asked)]
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
    assert "Which march is carried out" in head
    assert "Your areas" in rest
    # What is wrong with an answer stands beside it; what is wrong with the rest opens it.
    place = f"answers.{found.decision.id}"
    half = client.post(f"/calls/{found.call}/live", data=_form(page, {f"{place}.moves[0].units.footman": "x"}))
    assert '<details class="part" id="programme">' in half.text
    wrong = client.post(f"/calls/{found.call}/live", data=_form(page, {"bids.fiefdoms[0].amount": "?"}))
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
