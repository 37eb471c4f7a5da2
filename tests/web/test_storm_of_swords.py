"""A Storm of Swords on pages: every answer to its questions can be given, and its sheets are told in words."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask, render_template_string

from adjudicator import games
from adjudicator.thrones.sheets.choices import BidRule, ChoiceRule, Hostages, OfferRule, ReplyRule
from adjudicator.thrones.sheets.conditions.tree import parse_amount
from adjudicator.thrones.sheets.marches import TroopsRule
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import decisions as d
from narration.thrones.questions import question
from narration.thrones.sheet_words import sheet_in_words
from narration.thrones.summary import beside_the_board
from narration.thrones.voice import Voice
from narration.words import translator
from tests.web.form_reader import forms_of
from web.forms.drafts import ShownForm
from web.layout import voice
from web.thrones.pages import THRONES
from web.thrones.sheet_form.choices import Choices
from web.thrones.sheet_form.rules import FORM
from web.thrones.sheet_form.sections import places_shown, sections

NAME = "storm-of-swords"
STORM: Any = games.edition(NAME)
WOLF: dict[str, Any] = {"seat": "stark", "house": "stark"}
TABLE: Any = games.start(NAME, 4, "a table")
HERE = next(area for area, force in TABLE.board.forces.items() if force.house == "stark")
LED = next(area for name, one in TABLE.board.leaders.items() for area in (one.area,) if one.house == "stark" and area)
LEADER = next(name for name, one in TABLE.board.leaders.items() if one.area == LED)
NEAR = tuple(STORM.neighbours[LED])[:2]
PAGE = """{% import "sheet/widgets.html" as w with context %}{% from "sheet/answer.html" import answer with context %}
<form action="x">{{ answer(f, c, v, w, asked, "answers." ~ asked.id) }}</form>"""
QUESTIONS: list[tuple[d.AnyDecision, list[d.AnyAnswer], str]] = [
    (
        d.PickEffect(id="d1-p", because="tactics", choices=("hold-territory", "manage-troops"), **WOLF),
        [d.Pick("hold-territory")],
        "Which tactics card do you choose, in secret?",
    ),
    (
        d.PickEffect(id="d2-p", because="activate", choices=(LEADER, "decline"), **WOLF),
        [d.Pick(LEADER), d.Pick("decline")],
        "Do you give up an order to activate a leader, who marches at once?",
    ),
    (
        d.PickEffect(
            id="d3-p", because="secure-hostages", subject="greyjoy", choices=("iron-throne", "decline"), **WOLF
        ),
        [d.Pick("iron-throne")],
        "Secure Hostages: on which track do you swap places with Greyjoy, if any?",
    ),
    (
        d.MoveTroops(id="d4-m", because="manage-troops", options={LED: NEAR}, **WOLF),
        [
            d.March(LED),
            d.March(LED, {NEAR[0]: {"footman": 1}}),
            d.March(LED, {NEAR[0]: {"footman": 1}}, leaders={LEADER: NEAR[0]}),
            d.March(LED, {NEAR[0]: {"footman": 1}}, leaders={}),
        ],
        ("Manage Troops: which units and leaders move, and from where to where? They may stay."),
    ),
    (
        d.ResolveMarch(id="d5-r", options={LED: NEAR}, leader=LEADER, **WOLF),
        [d.March(LED, {NEAR[1]: {"footman": 1}}, leaders={LEADER: NEAR[1]})],
        "is activated and marches now: which units go where?",
    ),
    (
        d.Negotiate(
            id="d6-n",
            area=HERE,
            holder="lannister",
            leaders=("eddard-stark",),
            hostages=("balon-greyjoy",),
            up_to=5,
            **WOLF,
        ),
        [d.Offer(), d.Offer(("eddard-stark",), 4), d.Offer(("eddard-stark",), 0, ("balon-greyjoy",))],
        "Lannister holds Eddard Stark hostage. What do you offer for one or all of them, if anything?",
    ),
    (
        d.AcceptOffer(
            id="d7-a", offerer="lannister", leaders=("jaime-lannister",), given=("balon-greyjoy",), power=4, **WOLF
        ),
        [d.YesNo(True), d.YesNo(False)],
        "Lannister asks you for Ser Jaime Lannister and offers 4 power and Balon Greyjoy. Do you accept?",
    ),
]


@pytest.mark.parametrize(("asked", "answers", "words"), QUESTIONS, ids=lambda one: getattr(one, "id", ""))
def test_every_answer_to_a_question_can_be_given(
    asked: d.AnyDecision, answers: list[d.AnyAnswer], words: str, app: Flask
) -> None:
    view = games.of(TABLE).view(TABLE, "stark", [asked])
    with app.test_request_context("/"):
        v = voice(NAME, "stark")
        html = render_template_string(PAGE, f=ShownForm({}), c=Choices(view, "stark", v), v=v, asked=asked)
        assert words in question(asked, TABLE.board, v).text
    form = forms_of(html)[0]
    for answer in answers:
        sheet = Sheet(answers={asked.id: answer})
        wanted = FORM.write(sheet)
        for name, values in wanted.items():
            assert name in form.choices or name in form.sent, name
            offered = form.choices.get(name, values)
            assert set(values) <= {*offered, *form.sent.get(name, [])}, (name, values)
        assert FORM.read(wanted, STORM) == (sheet, [])


HALF = parse_amount("half of power", STORM)
SHEET = Sheet(
    troops=(
        TroopsRule(area="winterfell", to="moat-cailin", units={"footman": 2}, because="manage-troops"),
        TroopsRule(area="winterfell", to="moat-cailin"),
        TroopsRule(),
    ),
    hostages=Hostages(
        offers=(
            OfferRule(leaders=("eddard-stark",), holders=("lannister",), power=4, hostages=("balon-greyjoy",)),
            OfferRule(power=HALF),
            OfferRule(),
            OfferRule(decline=True),
        ),
        replies=(
            ReplyRule(leaders=("balon-greyjoy",), offerers=("greyjoy", "lannister"), power=3),
            ReplyRule(hostages=("eddard-stark",)),
            ReplyRule(accept=False, leaders=("balon-greyjoy",)),
            ReplyRule(accept=False),
        ),
    ),
    bids={"claim": (BidRule(amount=2),)},
    choices={"tactics": (ChoiceRule(pick=("hold-territory",)),)},
)


def test_rules_of_troops_and_hostages_are_told_in_words(app: Flask) -> None:
    with app.test_request_context("/"):
        told = dict(sheet_in_words(SHEET, voice(NAME, "stark")))
    assert told["Units moved by cards"] == [
        "2 footmen from Winterfell to Moat Cailin (Manage Troops)",
        "all units that can, from Winterfell to Moat Cailin",
        "move no units",
    ]
    assert told["Hostages"] == [
        "offer 4 power and Balon Greyjoy for Eddard Stark to Lannister",
        "offer 1/2 × my Power for any leader held",
        "offer nothing for any leader held",
        "offer nothing",
        "accept for Balon Greyjoy from Greyjoy or Lannister, if it brings 3 power",
        "accept for any leader, if it brings Eddard Stark",
        "refuse for Balon Greyjoy",
        "refuse for any leader",
    ]
    assert told["Bids"] == ["Claim Westeros: 2 power"]
    assert told["Choices"] == ["Tactics card: Hold Territory"]


def page_of_board(position: Any, v: Any) -> str:
    """What the page of a game shows beside its map."""
    view = games.of(position).view(position, "stark", [])
    ranked = games.of(position).standings(position.board, v.edition)
    return render_template_string(
        '{% import "parts.html" as parts with context %}{% include t.aside %}',
        t=THRONES.board_tables(view, (), ranked, v),
        v=v,
        you="stark",
        shown_view=view,
    )


def test_what_lies_beside_the_board_is_told(app: Flask) -> None:
    with app.test_request_context("/"):
        v = voice(NAME, "stark")
        told = dict(beside_the_board(TABLE.board, v))
        shown = page_of_board(TABLE, v)
    assert told["Weather"] == ("fair, the fords are open",)
    assert told["Hostages"] == ("Eddard Stark (Stark) in the cell of Lannister",)
    assert told["Alliances"] == ("Stark: Frey Leadership",)
    assert "<th>Claim</th>" in shown
    assert all(f'<th scope="row">{title}</th>' in shown for title in told)


def test_other_editions_have_nothing_beside_the_board(app: Flask) -> None:
    plain: Any = games.start("first-edition", 5, "a table")
    with app.test_request_context("/"):
        v = voice("first-edition", "stark")
        assert beside_the_board(plain.board, v) == []
        shown = page_of_board(plain, v)
    assert "<th>Castles</th>" in shown
    assert "Beside the board" not in shown


@pytest.mark.parametrize(
    ("name", "modules", "more"),
    [
        ("first-edition", (), set()),
        ("first-edition", ("tactics",), {"tactics", "troops"}),
        (NAME, (), {"tactics", "troops", "hostages"}),
    ],
)
def test_the_form_has_the_sections_of_the_parts_in_play(name: str, modules: tuple[str, ...], more: set[str]) -> None:
    table: Any = games.start(name, 4, "a table", modules)
    view: Any = games.of(table).view(table, "stark", [])
    edition: Any = games.edition(name)
    blank, choices = ShownForm({}), Choices(view, "stark", Voice(edition, translator("en"), "stark"))
    made = sections("round-1-planning", view, "stark", edition, blank, places_shown(choices, blank, {}))
    found = [section.name for section in (*made.shown, *made.others)]
    assert {"tactics", "troops", "hostages"} & {*found} == more
    assert not more or found[0] == "tactics"
