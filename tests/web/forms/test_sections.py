"""A section that only this test knows is shown by the form, and read back."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from flask import Flask, render_template_string

from adjudicator.engine.sheet.document import Section
from adjudicator.engine.sheet.fields import Ids, Text
from tests.web.form_reader import sheet_form
from web.forms.drafts import ShownForm
from web.forms.sections import Display
from web.forms.structs import Reader, Structs, Typed
from web.layout import voice

TYPED = Typed(str, str, str, str, str)
SHOWN = """<form>{% import "sheet/widgets.html" as w with context %}{{ w.section(f, c, one) }}</form>"""
FIELDS = {
    "feasts[0].where": ["karhold"],
    "feasts[0].length": ["long"],
    "feasts[0].guests.stark": ["3"],
    "feasts[0].when": ["round = 2"],
}


class Feast(msgspec.Struct, kw_only=True):
    when: Annotated[str | None, Text("when")] = None
    where: tuple[Annotated[str, Ids(("area",))], ...] = ()
    length: Literal["short", "long"] = "short"
    guests: dict[Annotated[str, Ids(("house",))], int] = {}


class Sheet(msgspec.Struct):
    feasts: Annotated[tuple[Feast, ...], Section("feasts", help="Where to dine.")] = ()


class Choices:
    def __init__(self) -> None:
        self.v = voice("first-edition")

    def options(self, ids: Ids) -> list[tuple[str, str]]:
        return [("karhold", "Karhold")] if ids.sorts == ("area",) else [("stark", "Stark")]


def test_a_section_of_a_test_is_shown_and_read_back(app: Flask) -> None:
    structs = Structs({}, {})
    sheet, f = structs.read(Sheet, Reader(FIELDS, TYPED)), ShownForm(FIELDS)

    with app.test_request_context("/"):
        c = Choices()
        one = Display(Sheet, structs, {}, f, c).section("feasts")
        page = render_template_string(SHOWN, f=f, c=c, one=one, v=c.v, modules=(), defaults={})

    assert "Where to dine." in page
    assert structs.read(Sheet, Reader(sheet_form(page).sent, TYPED)) == sheet
    assert sheet.feasts == (Feast(when="round = 2", where=("karhold",), length="long", guests={"stark": 3}),)
