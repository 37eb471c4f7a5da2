"""Questions of the Iron Bank on a page: every answer can be given; what a sheet says of loans is told in words."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask, render_template_string

from adjudicator import games
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.sheets.muster import LoanRule
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import decisions as d
from narration.thrones.sheet_words import sheet_in_words
from tests.web.form_reader import forms_of
from web.forms.drafts import ShownForm
from web.layout import voice
from web.thrones.sheet_form.choices import Choices
from web.thrones.sheet_form.rules import FORM

MOD = games.edition("mother-of-dragons")
WOLF: dict[str, Any] = {"seat": "stark", "house": "stark"}
PIECES = (d.Piece("lannisport", "knight"), d.Piece("pyke", "footman"))
QUESTIONS: list[tuple[d.AnyDecision, list[d.AnyAnswer]]] = [
    (
        d.TakeLoan(
            id="d1-l", area="the-bite", costs={"spymaster": 4}, choices=("spymaster", "decline", "wait"), **WOLF
        ),
        [d.Pick("spymaster"), d.Pick("decline"), d.Pick("wait")],
    ),
    (
        d.ImproveArea(id="d2-i", loan="pyromancer", mark="ruin", choices=("riverrun", "pyke"), **WOLF),
        [d.AreaChoice("riverrun")],
    ),
    (
        d.PlaceUnits(id="d3-p", loan="full-host", units={"knight": 2}, areas=("winterfell", "karhold"), **WOLF),
        [
            d.Recruits(),
            d.Recruits((d.Recruit("winterfell", "knight", "winterfell"), d.Recruit("karhold", "knight", "karhold"))),
        ],
    ),
    (d.DestroyUnit(id="d4-d", choices=PIECES, because="interest", owed=1, victim="tyrell", **WOLF), list(PIECES)),
]
PAGE = """{% import "sheet/widgets.html" as w with context %}{% from "sheet/answer.html" import answer with context %}
<form action="x">{{ answer(f, c, v, w, asked, "answers." ~ asked.id) }}</form>"""


@pytest.mark.parametrize(("asked", "answers"), QUESTIONS, ids=lambda one: getattr(one, "id", "")[:30])
def test_every_answer_to_a_question_can_be_given(asked: d.AnyDecision, answers: list[d.AnyAnswer], app: Flask) -> None:
    view = THRONES.view(games.start("mother-of-dragons", 8, "a table"), "stark", [asked])
    with app.test_request_context("/"):
        v = voice("mother-of-dragons", "stark")
        html = render_template_string(PAGE, f=ShownForm({}), c=Choices(view, "stark", v), v=v, asked=asked)
    form = forms_of(html)[0]
    for answer in answers:
        sheet = Sheet(answers={asked.id: answer})
        wanted = FORM.write(sheet)
        for name, values in wanted.items():
            if not name.endswith(".at"):  # the units of a loan appear in the area itself
                assert set(values) <= set(form.choices.get(name, form.sent.get(name, []))), (name, values)
        assert FORM.read(wanted, MOD) == (sheet, [])


def test_a_sheet_of_loans_is_told_in_words(app: Flask) -> None:
    rules = (
        LoanRule(wait=True),
        LoanRule(loan="pyromancer", most=4, areas=("riverrun", "pyke"), pick=("crown",)),
        LoanRule(loan="spymaster"),
        LoanRule(),
    )
    with app.test_request_context("/"):
        told = sheet_in_words(Sheet(loans=rules), voice("mother-of-dragons", "stark"))
    lines = [
        "other orders first",
        "Pyromancer; for 4 power at most; Riverrun and Pyke; a crown",
        "Spymaster",
        "no loan",
    ]
    assert told == [("Loans", lines)]
