"""Mother of Dragons on the sheet's page: vassals, loans and gifts of bids can be written, kept, told and played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import msgspec
import pytest
from flask import Flask, render_template_string

from adjudicator import games
from adjudicator.engine.decision import Decision
from adjudicator.engine.step import Decided
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.sheets.battle import CardRule, Cards, SupportRule
from adjudicator.thrones.sheets.choices import BidRule, ChoiceRule
from adjudicator.thrones.sheets.losses import Losses, LossRule, RetreatRule
from adjudicator.thrones.sheets.marches import Marches, MarchPlan, Move
from adjudicator.thrones.sheets.muster import LoanRule, Muster, MusterRule, Want
from adjudicator.thrones.sheets.orders import ClaimRule, RaidRule, Raids, VassalOrder
from adjudicator.thrones.sheets.resolver import KINDS, default_policies
from adjudicator.thrones.sheets.sheet import Sheet, VassalSheet
from adjudicator.thrones.state import decisions as d
from correspondence.archive.records import round_log
from narration.thrones.questions import ASKED, question
from narration.thrones.voice import Voice
from narration.words import translator
from tests.correspondence.people import People, text_of
from tests.web.form_reader import FormRead, forms_of, sheet_form
from tests.web.visitors import Browser
from web.forms.drafts import ShownForm
from web.layout import voice
from web.thrones.sheet_form.choices import Choices
from web.thrones.sheet_form.rules import FORM
from web.thrones.sheet_form.sections import ALL

Browsers = Callable[[str], Browser]
MOD = "mother-of-dragons"


@pytest.fixture
def three(people: People, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game of three with four vassals: ada leads Stark, bo Lannister, a bot Baratheon."""
    monkeypatch.setattr(games, "EDITIONS", games.ALL_EDITIONS)
    houses = ("stark", "lannister", "baratheon")
    humans = {"stark": "ada", "lannister": "bo"}
    return people.game(humans, edition=MOD, players=3, houses=houses, hold_minutes=0.0)


@pytest.fixture
def dragons(people: People, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game of five with Targaryen, whom bo leads; Tyrell, Martell and Arryn are vassals."""
    monkeypatch.setattr(games, "EDITIONS", games.ALL_EDITIONS)
    houses = ("stark", "lannister", "baratheon", "greyjoy", "targaryen")
    return people.game({"stark": "ada", "targaryen": "bo"}, edition=MOD, players=5, houses=houses, hold_minutes=0.0)


GREYJOY = VassalSheet(
    orders=(
        VassalOrder(area="pyke", order="vassal-defense-3"),
        VassalOrder(area="greywater-watch", order="vassal-march"),
        VassalOrder(),
    ),
    raids=Raids(areas={"pyke": (RaidRule(),)}),
    marches=Marches(areas={"greywater-watch": (MarchPlan(moves=(Move(to="flints-finger", units={"footman": 1}),)),)}),
)
ANY = VassalSheet(
    orders=(VassalOrder(area="sunspear", order="vassal-raid-support"),),
    support=(SupportRule(whom="stark"),),
    cards=Cards(rules=(CardRule(cards=("jon-connington", "strongest")),)),
    muster=Muster(areas={"sunspear": (MusterRule(wants=(Want(unit="knight"),)),)}),
    losses=Losses(general=(LossRule(units=("ship",)),)),
    retreat=(RetreatRule(areas=("yronwood",)),),
    choices={"support": (ChoiceRule(pick=("refuse",)),)},
)
WISHES = Sheet(claims=(ClaimRule(pick=("greyjoy", "martell", "pass")),), vassals={"greyjoy": GREYJOY, "any": ANY})


def opened(browser: Browser, page: str, *sections: str) -> FormRead:
    """The form with some more sections, asked for one after the other."""
    form = sheet_form(browser.get(page).text)
    for name in sections:
        form = sheet_form(browser.post(page, {**form.sent, "more": f"section-{name}"}).text)
    return form


def written(browser: Browser, page: str, sheet: Sheet, *sections: str) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """The form of a page with a sheet put into it; everything that is chosen is offered there."""
    form, wanted = opened(browser, page, *sections), FORM.write(sheet)
    for name, values in wanted.items():
        offered = form.choices.get(name)
        assert offered is None or set(values) <= set(offered), (name, values, offered)
        assert name in form.sent or name in form.choices, name
    return {**form.sent, **wanted}, wanted


def test_the_form_says_all_of_vassals(three: str, people: People, signed_in: Browsers) -> None:
    ada, page = signed_in("ada"), f"/turns/{people.turn(three)}"
    form = sheet_form(ada.get(page).text)
    assert "vassals.any.cards.rules[0].cards" not in form.choices, "what few need is drawn when it is asked for"
    more = [value for name, value in form.buttons if name == "more"]
    assert "section-vassals.any" in more
    assert "section-vassals.stark" not in more
    larger = opened(ada, page, "vassals.greyjoy", "vassals.any", "vassals.any.cards", "vassals.any.retreat")
    assert "vassals.any.cards.rules[0].cards" in larger.choices
    assert "vassals.any.retreat[0].areas" in larger.choices
    assert "vassals.greyjoy.marches.greywater-watch[0].moves[0].to" not in larger.choices, "no march order lies there"
    wanted = FORM.write(WISHES)
    done = ada.post(page, {**larger.sent, **wanted, "do": "save"})
    assert done.status_code == 303, done.text
    receipt = ada.receipt(done)
    for said in ("Vassals to command", "Vassal Greyjoy: Marches", "no more orders", "Any vassal: Retreat"):
        assert said in receipt
    again = written(ada, page, WISHES)[0]
    assert {name: [value for value in again[name] if value] for name in wanted} == wanted


def test_a_round_with_vassals_is_one_turn(three: str, people: People, signed_in: Browsers) -> None:
    """Whoever waits for others to choose vassals is asked for orders at once, by page and email."""
    for name, house in (("ada", "stark"), ("bo", "lannister")):
        view = people.page(three, name).view
        assert view is not None
        assert sum(isinstance(asked, d.PlaceOrders) for asked in view.waiting) == 1, house
        page = signed_in(name).get(f"/turns/{people.turn(three)}").text
        assert "Place an order in each of" in page
        assert 'value="section-vassals.greyjoy"' in page
    people.deliver()
    assert "Place an order in each of" in text_of(people.mails("bo")[-1])
    page, rules = f"/turns/{people.turn(three)}", set()
    for name in ("ada", "bo"):
        browser = signed_in(name)
        done = browser.post(page, {**sheet_form(browser.get(page).text).sent, **FORM.write(WISHES), "do": "save"})
        assert done.status_code == 303, done.text
    people.adjudicate(three)
    for name, house in (("ada", "stark"), ("bo", "lannister")):
        with people.store.read() as session:
            log = round_log(session, three, 1, people.account_in_read(session, name), people.now).records
        events = [one.event for one in log if isinstance(one.event, Decided) and one.event.seat == house]
        rules |= {(one.asked, one.source.get("rule", "").partition(",")[0]) for one in events}
    assert ("choose-vassal", "claims[0]") in rules, rules
    assert ("place-vassal-orders", "vassals.greyjoy.orders[0]") in rules, rules


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"claims[0].when": "round = 2"}, "which vassals?"),
        ({"claims[0].pick": "frey"}, "unknown-house"),
        ({"vassals.greyjoy.orders[0].order": "vassal-march"}, "an order needs an area"),
        ({"vassals.greyjoy.orders[0].area": "pyke"}, "which order?"),
        ({"vassals.greyjoy.orders[0].order": "march+0", "vassals.greyjoy.orders[0].area": "pyke"}, "not-its-order"),
        ({"vassals.any.orders[0].order": "vassal-march", "vassals.any.orders[0].area": "winterfell"}, "no-units-there"),
        ({"vassals.frey.orders[0].order": "none"}, "unknown-house"),
        ({"vassals.any.raids.sequence": "atlantis"}, "unknown-area"),
        ({"vassals.greyjoy.marches.pyke[0].moves[0].who": "all"}, "units need somewhere to go"),
        ({"loans[0].loan": "gold"}, "unknown-loan"),
        ({"loans[0].most": "much"}, "bad-number"),
    ],
)
def test_what_cannot_be_is_refused_by_its_field(
    fields: dict[str, str], said: str, three: str, people: People, signed_in: Browsers
) -> None:
    answer = signed_in("ada").post(f"/turns/{people.turn(three)}", {**fields, "do": "save"})
    assert answer.status_code == 422
    assert said in answer.text


def test_fields_that_mean_nothing_are_passed_over(three: str, people: People, signed_in: Browsers) -> None:
    ada, page = signed_in("ada"), f"/turns/{people.turn(three)}"
    deep = {f"vassals.{'x.' * 40}": "1", "vassals.": "1", "vassals[0]": "1", "claims.a": "1", "loans": "1"}
    long = {f"vassals.any.marches.{'x' * 200}[0].do": "stay", "claims[99999].pick": "pass", "vassals-document": "{"}
    for fields in (deep, long):
        assert ada.post(page, {**fields, "do": "save"}).status_code == 303
        assert ada.post(page, {**fields, "more": "vassals.frey"}).status_code == 200
    kept = ada.get(f"{page}/sheets/2").text
    assert "Nothing is filled in" in kept


def test_loans_and_gifts_are_written(dragons: str, people: People, signed_in: Browsers) -> None:
    bo, page = signed_in("bo"), f"/games/{dragons}/standing"
    view = people.page(dragons, "bo").view
    assert view is not None
    assert view.board.bank is not None
    loan = next(loan for loan in view.board.bank.slots if loan)
    sheet = Sheet(
        bids={"iron-throne": (BidRule(how="all"),)},
        choices={"iron-throne": (ChoiceRule(pick=("stark", "arryn")),)},
        loans=(LoanRule(loan=loan, most=3, areas=("pentos",)), LoanRule()),
        claims=(ClaimRule(pick=("arryn",)),),
    )
    fields, wanted = written(bo, page, sheet, "bids", "loans", "vassals")
    done = bo.post(page, {**fields, "do": "save"})
    assert done.status_code == 303, done.text
    again = written(bo, page, sheet)[0]
    assert {name: [value for value in again[name] if value] for name in wanted} == wanted
    others = opened(signed_in("ada"), page, "bids")
    assert "choices.iron-throne[0].pick" not in others.choices, "only who gives bids away is asked"


def test_dragons_may_fly_anywhere(dragons: str, people: People, signed_in: Browsers) -> None:
    page = f"/turns/{people.turn(dragons)}"
    form = sheet_form(signed_in("bo").post(page, {"orders.the-rhoyne": "march+0", "more": "orders"}).text)
    assert {"winterfell", "sunspear", "pyke"} <= set(form.choices["marches.the-rhoyne[0].moves[0].to"])
    assert "marches.the-rhoyne[0].moves[0].units.dragon" in form.sent


def test_editions_without_such_things_have_no_fields_for_them(people: People, signed_in: Browsers) -> None:
    page = signed_in("ada").get(f"/turns/{people.turn(people.game())}").text
    for name in ("claims", "vassals", "loans", "troops", "hostages", "choices.tactics"):
        assert f'name="{name}' not in page


ONE: dict[str, Any] = {"id": "d1-x", "seat": "stark", "house": "stark"}
PIECES = (d.Piece("winterfell", "knight"), d.Piece("white-harbor", "footman"))
AREAS = ("winterfell", "white-harbor")
SAMPLES: tuple[Decision, ...] = (
    d.DisbandForSupply(choices=PIECES, **ONE),
    d.LoseToWildlings(choices=PIECES, owed=2, **ONE),
    d.TakeCasualty(choices=PIECES, area="winterfell", owed=1, **ONE),
    d.AbandonUnit(choices=PIECES, destination="winterfell", **ONE),
    d.KillFootman(choices=PIECES, card="mace-tyrell", **ONE),
    d.PickUnit(choices=PIECES, because="mammoth-riders", owed=1, **ONE),
    d.DestroyUnit(choices=PIECES, because="interest", owed=1, victim="tyrell", **ONE),
    d.PlaceBid(auction="iron-throne", up_to=4, **ONE),
    d.SettleTie(auction="iron-throne", houses=("stark", "tyrell"), **ONE),
    d.PickTied(what="highest", houses=("stark", "tyrell"), **ONE),
    d.TakeBackCard(because="wildlings", choices=("eddard-stark",), **ONE),
    d.MusterUnits(places={"winterfell": 2}, **ONE),
    d.PlaceOrders(areas=AREAS, stars=1, bans=(), **ONE),
    d.UseRaven(areas=AREAS, **ONE),
    d.ResolveRaid(options={"winterfell": ("white-harbor",)}, **ONE),
    d.ResolveMarch(options={"winterfell": ("white-harbor",)}, **ONE),
    d.GiveSupport(area="karhold", attacker="stark", defender="tyrell", areas=AREAS, sides=("attacker", "none"), **ONE),
    d.ChooseHouseCard(area="karhold", role="attacker", opponent="tyrell", choices=("eddard-stark",), **ONE),
    d.UseBlade(area="karhold", lead=-1, **ONE),
    d.RetreatTo(area="karhold", choices=AREAS, **ONE),
    d.RemoveOrder(card="eddard-stark", choices=AREAS, optional=True, **ONE),
    d.KnightFootman(card="eddard-stark", area="winterfell", **ONE),
    d.DiscardFromHand(card="eddard-stark", victim="tyrell", cost=2, choices=("mace-tyrell",), **ONE),
    d.PickEffect(because="support", choices=("refuse", "accept"), **ONE),
    d.SpreadBid(auction="iron-throne", amount=3, houses=("tyrell", "arryn"), **ONE),
    d.CancelMove(because="scattering-dissent", cost=1, mover="tyrell", area="winterfell", to="karhold", **ONE),
    d.TakeLoan(area="winterfell", costs={"spymaster": 4}, choices=("spymaster", "decline"), **ONE),
    d.ImproveArea(loan="pyromancer", mark="ruin", choices=AREAS, **ONE),
    d.PlaceUnits(loan="full-host", units={"knight": 2}, areas=AREAS, **ONE),
    d.ChooseVassal(choices=("tyrell", "arryn"), sets=1, **ONE),
    d.PlaceVassalOrders(
        areas=("highgarden",), orders=("vassal-march",), most=2, bans=(), id="d1-x", seat="stark", house="tyrell"
    ),
    d.MoveTroops(because="manage-troops", options={"winterfell": ("white-harbor",)}, **ONE),
    d.Negotiate(area="winterfell", holder="tyrell", leaders=("a wolf",), hostages=("a rose",), up_to=3, **ONE),
    d.AcceptOffer(offerer="tyrell", leaders=("a rose",), given=("a wolf",), power=2, **ONE),
)
PAGE = """{% import "sheet/widgets.html" as w with context %}{% from "sheet/answer.html" import answer with context %}
<form action="x">{{ answer(f, c, v, w, asked, "answers." ~ asked.id) }}</form>"""


def test_every_kind_of_question_has_a_sample() -> None:
    assert {type(asked) for asked in SAMPLES} == set(get_args(d.AnyDecision))


@pytest.mark.parametrize("asked", SAMPLES, ids=lambda asked: str(asked.__struct_config__.tag))
def test_every_kind_of_question_has_words_a_form_and_a_section(asked: Decision, app: Flask) -> None:
    kind = str(asked.__struct_config__.tag)
    view = THRONES.view(games.start(MOD, 8, "a table"), "stark", [asked])
    with app.test_request_context("/"):
        v = voice(MOD, "stark")
        told = question(asked, view.board, v).text
        html = render_template_string(PAGE, f=ShownForm({}), c=Choices(view, "stark", v), v=v, asked=asked)
    assert told.endswith(("?", ".", ")"))
    assert kind in ASKED
    assert kind in default_policies()
    assert KINDS[type(asked)].part in ALL
    form = forms_of(html)[0]
    assert f"answers.{asked.id}.kind" in form.sent
    assert len({*form.sent, *form.choices}) > 1, "a field to answer in"


def test_raven_offers_what_works_in_own_areas(people: People, three: str) -> None:
    view = people.page(three).view
    assert view is not None
    v = Voice(games.edition(MOD), translator("en"), "stark")
    assert "sea-support" in dict(Choices(view, "stark", v).raven_orders)
    ashore = {area: view.board.forces[area] for area in ("winterfell", "white-harbor")}
    board = msgspec.structs.replace(view.board, forces=ashore)

    offered = dict(Choices(msgspec.structs.replace(view, board=board), "stark", v).raven_orders)

    assert "march+0" in offered
    assert not [order for order in offered if order.startswith(("vassal-", "sea-"))]
