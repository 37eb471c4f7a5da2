"""Whatever the form shows of a sheet, and whatever it leaves out: sent again it is the same sheet."""

from __future__ import annotations

import random
from typing import Any

import pytest
from flask import Flask, render_template_string

from adjudicator import games
from adjudicator.thrones.sheets.sheet import Sheet
from tests.adjudicator.sheets.random_sheets import random_sheet
from tests.slices import often
from tests.web.form_reader import FormRead, forms_of
from tests.web.test_sheet_form import saying_something
from web.forms.drafts import Draft
from web.layout import voice
from web.thrones.pages import THRONES
from web.thrones.sheet_form.rules import FORM
from web.thrones.sheet_form.sections import ALL
from web.views.sheets import page_basis

TABLES: dict[str, dict[str, Any]] = {
    "first-edition": {"players": 5},
    "mother-of-dragons": {"players": 4, "houses": ("stark", "baratheon", "greyjoy", "targaryen")},
    "storm-of-swords": {"players": 4},
}
PAGE = """{% import "parts.html" as parts with context %}{% include "sheet/form.html" %}"""
TICKED = (".opponents", ".against", ".auctions", ".what", ".never_attack", ".may_attack", ".holders", ".offerers")
WINDOWS = ("", "r1-planning", "r1-raven", "r1-westeros", "d4")


def drawn(app: Flask, edition: str, window: str, draft: Draft) -> FormRead:
    """The form of a house at the beginning of a game."""
    position = games.start(edition, TABLES[edition]["players"], "a table", houses=TABLES[edition].get("houses", ()))
    house = position.board.houses[0]
    with app.test_request_context("/"):
        v = voice(edition, house)
        made = render_template_string(
            PAGE,
            action="x",
            v=v,
            draft=draft,
            direct=(),
            buttons="",
            began=page_basis(0, ""),
            **THRONES.form_parts(games.of(position).view(position, house), house, v, draft, window),
        )
    return forms_of(made)[0]


def said(sheet: Sheet) -> dict[str, list[str]]:
    """What a sheet says, by field; without the order of what is ticked, which has none."""
    fields = FORM.write(sheet)
    return {name: sorted(set(values)) if name.endswith(TICKED) else values for name, values in sorted(fields.items())}


@pytest.mark.parametrize("edition", TABLES)
@pytest.mark.parametrize("seed", range(often(6, 60)))
def test_nothing_is_lost_by_what_is_not_shown(seed: int, edition: str, app: Flask) -> None:
    draw = random.Random(seed)
    sheet = saying_something(random_sheet(draw.randrange, edition=edition))
    opened = tuple(draw.sample(ALL, draw.randrange(5)))
    draft = Draft(FORM.write(sheet), sheet, opened=opened)
    form = drawn(app, edition, draw.choice(WINDOWS), draft)
    read, faults = FORM.read(form.sent, games.edition(edition))
    assert faults == []
    assert said(read) == said(sheet)
    assert form.sent.get("opened", []) == list(opened)
